"""Whole games as players leave them: legal boats, families grown, treasures, any share of the boat full."""

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from numpy.random import Generator

from scoring.boats import Boat
from scoring.discoveries import Colour, Discovery, Kind
from scoring.marked_boat import MarkedBoat, Special
from scoring.shapes import catalogue
from scoring.squares import Shape, Square, around, connected, pieces

MOST_SPECIALS = 3
COMMON_SIZES = range(1, 4)
RARE_SIZES = range(4, 6)


@dataclass(frozen=True, slots=True)
class GameTuning:
    """How games are made up; chosen by looking at boats, not measured."""

    least_full: float = 0.4
    all_full: float = 0.12
    """Share of games that fill every square; such boats have no empty square to tell ink from paper."""
    free_games: float = 0.3
    """Share of games with free shapes: single squares, snakes, blobs. The reader must not lean on the catalogue."""
    free_shapes: float = 0.4
    """In such games, the share of cats that have a free shape."""
    treasures: float = 0.24
    """Share of discoveries that are treasures."""
    one_colour_around: float = 0.5
    """A hole with more of its sides than this walled in by one colour may be taken for a cat, and is filled."""
    family: float = 0.55
    """How often a cat takes the colour of a cat it touches, so that families grow and same colours touch."""
    tries: int = 60


def random_game(rng: Generator, boat: Boat, lessons: Sequence[int], tuning: GameTuning = GameTuning()) -> MarkedBoat:
    """A legal game on this boat: every discovery after the first touches one; no region fools a person."""
    full = 1.0 if rng.random() < tuning.all_full else rng.uniform(tuning.least_full, 0.98)
    free = tuning.free_shapes if rng.random() < tuning.free_games else 0.0
    maker = _Maker(rng, boat, tuning, free)
    maker.play(full)
    maker.close_gaps(every=full == 1.0)
    return MarkedBoat(boat, tuple(maker.placed), *random_boxes(rng, lessons))


def random_boxes(rng: Generator, lessons: Sequence[int]) -> tuple[tuple[int, ...], tuple[Special, ...]]:
    """Which lessons are ticked (0 to 9) and which specials are used (at most 3), in printed order."""
    many = min(len(lessons), int(rng.integers(0, 10)))
    ticked = sorted(int(n) for n in rng.choice(list(lessons), many, replace=False)) if many else []
    used = rng.permutation(len(Special))[: int(rng.integers(0, MOST_SPECIALS + 1))]
    return tuple(ticked), tuple(list(Special)[i] for i in sorted(used))


@cache
def _shapes() -> dict[str, tuple[Shape, ...]]:
    """The shapes of the cards by kind, in an order that never changes."""
    known = catalogue()
    kinds = {"cat": known.cats, "oshax": known.oshax, "common": known.common, "rare": known.rare}
    return {kind: tuple(sorted(shapes, key=sorted)) for kind, shapes in kinds.items()}


def turned(shape: Shape, quarter_turns: int, *, flipped: int) -> Shape:
    """The shape after so many quarter turns, mirrored first when `flipped` is odd."""
    if flipped % 2:
        shape = frozenset(Square(r, -c) for r, c in shape)
    for _ in range(quarter_turns % 4):
        shape = frozenset(Square(c, -r) for r, c in shape)
    return shape


class _Maker:
    """One game being drawn."""

    def __init__(self, rng: Generator, boat: Boat, tuning: GameTuning, free: float) -> None:
        self.rng, self.boat, self.tuning, self.free = rng, boat, tuning, free
        self.placed: list[Discovery] = []
        self.left = set(boat.squares)
        self.owner: dict[Square, Discovery] = {}

    def play(self, full: float) -> None:
        """Draw discoveries as cards bring them until the share is reached or nothing more fits."""
        misses = 0
        while len(self.left) > (1 - full) * len(self.boat.squares) and misses < self.tuning.tries:
            misses = 0 if self._draw_one() else misses + 1

    def close_gaps(self, *, every: bool) -> None:
        """Fill what is left, or only the holes that look like a cat: walled in by one colour on all sides."""
        for region in pieces(sorted(self.left)):
            if every or self._looks_like_a_cat(region):
                self._fill(region)

    def _draw_one(self) -> bool:
        rng = self.rng
        if rng.random() < self.tuning.treasures:
            kind = Kind.COMMON if rng.random() < 0.6 else Kind.RARE  # as many as the deck has
            return self._place(kind, self._one_of(_shapes()[str(kind)]))
        if rng.random() < self.free:
            return self._place(Kind.CAT, self._free_shape())
        return self._place(Kind.CAT, self._one_of(_shapes()["oshax" if rng.random() < 0.12 else "cat"]))

    def _one_of(self, shapes: Sequence[Shape]) -> Shape:
        return shapes[int(self.rng.integers(len(shapes)))]

    def _free_shape(self) -> Shape:
        kinds: tuple[Callable[[], Shape], ...] = (self._blob, self._snake, lambda: frozenset({Square(0, 0)}))
        return kinds[int(self.rng.choice(3, p=(0.5, 0.3, 0.2)))]()

    def _blob(self) -> Shape:
        shape = frozenset({Square(0, 0)})
        for _ in range(int(self.rng.integers(1, 9))):
            shape |= {self._any(around(shape))}
        return shape

    def _snake(self) -> Shape:
        head, shape = Square(0, 0), {Square(0, 0)}
        for _ in range(int(self.rng.integers(6, 13))):
            ahead = [n for n in head.neighbours if n not in shape and len(shape & {*n.neighbours}) == 1]
            if not ahead:
                break
            head = self._any(ahead)
            shape.add(head)
        return frozenset(shape)

    def _any(self, squares: Sequence[Square] | Shape) -> Square:
        ordered = sorted(squares)
        return ordered[int(self.rng.integers(len(ordered)))]

    def _place(self, kind: Kind, shape: Shape) -> bool:
        """Draw the shape where it fits, touching what is drawn; snug places are liked, as players pack."""
        shape = turned(shape, int(self.rng.integers(4)), flipped=int(self.rng.integers(2)))
        anchors = self.left & around(frozenset(self.owner)) if self.owner else self.left
        best: tuple[float, Shape] | None = None
        for _ in range(12 if anchors else 0):
            at, from_ = self._any(frozenset(anchors)), self._any(shape)
            moved = frozenset(Square(r + at.row - from_.row, c + at.col - from_.col) for r, c in shape)
            if moved <= self.left:
                snug = len(around(moved) - self.left) / len(around(moved)) + self.rng.uniform(0, 0.4)
                best = max(best, (snug, moved), key=lambda b: b[0]) if best else (snug, moved)
        if best:
            self._put(kind, best[1])
        return best is not None

    def _put(self, kind: Kind, squares: Shape) -> None:
        colour = self._colour(squares) if kind is Kind.CAT else None
        discovery = Discovery(kind, squares, colour)
        self.placed.append(discovery)
        self.owner |= dict.fromkeys(squares, discovery)
        self.left -= squares

    def _colour(self, squares: Shape) -> Colour:
        touching = [d.colour for s in sorted(around(squares)) if (d := self.owner.get(s)) and d.colour]
        if touching and self.rng.random() < self.tuning.family:
            return touching[int(self.rng.integers(len(touching)))]
        return list(Colour)[int(self.rng.integers(5))]

    def _looks_like_a_cat(self, region: Shape) -> bool:
        """Whether a person might take the hole for a cat: closed all round, mostly by one colour."""
        walls = [n for s in sorted(region) for n in s.neighbours if n not in region]
        if any(n not in self.boat.squares for n in walls):
            return False
        colours = Counter(self.owner[n].colour for n in walls)
        cats = [many for colour, many in colours.items() if colour is not None]
        return max(cats, default=0) > self.tuning.one_colour_around * len(walls)

    def _fill(self, region: Shape) -> None:
        """Cut the region into treasures and free cats; a lone hole in one colour gets a treasure."""
        left = set(region)
        while left:
            piece = {self._any(frozenset(left))}
            size = int(self.rng.integers(3, 8))
            while len(piece) < size and (rim := around(frozenset(piece)) & left):
                piece.add(self._any(rim))
            left -= piece
            if len(piece) in COMMON_SIZES:
                self._put(Kind.COMMON, frozenset(piece))
            elif len(piece) in RARE_SIZES and self.rng.random() < 0.5:  # the rest are cats
                self._put(Kind.RARE, frozenset(piece))
            else:
                self._put(Kind.CAT, frozenset(piece))


def cat_groups(marked: MarkedBoat) -> list[frozenset[Discovery]]:
    """Cats of one colour that touch, as groups; for looking at how hard a game is."""
    cats = [d for d in marked.discoveries if d.kind is Kind.CAT]
    return connected(
        cats, lambda d: [o for o in cats if o.colour is d.colour and o is not d and o.squares & around(d.squares)]
    )

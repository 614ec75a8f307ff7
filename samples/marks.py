"""A player marks a sheet: outlines, fills, letters, ticks, the pen key, and what was wiped away."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.random import Generator

from samples import fills, slips
from samples.hands import Hand, Path2d
from samples.outlines import Corner, Grid, inset_points, loops, runs, straight_parts, stretched, wavering
from samples.pen import Kit, Page, Pen
from samples.ticks import Ticks
from scoring.discoveries import Colour, Discovery, Kind
from scoring.marked_boat import MarkedBoat
from scoring.squares import Shape, Square
from sheets.geometry import Box, Geometry

MOST_LENT = 0.34
"""Share of an outline that neighbours of other colours may have drawn; with more, nobody knows whose it is."""
PATCHY = 0.15
"""Pens drier than this leave white everywhere, so that white no longer parts filled cats of one colour."""
FINER = 0.65
"""A player draws patterns with less pressure than outlines, or borders could not be told from the pattern's lines."""
LARGE_LETTERS = 0.3
"""Share of treasures with room for it, two squares by two, whose letter is larger than a square."""
LETTERS = {Kind.COMMON: "C", Kind.RARE: "R"}


@dataclass(frozen=True, slots=True)
class Style:
    """How one player draws; the same on the whole sheet, with a little change from mark to mark."""

    inset_mm: float
    """0: on the printed line; above, inside the squares."""
    wobble_mm: float
    rounding: int
    """How much corners are cut."""
    by_sides: bool
    """Every side a stroke of its own, or one stroke round."""
    ends_mm: float
    """Spread of overshoot and gaps where strokes end."""
    doubled: float
    """Share of outlines gone over twice."""
    shared: float
    """Share of neighbours of one colour that get one line between them."""
    shared_others: float
    """The same between neighbours of different colours."""
    fills: Mapping[str, float]
    """Odds of each way to fill a cat."""
    letter_share: float
    """Letter height as a share of a square."""
    slant: float
    key_used: float
    """Share of the pen key's boxes that are filled in."""
    ghosts: int
    dots: int
    ticks: Ticks


def style(rng: Generator, pen_mm: float, *, hard: float) -> Style:
    """A player at random; `hard` from 0 (tidy) to 1 (careless)."""
    inset = float(rng.choice([0.0, rng.uniform(0.2, 0.7), rng.uniform(0.6, 1.6)], p=[0.35, 0.35, 0.3]))
    shares = bool(rng.random() < 0.35)  # one player in three
    main = rng.choice(fills.KINDS, p=(0.45, 0.15, 0.12, 0.14, 0.07, 0.07))
    other = rng.choice(fills.KINDS)
    return Style(
        inset_mm=max(0.0, inset if not shares else min(inset, 0.2)) + 0.15 * pen_mm * (inset > 0),
        wobble_mm=float(rng.uniform(0.1, 0.22 + 0.33 * hard)),
        rounding=int(rng.choice([0, 1, 2, 4], p=[0.35, 0.25, 0.25, 0.15])),
        by_sides=bool(rng.random() < 0.45),
        ends_mm=float(rng.uniform(0.15, 0.6 + 0.8 * hard)),
        doubled=float(rng.choice([0, 0.1, 0.5], p=[0.5, 0.4, 0.1])),
        shared=float(rng.uniform(0.6, 1)) if shares else 0.0,
        shared_others=float(rng.uniform(0.2, 0.6)) if shares and rng.random() < 0.25 else 0.0,
        fills={str(main): 0.85, str(other): 0.15} if rng.random() < 0.75 else {str(main): 0.5, str(other): 0.5},
        letter_share=float(rng.uniform(0.38, 0.85)),
        slant=float(rng.normal(0, 0.12)),
        key_used=float(rng.choice([0.0, 1.0, rng.uniform(0.3, 0.9)], p=[0.35, 0.5, 0.15])),
        ghosts=int(rng.poisson(0.4 + 1.2 * hard)) if rng.random() < 0.2 + 0.5 * hard else 0,
        dots=int(rng.poisson(0.6 + 2.5 * hard)),
        ticks=Ticks.at_random(rng),
    )


def _block(corner: Square) -> Shape:
    """Two squares by two with this one at the top left."""
    row, col = corner
    return frozenset({corner, Square(row, col + 1), Square(row + 1, col), Square(row + 1, col + 1)})


class Player:
    """One player with pens at one sheet."""

    def __init__(
        self, rng: Generator, page: Page, geometry: Geometry, kit: Kit, hand: Hand, style: Style, gap_mm: float
    ) -> None:
        self.rng, self.page, self.geometry, self.kit, self.hand, self.style = rng, page, geometry, kit, hand, style
        self.gap_mm = gap_mm
        """White that must stay for a person to see where one filled cat ends and the next of its colour begins."""
        self.grid = Grid(geometry.squares)
        self.drawn: dict[frozenset[Corner], Colour | None] = {}

    def mark(self, marked: MarkedBoat) -> None:
        """Everything that the player leaves on the sheet, in the order of play; wiped marks lie below."""
        self._ghosts(marked)
        self._pen_key()
        for index, discovery in enumerate(marked.discoveries):
            same = any(marked.discoveries[i].colour is discovery.colour for i in marked.touching[index])
            self._outline(discovery)
            if discovery.kind is Kind.CAT:
                self._fill(discovery, self.gap_mm if same else 0.0)
            else:
                self._letter(discovery)
        for number in marked.lessons:
            self._tick(self.geometry.lessons[number])
        for special in marked.specials:
            self._tick(self.geometry.specials[special])
        self._taken_back(marked)
        self._slips(marked)
        self._stray()

    def mark_in_patterns(self, marked: MarkedBoat, patterns: Mapping[Colour, str]) -> None:
        """The same with one dark pen: every colour of cat has a pattern, named in the pen key."""
        for colour, pattern in patterns.items():
            box = self.geometry.pen_key[colour]
            inner = Box(box.x + 0.8, box.y + 0.8, box.w - 1.6, box.h - 1.6)
            pen = self.kit.pens[colour]
            self._lay(fills.pattern(self.rng, pattern, *fills.in_box(inner)), pen, width_mm=FINER * pen.width_mm)
        for discovery in marked.discoveries:
            self._outline(discovery)
            if discovery.colour is None:
                self._letter(discovery)
            else:
                inside = fills.in_squares(self.geometry, discovery.squares, self.style.inset_mm + 0.8)
                pen = self.kit.pens[None]
                strokes = fills.pattern(self.rng, patterns[discovery.colour], *inside)
                self._lay(strokes, pen, width_mm=FINER * pen.width_mm)
        for number in marked.lessons:
            self._tick(self.geometry.lessons[number])
        for special in marked.specials:
            self._tick(self.geometry.specials[special])
        self._stray()

    def _outline(self, discovery: Discovery) -> None:
        rng, pen = self.rng, self._pen(discovery.colour)
        skipped = self._shared_sides(discovery)
        inset = max(0.0, self.style.inset_mm + rng.normal(0, 0.12)) if self.style.inset_mm else rng.normal(0, 0.08)
        strokes: list[Path2d] = []
        for loop in loops(discovery.squares):
            for run in runs(loop, skipped):
                strokes += self._round(inset_points(self.grid, run, inset))
                self.drawn |= {side.border: discovery.colour for side in run}
        self._lay(strokes, pen)
        if rng.random() < self.style.doubled:
            again = [
                self._round(inset_points(self.grid, loop, inset + rng.normal(0, 0.2)))
                for loop in loops(discovery.squares)
            ]
            self._lay([stroke for strokes in again for stroke in strokes], pen)

    def _round(self, points: Path2d) -> list[Path2d]:
        """A run as strokes: side by side or in one go, with overshoot and gaps where strokes end."""
        rng, style = self.rng, self.style
        parts = straight_parts(points) if style.by_sides else [points]
        spread = style.ends_mm
        gap = -min(1.6, 2.2 * spread)
        ends = np.clip(rng.normal(0.1, spread, (len(parts), 2)), gap, 2.0)
        return [
            wavering(rng, stretched(part, start, end), style.wobble_mm, rounding=style.rounding)
            for part, (start, end) in zip(parts, ends, strict=True)
        ]

    def _shared_sides(self, discovery: Discovery) -> set[frozenset[Corner]]:
        """Sides that a neighbour has drawn and this player does not draw again; two thirds are always its own."""
        every = [side.border for loop in loops(discovery.squares) for side in loop]
        skipped = set()
        for border in every:
            if border in self.drawn:
                same = self.drawn[border] == discovery.colour
                if self.rng.random() < (self.style.shared if same else self.style.shared_others):
                    skipped.add(border)
        others = {b for b in skipped if self.drawn[b] != discovery.colour}
        return skipped if len(others) < MOST_LENT * len(every) else skipped - others

    def _fill(self, discovery: Discovery, gap_mm: float) -> None:
        rng, pen = self.rng, self._pen(discovery.colour)
        kinds = list(self.style.fills)
        odds = np.array(list(self.style.fills.values()))
        kind = str(rng.choice(kinds, p=odds / odds.sum()))
        if gap_mm and pen.dry > PATCHY and kind in fills.CLOSE:
            kind = "none"
        strokes = fills.fill(rng, kind, self.geometry, discovery.squares, pen.width_mm, self.style.inset_mm, gap_mm)
        if kind in fills.DRAWINGS and rng.random() < 0.3:  # some draw faces in black
            pen = self._pen(None)
        width = min(pen.width_mm, 1.0) if kind in fills.DRAWINGS else pen.width_mm
        for part in (strokes[::2], strokes[1::2]):  # where two strokes of a fill cross, the ink is twice as thick
            self._lay(part, pen, width_mm=width)

    def _letter(self, discovery: Discovery) -> None:
        """The C or R: in one square, or larger across a treasure that has the room."""
        rng, pen, square = self.rng, self._pen(None), self.grid.square_mm
        free = square - 2 * self.style.inset_mm - pen.width_mm - 0.4
        boxes = [self.geometry.squares[s] for s in sorted(discovery.squares)]
        box = boxes[int(rng.integers(len(boxes)))]
        height = min(free, square * float(np.clip(self.style.letter_share * rng.normal(1, 0.1), 0.36, 0.8)))
        blocks = [s for s in sorted(discovery.squares) if _block(s) <= discovery.squares]
        if blocks and rng.random() < LARGE_LETTERS:
            corner = self.geometry.squares[blocks[0]]
            box, free = Box(corner.x, corner.y, 2 * corner.w, 2 * corner.h), free + square
            height = square * float(rng.uniform(1.0, 1.5))
        middle = np.array((box.x + box.w / 2, box.y + box.h / 2))
        middle += np.clip(rng.normal(0, 0.5, 2), -1, 1) * max(0.0, free - height) / 2
        strokes = self._written(LETTERS[discovery.kind], middle, height)
        self._lay(strokes, pen, width_mm=min(pen.width_mm, 0.16 * height))

    def _written(self, letter: str, middle: Path2d, height: float) -> list[Path2d]:
        strokes = self.hand.letter(self.rng, letter)
        size = np.concatenate(strokes).max(axis=0)
        scale = height / max(size[1], 0.75 * size[0], 0.3)
        lean = self.style.slant + self.rng.normal(0, 0.05)
        turn = self.rng.normal(0, 0.06)
        shear = np.array(((np.cos(turn), -np.sin(turn) - lean), (np.sin(turn), np.cos(turn))))
        return [middle + scale * ((stroke - size / 2) @ shear.T) for stroke in strokes]

    def _tick(self, box: Box) -> None:
        pen = self._pen(None if self.rng.random() < 0.8 else self._any_colour())
        strokes = self.style.ticks.mark(self.rng, box)
        self._lay(strokes, pen, width_mm=min(pen.width_mm, 1.4))

    def _taken_back(self, marked: MarkedBoat) -> None:
        """Now and then a tick that was wiped away: it is faint and does not count."""
        free = [box for number, box in self.geometry.lessons.items() if number not in marked.lessons]
        for _ in range(min(self.style.ghosts, 2)):
            box = free[int(self.rng.integers(len(free)))]
            pen = self._pen(None).fainter(float(self.rng.uniform(0.03, 0.1)))
            self.page.lay(self.style.ticks.mark(self.rng, box), pen, smear_mm=0.25)

    def _slips(self, marked: MarkedBoat) -> None:
        """What counts for nothing, with chances of its own: all other photos stay as they were."""
        rng, squares = self.rng.spawn(1)[0], self.geometry.squares
        player = Player(rng, self.page, self.geometry, self.kit, self.hand, self.style, self.gap_mm)
        free = self.geometry.boat.squares.difference(*(d.squares for d in marked.discoveries))
        if free and rng.random() < slips.CROSSED_OUT:
            shape = slips.wrong_shape(rng, free)
            colour = player._any_colour() if rng.random() < 2 / 3 else None
            player._outline(Discovery(Kind.COMMON if colour is None else Kind.CAT, shape, colour))
            player._lay(slips.crossing_out(rng, [squares[s] for s in sorted(shape)]), player._pen(colour))
            free -= shape
        rats = sorted(self.geometry.boat.rats & free)
        if rats and rng.random() < slips.COUNTED:
            player._lay(slips.marks_on(rng, [squares[s] for s in rats]), player._pen(None))

    def _pen_key(self) -> None:
        how = str(self.rng.choice(["hatching", "scribble", "solid", "line"]))
        for colour, box in self.geometry.pen_key.items():
            if self.rng.random() < self.style.key_used:
                inner = Box(box.x + 1, box.y + 1, box.w - 2, box.h - 2)
                pen = self._pen(colour)
                self._lay(fills.swatch(self.rng, how, inner, pen.width_mm), pen)

    def _ghosts(self, marked: MarkedBoat) -> None:
        """Outlines wiped away before others were drawn: faint, smeared, anywhere on the boat."""
        for _ in range(self.style.ghosts):
            shape = self._moved(marked.discoveries[int(self.rng.integers(len(marked.discoveries)))].squares)
            pen = self._pen(self._any_colour()).fainter(float(self.rng.uniform(0.03, 0.11)))
            strokes = [s for loop in loops(shape) for s in self._round(inset_points(self.grid, loop, 0.3))]
            self.page.lay(strokes, pen, smear_mm=float(self.rng.uniform(0.1, 0.5)))

    def _moved(self, shape: Shape) -> Shape:
        """The shape somewhere else on the boat, as far as it lies on it."""
        by = self.rng.integers(-3, 4, 2)
        on_boat = {
            s._replace(row=s.row + int(by[0]), col=s.col + int(by[1])) for s in shape
        } & self.geometry.boat.squares
        return frozenset(on_boat) or shape

    def _stray(self) -> None:
        """Dots where a pen touched the paper, and words or sums beside the boat."""
        rng = self.rng
        for _ in range(self.style.dots):
            at = rng.uniform((8, 8), np.array(self.geometry.page_mm) - 8)
            self._lay(
                [at + rng.normal(0, 0.25, (2, 2))], self._pen(self._any_colour()), width_mm=float(rng.uniform(0.4, 1.1))
            )
        if rng.random() < 0.35:  # one player in three writes a name or a sum
            self._words()

    def _words(self) -> None:
        """A name or a sum in a free strip at the page's edge."""
        rng, (wide, high) = self.rng, self.geometry.page_mm
        word = str(rng.choice(["ANNA", "BOB", "TEA", "LEO", "KAT", "DAD", "57", "62", "103", "48", "8", "15"]))
        height = float(rng.uniform(4, 7))
        spots = [(18 + 0 * wide, high - 14), (wide - 60, high - 14), (wide / 2 + 40, high - 26), (wide - 50, high - 30)]
        at = np.array(spots[int(rng.integers(len(spots)))]) + rng.normal(0, 1.5, 2)
        for place, letter in enumerate(word):
            where = at + (place * height * 0.95, rng.normal(0, 0.3))
            if not self._printed_near(where, height):
                self._lay(
                    self._written(letter, where, height), self._pen(None), width_mm=min(0.8, self._pen(None).width_mm)
                )

    def _printed_near(self, at: Path2d, height: float) -> bool:
        g = self.geometry
        boxes: Sequence[Box] = [*g.lessons.values(), *g.specials.values(), *g.pen_key.values(), *g.squares.values()]
        reach = height / 2 + 2
        return any(b.x - reach < at[0] < b.x + b.w + reach and b.y - reach < at[1] < b.y + b.h + reach for b in boxes)

    def _any_colour(self) -> Colour:
        return list(Colour)[int(self.rng.integers(len(Colour)))]

    def _pen(self, colour: Colour | None) -> Pen:
        pen = self.kit.pens[colour]
        return replace(pen, density=pen.density * float(self.rng.uniform(0.88, 1.1)))

    def _lay(self, strokes: Sequence[Path2d], pen: Pen, *, width_mm: float | None = None) -> None:
        self.page.lay(strokes, pen, width_mm=width_mm)

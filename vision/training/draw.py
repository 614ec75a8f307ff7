"""Marked boats drawn straight into flat-sheet pixels, for learning: many, varied, and not the sample photos.

The reader is measured on `samples/`, so it must not learn from them: nothing here is shared with that simulator.
What a photo does is crudely imitated (light, blur, noise, JPEG, print that lies a little off), then the reader's own
`density_of` lifts the ink, so that the network learns on what it will be given.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from scoring.boats import BOAT_NAMES, Boat, boat
from scoring.squares import Square, pieces
from sheets.prints import load_print
from vision.colours import hue_place
from vision.flatten import grid_of
from vision.ink import density_of, print_density

Floats = NDArray[Any]
SIDE = 32
"""Flat px a square, as the reader flattens."""
FINE = 2
"""Drawn so much finer, then averaged."""
EMPTY, CAT, COMMON, RARE = range(4)
NOT_ASKED = -1
Stroke = NDArray[np.float64]
"""N x 2 points in squares from the grid's top left corner: x, y."""


@dataclass(frozen=True, eq=False)
class Letters:
    """Handwritten capitals: strokes, their longer side 1, centred on 0."""

    by_label: dict[str, list[list[Stroke]]]
    masks: dict[str, list[Floats]]
    """Ink of photographed letters, 48 x 48, for the same labels where there are any."""

    @staticmethod
    def load(folder: Path, part: str) -> "Letters":
        """One part of the writers of `strokes.npz` and `photographed.npz`."""
        cut = dict(np.load(folder / "photographed.npz", allow_pickle=False))
        masks: dict[str, list[Floats]] = {}
        for i in np.flatnonzero(cut["part"] == part):
            masks.setdefault(str(cut["label"][i]), []).append(cut["ink"][i])
        raw = dict(np.load(folder / "strokes.npz", allow_pickle=False))
        found: dict[str, list[list[Stroke]]] = {}
        for i in np.flatnonzero(raw["part"] == part):
            strokes = [
                raw["pts"][raw["stroke_off"][k] : raw["stroke_off"][k + 1]].astype(np.float64)
                for k in range(raw["sample_off"][i], raw["sample_off"][i + 1])
            ]
            every = np.concatenate(strokes)
            middle, size = (every.max(0) + every.min(0)) / 2, max(1.0, float(np.ptp(every, axis=0).max()))
            found.setdefault(str(raw["label"][i]), []).append([(s - middle) / size for s in strokes])
        return Letters(found, masks)

    def one(self, rng: Generator, label: str) -> list[Stroke]:
        """Some writer's strokes of a letter, slanted and stretched a little more."""
        samples = self.by_label[label]
        slant, turn = rng.normal(0, 0.12), rng.normal(0, 0.14)
        shape = np.array([[rng.uniform(0.8, 1.2), slant], [0, rng.uniform(0.85, 1.15)]])
        twist = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return [s @ shape.T @ twist.T for s in samples[int(rng.integers(len(samples)))]]


@dataclass(frozen=True, eq=False)
class Game:
    """Who covers what: for each square -2 off the boat, -1 empty, or the discovery's number; and each one's kind."""

    owner: NDArray[np.int32]
    kinds: list[int]
    inks: list[int]


@dataclass(frozen=True, eq=False)
class Hand:
    """How one player draws on one boat."""

    width: float
    inset: float
    inset_jitter: float
    corner_jitter: float
    wobble: float
    rounding: int
    loop: bool
    ends: float
    twice: float
    shared: float
    fill: str
    fill_share: float
    letter_size: float
    patterns: bool
    press: float
    """A discovery's lines are so much paler than the darkest, at most."""
    pens: tuple[float, ...]
    """How wide each pen is beside the usual one; what was wiped too."""
    unlettered: float
    """How many treasures are left without their letter."""
    free: float
    """How many cats have a shape of no card."""
    one_line: float
    """How likely a line is left out where a neighbour's of another pen stands, as a share of `shared`."""


FILLS = (
    *("none",) * 4,
    *("hatch", "scribble", "solid", "solid") * 2,
    "cross",
    "doodle",
    "dots",
    "motif",
    "letters",
    "mixed",
)
PATTERNS = ("hatch", "cross", "scribble", "dots", "solid", "doodle", "motif", "motif", "letters")


BY_CARDS = 0.65
"""How many players keep to the cards' shapes; the others follow rules of their own."""
CAT_SIZES = (0.12, 0.07, 0.12, 0.22, 0.21, 0.11, 0.06, 0.05, 0.04)
"""How often a free cat covers 1 to 9 squares: small ones are rare, and empty squares shut in by others are not."""
ALIKE = 0.7
"""How many players fill all their cats alike; a pattern that stands for a colour always is alike."""
BANDED = 0.6
"""How often a solid fill shows the strokes that made it."""
ACROSS_FOUR = 0.25
"""How often a letter stands large on four squares of its treasure."""
BLACK_ON_CATS = 0.3
"""How often what stands on a cat is drawn in the treasures' pen."""
DRY = 0.2
"""How many boats are filled with pens that leave paper showing; so many draw all their lines so, and half as many
have a pen that does."""
OTHER_BLACK = 0.4
"""On how many boats treasures are drawn with a pen of another kind than the cats: a ballpoint, a pencil."""
CARELESS = 0.15
"""How many players put shapes anywhere; the others where they leave few holes."""
RIM = 0.6
"""To touch the boat's rim is worth so much of touching what is drawn."""
ATTEMPTS = 100
MOST_COMMON = 3
"""Squares of the largest common treasure; many players fill holes with them."""
REACH = 9
"""No shape is longer."""
LEFTOVERS = 0.05
"""How often a shape that fits nowhere covers what is left, where players do not keep to the cards."""


def random_hand(rng: Generator, patterned: float) -> Hand:
    """Any player: neat or hasty, fine or broad pen, on the line or inside it; so many use patterns for colours."""
    patterns = rng.random() < patterned
    haste = float(rng.choice([rng.uniform(0, 0.3), 1.0]))
    on_the_line = rng.normal(0, 0.02 * haste)
    return Hand(
        width=float(rng.choice([rng.uniform(0.035, 0.09), rng.uniform(0.08, 0.16), rng.uniform(0.14, 0.26)])),
        inset=float(rng.choice([on_the_line, on_the_line, rng.uniform(0.03, 0.12), rng.uniform(0.1, 0.24)])),
        inset_jitter=float(haste * rng.uniform(0, 0.05)),
        corner_jitter=float(haste * rng.uniform(0, 0.06)),
        wobble=float(haste * rng.uniform(0, 0.05)),
        rounding=int(rng.integers(0, 3)),
        loop=rng.random() < 0.5,
        ends=float(haste * rng.uniform(0, 0.14)),
        twice=float(rng.choice([0, 0, 0.1, 0.6])),
        shared=float(rng.choice([0, 0, 0.3, 0.9, 1.0])),
        fill=str(rng.choice(FILLS)),
        fill_share=float(rng.choice([0.2, 1.0, 1.0])),
        letter_size=float(rng.uniform(0.35, 0.95)),
        patterns=patterns,
        press=float(rng.choice([0, rng.uniform(0, 0.5)])),
        pens=_pen_widths(rng),
        unlettered=float(rng.choice([*[0] * 19, rng.uniform(0, 0.4)])),
        one_line=float(rng.choice([0.15, 0.15, 1.0])),
        free=float(rng.choice([0, rng.uniform(0, 1)], p=[BY_CARDS, 1 - BY_CARDS])),
    )


def _pen_widths(rng: Generator) -> tuple[float, ...]:
    """Pens of one box, or of several; treasures are often drawn with what lies on every desk."""
    widths = np.exp(rng.normal(0, rng.choice([0, 0, 0.25]), 7))
    if rng.random() < OTHER_BLACK:
        widths[5] *= rng.uniform(0.35, 1.2)
    return tuple(widths.tolist())


def random_game(rng: Generator, ship: Boat, shapes: Sequence[Sequence[tuple[int, int]]], free: float) -> Game:
    """Discoveries of catalogue and free shapes over 0 to 100 % of the boat, same colours often touching."""
    owner = np.full((ship.rows, ship.cols), -2, np.int32)
    for square in ship.squares:
        owner[square] = -1
    wanted = rng.choice([rng.uniform(0, 0.4), rng.uniform(0.4, 1.0), rng.uniform(0.7, 1.0)]) * len(ship.squares)
    care = float(rng.choice([0, rng.uniform(0.3, 3)], p=[CARELESS, 1 - CARELESS]))
    cats = rng.uniform(0.65, 0.95)
    kinds: list[int] = []
    inks: list[int] = []
    favourite = rng.random() * float(rng.choice([0.6, 1.0]))
    for _ in range(ATTEMPTS):
        if (owner >= 0).sum() >= wanted:
            break
        kind = int(rng.choice([CAT, COMMON, RARE], p=[cats, (1 - cats) / 2, (1 - cats) / 2]))
        squares = _place(rng, owner, _shape(rng, kind, shapes, free), care, LEFTOVERS if free else 0)
        if squares is None:
            continue
        near = [inks[owner[n]] for s in squares for n in Square(*s).neighbours if _owner_at(owner, n) >= 0]
        ink = 5 if kind != CAT else int(rng.integers(5))
        if kind == CAT and near and rng.random() < favourite and (same := [i for i in near if i < 5]):
            ink = int(rng.choice(same))
        for s in squares:
            owner[s] = len(kinds)
        kinds.append(kind)
        inks.append(ink)
    game = Game(owner, kinds, inks)
    _fill_holes(rng, game)
    return game


def _fill_holes(rng: Generator, game: Game) -> None:
    """Small treasures where nothing else fits: some players leave no hole, some all."""
    filled = rng.choice([0, rng.random(), 1])
    for hole in pieces([Square(int(r), int(c)) for r, c in np.argwhere(game.owner == -1)]) if game.kinds else []:
        if len(hole) <= MOST_COMMON and rng.random() < filled:
            for square in hole:
                game.owner[square] = len(game.kinds)
            game.kinds.append(COMMON)
            game.inks.append(5)


def _owner_at(owner: NDArray[np.int32], square: tuple[int, int]) -> int:
    row, col = square
    return int(owner[row, col]) if 0 <= row < owner.shape[0] and 0 <= col < owner.shape[1] else -2


def _shape(
    rng: Generator, kind: int, shapes: Sequence[Sequence[tuple[int, int]]], free: float
) -> list[tuple[int, int]]:
    if kind == CAT and rng.random() >= free:
        cells = np.array(shapes[int(rng.integers(len(shapes)))])
        if rng.random() < 0.5:
            cells = cells * (1, -1)
        for _ in range(int(rng.integers(4))):
            cells = np.stack([cells[:, 1], -cells[:, 0]], 1)
        return [(int(r), int(c)) for r, c in cells]
    sizes = {CAT: int(rng.choice(9, p=CAT_SIZES)) + 1, COMMON: int(rng.integers(1, 4)), RARE: int(rng.integers(4, 6))}
    size = sizes[kind]
    grown = [(0, 0)]
    while len(grown) < size:
        spot = Square(*grown[int(rng.integers(len(grown)))]).neighbours[int(rng.integers(4))]
        if tuple(spot) not in grown:
            grown.append((spot.row, spot.col))
    return grown


def _place(
    rng: Generator, owner: NDArray[np.int32], shape: list[tuple[int, int]], care: float, leftovers: float
) -> list[tuple[int, int]] | None:
    """Where a shape is put: anywhere, or with care where it touches much of what is there."""
    free = np.argwhere(owner == -1)
    if not len(free):
        return None
    row, col = free[int(rng.integers(len(free)))].tolist()
    left = [(row + r, col + c) for r, c in shape if _owner_at(owner, (row + r, col + c)) == -1]
    if leftovers and len(left) < len(shape) and rng.random() < leftovers:
        part = pieces([Square(*s) for s in left])[0] if left else []
        return [(s.row, s.col) for s in part] or None
    room = np.pad(owner, REACH, constant_values=-2)
    open_, taken = room == -1, (room >= 0) + RIM * (room == -2)
    touching = sum(np.roll(taken, step, axis) for axis in (0, 1) for step in (-1, 1))
    fits, touch = open_.copy(), np.zeros(room.shape)
    for r, c in shape:
        fits &= np.roll(open_, (-r, -c), (0, 1))
        touch += np.roll(touching, (-r, -c), (0, 1))
    places = np.argwhere(fits)
    if not len(places):
        return None
    liked = care * touch[fits] + rng.gumbel(size=len(places))
    row, col = (places[int(liked.argmax())] - REACH).tolist()
    return [(row + r, col + c) for r, c in shape]


class Canvas:
    """One coverage mask an ink, drawn finer than the flat sheet; a square's margin all round."""

    def __init__(self, rows: int, cols: int, inks: int) -> None:
        self.shape = ((rows + 2) * SIDE * FINE, (cols + 2) * SIDE * FINE)
        self.masks = [np.zeros(self.shape, np.uint8) for _ in range(inks)]
        self.fills = [np.zeros(self.shape, np.uint8) for _ in range(inks)]
        """Ink inside outlines: where it meets a line the two add up, as a second layer of ink does."""
        self.level = 255
        """What a full line leaves now: less where the hand hardly presses."""

    def px(self, stroke: Stroke) -> NDArray[np.int32]:
        """Points as OpenCV draws them, with four bits of fraction."""
        return np.round(((stroke + 1) * SIDE * FINE - 0.5) * 16).astype(np.int32).reshape(-1, 1, 2)

    def line(self, ink: int, stroke: Stroke, width: float) -> None:
        """A pen stroke, `width` squares wide."""
        thick = max(1, round(width * SIDE * FINE))
        cv2.polylines(self.masks[ink], [self.px(stroke)], False, self.level, thick, cv2.LINE_AA, 4)

    def add(self, ink: int, drawn: Floats) -> None:
        """Ink beside what is there already."""
        np.maximum(self.masks[ink], drawn, out=self.masks[ink])

    def stamp(self, ink: int, mask: Floats, middle: Stroke, size: float) -> None:
        """A letter's ink as photographed, its frame `size` squares wide."""
        scale = size * SIDE * FINE / mask.shape[0]
        corner = (middle + 1 - size / 2) * SIDE * FINE
        put = np.array([[scale, 0, corner[0]], [0, scale, corner[1]]])
        ink_there = np.where(mask > 0, 255, 0).astype(np.uint8) if mask.max() <= 1 else mask
        self.add(ink, cv2.warpAffine(ink_there, put, self.shape[::-1], flags=cv2.INTER_LINEAR))

    def area(self, mask: NDArray[np.uint8], stroke: Stroke) -> None:
        """A filled polygon on a mask of this canvas."""
        cv2.fillPoly(mask, [self.px(stroke)], 255, cv2.LINE_AA, 4)


def outline_runs(owner: NDArray[np.int32], number: int) -> list[list[tuple[Stroke, int]]]:
    """The discovery's outline as closed loops of straight runs: (unit sides' start and end, neighbour beyond)."""
    sides: dict[tuple[int, int], list[tuple[tuple[int, int], int]]] = {}
    for row, col in np.argwhere(owner == number):
        r, c = int(row), int(col)
        for (nr, nc), start, end in (
            ((r - 1, c), (c, r), (c + 1, r)),
            ((r, c + 1), (c + 1, r), (c + 1, r + 1)),
            ((r + 1, c), (c + 1, r + 1), (c, r + 1)),
            ((r, c - 1), (c, r + 1), (c, r)),
        ):
            beyond = _owner_at(owner, (nr, nc))
            if beyond != number:
                sides.setdefault(start, []).append((end, beyond))
    loops = []
    while sides:
        start = next(iter(sides))
        loop, at, came = [], start, (0, 0)
        while at in sides:
            ends = sides[at]
            pick = max(range(len(ends)), key=lambda i: _right_turn(came, at, ends[i][0]))
            end, beyond = ends.pop(pick)
            if not ends:
                del sides[at]
            came = (end[0] - at[0], end[1] - at[1])
            loop.append((np.array([at, end], np.float64), beyond))
            at = end
        loops.append(loop)
    return loops


def _right_turn(came: tuple[int, int], at: tuple[int, int], end: tuple[int, int]) -> int:
    go = (end[0] - at[0], end[1] - at[1])
    return came[0] * go[1] - came[1] * go[0]


def _inset_loop(loop: list[tuple[Stroke, int]], inset: float) -> Stroke:
    """The corners of a loop, moved inside by `inset` (the inside lies to the right of each side)."""
    ways = np.array([side[1] - side[0] for side, _ in loop])
    inward = np.stack([-ways[:, 1], ways[:, 0]], 1)
    before = np.roll(ways, 1, axis=0)
    corner = np.abs(ways - before).sum(1) > 0
    starts = np.array([side[0] for side, _ in loop])
    moved = starts + inset * (inward + np.roll(inward, 1, axis=0))
    corners: Stroke = moved[corner]
    return corners


def wobbled(rng: Generator, stroke: Stroke, wobble: float) -> Stroke:
    """The stroke as a hand draws it: points every tenth of a square, drifting smoothly."""
    parts = [
        np.linspace(a, b, max(2, int(np.hypot(*(b - a)) / 0.1)), endpoint=False)
        for a, b in zip(stroke[:-1], stroke[1:], strict=True)
    ]
    fine = np.concatenate([*parts, stroke[-1:]])
    drift = rng.normal(0, 1, (len(fine) + 14, 2))
    drift = np.stack([np.convolve(drift[:, d], np.hanning(15) / 3.0, "valid") for d in (0, 1)], 1)
    return fine + wobble * drift[: len(fine)]


def _rounded(stroke: Stroke, times: int) -> Stroke:
    """Chaikin's corner cutting, near the corners only."""
    for _ in range(times):
        a, b = stroke[:-1], stroke[1:]
        cut = np.minimum(0.25, 0.22 / np.maximum(np.hypot(*(b - a).T), 1e-6))[:, None]
        cut_points = np.stack([a + cut * (b - a), b - cut * (b - a)], 1).reshape(-1, 2)
        stroke = np.concatenate([stroke[:1], cut_points, stroke[-1:]])
    return stroke


def draw_outline(rng: Generator, canvas: Canvas, game: Game, number: int, hand: Hand, done: set[int]) -> None:
    """One discovery's outline, in one go or side by side, sharing lines with neighbours drawn before."""
    ink = game.inks[number]
    inset = hand.inset + rng.normal(0, hand.inset_jitter)
    width = hand.width * hand.pens[ink] * rng.uniform(0.85, 1.15)
    for loop in outline_runs(game.owner, number):
        for _ in range(1 + (rng.random() < hand.twice)):
            shares = [_shares(rng, game, ink, beyond, hand) for beyond in (b if b in done else -1 for _, b in loop)]
            if hand.loop and not any(shares):
                corners = _inset_loop(loop, inset)
                corners = corners + rng.normal(0, hand.corner_jitter, corners.shape)
                start = int(rng.integers(len(corners)))
                closed = np.concatenate([np.roll(corners, -start, 0), corners[start : start + 1]])
                closed[-1] += rng.normal(0, hand.ends, 2)
                canvas.line(ink, wobbled(rng, _rounded(closed, hand.rounding), hand.wobble), width)
            else:
                _draw_sides(rng, canvas, ink, loop, shares, inset, width, hand)


def _shares(rng: Generator, game: Game, ink: int, beyond: int, hand: Hand) -> bool:
    """Whether the line towards this neighbour is left out, as it stands there already."""
    likes = hand.shared if beyond >= 0 and game.inks[beyond] == ink else hand.one_line * hand.shared
    return beyond >= 0 and rng.random() < likes


def _turn(came: tuple[float, ...], go: tuple[float, ...]) -> float:
    """1 at a corner that points outwards, -1 at one that points inwards, 0 straight on."""
    return float(np.sign(came[0] * go[1] - came[1] * go[0]))


def _draw_sides(
    rng: Generator,
    canvas: Canvas,
    ink: int,
    loop: list[tuple[Stroke, int]],
    shares: list[bool],
    inset: float,
    width: float,
    hand: Hand,
) -> None:
    count = len(loop)
    ways = [tuple(side[1] - side[0]) for side, _ in loop]
    breaks = [i for i in range(count) if ways[i] != ways[i - 1] or shares[i] != shares[i - 1]] or [0]
    for at, first in enumerate(breaks):
        last = (breaks[(at + 1) % len(breaks)] - 1) % count
        if shares[first]:
            continue
        way = np.array(ways[first])
        inward = np.array([-way[1], way[0]])
        a, b = loop[first][0][0] + inset * inward, loop[last][0][1] + inset * inward
        a = a + way * (inset * _turn(ways[first - 1], ways[first]) + rng.normal(0, hand.ends))
        b = b - way * (inset * _turn(ways[last], ways[(last + 1) % count]) + rng.normal(0, hand.ends))
        run = np.stack([a, b]) + rng.normal(0, hand.corner_jitter, (2, 2))
        canvas.line(ink, wobbled(rng, run, hand.wobble), width)


def draw_fill(rng: Generator, canvas: Canvas, game: Game, number: int, hand: Hand, kind: str, habit: Generator) -> None:
    """What stands inside a discovery: nothing, lines, a solid colour, or a drawing, as is this player's habit."""
    cells = np.argwhere(game.owner == number)[:, ::-1].astype(np.float64)
    ink = game.inks[number]
    fine = hand.width * hand.pens[ink] * rng.uniform(0.4, 1.0)
    if kind == "doodle":
        ink = 5 if rng.random() < BLACK_ON_CATS else ink
        _doodle(rng, canvas, ink, cells[int(rng.integers(len(cells)))] + 0.5, fine)
        return
    if kind == "motif":
        _motifs(rng, canvas, ink, cells, fine, habit)
        return
    if kind == "dots":
        for cell in cells:
            for _ in range(int(rng.integers(1, 5))):
                spot = cell + rng.uniform(0.2, 0.8, 2)
                canvas.line(ink, np.stack([spot, spot + rng.normal(0, 0.03, 2)]), hand.width * rng.uniform(0.8, 2))
        return
    region = _inside(rng, canvas, game, number, hand)
    if kind == "solid":
        drawn = _solid(rng, canvas, cells, region)
    else:
        lines: NDArray[np.uint8] = np.zeros(canvas.shape, np.uint8)
        _lines_over(rng, canvas, lines, cells, fine, kind, habit)
        drawn = cv2.min(lines, region)
    np.maximum(canvas.fills[ink], drawn, out=canvas.fills[ink])


def _inside(rng: Generator, canvas: Canvas, game: Game, number: int, hand: Hand) -> NDArray[np.uint8]:
    """Where a discovery's fill lies: up to its outline, a little less or over it."""
    region = np.zeros(canvas.shape, np.uint8)
    gap = max(hand.inset, 0) + rng.uniform(-0.02, 0.12)
    for row, col in np.argwhere(game.owner == number).tolist():
        around = [_owner_at(game.owner, s) == number for s in Square(row, col).neighbours]
        up, left, right, down = (0.02 if same else -gap for same in around)
        canvas.area(region, _rectangle(col - left, row - up, col + 1 + right, row + 1 + down))
    return region


def _solid(rng: Generator, canvas: Canvas, cells: Stroke, region: NDArray[np.uint8]) -> Floats:
    """A solid fill, paler or darker; often the overlapping strokes of a broad pen show."""
    drawn: Floats = cv2.convertScaleAbs(region, alpha=rng.uniform(0.45, 1.0))
    if rng.random() < BANDED:
        bands: NDArray[np.uint8] = np.zeros(canvas.shape, np.uint8)
        kind = str(rng.choice(["hatch", "hatch", "cross"]))
        _lines_over(rng, canvas, bands, cells, rng.uniform(0.05, 0.45), kind, rng)
        drawn = cv2.add(drawn, cv2.convertScaleAbs(cv2.min(bands, region), alpha=rng.uniform(0.15, 0.5)))
    return drawn


def _lines_over(
    rng: Generator, canvas: Canvas, drawn: NDArray[np.uint8], cells: Stroke, width: float, kind: str, habit: Generator
) -> None:
    low, high = cells.min(0), cells.max(0) + 1
    middle, reach = (low + high) / 2, float(np.hypot(*(high - low))) / 2 + 0.2
    thick = max(1, round(width * SIDE * FINE))
    angle = float(habit.choice([0, np.pi / 2, habit.uniform(0, np.pi)])) + rng.normal(0, 0.05)
    gap = habit.uniform(0.12, 0.4) * rng.lognormal(0, 0.1)
    for turn in (angle, angle + np.pi / 2)[: 2 if kind == "cross" else 1]:
        way, across = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        offsets = np.arange(-reach, reach, gap)
        lines = [
            np.stack([middle + o * across - reach * way, middle + (o + rng.normal(0, 0.04)) * across + reach * way])
            for o in offsets
        ]
        if kind == "scribble":
            zigzag = np.concatenate([line[:: 1 if i % 2 else -1] for i, line in enumerate(lines)])
            lines = [wobbled(rng, zigzag, 0.06)]
        for line in lines:
            cv2.polylines(drawn, [canvas.px(line)], False, 255, thick, cv2.LINE_AA, 4)


def _motifs(rng: Generator, canvas: Canvas, ink: int, cells: Stroke, width: float, habit: Generator) -> None:
    """One small figure again and again: rings, pluses, waves, zigzags, triangles, dashes."""
    t = np.linspace(0, 1, 14)
    figures = {
        "ring": np.stack([np.cos(2 * np.pi * t), np.sin(2 * np.pi * t)], 1),
        "plus": np.array([(-1.0, 0), (1, 0), (0, 0), (0, -1), (0, 1)]),
        "wave": np.stack([2.4 * t - 1.2, 0.4 * np.sin(4 * np.pi * t)], 1),
        "zigzag": np.array([(-1.2, 0.4), (-0.6, -0.4), (0, 0.4), (0.6, -0.4), (1.2, 0.4)]),
        "triangle": np.array([(0.0, -1), (0.9, 0.7), (-0.9, 0.7), (0, -1)]),
        "dash": np.array([(-1.0, 0), (1, 0)]),
    }
    figure = figures[str(habit.choice(list(figures)))]
    a_side = int(habit.integers(1, 4))
    size = habit.uniform(0.2, 0.42) / a_side
    spots = (np.stack(np.meshgrid(np.arange(a_side), np.arange(a_side)), 2).reshape(-1, 2) + 0.5) / a_side
    for cell in cells:
        for spot in spots:
            middle = cell + 0.08 + 0.84 * spot + rng.normal(0, 0.03, 2)
            canvas.line(ink, middle + size * figure * rng.uniform(0.8, 1.2) + rng.normal(0, 0.01, figure.shape), width)


def _doodle(rng: Generator, canvas: Canvas, ink: int, middle: Stroke, width: float) -> None:
    size = rng.uniform(0.12, 0.3)
    turn = np.linspace(0, 2 * np.pi, 20) + rng.uniform(0, 6)
    ring = middle + size * np.stack([np.cos(turn), np.sin(turn)], 1)
    what = int(rng.integers(4))
    if what == 0:
        canvas.line(ink, wobbled(rng, ring, 0.02), width)
        for side in (-1, 1):
            canvas.line(ink, middle + size * np.array([(side * 0.4, -0.2), (side * 0.4, -0.15)]), width)
            ear = np.array([(side * 0.9, -0.6), (side * 0.8, -1.4), (side * 0.2, -0.95)])
            canvas.line(ink, middle + size * ear, width)
            if rng.random() < 0.6:
                whisker = np.array([(side * 0.3, 0.25), (side * 1.5, 0.1 + rng.normal(0, 0.1))])
                canvas.line(ink, middle + size * whisker, width * 0.7)
    elif what == 1:
        canvas.line(ink, wobbled(rng, middle + rng.normal(0, 0.2, (4, 2)), 0.03), width)
    elif what == 2:  # the third drawing
        canvas.line(ink, wobbled(rng, ring[: int(rng.integers(8, 20))], 0.02), width)
    else:
        canvas.line(ink, np.stack([middle, middle + rng.normal(0, 0.04, 2)]), width * 2)


def _averaged(mask: NDArray[np.uint8]) -> Floats:
    """A canvas' mask in flat px, 0 to 1."""
    small = cv2.resize(mask, None, fx=1 / FINE, fy=1 / FINE, interpolation=cv2.INTER_AREA)
    share: Floats = small.astype(np.float32) / 255
    return share


def _rectangle(left: float, top: float, right: float, bottom: float) -> Stroke:
    return np.array([(left, top), (right, top), (right, bottom), (left, bottom)])


def draw_letter(
    rng: Generator, canvas: Canvas, game: Game, number: int, hand: Hand, letters: Letters, label: str, ink: int
) -> None:
    """A letter in one of the discovery's squares, or across its middle."""
    cells = np.argwhere(game.owner == number)[:, ::-1].astype(np.float64)
    size = hand.letter_size * rng.uniform(0.75, 1.15)
    middle = cells[int(rng.integers(len(cells)))] + 0.5 + rng.normal(0, 0.1 * (1.2 - min(size, 1)), 2)
    if len(cells) > 1 and rng.random() < 0.2:
        near = cells[np.argsort(np.abs(cells - cells.mean(0)).sum(1))[:2]] + 0.5
        middle, size = near.mean(0), size * rng.uniform(1, 1.4)
    corners = [c for c in cells if all(((c + step) == cells).all(1).any() for step in ((0, 1), (1, 0), (1, 1)))]
    if corners and rng.random() < ACROSS_FOUR:
        middle = corners[int(rng.integers(len(corners)))] + 1 + rng.normal(0, 0.15, 2)
        size = rng.uniform(0.8, 1.8)
    width = min(hand.width * hand.pens[ink] * rng.uniform(0.6, 1.0), size * 0.22)
    if label in letters.masks and rng.random() < 0.2:
        canvas.stamp(ink, letters.masks[label][int(rng.integers(len(letters.masks[label])))], middle, size)
        return
    for stroke in letters.one(rng, label):
        canvas.line(ink, middle + size * stroke, width)


PENCIL = 0.1
"""How many boats are drawn in pencil, or in pens as pale."""
NEARLY_BLACK = 0.07
"""On how many boats one cat's pen is as good as black: bottle green, midnight blue."""
COVERING = 0.25
"""On how many boats ink hides, partly or wholly, what was drawn below it: pencils, thick or wet markers."""


def random_inks(rng: Generator, patterns: bool) -> Floats:
    """A density (B, G, R) for each of five coloured inks and black, at full coverage: any pens that shops sell."""
    typical = np.array([(0.6, 2.6, 3.2), (2.4, 1.0, 2.8), (2.2, 1.0, 0.1), (1.0, 2.1, 1.4), (2.2, 2.5, 0.35)])
    inks = np.concatenate([typical * rng.lognormal(0, 0.25, (5, 3)), [(3.0, 3.0, 3.0)]])
    inks[:5] *= rng.uniform(0.35, 1.0, (5, 1)) * rng.uniform(0.6, 1.1)
    if rng.random() < PENCIL:
        inks[:5] *= rng.uniform(0.3, 0.8)
    if rng.random() < 0.5:  # any hue: a pen's place in the order of colours tells nothing of where lines run
        for i in range(5):
            inks[i] = rng.permutation(inks[i])
    if rng.random() < NEARLY_BLACK:
        dark = inks[int(rng.integers(5))]
        dark *= rng.uniform(2, 3.2) / dark.max()
        np.maximum(dark, rng.uniform(0.5, 0.85) * dark.max(), out=dark)
    inks[5] *= rng.uniform(0.2, 1.0) * rng.lognormal(0, 0.06, 3)
    if patterns:  # one pen for all: black, or any dark one that was at hand
        one = inks[5] if rng.random() < 0.5 else np.array([0.6, 2.4, 3.0]) * rng.lognormal(0, 0.4, 3)
        return np.repeat(one[None], 6, 0)
    return inks


def draw_game(rng: Generator, game: Game, hand: Hand, letters: Letters) -> list[Floats]:
    """Each ink's layers (0 none, 1 one, 2 two) in flat px, a square's margin all round; a seventh of what was wiped."""
    canvas = Canvas(game.owner.shape[0], game.owner.shape[1], 7)
    order = rng.permutation(len(game.kinds))
    done: set[int] = set()
    patterns = {ink: str(rng.choice(PATTERNS)) for ink in range(5)}
    initials = rng.choice([label for label in letters.by_label if label not in ("CR" if hand.patterns else "C")], 5)
    bare = rng.random() < 0.3
    seeds = rng.integers(1 << 30, size=7) if hand.patterns else np.repeat(rng.integers(1 << 30), 7)
    alike = hand.patterns or rng.random() < ALIKE
    for number in order.tolist():
        kind = game.kinds[number]
        canvas.level = round(255 * (1 - rng.uniform(0, hand.press)))
        fill = patterns.get(game.inks[number], "none") if hand.patterns else hand.fill
        fill = (
            str(rng.choice(["hatch", "cross", "scribble", "solid", "doodle", "dots", "motif"]))
            if fill == "mixed"
            else fill
        )
        if not (kind == CAT and fill == "solid" and bare and hand.fill_share == 1 and not hand.patterns):
            draw_outline(rng, canvas, game, number, hand, done)
        done.add(number)
        if kind == CAT:
            if fill == "letters":
                label = str(initials[game.inks[number]])
                draw_letter(rng, canvas, game, number, hand, letters, label, game.inks[number])
            elif fill != "none" and (hand.patterns or rng.random() < hand.fill_share):
                habit = np.random.default_rng(seeds[game.inks[number]]) if alike else rng
                draw_fill(rng, canvas, game, number, hand, fill, habit)
            elif rng.random() < 0.04:
                other = str(rng.choice([k for k in letters.by_label if k not in "CR"]))
                ink = 5 if rng.random() < BLACK_ON_CATS else game.inks[number]
                draw_letter(rng, canvas, game, number, hand, letters, other, ink)
        elif hand.patterns or rng.random() >= hand.unlettered:
            draw_letter(rng, canvas, game, number, hand, letters, "C" if kind == COMMON else "R", 5)
    _litter(rng, canvas, game, hand, letters)
    layer, dry = rng.uniform(0.25, 1.0), rng.random() < DRY
    skipping = 1.0 if rng.random() < DRY / 2 else DRY / 4
    return [
        _layers(rng, lines, fill, layer, dry, rng.random() < skipping)
        for lines, fill in zip(canvas.masks, canvas.fills, strict=True)
    ]


def _layers(
    rng: Generator, lines: NDArray[np.uint8], fill: NDArray[np.uint8], layer: float, dry: bool, skipping: bool
) -> Floats:
    """Lines and fill of one ink together; a dry pen leaves paper showing through its fill, or skips along its lines."""
    drawn = _averaged(lines)
    if skipping and lines.any():
        coarse = rng.uniform(1.2, 4)
        grain = rng.standard_normal((int(drawn.shape[0] / coarse), int(drawn.shape[1] / coarse)), dtype=np.float32)
        worn: Floats = cv2.resize(grain, drawn.shape[::-1], interpolation=cv2.INTER_LINEAR)
        drawn *= np.clip(worn * np.float32(rng.uniform(0.4, 2)) + np.float32(rng.uniform(0.4, 1.2)), 0, 1)
    if not fill.any():
        return drawn
    inside = _averaged(fill)
    if dry:
        grain = rng.normal(0, 1, (inside.shape[0] // 3, inside.shape[1] // int(rng.integers(3, 9)))).astype(np.float32)
        streaks = cv2.resize(cv2.GaussianBlur(grain, (0, 0), 0.8), inside.shape[::-1], interpolation=cv2.INTER_LINEAR)
        inside *= np.clip(streaks * rng.uniform(1, 4) + rng.uniform(0.2, 1.2), 0, 1)
    return drawn + layer * inside


def _litter(rng: Generator, canvas: Canvas, game: Game, hand: Hand, letters: Letters) -> None:
    """What is no discovery: dots, slips of the pen, writing beside the boat, ghosts of wiped lines."""
    rows, cols = game.owner.shape
    size = np.array([cols, rows])
    for _ in range(int(rng.integers(0, 5)) if rng.random() < 0.5 else 0):
        spot = rng.uniform(0, 1, 2) * size
        canvas.line(int(rng.integers(6)), np.stack([spot, spot + rng.normal(0, 0.06, 2)]), hand.width)
    if rng.random() < 0.2:
        spot = rng.uniform(0, 1, 2) * size
        canvas.line(int(rng.integers(6)), np.stack([spot, spot + rng.normal(0, 0.5, 2)]), hand.width * 0.6)
    for _ in range(int(rng.integers(0, 8)) if rng.random() < 0.3 else 0):
        spot = np.array([rng.uniform(0, cols), rng.choice([-0.5, rows + 0.5])])
        for stroke in letters.one(rng, str(rng.choice(list(letters.by_label)))):
            canvas.line(5, spot + 0.6 * stroke, 0.06)
    if rng.random() < 0.35:
        ghosts = random_game(rng, boat("blue"), [[(0, 0), (0, 1), (1, 0), (1, 1)]], 0.4)
        for number in rng.permutation(len(ghosts.kinds))[: int(rng.integers(1, 7))].tolist():
            ghosts.inks[number] = 6
            draw_outline(rng, canvas, ghosts, number, hand, set())
            if rng.random() < 0.3:
                draw_letter(rng, canvas, ghosts, number, hand, letters, str(rng.choice(["C", "R"])), 6)


def _smooth_field(rng: Generator, shape: tuple[int, int], coarse: tuple[int, int]) -> Floats:
    values = rng.standard_normal(coarse, dtype=np.float32)
    field: Floats = cv2.resize(values, shape[::-1], interpolation=cv2.INTER_CUBIC)
    return field


def ink_density(rng: Generator, coverage: list[Floats], inks: Floats) -> Floats:
    """Coverage times ink, with dry streaks, pooling, and ghosts a tenth as strong."""
    shape = coverage[0].shape
    ghost = inks[int(rng.integers(6))] * rng.uniform(0.03, 0.2)
    uneven = rng.uniform(0, 0.25)
    fine, coarse = _smooth_field(rng, shape, (40, 90)), _smooth_field(rng, shape, (150, 330))
    texture: Floats = cv2.exp(uneven * (fine + coarse))
    used = [(mask, ink) for mask, ink in zip(coverage, [*inks, ghost], strict=True) if mask.any()]
    if not used:
        return np.zeros((*shape, 3), np.float32)
    total = _covering(rng, used) if rng.random() < COVERING else _adding(used)
    total *= texture[:, :, None]
    return np.minimum(total, 3.2, out=total)


def _adding(used: Sequence[tuple[Floats, Floats]]) -> Floats:
    """Inks laid one over the other: each takes its share of the light, whatever lies below."""
    total: Floats = np.zeros((*used[0][0].shape, 3), np.float32)
    for first in range(0, len(used), 3):  # OpenCV weighs no more than four channels at once
        some = used[first : first + 3]
        total += cv2.transform(cv2.merge([mask for mask, _ in some]), np.array([ink for _, ink in some], np.float32).T)
    return total


def _covering(rng: Generator, used: Sequence[tuple[Floats, Floats]]) -> Floats:
    """Inks laid one over the other, in any order: each lets through only a part of what lies below."""
    total: Floats = np.zeros((*used[0][0].shape, 3), np.float32)
    hides = np.float32(rng.uniform(0.3, 1))
    for place in rng.permutation(len(used)).tolist():
        mask, ink = used[place]
        total *= (1 - hides * np.minimum(mask, 1))[:, :, None]
        total += mask[:, :, None] * ink.astype(np.float32)
    return total


ENHANCED = 0.12
"""How many photos are made clearer by an app."""
VEIL = 0.06
"""So much light at most lies over everything: paper and ink shine a little, lenses flare."""
LIGHT_PX = 16
"""Light that changes slowly is made in blocks of so many px."""


def light_on(rng: Generator, shape: tuple[int, int]) -> Floats:
    """Light over the sheet (B, G, R): falling off, shadows hard and soft, warm and cool."""
    small = (shape[0] // LIGHT_PX + 1, shape[1] // LIGHT_PX + 1)
    falling = np.exp(rng.uniform(0, 0.3) * _smooth_field(rng, small, (3, 4)))
    field: Floats = cv2.resize(falling, shape[::-1])
    for _ in range(int(rng.integers(0, 3))):
        mask = np.zeros(shape, np.uint8)
        corners = rng.uniform(-0.3, 1.3, (int(rng.integers(3, 6)), 2)) * shape[::-1]
        cv2.fillPoly(mask, [cv2.convexHull(corners.astype(np.int32))], 255)
        soft = _softly(mask.astype(np.float32) / 255, float(rng.choice([1.5, 6, 25])))
        field *= 1 - np.float32(rng.uniform(0.1, 0.6)) * soft
    warm = rng.normal(0, 0.1)
    tint = np.array([-warm, rng.normal(0, 0.02), warm])
    mixed = rng.uniform(0, 0.1) * _smooth_field(rng, small, (2, 3))[:, :, None] * np.array([-1, 0, 1])
    colours: Floats = cv2.resize(np.exp(tint + mixed).astype(np.float32), shape[::-1])
    colours *= field[:, :, None]
    return colours


def photographed(rng: Generator, reflect: Floats) -> NDArray[np.uint8]:
    """What a phone makes of the flat sheet: light, blur, noise, tone, JPEG."""
    veil = np.float32(rng.choice([0, rng.uniform(0, VEIL)]))
    seen: Floats = ((1 - veil) * reflect + veil) * light_on(rng, reflect.shape[:2])
    seen *= np.float32(rng.uniform(0.35, 0.95) / np.quantile(seen[::6, ::6], 0.95))
    if rng.random() < 0.12:
        seen = np.minimum(seen + _glare(rng, seen.shape[:2]), 1.2)
    if rng.random() < 0.7:
        seen = cv2.GaussianBlur(seen, (0, 0), rng.uniform(0.3, rng.choice([0.8, 1.3])))
    if rng.random() < 0.15:
        seen = cv2.filter2D(seen, -1, _shake(rng))
    sigma = rng.uniform(0.001, 0.02) if rng.random() < 0.85 else rng.uniform(0.01, 0.07)
    seen += _grain(rng, seen.shape[:2]) * np.float32(sigma) * np.sqrt(np.maximum(seen, np.float32(0.01)))
    level = np.take(TONE, (np.clip(seen, 0, 1) * np.float32(len(TONE) - 1)).astype(np.uint16))
    if rng.random() < ENHANCED:
        level = _enhanced(rng, level)
    if rng.random() < 0.4:
        level += rng.uniform(0.2, 0.9) * (level - cv2.GaussianBlur(level, (0, 0), 1.2))
    bgr: NDArray[np.uint8] = np.clip(level, 0, 255).astype(np.uint8)
    if rng.random() < 0.7:
        _, data = cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(50, 98))])
        bgr = np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)
    return bgr


def _enhanced(rng: Generator, level: Floats) -> Floats:
    """What scanning apps make of it: paper bleached, the dark crushed, colours stronger."""
    white = float(np.quantile(level[::6, ::6], 0.9)) * rng.uniform(0.85, 1.05)
    black = rng.uniform(0, 0.25) * white
    stretched: Floats = (np.clip(level, 0, 255) - np.float32(black)) * np.float32(250 / (white - black))
    grey = stretched.mean(axis=2, keepdims=True)
    strong: Floats = grey + np.float32(rng.uniform(1, 1.5)) * (stretched - grey)
    return strong


def _grain(rng: Generator, shape: tuple[int, int]) -> Floats:
    """A sensor's noise by channel; coarse where the photo has fewer pixels than the flat sheet."""
    if rng.random() < 0.4:
        fine: Floats = rng.standard_normal((*shape, 3), dtype=np.float32)
        return fine
    less = rng.uniform(1.1, 2.6)
    noise = rng.standard_normal((int(shape[0] / less), int(shape[1] / less), 3), dtype=np.float32)
    coarse: Floats = cv2.resize(noise, shape[::-1], interpolation=cv2.INTER_CUBIC)
    return coarse


def _softly(mask: Floats, sigma: float) -> Floats:
    """The mask blurred; wide blurs at an eighth of the size, where nobody sees the difference."""
    if sigma < 8:
        narrow: Floats = cv2.GaussianBlur(mask, (0, 0), sigma)
        return narrow
    small = cv2.resize(mask, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    wide: Floats = cv2.resize(cv2.GaussianBlur(small, (0, 0), sigma / 8), mask.shape[::-1])
    return wide


def _glare(rng: Generator, shape: tuple[int, int]) -> Floats:
    mask = np.zeros(shape, np.uint8)
    middle = (rng.uniform(0, 1, 2) * shape[::-1]).astype(int).tolist()
    axes = rng.uniform(20, 90, 2).astype(int).tolist()
    cv2.ellipse(mask, (middle, axes, float(rng.uniform(0, 180))), 255, -1)
    soft: Floats = _softly(mask.astype(np.float32), 12)[:, :, None] / 255 * rng.uniform(0.2, 0.9)
    return soft


def _shake(rng: Generator) -> Floats:
    kernel = np.zeros((9, 9), np.float32)
    reach, turn = rng.uniform(0.5, 2.0), rng.uniform(0, np.pi)
    for t in np.linspace(-reach, reach, 15):
        kernel[round(4 + t * np.sin(turn)), round(4 + t * np.cos(turn))] += 1
    shake: Floats = kernel / kernel.sum()
    return shake


MOVED_PX = 2.0
"""Flattened sheets lie 0.3 to 1.4 px off (median to 95 %); training on 3 blurs which side of a line its ink is on."""


def _moved(rng: Generator, picture: Floats, most_px: float) -> Floats:
    """The picture as a flattened sheet lies: smoothly off by up to some px."""
    shape = picture.shape[:2]
    size = rng.uniform(0, most_px) * 0.6
    x = np.arange(shape[1], dtype=np.float32)[None] + size * _smooth_field(rng, shape, (3, 6))
    y = np.arange(shape[0], dtype=np.float32)[:, None] + size * _smooth_field(rng, shape, (3, 6))
    moved: Floats = cv2.remap(picture, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT)
    return moved


@dataclass(frozen=True, eq=False)
class Lesson:
    """One example to learn from: ink as the reader lifts it, and the truth a square and a side."""

    density: NDArray[np.uint8]
    squares: NDArray[np.int8]
    right: NDArray[np.int8]
    down: NDArray[np.int8]
    pens: NDArray[np.float32]
    """2 x rows x cols: where the ink of the square's own pen lies on the plane of hues; NaN where none was used."""


TONE = (np.linspace(0, 1, 4096) ** (1 / 2.2) * 255).astype(np.float32)
"""A camera's tone curve, looked up."""
DENSITY_LEVELS = 100.0
"""A density of 1 as the network is given it, in whole levels to 255."""


BOAT_PART = (slice(SIDE, -SIDE), slice(SIDE, -SIDE))
"""A square's margin lies around the boat."""
PHOTOS_EACH = 2
"""A drawn boat is inked and photographed so often: drawing it takes longer."""


def lessons(
    rng: Generator, letters: Letters, shapes: Sequence[Sequence[tuple[int, int]]], patterned: float
) -> Iterator[Lesson]:
    """One marked boat, drawn; each time with other pens, light and camera, and its ink lifted."""
    ship = boat(str(rng.choice(BOAT_NAMES)))
    hand = random_hand(rng, patterned)
    game = random_game(rng, ship, shapes, hand.free)
    printed = _boat_part(f"boat-{ship.name}-{rng.choice(['en', 'fr'])}-a4")
    drawn, truth = draw_game(rng, game, hand, letters), _truth(game)
    for _ in range(PHOTOS_EACH):
        inks = random_inks(rng, hand.patterns)
        darkness = ink_density(rng, drawn, inks)
        darkness += np.float32(rng.uniform(0.4, 1.4)) * _showing(rng, drawn)[:, :, None] * printed
        bgr = photographed(rng, _moved(rng, cv2.exp(-darkness), MOVED_PX))
        lifted, _ = density_of(bgr, printed, BOAT_PART)
        levels = np.clip(lifted * DENSITY_LEVELS, 0, 255).astype(np.uint8)
        yield Lesson(levels, *truth, _pens(game, inks))


def _showing(rng: Generator, drawn: Sequence[Floats]) -> Floats:
    """How much of the print is seen through the ink: all of it, or less under paint and thick markers."""
    covered = np.asarray(np.clip(np.sum(drawn, axis=0), 0, 1), np.float32)
    showing: Floats = 1 - np.float32(rng.choice([0, 0, rng.uniform(0, 1)])) * covered
    return showing


_PARTS: dict[str, Floats] = {}


def _boat_part(name: str) -> Floats:
    """The print's density around the boat, a square's margin all round."""
    if name not in _PARTS:
        sheet_print = load_print(name)
        grid = grid_of(sheet_print.geometry)
        per_mm = SIDE / grid.side
        whole = print_density(sheet_print, per_mm)
        left, top = round((grid.left - grid.side) * per_mm), round((grid.top - grid.side) * per_mm)
        _PARTS[name] = whole[top : top + (grid.rows + 2) * SIDE, left : left + (grid.cols + 2) * SIDE]
    return _PARTS[name]


def _pens(game: Game, inks: Floats) -> NDArray[np.float32]:
    places = np.array([*(hue_place(1 - np.exp(-ink)) for ink in inks), (np.nan, np.nan)], np.float32)
    ink_of = np.array([*game.inks, 6], np.intp)
    found: NDArray[np.float32] = places[ink_of[np.maximum(game.owner, -1)]].transpose(2, 0, 1)
    return found


def _truth(game: Game) -> tuple[NDArray[np.int8], NDArray[np.int8], NDArray[np.int8]]:
    owner = game.owner
    kind_of = np.array([*game.kinds, EMPTY, NOT_ASKED], np.int8)
    squares = kind_of[np.where(owner == -2, -1, np.where(owner == -1, -2, owner))]

    def same(a: NDArray[np.int32], b: NDArray[np.int32]) -> NDArray[np.int8]:
        asked = (np.maximum(a, b) >= 0) & (np.minimum(a, b) >= -1)
        return np.where(asked, a == b, NOT_ASKED).astype(np.int8)

    return squares, same(owner[:, :-1], owner[:, 1:]), same(owner[:-1], owner[1:])

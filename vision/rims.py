"""Whose pen runs all around a discovery? What neighbours' lines shut in has a rim of several colours, or gaps.

The network sees each place; that a whole outline has one colour is seen here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from statistics import fmean
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.squares import Shape, Square
from vision.colours import Dots

Floats = NDArray[Any]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RimTuning:
    """Where a rim is looked for, and what it tells. Lengths in squares.

    Set on 206 photos (seed 900, and an independent simulator's): 2,679 cats, 2,210 empty regions of up to 8 squares.
    """

    inside: float = 0.3
    """Outlines are drawn so far inside the printed line, and fills reach so far."""
    outside: float = 0.15
    middle: float = 0.25
    """What is further inside is no outline,"""
    bare: float = 0.1
    """and empty squares have ink in no more of it, 98 of 100 of them; what is crossed out has."""
    corners: float = 0.18
    """The ends of a side belong to the neighbouring sides too."""
    typical: float = 0.8
    """The quantile of the boat's ink that is a line's."""
    ink: float = 0.3
    """As a share of that, more than paper and noise."""
    least_amount: float = 0.15
    hue: float = 0.45
    """Radians from the pen's place: light and neighbours' lines shift it."""
    pale: float = 0.4
    """Of the pen's chroma: below it black lies over the line."""
    pure: float = 0.6
    """And above it none does."""
    free: float = 0.075
    """So much of a rim is missing, or of another colour, on every twentieth cat."""
    per_miss: float = 20.0
    """The log odds of a cat against an empty region fall by so much times the share beyond. Measured: by 0.9 at 0.12,
    1.8 at 0.17, 3 to 4.5 at 0.25, 3 to 4.5 at 0.35, 7 beyond."""
    least: float = -4.0
    """Neighbours of two colours may share a line."""
    black_free: float = 0.2
    """So much of a treasure's rim is not black on every fortieth of 3,957: neighbours' lines run over it."""
    per_coloured: float = 10.0
    """The log odds of a treasure against a cat fall by so much times the share beyond. Measured against 4,134 cats: by
    1 at 0.25, 1.5 at 0.4, 4 at 0.55, 5 beyond. (That cats' rims are hardly ever black helped nowhere.)"""
    line: float = 0.8
    """A side inked over so much of its length has a line."""
    per_line: float = 1.5
    """The log odds of empty squares fall by so much for each line around them that is nobody else's. Of 251 empty
    regions on those photos 24 have such lines, all on hard photos with ghosts; of 23 cats read as empty six have."""
    most_lines: int = 3
    parted: float = 0.95
    """Between two treasures a line runs all along: of 9,236 sides between two 46 have less ink than this, of
    23,930 within one nine in ten. (Between cats of a colour it tells nothing that is in doubt.)"""
    unparted: float = -4.0
    """So far fall the log odds of two treasures with such a gap between them. Measured: by 5."""
    whole: float = 0.3
    """A cat with less of its rim missing in its best pen tells whose it is: where none runs around, none is known."""
    per_gap: float = 8.0
    """The log odds of a pen against another fall by so much times the share of the rim where it is missing. Measured
    on 4,000 cats and pens near theirs (seeds 900, 7400, 7500, and an independent simulator's): by 1.2 at 0.05, 2.0 at
    0.12, 3.0 at 0.2, 4.3 at 0.33, 5 to 7 beyond. Of 105 cats whose pen was less than 99.5 % sure 63 are left."""
    most_gaps: float = 4.0
    sure: float = 0.9995
    """A pen that is surer by its hue needs no further look."""
    hardly: float = 1e-4
    """And one less likely is not looked for."""


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """The ink around all squares that may be some outline's."""

    shares: Sequence[Sequence[Sequence[float]]]
    """rows x cols x 4, in the order of `Square.neighbours`: the share of each side along which such ink is seen."""

    def shown(self, square: Square, beyond: Square) -> float:
        """The share of the side between these two along which such ink is seen."""
        return self.shares[square.row][square.col][square.neighbours.index(beyond)]

    def missing(self, squares: Shape) -> float:
        """The share of these squares' rim along which no such ink is seen."""
        return 1 - fmean(self.shown(s, n) for s in squares for n in s.neighbours if n not in squares)

    def against_a_cat(self, squares: Shape, tuning: RimTuning = RimTuning()) -> float:
        """What the rim says against these squares being one of this pen's cats: log odds of 0, or less."""
        return min(max(tuning.per_miss * (tuning.free - self.missing(squares)), tuning.least), 0.0)

    def against_a_treasure(self, squares: Shape, tuning: RimTuning = RimTuning()) -> float:
        """What a rim that is not black says against their being a treasure: the same."""
        return min(max(tuning.per_coloured * (tuning.black_free - self.missing(squares)), tuning.least), 0.0)

    def against_two(self, one: Shape, other: Shape, tuning: RimTuning = RimTuning()) -> float:
        """What a gap in the line between them says against these being two treasures: the same."""
        sides = [max(self.shown(s, n), self.shown(n, s)) for s in one for n in s.neighbours if n in other]
        return tuning.unparted if min(sides, default=1.0) < tuning.parted else 0.0

    def lines_of_nobody(self, empty: Shape, drawn: Shape, tuning: RimTuning = RimTuning()) -> float:
        """What lines around these squares that border no discovery say against their being empty: the same."""
        others = drawn | empty
        lines = sum(self.shown(s, n) > tuning.line for s in empty for n in s.neighbours if n not in others)
        return -tuning.per_line * min(lines, tuning.most_lines)


@dataclass(frozen=True, slots=True, eq=False)
class Lines:
    """The lines on the boat, by whose ink they show."""

    ink: Rims
    """All ink, whosever it is."""
    black: Rims
    """Ink as treasures leave it: paler in hue than any of the cats' pens."""
    own: Sequence[Rims]
    """By pen: its ink, also where black lies over it. What is between two pens is either's."""
    nearest: Sequence[Rims]
    """The same; what is between two pens is the nearer one's."""
    pure: Sequence[Rims]
    """The same, where nothing lies over it."""
    middles: Floats
    """rows x cols: the share of each square's middle that shows ink."""

    def bare(self, squares: Shape, tuning: RimTuning = RimTuning()) -> Shape:
        """Those of these squares within which nothing is drawn."""
        return frozenset(s for s in squares if self.middles[s] < tuning.bare)


def lines_of(dots: Dots, pens: Floats, tuning: RimTuning = RimTuning()) -> Lines:
    """The boat's lines; `pens` are places on the plane of hues."""
    pens = pens.astype(np.float32)
    where = inked(dots, tuning)
    ink = np.flatnonzero(where)
    places = dots.by_density.reshape(-1, 2)[ink]
    chroma, strong = np.hypot(places[:, :1], places[:, 1:]), np.hypot(*pens.T)
    toward = places @ (pens / np.maximum(strong, np.float32(1e-6))[:, None]).T  # the cosine of the turn, times chroma
    alike = toward > np.float32(np.cos(tuning.hue)) * chroma
    nearest = alike & (toward.argmax(axis=1)[:, None] == np.arange(len(pens)))
    pale = chroma < tuning.pale * strong
    pure = nearest & (chroma > tuning.pure * strong)

    def rims(fits: Flags) -> list[Rims]:
        return _rims(dots, ink, fits, tuning)

    (every,), (black,) = rims(np.ones_like(chroma, bool)), rims(pale.all(axis=1, keepdims=True))
    middles = _middles(where, dots, tuning)
    return Lines(every, black, rims(alike | pale), rims(nearest | pale), rims(pure), middles)


def typical_amount(dots: Dots, tuning: RimTuning = RimTuning()) -> float:
    """How much ink most lines hold; without any, more than there can be."""
    amounts = dots.amount[dots.amount > tuning.least_amount]
    return float(np.quantile(amounts, tuning.typical)) if amounts.size else np.inf


def inked(dots: Dots, tuning: RimTuning = RimTuning()) -> Flags:
    """Where there is ink: more than paper and noise show."""
    there: Flags = dots.amount > tuning.ink * typical_amount(dots, tuning)
    return there


def _rims(dots: Dots, ink: NDArray[np.intp], fits: Flags, tuning: RimTuning) -> list[Rims]:
    """For each of these ways in which the ink may fit, how much of each side of each square shows ink that does."""
    seen = np.zeros((dots.amount.size, fits.shape[1]), bool)
    seen[ink] = fits
    at = _beside_lines(dots.amount.shape, dots.side, dots.margin, tuning)
    shares = np.take(seen, at, axis=0).any(axis=0).mean(axis=0)
    return [Rims(shares[..., way].tolist()) for way in range(fits.shape[1])]


def middles_of(dots: Dots, tuning: RimTuning = RimTuning()) -> Floats:
    """The share of each square's middle, rows x cols, that shows ink."""
    return _middles(inked(dots, tuning), dots, tuning)


def _middles(where: Flags, dots: Dots, tuning: RimTuning) -> Floats:
    side, margin = dots.side, dots.margin
    rows, cols = (round((length - 2 * margin) / side) for length in where.shape)
    inner = np.arange(tuning.middle, 1 - tuning.middle, 1 / side)
    y, x = (np.rint(margin + (np.arange(count)[:, None] + inner) * side).astype(np.intp) for count in (rows, cols))
    share: Floats = where[y[:, None, :, None], x[None, :, None, :]].mean(axis=(2, 3))
    return share


@lru_cache(maxsize=8)
def _beside_lines(shape: tuple[int, int], side: float, margin: int, tuning: RimTuning) -> NDArray[np.intp]:
    """Where to look for a square's sides: places across x along x rows x cols x 4 ways, as indices of dots."""
    along = np.arange(tuning.corners, 1 - tuning.corners, 1 / side)
    across = np.arange(-tuning.outside, tuning.inside, 1 / side)
    b, a = np.meshgrid(across, along, indexing="ij")
    y, x = np.stack([b, a, a, 1 - b], axis=-1), np.stack([a, b, 1 - b, a], axis=-1)  # up, left, right, down
    rows, cols = (round((length - 2 * margin) / side) for length in shape)
    starts = np.mgrid[0:rows, 0:cols][..., None]
    places = (
        np.rint(margin + (start + at[:, :, None, None]) * side).astype(np.intp)
        for start, at in zip(starts, (y, x), strict=True)
    )
    index: NDArray[np.intp] = np.ravel_multi_index(tuple(places), shape, mode="clip")
    return index


def whose(member: Floats, cats: Sequence[Shape], lines: Lines, tuning: RimTuning = RimTuning()) -> Floats:
    """By cat and pen: how likely each cat is of each pen, where its hue left that open, from which runs around it."""
    told: Floats = member.copy()
    doubtful = np.flatnonzero(member.max(axis=1) < tuning.sure).tolist()
    for cat in doubtful:
        asked = np.flatnonzero(member[cat] > tuning.hardly)
        gaps = np.array([lines.nearest[pen].missing(cats[cat]) for pen in asked.tolist()])
        if gaps.min() < tuning.whole:
            told[cat, asked] *= np.exp(-np.minimum(tuning.per_gap * (gaps - gaps.min()), tuning.most_gaps))
    told /= told.sum(axis=1, keepdims=True)
    return told

"""Whose pen runs all around a discovery? What neighbours' lines shut in has a rim of several colours, or gaps.

The network sees each place; that a whole outline has one colour is seen here.
"""

from collections.abc import Sequence
from dataclasses import dataclass
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

    dots: Dots
    fits: Flags

    def missing(self, squares: Shape, tuning: RimTuning = RimTuning()) -> float:
        """The share of these squares' rim along which no such ink is seen."""
        sides = [
            _missing(self, s, (down, right), tuning)
            for s in squares
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
            if (s.row + down, s.col + right) not in squares
        ]
        return float(np.mean(sides))

    def against_a_cat(self, squares: Shape, tuning: RimTuning = RimTuning()) -> float:
        """What the rim says against these squares being one of this pen's cats: log odds of 0, or less."""
        return float(np.clip(tuning.per_miss * (tuning.free - self.missing(squares)), tuning.least, 0))

    def against_a_treasure(self, squares: Shape, tuning: RimTuning = RimTuning()) -> float:
        """What a rim that is not black says against their being a treasure: the same."""
        return float(np.clip(tuning.per_coloured * (tuning.black_free - self.missing(squares)), tuning.least, 0))

    def lines_of_nobody(self, empty: Shape, drawn: Shape, tuning: RimTuning = RimTuning()) -> float:
        """What lines around these squares that border no discovery say against their being empty: the same."""
        lines = sum(
            _missing(self, s, (down, right), tuning) < 1 - tuning.line
            for s in empty
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
            if (s.row + down, s.col + right) not in drawn | empty
        )
        return -tuning.per_line * min(lines, tuning.most_lines)


def _missing(rims: Rims, square: Square, way: tuple[int, int], tuning: RimTuning) -> float:
    """The share of one side of a square along which no such ink is seen."""
    (down, right), side, margin = way, rims.dots.side, rims.dots.margin
    across, along = square if down else square[::-1]
    line = margin + (across + (max(down, right) > 0)) * side
    inward = -(down + right)
    near = sorted((line + inward * tuning.inside * side, line - inward * tuning.outside * side))
    first = margin + along * side
    ends = (first + tuning.corners * side, first + (1 - tuning.corners) * side)
    band = slice(max(0, round(near[0])), round(near[1]) + 1), slice(round(ends[0]), round(ends[1]) + 1)
    return float(1 - (rims.fits[band] if down else rims.fits[band[::-1]].T).any(axis=0).mean())


def any_ink(dots: Dots, tuning: RimTuning = RimTuning()) -> Rims:
    """All ink, whosever it is."""
    inked = dots.amount[dots.amount > tuning.least_amount]
    if not inked.size:
        return Rims(dots, dots.amount < 0)
    return Rims(dots, dots.amount > tuning.ink * np.quantile(inked, tuning.typical))


def black_ink(dots: Dots, pens: Floats, tuning: RimTuning = RimTuning()) -> Rims:
    """Ink as treasures leave it: paler in hue than any of the cats' pens."""
    chroma = np.hypot(dots.by_density[..., 0], dots.by_density[..., 1])
    return Rims(dots, any_ink(dots, tuning).fits & (chroma < tuning.pale * np.hypot(*pens.T).min()))


def pens_ink(dots: Dots, pens: Floats, tuning: RimTuning = RimTuning(), *, nearest: bool = False) -> list[Rims]:
    """For each pen, by its place on the plane of hues, its own ink, or black that lies over it.

    Ink between two pens is taken for either's, or for the nearest one's alone.
    """
    ink = any_ink(dots, tuning).fits
    pens = pens.astype(np.float32)
    chroma, strong = np.hypot(dots.by_density[..., 0], dots.by_density[..., 1]), np.hypot(*pens.T)
    units = pens / np.maximum(strong, np.float32(1e-6))[:, None]
    toward = dots.by_density @ units.T  # the cosine of the turn, times the chroma
    alike = toward > np.float32(np.cos(tuning.hue)) * chroma[..., None]
    if nearest:
        alike &= toward.argmax(axis=2)[..., None] == np.arange(len(pens))
    return [Rims(dots, ink & (alike[..., pen] | (chroma < tuning.pale * strong[pen]))) for pen in range(len(pens))]


def whose(member: Floats, cats: Sequence[Shape], dots: Dots, pens: Floats, tuning: RimTuning = RimTuning()) -> Floats:
    """By cat and pen: how likely each cat is of each pen, where its hue left that open, from which runs around it."""
    told: Floats = member.copy()
    doubtful = np.flatnonzero(member.max(axis=1) < tuning.sure).tolist()
    rims = pens_ink(dots, pens, tuning, nearest=True) if doubtful else []
    for cat in doubtful:
        asked = np.flatnonzero(member[cat] > tuning.hardly)
        gaps = np.array([rims[pen].missing(cats[cat], tuning) for pen in asked.tolist()])
        if gaps.min() < tuning.whole:
            told[cat, asked] *= np.exp(-np.minimum(tuning.per_gap * (gaps - gaps.min()), tuning.most_gaps))
    told /= told.sum(axis=1, keepdims=True)
    return told

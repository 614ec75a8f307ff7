"""Does a cat's own pen run all around it? What neighbours' lines shut in has a rim of several colours, or gaps.

The network sees each place; that a whole outline has one colour is seen here.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from scoring.squares import Shape
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
    line: float = 0.8
    """A side inked over so much of its length has a line."""
    per_line: float = 1.5
    """The log odds of empty squares fall by so much for each line around them that is nobody else's. Of 251 empty
    regions on those photos 24 have such lines, all on hard photos with ghosts; of 23 cats read as empty six have."""
    most_lines: int = 3


@dataclass(frozen=True, slots=True, eq=False)
class Rims:
    """The ink around all squares, as one pen's cats would leave it."""

    dots: Dots
    fits: Flags
    """The pen's own ink, or black that lies over it."""

    def log_odds(self, squares: Shape, tuning: RimTuning = RimTuning()) -> float:
        """What the rim says against these squares being one of this pen's cats: 0, or less."""
        missing = [
            self._missing(s.row, s.col, down, right, tuning)
            for s in squares
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
            if (s.row + down, s.col + right) not in squares
        ]
        return float(np.clip(tuning.per_miss * (tuning.free - np.mean(missing)), tuning.least, 0))

    def lines_of_nobody(self, empty: Shape, drawn: Shape, tuning: RimTuning = RimTuning()) -> float:
        """What lines around these squares that border no discovery say against their being empty: 0, or less."""
        lines = sum(
            self._missing(s.row, s.col, down, right, tuning) < 1 - tuning.line
            for s in empty
            for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
            if (s.row + down, s.col + right) not in drawn | empty
        )
        return -tuning.per_line * min(lines, tuning.most_lines)

    def _missing(self, row: int, col: int, down: int, right: int, tuning: RimTuning) -> float:
        """The share of one side along which neither the pen nor black is seen."""
        side, margin = self.dots.side, self.dots.margin
        across, along = (row, col) if down else (col, row)
        line = margin + (across + (max(down, right) > 0)) * side
        inward = -(down + right)
        near = sorted((line + inward * tuning.inside * side, line - inward * tuning.outside * side))
        first = margin + along * side
        ends = (first + tuning.corners * side, first + (1 - tuning.corners) * side)
        band = slice(max(0, round(near[0])), round(near[1]) + 1), slice(round(ends[0]), round(ends[1]) + 1)
        return float(1 - (self.fits[band] if down else self.fits[band[::-1]].T).any(axis=0).mean())


def rims_of(dots: Dots, pens: Floats, tuning: RimTuning = RimTuning()) -> list[Rims]:
    """For each pen, by its place on the plane of hues, the ink as its cats would leave it."""
    ink = any_ink(dots, tuning).fits
    places = dots.by_density
    chroma = np.hypot(places[..., 0], places[..., 1])
    found = []
    for pen, strong in zip(pens.astype(np.float32), np.hypot(*pens.T).astype(np.float32), strict=True):
        toward = places @ (pen / max(strong, np.float32(1e-6)))  # the cosine of the turn, times the chroma
        alike = toward > np.float32(np.cos(tuning.hue)) * chroma
        found.append(Rims(dots, ink & (alike | (chroma < tuning.pale * strong))))
    return found


def any_ink(dots: Dots, tuning: RimTuning = RimTuning()) -> Rims:
    """The ink around all squares, whosever it is."""
    inked = dots.amount[dots.amount > tuning.least_amount]
    if not inked.size:
        return Rims(dots, dots.amount < 0)
    return Rims(dots, dots.amount > tuning.ink * np.quantile(inked, tuning.typical))

"""What a player drew and takes no more for a discovery: crossed out, or a ring around a rat that was counted.

The network has seen neither: a cross is a fill to it, a ring an outline. What is crossed where others are not is asked
about; rings around several rats count rats.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.squares import Shape, Square
from vision.assemble import said_by_each
from vision.colours import Dots
from vision.marks import MarkOdds
from vision.rims import inked

Floats = NDArray[Any]
Flags = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class CrossedTuning:
    """What a cross and a ring are. Lengths in squares."""

    most_squares: int = 5
    """What is larger is seldom crossed out, and has fills that look like crosses."""
    ends: tuple[float, float] = (0.22, 0.78)
    """Between these shares of a diagonal nothing else is drawn."""
    crossed: float = 0.65
    """A diagonal is a stroke with ink along so much of it: of crosses of an independent simulator's at least 0.78, of
    hatching, faces and outlines that step along it at most 0.5 on the other one,"""
    beside: float = 0.9
    """and with some a dot beside it along so much: hands tremble;"""
    lobe: tuple[float, float] = (0.3, 0.08)
    """between the strokes, so far from the edge and so far around, there is paper:"""
    lobe_ink: float = 0.3
    """no more ink than this in all four places."""
    habit: float = 0.15
    """Where more than this share of the boat's cats have crosses they are how this player fills."""
    around: float = 0.56
    """A ring lies within so much of the middle of its square, and touches nothing."""
    ring_size: float = 0.35
    """It is at least so wide and high,"""
    roundness: tuple[float, float] = (0.68, 0.83)
    """fills so much of the box around it (an ellipse 0.785, a rounded outline 0.84 and more),"""
    hollow: float = 0.25
    """and has a hole, with as much of what it encloses at least,"""
    hollow_ink: float = 0.2
    """in which there is no more ink: a letter leaves more."""
    several: int = 3
    """So many rings around rats are no discoveries for sure."""
    told: float = -0.8
    """The log odds that one that is crossed out counts all the same: who crosses out means it, mostly."""
    sure: float = -7.0


def without_crossed_out(
    marks: MarkOdds,
    drawn: Sequence[Shape],
    dots: Dots,
    rats: Collection[Square],
    tuning: CrossedTuning = CrossedTuning(),
) -> MarkOdds:
    """The odds with those discoveries likelier nothing that are crossed out, or rings around rats."""
    ink = inked(dots)
    small = [squares for squares in drawn if len(squares) <= tuning.most_squares]
    lined = _lined(ink, dots, tuning)
    crossed = [squares for squares in small if _crossed(ink, dots, squares, lined, tuning)]
    if len(crossed) > tuning.habit * len(drawn):
        crossed = []
    larger = frozenset().union(*(squares for squares in drawn if len(squares) > 1))
    rings = [s for s in sorted(rats) if s not in larger and _ring(ink, dots, s, tuning)]
    ringed = tuning.sure if len(rings) >= tuning.several else tuning.told
    told = dict.fromkeys(crossed, tuning.told) | dict.fromkeys((frozenset((s,)) for s in rings), ringed)
    if not told:
        return marks
    kinds = marks.kinds.copy()
    for squares, odds in told.items():
        at = tuple(np.array(sorted(squares)).T)
        each = said_by_each(odds, len(squares))
        kinds[(*at, 0)] = np.maximum(kinds[(*at, 0)], kinds[at][:, 1:].sum(axis=1) * np.exp(-each))
    return replace(marks, kinds=kinds / kinds.sum(axis=2, keepdims=True))


def _lined(ink: Flags, dots: Dots, tuning: CrossedTuning) -> Flags:
    """The squares, rows x cols, with a stroke's ink along both diagonals: few, and only these are looked at closely."""
    rows, cols = (round((length - 2 * dots.margin) / dots.side) for length in ink.shape)
    along = _along(tuning, 1.0, dots)
    squares = np.moveaxis(np.mgrid[0:rows, 0:cols], 0, 2)[:, :, None, None]
    ways = np.stack([np.stack([along, along], 1), np.stack([along, 1 - along], 1)])
    seen = _seen(ink, dots, (squares + ways).reshape(-1, 2), 0).reshape(rows, cols, 2, -1)
    return np.asarray((seen.mean(axis=3) >= tuning.crossed).all(axis=2))


def _along(tuning: CrossedTuning, size: float, dots: Dots) -> Floats:
    """Places along a diagonal of a box so large."""
    return np.linspace(*tuning.ends, round(2 * dots.side * size))


def _crossed(ink: Flags, dots: Dots, squares: Shape, lined: Flags, tuning: CrossedTuning) -> bool:
    """Whether a cross goes over each of these squares, or over all together where they are a bar."""
    if all(lined[s] and _cross(ink, dots, np.array(s), np.array(s) + 1, tuning) for s in squares):
        return True
    low, high = np.min(sorted(squares), axis=0), np.max(sorted(squares), axis=0) + 1
    bar = len(squares) > 1 and len(squares) == np.prod(high - low)
    return bar and _cross(ink, dots, low, high, tuning)


def _cross(ink: Flags, dots: Dots, low: Floats, high: Floats, tuning: CrossedTuning) -> bool:
    """Whether both diagonals of this box (row, col) are strokes, with paper between them."""
    size = high - low
    along = _along(tuning, float(size.max()), dots)
    for way in (np.stack([along, along], 1), np.stack([along, 1 - along], 1)):
        line = low + way * size
        if _seen(ink, dots, line, 0).mean() < tuning.crossed or _seen(ink, dots, line, 1).mean() < tuning.beside:
            return False
    edge, reach = tuning.lobe
    near = np.linspace(-reach, reach, 5)
    around = np.stack(np.meshgrid(near, near), 2).reshape(-1, 2)
    middles = np.array([(edge, 0.5), (1 - edge, 0.5), (0.5, edge), (0.5, 1 - edge)])
    lobes = [_seen(ink, dots, low + middle * size + around, 0).mean() for middle in middles]
    return bool(np.mean(lobes) < tuning.lobe_ink)


def _ring(ink: Flags, dots: Dots, square: Square, tuning: CrossedTuning) -> bool:
    """Whether the ink in this square is a ring that touches nothing else."""
    reach = round(tuning.around * dots.side)
    row, col = (round(dots.margin + (at + 0.5) * dots.side) for at in square)
    part = ink[max(row - reach, 0) : row + reach + 1, max(col - reach, 0) : col + reach + 1].astype(np.uint8)
    outlines, _ = cv2.findContours(part, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    for outline in outlines:
        left, top, wide, high = cv2.boundingRect(outline)
        inside = left > 0 and top > 0 and left + wide < part.shape[1] and top + high < part.shape[0]
        if not inside or min(wide, high) < tuning.ring_size * dots.side:
            continue
        whole = cv2.drawContours(np.zeros_like(part), [outline], -1, 1, cv2.FILLED)
        number = cv2.connectedComponents(part)[1]
        line = number == number[outline[0, 0, 1], outline[0, 0, 0]]
        hole = (whole > 0) & ~line
        least, most = tuning.roundness
        if least < whole.sum() / (wide * high) < most and hole.sum() > tuning.hollow * whole.sum():
            return bool(part[hole].mean() < tuning.hollow_ink)
    return False


def _seen(ink: Flags, dots: Dots, places: Floats, reach: int) -> Flags:
    """Whether there is ink at these places (row, col in squares), or so many dots beside them."""
    at = np.rint(dots.margin + places * dots.side).astype(np.intp)
    found = np.zeros(len(at), bool)
    for down in range(-reach, reach + 1):
        for right in range(-reach, reach + 1):
            rows, cols = (np.clip(a, 0, n - 1) for a, n in zip((at + (down, right)).T, ink.shape, strict=True))
            found |= ink[rows, cols]
    return found

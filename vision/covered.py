"""Ink to the squares that something lies on: a thumb that holds the sheet, a pen, a card.

What lies on a sheet is as dense as ink, but solid and broad, and it comes from outside the boat; pens fill squares
solidly too, but stay on the boat.
"""

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.squares import Shape
from sheets.geometry import Box
from vision.flatten import grid_of
from vision.ink import Ink

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class CoveredTuning:
    """What is a cover and not a pen's work. Lengths in squares unless said otherwise."""

    block_px: int = 8
    """The density of blocks so large, a quarter square, is looked at: covers are broad."""
    thin_px: int = 3
    """Lines thinner than this are a fine pen's, and no part of a cover."""
    least_density: float = 0.3
    """Skin in the paper's own light has 0.5 and more; what is paler is not told from paper."""
    broad: float = 1.25
    """Thumbs are 1.3 and more across; scribbles that leave the boat are thinner, and printed lines, taken out of the
    ink, leave gaps in what is narrower."""
    beyond: float = 0.6
    """A pen may leave the boat by so much."""
    least_outside: float = 0.8
    """Square squares that a cover has out there: the part by which it comes in."""
    least_share: float = 0.25
    """Of a square, above which it is covered."""


def covered_squares(ink: Ink, tuning: CoveredTuning = CoveredTuning()) -> Shape:
    """The boat's squares that something lies on."""
    per_mm = ink.flat.px_per_mm / tuning.block_px
    side = grid_of(ink.flat.geometry).side * per_mm
    blue, green, red = cv2.split(ink.density)
    solid = _blocks(cv2.max(cv2.max(blue, green), red), tuning) > tuning.least_density
    broad = cv2.morphologyEx(solid.astype(np.uint8), cv2.MORPH_OPEN, _disk(tuning.broad * side))
    if not broad.any():
        return frozenset()
    squares = ink.flat.geometry.squares
    boat = np.zeros_like(broad)
    for box in squares.values():
        boat[_part(box, per_mm)] = 1
    outside = cv2.dilate(boat, _disk(2 * tuning.beyond * side)) == 0
    count, pieces = cv2.connectedComponents(broad)
    sizes = np.bincount(pieces[outside], minlength=count) / side**2
    covers = np.isin(pieces, np.flatnonzero(sizes > tuning.least_outside)) & (pieces > 0)
    return frozenset(s for s, box in squares.items() if covers[_part(box, per_mm)].mean() > tuning.least_share)


def _blocks(density: Floats, tuning: CoveredTuning) -> Floats:
    """The mean density of each whole block, without thin lines."""
    broad = cv2.erode(density, np.ones((tuning.thin_px, tuning.thin_px), np.uint8))
    height, width = (side // tuning.block_px for side in density.shape)
    whole = broad[: height * tuning.block_px, : width * tuning.block_px]
    return np.asarray(cv2.resize(whole, (width, height), interpolation=cv2.INTER_AREA))


def _disk(across: float) -> Floats:
    size = max(1, round(across)) | 1
    return np.asarray(cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (size, size)))


def _part(box: Box, scale: float) -> tuple[slice, slice]:
    """The box's pixels."""
    return (
        slice(round(box.y * scale), round((box.y + box.h) * scale)),
        slice(round(box.x * scale), round((box.x + box.w) * scale)),
    )

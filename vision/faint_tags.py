"""Markers whose outline was not found, looked for by their picture where they must be.

Blur, noise or a pen across the edge hides an outline; but the code is known, and what looks like it is no accident.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.geometry import Box, Marker
from vision.photo import Gray

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class FaintTagTuning:
    """Where a known marker is looked for, and what is taken for it."""

    reach_mm: float = 8.0
    """A fold lifts a marker by so much from where its neighbours have it."""
    most_px_per_mm: float = 4.0
    """A module of a marker is 1.1 mm: more pixels tell no more."""
    margin_modules: float = 0.75
    """White around the marker that belongs to its picture: the code without it fits other places too."""
    least_likeness: float = 0.66
    """Correlation. Bare print, pens and tables stay below 0.55 but once (0.64), markers under blur and noise reach 0.67
    to 0.98: 60 photos of kitchen and hard, seed 900."""


def tag_offset(
    gray: Gray, mm_to_photo: Floats, marker: Marker, px_per_mm: float, tuning: FaintTagTuning = FaintTagTuning()
) -> tuple[float, float] | None:
    """How far (x, y; mm) the marker lies from where `mm_to_photo` has it, or nothing when it is not to be seen."""
    scale = min(px_per_mm, tuning.most_px_per_mm)
    picture = _picture(marker.number, round(marker.box.w * scale), tuning.margin_modules)
    around = tuning.reach_mm + (picture.shape[0] / scale - marker.box.w) / 2
    box = Box(marker.box.x - around, marker.box.y - around, marker.box.w + 2 * around, marker.box.h + 2 * around)
    to_mm = np.array([[1 / scale, 0, box.x + 0.5 / scale], [0, 1 / scale, box.y + 0.5 / scale], [0, 0, 1]])
    size = (round(box.w * scale), round(box.h * scale))
    patch = cv2.warpPerspective(gray, mm_to_photo @ to_mm, size, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP)
    likeness = cv2.matchTemplate(patch, picture, cv2.TM_CCOEFF_NORMED)
    row, col = np.unravel_index(int(likeness.argmax()), likeness.shape)
    if likeness[row, col] < tuning.least_likeness or not (
        0 < row < likeness.shape[0] - 1 and 0 < col < likeness.shape[1] - 1
    ):
        return None
    x = col + _top(likeness[row, col - 1 : col + 2])
    y = row + _top(likeness[row - 1 : row + 2, col])
    middle_x = box.x + (x + picture.shape[1] / 2) / scale
    middle_y = box.y + (y + picture.shape[0] / 2) / scale
    return middle_x - (marker.box.x + marker.box.w / 2), middle_y - (marker.box.y + marker.box.h / 2)


@cache
def _picture(number: int, side: int, margin_modules: float) -> NDArray[np.uint8]:
    """The marker as it is printed, a little white around it, slightly soft."""
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    large = cv2.aruco.generateImageMarker(family, number, 8 * side)
    margin = round(margin_modules * side)
    framed = cv2.copyMakeBorder(large, margin, margin, margin, margin, cv2.BORDER_CONSTANT, value=255)
    small = cv2.resize(framed, None, fx=1 / 8, fy=1 / 8, interpolation=cv2.INTER_AREA)
    soft: NDArray[np.uint8] = np.asarray(cv2.GaussianBlur(small, (3, 3), 0), np.uint8)
    return soft


def _top(three: Floats) -> float:
    """Where the parabola through three values, the middle one highest, has its top: -0.5 to 0.5."""
    left, middle, right = (float(v) for v in three)
    bend = 2 * middle - left - right
    return (right - left) / (2 * bend) if bend > 0 else 0.0

"""What a blank sheet looks like, as pixels: ready pictures, so that reading a photo draws nothing."""

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.geometry import Box, Geometry
from sheets.layout import QUIET_MM, geometry_by_name, without_markers

PRINTS = Path(__file__).parent / "data" / "prints"
PX_PER_MM = 6.0


@dataclass(frozen=True, slots=True, eq=False)
class SheetPrint:
    """A sheet as printed, before anyone drew on it; the geometry's (0, 0) is the picture's top left corner."""

    geometry: Geometry
    bgr: NDArray[np.uint8]
    px_per_mm: float

    def __post_init__(self) -> None:
        self.bgr.setflags(write=False)


def load_print(name: str) -> SheetPrint:
    """The print of the sheet of this name, with its markers."""
    geometry = geometry_by_name(name)
    bgr = cv2.imdecode(np.fromfile(PRINTS / f"{name}.png", np.uint8), cv2.IMREAD_COLOR)
    if bgr is None:
        raise ValueError(f"{PRINTS / name}.png is damaged; `python -m sheets.make_prints` makes it again")
    return SheetPrint(geometry, np.asarray(bgr, np.uint8), PX_PER_MM)


def at_size(print_: SheetPrint, px_per_mm: float) -> SheetPrint:
    """The same print, smaller."""
    if print_.px_per_mm == px_per_mm:
        return print_
    width, height = (round(side * px_per_mm) for side in print_.geometry.page_mm)
    bgr = cv2.resize(print_.bgr, (width, height), interpolation=cv2.INTER_AREA)
    return SheetPrint(print_.geometry, np.asarray(bgr, np.uint8), px_per_mm)


def print_without_markers(print_: SheetPrint) -> SheetPrint:
    """The same print made with --no-markers."""
    bgr = print_.bgr.copy()
    for box in _with_quiet(marker.box for marker in print_.geometry.markers):
        left, top = int(box.x * print_.px_per_mm), int(box.y * print_.px_per_mm)
        right, bottom = int((box.x + box.w) * print_.px_per_mm) + 1, int((box.y + box.h) * print_.px_per_mm) + 1
        bgr[top:bottom, left:right] = 255
    return SheetPrint(without_markers(print_.geometry), bgr, print_.px_per_mm)


def _with_quiet(boxes: Iterable[Box]) -> Iterable[Box]:
    edge = QUIET_MM / 2
    return (Box(box.x - edge, box.y - edge, box.w + 2 * edge, box.h + 2 * edge) for box in boxes)

"""Gray picture to the markers in it: OpenCV finds the square outlines, all their codes are compared at once here.

OpenCV's own comparison goes through the 587 codes of the family for every square thing in the photo, and a sheet has
two hundred squares: it took five times as long as finding them.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from sheets.layout import PLACES_A_SHEET, SHEET_NAMES
from vision.photo import Gray

Floats = NDArray[Any]
MODULES = 8
"""A marker's side, with its black border of one."""
CODE = 6
TURNS = 4


@dataclass(frozen=True, slots=True)
class TagTuning:
    """When a square outline is a marker of ours."""

    least_perimeter: float = 0.02
    """As a share of the picture's long side: markers of 9 mm on a sheet that fills a quarter of the picture."""
    most_wrong: int = 3
    """Modules read wrongly. Any two codes differ in 11; a random square has one within 3 once in 4,000 times."""
    least_contrast: float = 18.0
    """Levels between the border and the lightest modules: below it blur has eaten the code."""
    most_outlines: int = 30_000
    """A picture of a thousand tiles has thousands; OpenCV looks up no more than 32,767 rows at once."""
    border_dark: float = 0.8
    """Share of the border that is darker than half way to the light modules."""


@dataclass(frozen=True, slots=True)
class Tag:
    """A marker: its number, and its corners in px, from the printed top left clockwise."""

    number: int
    corners: Floats
    mirrored: bool = False


def tags(gray: Gray, window: int, tuning: TagTuning = TagTuning()) -> list[Tag]:
    """Every marker of ours in the picture, and those that are seen as in a mirror."""
    quads = _quads(gray, window, tuning)
    if not len(quads):
        return []
    light = _modules(gray, quads)
    border, inner = light[:, _border()], light[:, ~_border()].reshape(-1, CODE, CODE)
    black, white = np.median(border, axis=1), np.quantile(light, 0.85, axis=1)
    half = (black + white) / 2
    framed = ((border < half[:, None]).mean(axis=1) >= tuning.border_dark) & (white - black >= tuning.least_contrast)
    bits = np.where(inner[framed] > half[framed, None, None], np.float32(1), np.float32(-1))
    found = []
    for mirrored in (False, True):
        seen = bits[:, :, ::-1] if mirrored else bits
        wrong = (CODE * CODE - seen.reshape(-1, CODE * CODE) @ _codes().T) / 2
        for quad, best, off in zip(quads[framed], wrong.argmin(axis=1), wrong.min(axis=1), strict=True):
            if off <= tuning.most_wrong:
                number, turn = divmod(int(best), TURNS)
                found.append(Tag(number, np.roll(quad, -turn, axis=0), mirrored))
    return found


def _quads(gray: Gray, window: int, tuning: TagTuning) -> Floats:
    """Everything with a square outline: n x 4 x 2, clockwise."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.adaptiveThreshWinSizeMin = parameters.adaptiveThreshWinSizeMax = window
    parameters.minMarkerPerimeterRate = tuning.least_perimeter
    _, _, quads = cv2.aruco.ArucoDetector(_no_codes(), parameters).detectMarkers(gray)
    return np.array(quads[: tuning.most_outlines], np.float32).reshape(-1, 4, 2)


@cache
def _no_codes() -> cv2.aruco.Dictionary:
    """A family of one code that nothing matches, so that every outline comes back."""
    family = cv2.aruco.Dictionary()
    family.markerSize = CODE
    family.maxCorrectionBits = 0
    family.bytesList = cv2.aruco.Dictionary.getByteListFromBits(np.zeros((CODE, CODE), np.uint8))
    return family


@cache
def _border() -> NDArray[np.bool_]:
    """Which of a marker's modules, row by row, are its border."""
    border = np.ones((MODULES, MODULES), bool)
    border[1:-1, 1:-1] = False
    return border.ravel()


@cache
def _codes() -> Floats:
    """Our markers' codes in four turns each, 1 white and -1 black: row number * 4 + turn.

    Turn k is how the code lies when the marker's top left is the outline's k-th corner.
    """
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    codes = []
    for number in range(len(SHEET_NAMES) * PLACES_A_SHEET):
        bits = cv2.aruco.generateImageMarker(family, number, MODULES)[1:-1, 1:-1] / 127.5 - 1
        codes += [np.rot90(bits, -turn).ravel() for turn in range(TURNS)]
    return np.array(codes, np.float32)


def _modules(gray: Gray, quads: Floats) -> Floats:
    """The light of each module of each outline, n x 64, the mean of four places in it."""
    parts = (np.arange(2 * MODULES) + 0.5) / (2 * MODULES)
    across, down = parts[None, None, :, None], parts[None, :, None, None]
    a, b, c, d = (quads[:, None, None, i] for i in range(4))
    places = (a * (1 - across) + b * across) * (1 - down) + (d * (1 - across) + c * across) * down
    flat = places.reshape(len(quads), (2 * MODULES) ** 2, 2).astype(np.float32)
    light = cv2.remap(gray, flat[:, :, 0], flat[:, :, 1], cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    modules: Floats = np.asarray(light, np.float32).reshape(len(quads), MODULES, 2, MODULES, 2).mean(axis=(2, 4))
    return modules.reshape(len(quads), MODULES * MODULES)

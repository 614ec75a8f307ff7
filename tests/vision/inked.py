"""Cats drawn straight into an ink map with pens of known colour, for tests of what follows from ink."""

import numpy as np

from scoring.discoveries import Colour
from scoring.squares import Square
from sheets.layout import geometry_by_name
from vision.colours import hue_place
from vision.find import FoundSheet, Homography, Points
from vision.flatten import FlatSheet, Spline, grid_of
from vision.ink import Ink
from vision.photo import Bgr, Photo

SHEET = "boat-blue-en-a4"
FELT = {
    Colour.BLUE: (0.03, 0.085, 0.52),
    Colour.GREEN: (0.055, 0.33, 0.095),
    Colour.ORANGE: (0.92, 0.42, 0.1),
    Colour.PURPLE: (0.23, 0.12, 0.34),
    Colour.RED: (0.69, 0.075, 0.12),
}
"""Light that inks let through, linear RGB, as measured on real pens."""


def ink_of(cats: dict[frozenset[Square], tuple[float, float, float]], coverage: float = 1.0) -> Ink:
    """Ink whose cats' squares are outlined with a pen that lets so much light through (R, G, B)."""
    geometry = geometry_by_name(SHEET)
    grid = grid_of(geometry)
    per_mm = 32 / grid.side
    density = np.zeros((round(210 * per_mm), round(297 * per_mm), 3), np.float32)
    for squares, passes in cats.items():
        through = 1 - coverage * (1 - np.array(passes[::-1]))
        for s in squares:
            y, x = round((grid.top + s.row * grid.side) * per_mm), round((grid.left + s.col * grid.side) * per_mm)
            for line in (slice(3, 6), slice(27, 30)):
                density[y : y + 32, x : x + 32][line, 3:30] = -np.log(through)
                density[y : y + 32, x : x + 32][3:30, line] = -np.log(through)
    bgr = Bgr(np.full(density.shape, 255, np.uint8))
    flat_photo = Photo("drawn", bgr)
    found = FoundSheet(flat_photo, geometry, Homography(np.eye(3)), Points(np.zeros((0, 2))), Points(np.zeros((0, 2))))
    flat = FlatSheet(found, bgr, per_mm, Spline(geometry.page_mm, 24), 0.1)
    return Ink(flat, density, np.ones((1, 1, 3)), np.zeros((1, 1)), np.zeros(density.shape[:2]))


def a_cat(row: int, col: int) -> frozenset[Square]:
    return frozenset({Square(row, col), Square(row, col + 1), Square(row, col + 2)})


def said(cats) -> np.ndarray:
    """What a network says that sees whose lines they are, and their hue roughly."""
    pens = np.zeros((9, 22, 2))
    for squares, passes in cats.items():
        for s in squares:
            pens[s] = 0.9 * hue_place(1 - np.array(passes[::-1])) + 0.03
    return pens

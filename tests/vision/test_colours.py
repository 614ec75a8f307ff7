"""Pens told apart by what their inks take out of the light."""

import numpy as np

from scoring.discoveries import Colour
from scoring.squares import Square
from sheets.layout import geometry_by_name
from vision.colours import COLOURS, hue_place, weigh_colours
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
    """Ink whose cats are outlined with a pen that lets so much light through (R, G, B)."""
    geometry = geometry_by_name(SHEET)
    grid = grid_of(geometry)
    per_mm = 32 / grid.side
    density = np.zeros((round(210 * per_mm), round(297 * per_mm), 3), np.float32)
    for squares, passes in cats.items():
        through = 1 - coverage * (1 - np.array(passes[::-1]))
        for s in squares:
            y, x = round((grid.top + s.row * grid.side) * per_mm), round((grid.left + s.col * grid.side) * per_mm)
            for part in (np.s_[y + 3 : y + 6, x + 3 : x + 29], np.s_[y + 3 : y + 29, x + 3 : x + 6]):
                density[part] = -np.log(through)
    bgr = Bgr(np.full(density.shape, 255, np.uint8))
    flat_photo = Photo("drawn", bgr)
    found = FoundSheet(flat_photo, geometry, Homography(np.eye(3)), Points(np.zeros((0, 2))), Points(np.zeros((0, 2))))
    flat = FlatSheet(found, bgr, per_mm, Spline(geometry.page_mm, 24), 0.1)
    return Ink(flat, density, np.ones((1, 1, 3)), np.zeros((1, 1)))


def a_cat(row: int, col: int) -> frozenset[Square]:
    return frozenset({Square(row, col), Square(row, col + 1), Square(row, col + 2)})


def said(cats) -> np.ndarray:
    """What a network says that sees whose lines they are, and their hue roughly."""
    pens = np.zeros((9, 22, 2))
    for squares, passes in cats.items():
        for s in squares:
            pens[s] = 0.9 * hue_place(1 - np.array(passes[::-1])) + 0.03
    return pens


def read_colours(pens, key=None, coverage=1.0):
    cats = {a_cat(4, 1 + 4 * i): passes for i, passes in enumerate(pens)}
    odds = weigh_colours(ink_of(cats, coverage), said(cats), list(cats), len(cats), key or {})
    return [COLOURS[i] for i in odds.odds.argmax(axis=1)], odds.odds.max(axis=1)


def test_five_felt_pens_are_named_with_certainty():
    names, sure = read_colours(FELT.values())
    assert names == list(FELT)
    assert sure.min() > 0.98


def test_thin_and_pale_lines_of_the_same_pens_are_named_the_same():
    names, _ = read_colours(FELT.values(), coverage=0.4)
    assert names == list(FELT)


def test_a_reddish_orange_beside_a_red_is_the_orange():
    names, _ = read_colours([FELT[Colour.RED], (0.93, 0.27, 0.07)])
    assert names == [Colour.RED, Colour.ORANGE]


def test_a_teal_green_beside_a_blue_is_the_green():
    names, _ = read_colours([(0.05, 0.36, 0.33), FELT[Colour.BLUE]])
    assert names == [Colour.GREEN, Colour.BLUE]


def test_one_pen_between_orange_and_red_is_a_doubt():
    _, sure = read_colours([(0.85, 0.2, 0.09)])
    assert sure[0] < 0.99


def test_the_pen_key_overrules_the_hue():
    """A player whose red pen is nearly orange tried it in the key's red box."""
    odd_red = (0.9, 0.36, 0.12)
    key = {Colour.RED: 1 - np.array(odd_red[::-1])}
    names, sure = read_colours([odd_red, FELT[Colour.BLUE]], key)
    assert names[0] is Colour.RED and sure[0] > 0.75


def test_a_black_pen_is_grey_and_a_coloured_one_is_not():
    cats = {a_cat(4, 1): (0.05, 0.05, 0.06), a_cat(4, 7): FELT[Colour.GREEN]}
    assert weigh_colours(ink_of(cats), said(cats), list(cats), 2, {}).grey == (True, False)

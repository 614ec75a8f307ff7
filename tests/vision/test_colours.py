"""Pens told apart by what their inks take out of the light."""

import numpy as np
import pytest
from inked import FELT, a_cat, ink_of, said

from scoring.discoveries import Colour
from vision.colours import COLOURS, dots_of, weigh_colours
from vision.flatten import grid_of


def read_colours(pens, key=None, coverage=1.0):
    cats = {a_cat(4, 1 + 4 * i): passes for i, passes in enumerate(pens)}
    weighed = weigh_colours(
        dots_of(ink_of(cats, coverage)), said(cats), list(cats), len(cats), key or {}, frozenset().union(*cats)
    )
    odds = weighed.member @ weighed.by_group
    return [COLOURS[i] for i in odds.argmax(axis=1)], odds.max(axis=1)


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


def test_a_plain_blue_alone_is_no_green():
    """Hues far from all that shops sell as green had kept some of its odds: a boat in blue and red was asked about."""
    names, sure = read_colours([FELT[Colour.BLUE], FELT[Colour.RED]])
    assert names == [Colour.BLUE, Colour.RED] and sure.min() > 0.995


def test_a_light_blue_is_no_teal():
    """Greens that shops sell end well before it: boats had been asked about for nothing but their blue."""
    names, sure = read_colours([(0.07, 0.29, 0.68), FELT[Colour.RED], FELT[Colour.ORANGE]])
    assert names == [Colour.BLUE, Colour.RED, Colour.ORANGE] and sure.min() > 0.995


def test_a_second_blue_near_the_first_may_be_one_pen():
    """A blue that looks greener in a shadow had become a second pen, which could surely only be the green."""
    names, sure = read_colours([FELT[Colour.BLUE], (0.03, 0.16, 0.38), FELT[Colour.RED]])
    assert names[0] is Colour.BLUE and sure[0] > 0.99
    assert sure[1] < 0.9


def test_a_tried_pen_that_drew_nothing_takes_no_others_cats():
    """A boat all in green had been asked about because the blue in its key lies near."""
    green, blue = (0.055, 0.31, 0.26), (0.03, 0.2, 0.42)
    key = {c: -np.log(np.array(pen[::-1])) for c, pen in ((Colour.GREEN, green), (Colour.BLUE, blue))}
    names, sure = read_colours([green] * 5, key)
    assert names == [Colour.GREEN] * 5 and sure.min() > 0.96


def test_a_lime_beside_a_purple_is_the_green():
    """They lie opposite each other: the lime had been taken for an orange that lies on the wrong side."""
    lime, purple, sky = (0.55, 0.86, 0.28), (0.3, 0.13, 0.36), (0.02, 0.35, 0.75)
    names, sure = read_colours([lime, purple, FELT[Colour.RED], sky])
    assert names[:3] == [Colour.GREEN, Colour.PURPLE, Colour.RED] and sure[0] > 0.99


def test_one_pen_between_orange_and_red_is_a_doubt():
    _, sure = read_colours([(0.85, 0.2, 0.09)])
    assert sure[0] < 0.99


def test_the_pen_key_overrules_the_hue():
    """A player whose red pen is nearly orange tried it in the key's red box."""
    odd_red = (0.9, 0.36, 0.12)
    key = {Colour.RED: -np.log(np.array(odd_red[::-1]))}
    names, sure = read_colours([odd_red, FELT[Colour.BLUE]], key)
    assert names[0] is Colour.RED and sure[0] > 0.75


def test_a_pen_that_was_not_tried_is_told_by_its_hue():
    """Glare on the key had made its colours pale, and a plain blue was asked about as perhaps a green."""
    key = {Colour.BLUE: np.array([0.3, 0.6, 0.9]), Colour.GREEN: np.array([0.5, 0.6, 0.9])}
    names, sure = read_colours([FELT[Colour.BLUE], FELT[Colour.RED]], key)
    assert names[0] is Colour.BLUE and sure[0] > 0.9


def test_a_black_pen_is_grey_and_a_coloured_one_is_not():
    cats = {a_cat(4, 1): (0.05, 0.05, 0.06), a_cat(4, 7): FELT[Colour.GREEN]}
    weighed = weigh_colours(dots_of(ink_of(cats)), said(cats), list(cats), 2, {}, frozenset().union(*cats))
    assert weighed.grey == (True, False)


@pytest.mark.parametrize("network_says", [None, (0.4, -0.5), (-0.8, -0.25)])
def test_a_cat_whose_lines_its_neighbours_drew_over_is_told_by_its_free_side(network_says):
    """A purple cat between two red ones had been read as red: only the line that it shares with nobody is pure.

    The network may say what is nobody's pen, or the neighbours'.
    """
    above, cat, below = a_cat(3, 4), a_cat(4, 4), a_cat(5, 4)
    mixed = tuple(a * b for a, b in zip(FELT[Colour.PURPLE], FELT[Colour.RED], strict=True))
    ink = ink_of({above: FELT[Colour.RED], cat: mixed, below: FELT[Colour.RED], a_cat(4, 12): FELT[Colour.PURPLE]})
    grid, per_mm = grid_of(ink.flat.geometry), ink.flat.px_per_mm
    y, x = round((grid.top + 4 * grid.side) * per_mm), round((grid.left + 4 * grid.side) * per_mm)
    ink.density[y : y + 32, x : x + 96] = 0
    for line in (y - 2, y + 30):  # what it shares lies on the printed lines, its own ends inside
        ink.density[line : line + 4, x : x + 96] = -np.log(np.array(mixed[::-1]))
    for end in (x + 3, x + 90):
        ink.density[y + 6 : y + 27, end : end + 3] = -np.log(np.array(FELT[Colour.PURPLE][::-1]))
    cats = [above, cat, below, a_cat(4, 12)]
    pens = said(dict(zip(cats, (FELT[Colour.RED], mixed, FELT[Colour.RED], FELT[Colour.PURPLE]), strict=True)))
    for s in cat if network_says else ():
        pens[s] = network_says
    weighed = weigh_colours(dots_of(ink), pens, cats, len(cats), {}, frozenset().union(*cats))
    odds = (weighed.member @ weighed.by_group)[1]
    assert COLOURS[odds.argmax()] is Colour.PURPLE and odds.max() > 0.9


def test_a_cat_drawn_over_in_another_colour_is_told_by_the_sides_that_nobody_shares():
    """Two orange cats, most of their lines drawn over in red and none tried in the key, were silently red."""
    orange, red = (-np.log(np.array(FELT[colour][::-1])) for colour in (Colour.ORANGE, Colour.RED))
    above, cat, below = a_cat(3, 4), a_cat(4, 4), a_cat(5, 4)
    ink = ink_of(dict.fromkeys((above, cat, below), FELT[Colour.RED]))
    grid, per_mm = grid_of(ink.flat.geometry), ink.flat.px_per_mm
    y, x = round((grid.top + 4 * grid.side) * per_mm), round((grid.left + 4 * grid.side) * per_mm)
    ink.density[y : y + 32, x - 4 : x + 100] = 0
    for line in (y + 3, y + 26):  # the reds run inside it
        ink.density[line : line + 4, x : x + 96] = red
    for end in (x - 2, x + 94):
        ink.density[y : y + 32, end : end + 4] = orange
    cats = [above, cat, below]
    pens = said(dict.fromkeys(cats, FELT[Colour.RED]))
    weighed = weigh_colours(dots_of(ink), pens, cats, len(cats), {}, frozenset().union(*cats))
    odds = (weighed.member @ weighed.by_group)[1]
    assert COLOURS[odds.argmax()] is Colour.ORANGE and odds.max() > 0.9


def test_a_cat_whose_lines_are_all_drawn_over_is_told_by_the_face_inside():
    """A purple cat among blue ones, its face plainly purple, was read as blue: thick lines reach into its squares."""
    purple, blue = (-np.log(np.array(FELT[colour][::-1])) for colour in (Colour.PURPLE, Colour.BLUE))
    around = [a_cat(3, 4), a_cat(5, 4), a_cat(4, 1), a_cat(4, 7)]
    cat = a_cat(4, 4)
    ink = ink_of(dict.fromkeys(around, FELT[Colour.BLUE]))
    grid, per_mm = grid_of(ink.flat.geometry), ink.flat.px_per_mm
    y, x = round((grid.top + 4 * grid.side) * per_mm), round((grid.left + 4 * grid.side) * per_mm)
    for line in (y - 4, y + 26):
        ink.density[line : line + 10, x : x + 96] = blue
    ink.density[y + 12 : y + 21, x + 44 : x + 53] = purple
    cats = [*around, cat]
    pens = said(dict.fromkeys(cats, FELT[Colour.BLUE]))
    weighed = weigh_colours(dots_of(ink), pens, cats, len(cats), {}, frozenset().union(*cats))
    odds = (weighed.member @ weighed.by_group)[-1]
    assert COLOURS[odds.argmax()] is Colour.PURPLE and odds.max() > 0.9

"""A cat's own pen runs all around it; what several pens shut in is none."""

import cv2
import numpy as np
from inked import FELT, ink_of

from scoring.discoveries import Colour
from scoring.squares import Square
from vision.colours import Dots, dots_of, hue_place
from vision.flatten import grid_of
from vision.rims import Lines, lines_of, whose

PURPLE, GREEN, BLACK = FELT[Colour.PURPLE], FELT[Colour.GREEN], (0.03, 0.03, 0.03)
PLACE = frozenset({Square(4, 8), Square(4, 9), Square(5, 9)})


def dots_around(passes_of_side, crossed=()) -> Dots:
    """Ink in which each side's line around PLACE lets so much light through; None: no line. Purple crosses in some."""
    ink = ink_of({})
    grid, per_mm = grid_of(ink.flat.geometry), ink.flat.px_per_mm
    for number, (s, down, right) in enumerate(
        (s, down, right)
        for s in sorted(PLACE)
        for down, right in ((-1, 0), (1, 0), (0, -1), (0, 1))
        if Square(s.row + down, s.col + right) not in PLACE
    ):
        passes = passes_of_side(number)
        if passes is None:
            continue
        y0, x0 = ((edge + at * grid.side) * per_mm for edge, at in ((grid.top, s.row), (grid.left, s.col)))
        side = grid.side * per_mm
        y, x = y0 + side * max(down, 0), x0 + side * max(right, 0)
        part = (
            np.s_[round(y) - 1 : round(y) + 2, round(x0) : round(x0 + side) + 1]
            if down
            else np.s_[round(y0) : round(y0 + side) + 1, round(x) - 1 : round(x) + 2]
        )
        ink.density[part] = np.maximum(ink.density[part], -np.log(np.array(passes[::-1])))
    for s in crossed:
        at = np.array([grid.left + s.col * grid.side, grid.top + s.row * grid.side])
        for corners in (((0.1, 0.1), (0.9, 0.9)), ((0.1, 0.9), (0.9, 0.1))):
            ends = ((at + np.array(corners) * grid.side) * per_mm).round().astype(int)
            cv2.line(ink.density, ends[0].tolist(), ends[1].tolist(), (-np.log(np.array(PURPLE[::-1]))).tolist(), 3)
    return dots_of(ink)


def lines(passes_of_side, *pens, crossed=()) -> Lines:
    """The lines around PLACE, where these pens drew the boat's cats."""
    places = np.array([hue_place(-np.log(np.array(passes[::-1]))) for passes in pens or (PURPLE,)])
    return lines_of(dots_around(passes_of_side, crossed), places)


def rim(passes_of_side) -> float:
    """What the rim of PLACE says of a purple cat."""
    return lines(passes_of_side).own[0].against_a_cat(PLACE)


def test_a_whole_outline_of_one_pen_says_nothing_against_a_cat():
    assert rim(lambda number: PURPLE) == 0


def test_black_lines_over_a_part_of_it_do_not_either():
    assert rim(lambda number: BLACK if number < 3 else PURPLE) == 0


def test_a_rim_of_two_colours_is_no_cats():
    assert rim(lambda number: GREEN if number < 3 else PURPLE) == -4


def test_a_rim_with_gaps_is_no_cats():
    assert rim(lambda number: None if number < 2 else PURPLE) < -2
    assert rim(lambda number: None) == -4


def test_squares_with_a_cross_inside_are_not_bare():
    one = Square(4, 9)
    assert lines(lambda number: PURPLE).bare(PLACE) == PLACE
    assert lines(lambda number: PURPLE, crossed=[one]).bare(PLACE) == PLACE - {one}


def test_a_line_between_empty_squares_is_somebodys():
    """A faint cat was read as empty though half of its outline bordered nothing that was drawn."""
    around = lines(lambda number: PURPLE).ink
    neighbours = frozenset(n for s in PLACE for n in s.neighbours) - PLACE
    assert around.lines_of_nobody(PLACE, frozenset()) < -4
    assert around.lines_of_nobody(PLACE, neighbours) == 0
    assert lines(lambda number: None).ink.lines_of_nobody(PLACE, frozenset()) == 0
    assert -2 < lines(lambda number: None if number else PURPLE).ink.lines_of_nobody(PLACE, frozenset()) < -1


def told(passes_of_side, member=(0.5, 0.5)) -> float:
    """How likely PLACE is the purple pen's, where its hue leaves open whether that or the green drew it."""
    return float(whose(np.array([member]), [PLACE], lines(passes_of_side, PURPLE, GREEN))[0, 0])


def test_a_cat_is_the_pens_that_runs_around_it():
    """Red neighbours' lines had turned the mean hue of an orange cat: half of its questions were about colour."""
    assert told(lambda number: GREEN if number < 2 else PURPLE) > 0.8
    assert told(lambda number: PURPLE if number < 1 else GREEN) < 0.05
    assert told(lambda number: PURPLE if number < 1 else GREEN, member=(1.0, 0.0)) == 1


def test_where_no_pen_runs_around_a_cat_its_rim_tells_nothing():
    assert told(lambda number: GREEN if number < 4 else PURPLE) == 0.5
    assert told(lambda number: None) == 0.5


def against_a_treasure(passes_of_side) -> float:
    return lines(passes_of_side).black.against_a_treasure(PLACE)


def test_an_outline_in_colour_is_no_treasures():
    """A purple cat's black scribble had been taken for a letter."""
    assert against_a_treasure(lambda number: PURPLE) == -4
    assert against_a_treasure(lambda number: BLACK) == 0
    assert against_a_treasure(lambda number: PURPLE if number < 1 else BLACK) == 0

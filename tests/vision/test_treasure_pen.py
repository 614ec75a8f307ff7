"""Coloured ink is no treasure's, black ink no cat's; one dark pen for all tells nothing."""

import numpy as np
import pytest
from inked import FELT, a_cat, ink_of, said

from scoring.boats import boat
from scoring.discoveries import Colour
from vision.colours import dots_of
from vision.marks import CAT, RARE, MarkOdds
from vision.treasure_pen import as_pens_say

BLACK = (0.05, 0.05, 0.05)
PURPLE = FELT[Colour.PURPLE]
SQUARES = boat("blue").squares
CATS, TREASURES, DOUBTFUL = (a_cat(3, 5), a_cat(3, 9)), (a_cat(5, 5), a_cat(5, 9)), a_cat(4, 14)


def weighed(cats, treasures, doubtful) -> np.ndarray:
    """The kinds of a doubtful square, half cat and half rare before, by the pens of all three."""
    pens = dict.fromkeys(CATS, cats) | dict.fromkeys(TREASURES, treasures) | {DOUBTFUL: doubtful}
    kinds = np.full((9, 22, 4), 1e-6)
    kinds[:, :, 0] = 1
    for squares, odds in (*((c, (0, 1, 0, 0)) for c in CATS), *((t, (0, 0, 0, 1)) for t in TREASURES)):
        for s in squares:
            kinds[s] = odds
    for s in DOUBTFUL:
        kinds[s] = (0, 0.5, 0, 0.5)
    marks = MarkOdds(kinds, np.zeros((9, 21)), np.zeros((8, 22)), said(pens))
    after = as_pens_say(marks, dots_of(ink_of(pens)), SQUARES).kinds
    assert np.array_equal(after[min(CATS[0])], kinds[min(CATS[0])])
    return after[min(DOUBTFUL)]


@pytest.mark.parametrize(("pen", "kind"), [(PURPLE, CAT), (BLACK, RARE)])
def test_the_pen_tells_cat_from_treasure(pen, kind):
    assert weighed(PURPLE, BLACK, pen)[kind] > 0.9


def without_treasures(pen, *, patterned) -> np.ndarray:
    """The kinds of a doubtful square on a boat without sure treasures."""
    pens = dict.fromkeys(CATS, PURPLE) | {DOUBTFUL: pen}
    kinds = np.full((9, 22, 4), 1e-6)
    kinds[:, :, 0] = 1
    for s in frozenset().union(*CATS):
        kinds[s] = (0, 1, 0, 0)
    for s in DOUBTFUL:
        kinds[s] = (0, 0.5, 0, 0.5)
    marks = MarkOdds(kinds, np.zeros((9, 21)), np.zeros((8, 22)), said(pens))
    return as_pens_say(marks, dots_of(ink_of(pens)), SQUARES, patterned).kinds[min(DOUBTFUL)]


@pytest.mark.parametrize("patterned", [False, True])
def test_where_no_treasure_is_sure_black_is_still_no_cats(patterned):
    """A boat whose treasures have no letters: they had been read as cats."""
    assert without_treasures(BLACK, patterned=patterned)[RARE] > 0.9


def test_one_coloured_pen_for_patterns_and_treasures_tells_nothing_of_either():
    """Two treasures in the cats' purple pen were silently cats: too few others told what pen treasures have."""
    assert without_treasures(PURPLE, patterned=True)[CAT] == 0.5
    assert without_treasures(PURPLE, patterned=False)[CAT] > 0.9


def test_one_dark_pen_for_all_tells_nothing():
    assert weighed(BLACK, BLACK, BLACK)[CAT] == 0.5

"""Cats whose lines their neighbours drew over: inks that lie on one another tell both pens."""

import numpy as np
import pytest
from inked import FELT, a_cat, ink_of

from scoring.discoveries import Colour
from vision.colours import hue_place
from vision.mixed_lines import as_lines_say

PURPLE, RED, ORANGE = (FELT[c] for c in (Colour.PURPLE, Colour.RED, Colour.ORANGE))
PENS = np.array([hue_place(-np.log(np.array(pen[::-1]))) for pen in (PURPLE, RED, ORANGE)])
CAT, BETWEEN = a_cat(4, 8), (a_cat(3, 8), a_cat(5, 8), a_cat(4, 5), a_cat(4, 11))
LONE = (a_cat(2, 3), a_cat(2, 14), a_cat(6, 5))
"""A cat of each pen that stands alone."""


def told(lines):
    """The odds of purple, red and orange for a cat shut in by red ones, half purple and half red before."""
    cats = [*LONE, *BETWEEN, CAT]
    ink = ink_of(dict(zip(LONE, (PURPLE, RED, ORANGE), strict=True)) | dict.fromkeys(BETWEEN, RED) | {CAT: lines})
    member = np.array([*np.eye(3), *[(0.0, 1.0, 0.0)] * len(BETWEEN), (0.5, 0.5, 0.0)])
    after = as_lines_say(member, cats, len(cats), frozenset(), ink, PENS)
    assert np.array_equal(after[:-1], member[:-1])
    return after[-1]


@pytest.mark.parametrize(
    ("lines", "pen"), [(tuple(np.multiply(PURPLE, RED)), 0), (RED, 1), (tuple(np.multiply(RED, np.sqrt(RED))), 1)]
)
def test_mixed_lines_are_the_hidden_pens_and_pure_ones_the_neighbours(lines, pen):
    assert told(lines)[pen] > 0.9


def test_lines_that_no_pens_explain_tell_nothing():
    assert 0.3 < told((0.03, 0.3, 0.9))[0] < 0.7


def test_one_pen_is_whose_it_is():
    assert as_lines_say(np.ones((1, 1)), [CAT], 1, frozenset(), ink_of({CAT: RED}), PENS[1:2])[0, 0] == 1

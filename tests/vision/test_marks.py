"""The network's odds for squares and sides."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from inked import FELT, a_cat, ink_of

from vision.marks import CAT, RARE, MarksTuning, _pens_say, weigh_marks


def test_many_visitors_weigh_ink_at_the_same_time():
    """A network holds one picture: two threads in it at once failed, or took each other's."""
    inks = [ink_of({a_cat(4, col): passes}) for col, passes in enumerate(FELT.values())]
    alone = [weigh_marks(ink).kinds for ink in inks]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda turn: weigh_marks(inks[turn % 5]).kinds, range(20)))
    for turn, kinds in enumerate(together):
        assert np.array_equal(kinds, alone[turn % 5])


def _sheet_of_two_pens(odd_pen):
    """Odds and pens of a row of six sure cats, six sure treasures, and one square that is half either."""
    odds, pens = np.zeros((4, 1, 13)), np.zeros((1, 13, 2))
    odds[CAT, 0, :6], odds[RARE, 0, 6:12], odds[[CAT, RARE], 0, 12] = 1.0, 1.0, 0.5
    pens[0, :6], pens[0, 12] = (0.0, 0.7), odd_pen
    return odds, pens


def test_coloured_ink_is_no_treasures_and_black_ink_no_cats():
    boat = np.ones((1, 13), bool)
    for pen, likelier, other in (((0.1, 0.6), CAT, RARE), ((0.02, 0.0), RARE, CAT)):
        said = _pens_say(*_sheet_of_two_pens(pen), boat, MarksTuning())
        assert said[likelier, 0, 12] == 0
        assert said[other, 0, 12] < -2


def test_one_dark_pen_for_all_tells_nothing_of_kinds():
    odds, pens = _sheet_of_two_pens((0.0, 0.0))
    assert not _pens_say(odds, pens * 0.1, np.ones((1, 13), bool), MarksTuning()).any()

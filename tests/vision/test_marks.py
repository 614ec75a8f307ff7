"""The network's odds for squares and sides."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from inked import FELT, a_cat, ink_of

from scoring.discoveries import Colour
from vision.marks import MarksTuning, weigh_marks, weigh_with_care


def test_many_visitors_weigh_ink_at_the_same_time():
    """A network holds one picture: two threads in it at once failed, or took each other's."""
    inks = [ink_of({a_cat(4, col): passes}) for col, passes in enumerate(FELT.values())]
    alone = [weigh_marks(ink).kinds for ink in inks]
    with ThreadPoolExecutor(4) as threads:
        together = list(threads.map(lambda turn: weigh_marks(inks[turn % 5]).kinds, range(20)))
    for turn, kinds in enumerate(together):
        assert np.array_equal(kinds, alone[turn % 5])


@pytest.mark.parametrize("patterned", [False, True])
def test_each_network_sees_an_outline(patterned):
    """Boats with patterns have a network of their own."""
    kinds = weigh_marks(ink_of({a_cat(2, 3): FELT[Colour.BLUE]}), patterned).kinds
    assert (kinds[2, 3:6, 1] > 0.9).all()
    assert kinds[6, 3, 0] > 0.9


@pytest.mark.parametrize("look", MarksTuning().further_looks)
def test_every_further_look_sees_lines_where_they_are(look):
    """In a mirror, upside down and in other hues a cat's outline stays on its squares."""
    ink = ink_of({a_cat(2, 3): FELT[Colour.BLUE], a_cat(5, 12): FELT[Colour.RED]})
    again = weigh_with_care(ink, tuning=MarksTuning(further_looks=(look,) * 9))
    for row, col in ((2, 3), (5, 12)):
        assert (again.right[row, col - 1 : col + 3] < 0.5).all()
        assert (again.down[row - 1 : row + 1, col : col + 3] < 0.5).all()

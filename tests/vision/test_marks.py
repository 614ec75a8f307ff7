"""The network's odds for squares and sides."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from inked import FELT, a_cat, ink_of

from scoring.discoveries import Colour
from vision.flatten import grid_of
from vision.marks import FIRST_LOOK, MarkOdds, MarksTuning, weigh_marks, weigh_with_care


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


def wiped(share: float) -> MarkOdds:
    """Drawn cats, and so much of the ink of a solid one that was wiped off."""
    cats = {a_cat(2, 3): FELT[Colour.BLUE], a_cat(5, 12): FELT[Colour.RED], a_cat(2, 12): FELT[Colour.PURPLE]}
    ink = ink_of(cats)
    grid, side = grid_of(ink.flat.geometry), 32
    top, left = (round((start + 4 * grid.side) * ink.flat.px_per_mm) for start in (grid.top, grid.left))
    ink.density[top : top + 2 * side, left : left + 3 * side : 6] += share * ink.density.max()
    ink.density[top : top + 2 * side, left + 1 : left + 3 * side : 6] += share * ink.density.max()
    return weigh_marks(ink)


def test_what_is_left_of_a_wiped_cat_is_no_cat():
    """A smeared board's ghosts, a tenth as dark as its marks, were read as cats."""
    assert wiped(0.5).kinds[4:6, 4:7, 0].max() < 0.5
    assert wiped(0.1).kinds[4:6, 4:7, 0].min() > 0.99


@pytest.mark.parametrize("look", MarksTuning().further_looks)
def test_every_further_look_sees_lines_where_they_are(look):
    """In a mirror, upside down and in other hues a cat's outline stays on its squares."""
    ink = ink_of({a_cat(2, 3): FELT[Colour.BLUE], a_cat(5, 12): FELT[Colour.RED]})
    again = weigh_with_care(ink, tuning=MarksTuning(further_looks=(look,) * 9))
    for row, col in ((2, 3), (5, 12)):
        assert (again.right[row, col - 1 : col + 3] < 0.5).all()
        assert (again.down[row - 1 : row + 1, col : col + 3] < 0.5).all()


def test_what_several_looks_agree_on_is_surer_than_one_of_them():
    ink = ink_of({a_cat(2, 3): FELT[Colour.BLUE]})
    tuning = MarksTuning(further_looks=(FIRST_LOOK,) * 3)
    one, many = (odds.right.clip(1e-5, 1 - 1e-5) for odds in (weigh_marks(ink), weigh_with_care(ink, tuning=tuning)))
    open_ = (many > 2e-5) & (many < 1 - 2e-5)
    assert open_.sum() > 10
    assert np.log(many / (1 - many))[open_] == pytest.approx(tuning.agreed * np.log(one / (1 - one))[open_], rel=0.01)

"""Cats that look alike have five squares and six: where all have four they are rare treasures."""

import numpy as np
import pytest

from scoring.squares import Square
from vision.marks import CAT, COMMON, RARE, MarkOdds
from vision.size_habits import as_sizes_say


def bar(row, squares=4):
    return frozenset(Square(row, col) for col in range(3, 3 + squares))


def odds_of(drawn, rare=1e-6, kind=CAT) -> MarkOdds:
    """The odds where these are cats to the network, or another kind."""
    kinds = np.full((9, 22, 4), 1e-6)
    kinds[:, :, 0] = 1
    for s in frozenset().union(*drawn):
        kinds[s] = (1e-6, 1e-6, 1e-6, rare)
        kinds[(*s, kind)] = 1
    return MarkOdds(
        kinds / kinds.sum(axis=2, keepdims=True), np.zeros((9, 21)), np.zeros((8, 22)), np.zeros((9, 22, 2))
    )


@pytest.mark.parametrize(("count", "rare"), [(1, False), (2, False), (3, True), (6, True)])
def test_three_that_look_alike_and_have_four_squares_each_are_rare_treasures(count, rare):
    """An r in each square was a sixth pattern: six treasures of a boat were silently read as cats."""
    group = [bar(row) for row in range(count)]
    kinds = as_sizes_say(odds_of(group), [group], []).kinds
    assert all(bool(kinds[s][RARE] > kinds[s][CAT]) is rare for squares in group for s in squares)


def test_two_are_open():
    """Six colours of 2,722 with two cats have two of four squares."""
    group = [bar(1), bar(2)]
    kinds = as_sizes_say(odds_of(group), [group], []).kinds
    assert all(0.1 < kinds[s][RARE] < 0.5 for squares in group for s in squares)


def test_one_of_another_size_makes_them_cats():
    group = [*(bar(row) for row in range(4)), bar(5, squares=5)]
    marks = odds_of(group)
    assert as_sizes_say(marks, [group], []) is marks


def test_other_pens_groups_stay_as_they_are():
    fours, others = [bar(row) for row in range(3)], [bar(row, squares=6) for row in (4, 6)]
    kinds = as_sizes_say(odds_of([*fours, *others]), [fours, others], []).kinds
    assert all(kinds[s][CAT] > 0.99 for squares in others for s in squares)


def test_what_is_surely_a_treasure_stays_so():
    group = [bar(1), bar(2)]
    kinds = as_sizes_say(odds_of(group, rare=5.0), [group], []).kinds
    assert all(kinds[s][RARE] > 0.8 for squares in group for s in squares)


@pytest.mark.parametrize(("count", "rare"), [(1, False), (2, True), (3, True)])
def test_several_common_treasures_of_four_squares_are_rare_ones(count, rare):
    """R's that look like c's: three treasures of a boat. One alone may be a slip, or a letter that is plainly there."""
    four, three = [bar(row) for row in range(count)], [bar(row, squares=3) for row in (4, 6)]
    kinds = as_sizes_say(odds_of([*four, *three], kind=COMMON), [], [*four, *three]).kinds
    assert all(bool(kinds[s][RARE] > kinds[s][COMMON]) is rare for squares in four for s in squares)
    assert all(kinds[s][COMMON] > 0.99 for squares in three for s in squares)

"""Where nothing lies beyond a side, its line's ink is that of the pen that drew what lies before it."""

import numpy as np
import pytest
from test_rims import BLACK, GREEN, PLACE, PURPLE, lines

from scoring.boats import boat
from scoring.squares import Square
from vision.lone_sides import LoneSides
from vision.marks import CAT, MarkOdds

BOAT = boat("blue").squares
AROUND = frozenset(n for s in PLACE for n in s.neighbours) - PLACE
NOBODY = frozenset()
PURPLES, GREENS = 0, 1


def seen(passes_of_side, crossed=()) -> LoneSides:
    return LoneSides(lines(passes_of_side, PURPLE, GREEN, crossed=crossed))


def marks(certainly_empty: float) -> MarkOdds:
    """A boat that the network takes for empty; of PLACE it is so sure."""
    kinds = np.full((9, 22, 4), 1e-6)
    kinds[:, :, 0] = 1
    for s in PLACE:
        kinds[s] = (certainly_empty, 1 - certainly_empty, 1e-6, 1e-6)
    return MarkOdds(
        kinds / kinds.sum(axis=2, keepdims=True), np.zeros((9, 21)), np.zeros((8, 22)), np.zeros((9, 22, 2))
    )


def test_a_treasure_has_no_coloured_lone_sides():
    """A greyish purple cat with a star in it had been read as a rare treasure."""
    assert seen(lambda number: PURPLE).against_a_treasure(PLACE, NOBODY) == -12
    assert seen(lambda number: BLACK).against_a_treasure(PLACE, NOBODY) == 0
    assert seen(lambda number: PURPLE).against_a_treasure(PLACE, AROUND) == 0, "a neighbour's line may lie over each"


def test_a_cat_has_no_lone_sides_in_another_ink():
    """Treasures without a letter were asked about, though their outlines are as black as the others'."""
    assert seen(lambda number: BLACK).against_a_cat(PLACE, PURPLES, NOBODY) == -12
    assert seen(lambda number: PURPLE).against_a_cat(PLACE, PURPLES, NOBODY) == 0
    assert seen(lambda number: PURPLE).against_a_cat(PLACE, GREENS, NOBODY) == -12
    assert seen(lambda number: BLACK).against_a_cat(PLACE, PURPLES, AROUND) == 0
    assert seen(lambda number: None).against_a_cat(PLACE, PURPLES, NOBODY) == 0, "no line says nothing"


def test_a_cat_is_its_lone_sides_pens():
    even = np.array([[0.5, 0.5]])
    told = seen(lambda number: PURPLE).whose(even, [PLACE], NOBODY)
    assert told[0, PURPLES] > 0.999
    assert seen(lambda number: PURPLE).whose(even, [PLACE], AROUND)[0, PURPLES] == 0.5
    assert seen(lambda number: PURPLE).whose(even[:0], [], NOBODY).shape == (0, 2)


def test_where_lone_lines_are_not_the_pens_that_the_hue_names_it_may_be_the_neighbours_hue():
    """A purple cat around which orange highlighters had gone was surely orange, so it was silently read as empty."""
    surely = np.array([[1e-80, 1.0]])
    assert seen(lambda number: PURPLE).whose(surely, [PLACE], NOBODY)[0, PURPLES] > 0.5
    assert seen(lambda number: GREEN).whose(surely, [PLACE], NOBODY)[0, PURPLES] < 1e-70
    assert seen(lambda number: PURPLE).whose(surely, [PLACE], AROUND)[0, PURPLES] < 1e-70, "no side is lone"
    both = seen(lambda number: PURPLE if number < 3 else GREEN)
    assert both.whose(surely, [PLACE], NOBODY)[0, PURPLES] < 1e-70, "green lone lines are not purple's either"


@pytest.mark.parametrize(
    ("beside", "passes_of_side", "likelier"),
    [
        (GREENS, lambda number: PURPLE, True),
        (PURPLES, lambda number: PURPLE, False),
        (GREENS, lambda number: PURPLE if number else None, True),
        (GREENS, lambda number: PURPLE if number % 3 else None, False),
    ],
    ids=["a purple line among green cats", "the neighbours' own lines", "with a gap", "not shut in"],
)
def test_squares_shut_in_by_a_line_of_nobody_beside_them_are_somebodys(beside, passes_of_side, likelier):
    """A purple cat between an orange and a blue one was silently read as empty."""
    before = marks(0.99)
    after = seen(passes_of_side).shut_in(before, dict.fromkeys(AROUND, beside), BOAT)
    if likelier:
        assert all(after.kinds[s][CAT] > 0.9 for s in PLACE)
        others = [s for s in BOAT if s not in PLACE]
        assert all(np.allclose(after.kinds[s], before.kinds[s]) for s in others)
    else:
        assert after is before


def test_a_pocket_that_is_crossed_out_is_nobodys():
    """Outlines begun in a wrong place and crossed out were taken for cats, for all that lay inside."""
    before = marks(0.99)
    neighbours = dict.fromkeys(AROUND, GREENS)
    assert seen(lambda number: PURPLE, crossed=PLACE).shut_in(before, neighbours, BOAT) is before


def test_a_pocket_is_one_thing_so_its_squares_speak_once():
    """The network was sure of each of five squares, and five times so of all together."""
    after = seen(lambda number: PURPLE).shut_in(marks(0.9999), dict.fromkeys(AROUND, GREENS), BOAT)
    one = Square(*min(PLACE))
    assert 0.5 < after.kinds[one][CAT] < 0.95


def test_a_cat_all_around_which_other_ink_lies_may_be_a_pens_that_nobody_knows():
    """The only purple cat, drawn over by red and orange neighbours, was silently a red one."""
    assert seen(lambda number: PURPLE if number < 3 else GREEN).unknown(PLACE, PURPLES, AROUND) > 0.1
    assert seen(lambda number: GREEN if number < 3 else PURPLE).unknown(PLACE, PURPLES, AROUND) == 0
    assert seen(lambda number: None).unknown(PLACE, PURPLES, AROUND) == 0, "gaps are no other ink"
    assert seen(lambda number: PURPLE if number < 3 else GREEN).unknown(PLACE, PURPLES, NOBODY) == 0, "lone sides tell"

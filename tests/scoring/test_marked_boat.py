"""What can be on a boat, and what is refused with its squares."""

import pytest
from drawn import BLUE, COMMON, RARE, RED, drawn, made, marked
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.boats import boat
from scoring.discoveries import Colour, Discovery, Kind
from scoring.marked_boat import MarkedBoat, NotOnABoat
from scoring.squares import Square, around, pieces


def test_overlapping_discoveries_are_refused_with_their_squares():
    with pytest.raises(NotOnABoat, match=r"discoveries 1 and 3 overlap at \(4, 4\), \(4, 5\)") as caught:
        marked(made(RED, [(4, 4), (4, 5)]), made(RED, [(6, 6)]), made(COMMON, [(4, 5), (4, 4), (3, 4)]))
    assert caught.value.index == 2
    assert caught.value.squares == {(4, 4), (4, 5)}


def test_a_discovery_that_leaves_the_boat_is_refused_with_its_squares():
    with pytest.raises(NotOnABoat, match=r"discovery 1 leaves the boat at \(0, 6\)") as caught:
        marked(made(RED, [(0, 6), (0, 7)]))
    assert caught.value.index == 0


@pytest.mark.parametrize("squares", [[(4, 4), (4, 6)], [(4, 4), (5, 5)]])
def test_a_discovery_in_two_pieces_is_refused_with_its_squares(squares):
    with pytest.raises(ValueError, match=rf"in 2: \({squares[0][0]}, {squares[0][1]}\) \| \({squares[1][0]}"):
        made(RED, squares)


def test_a_discovery_needs_a_square():
    with pytest.raises(ValueError, match="a cat without squares"):
        made(RED, [])


def test_a_cat_has_a_colour_and_a_treasure_has_none():
    somewhere = frozenset({Square(4, 4)})
    with pytest.raises(ValueError, match="a cat with colour None"):
        Discovery(Kind.CAT, somewhere)
    with pytest.raises(ValueError, match="a rare with colour red"):
        Discovery(Kind.RARE, somewhere, Colour.RED)
    with pytest.raises(ValueError, match="Oshax are cats"):
        Discovery(Kind.COMMON, somewhere, oshax=True)


def test_a_lesson_ticked_twice_is_refused():
    with pytest.raises(ValueError, match="lesson 3 is ticked twice"):
        MarkedBoat(boat("blue"), (), lessons=(3, 3))


def test_discoveries_that_share_a_side_touch_and_at_a_corner_they_do_not():
    drawing = drawn("aab\n.cd", red="ac", blue="b", common="d")
    assert drawing.touching == ({1, 2}, {0, 3}, {0, 3}, {1, 2})
    assert drawn("a.\n.b", red="ab").touching == ((), ()) or drawn("a.\n.b", red="ab").touching == (set(), set())


def test_groups_are_cats_of_one_colour_and_never_treasures():
    drawing = drawn("aabbc\nddd.c", red="ab", blue="c", rare="d")
    assert {*drawing.groups} == {frozenset({0, 1}), frozenset({2})}


def test_every_square_can_be_drawn_on():
    whole = marked(*(made(RARE, [s]) for s in boat("black").squares), on="black")
    assert whole.empty == frozenset()


squares_strategy = st.frozensets(st.builds(Square, st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=14)


@given(squares_strategy)
@settings(max_examples=80)
def test_pieces_are_apart_and_make_up_the_whole(squares):
    parts = pieces(squares)
    assert sum(map(len, parts)) == len(squares)
    assert frozenset().union(*parts) == squares
    assert not any(around(part) & squares for part in parts)


def test_squares_are_named_for_people():
    assert f"{Square(3, 0)}" == "(3, 0)"
    assert made(BLUE, [(3, 0)]).squares == {(3, 0)}

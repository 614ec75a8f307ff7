"""The rulebook's cat families."""

import pytest
from drawn import BLUE, GREEN, ORANGE, RED, drawn, marked, ones

from scoring.families import families, family_points, lonely_cats, score_families
from scoring.score import score


def five_examples():
    """The five examples of the rulebook's key terms: 3 orange, 4 blue, 2 and 2 red that meet at a corner, 3 orange."""
    return drawn(
        """
        a a b . d d e . x x . . .
        a . b c . f e . . y y . .
        . . c c . f g g . . . u u
        h . . . . . g . . . . . v
        h i i j j . . . . . . . v
        """,
        orange="abchij",
        blue="defg",
        red="xyuv",
    )


def test_the_first_example_three_orange_cats_are_a_family_of_three():
    item = next(i for i in score_families(five_examples()).items if (2, 1) in i.squares)
    assert (item.points, item.why.text("en")) == (8, "These 3 orange cats touch: 8 points.")


def test_the_second_example_four_blue_cats_are_a_family_of_four():
    item = next(i for i in score_families(five_examples()).items if (2, 6) in i.squares)
    assert (item.points, item.why.text("en")) == (11, "These 4 blue cats touch: 11 points.")


def test_the_third_example_two_red_cats_are_not_a_family():
    boat = drawn("aab\n..b", red="ab")
    assert families(boat) == []
    assert score_families(boat).points == 0


@pytest.mark.parametrize("picture", ["aab..\n..b..\n...cc\n...dd", "..baa\n..b..\ncc...\ndd..."])
@pytest.mark.parametrize("order", ["abcd", "dcba", "acbd"])
def test_the_fourth_example_diagonal_cats_are_not_touching(picture, order):
    """Two red cats that touch, and two more that meet them only at a corner: both slants, drawn in any order."""
    boat = drawn(picture, red="abcd")
    boat = marked(*(boat.discoveries["abcd".index(letter)] for letter in order))
    line = score_families(boat)
    assert line.points == 0
    assert [note.why.text("en") for note in line.notes] == ["2 red cats that meet only at a corner do not touch."]


def test_the_third_and_fourth_examples_are_two_sets_of_red_cats_and_no_family():
    assert not any("red" in item.why.text("en") for item in score_families(five_examples()).items)
    assert [note.squares for note in score_families(five_examples()).notes] == [
        frozenset({(3, 10), (3, 11), (4, 12), (4, 13)})
    ]


def test_the_fifth_example_a_colour_can_have_two_families():
    orange = [i.points for i in score_families(five_examples()).items if "orange" in i.why.text("en")]
    assert orange == [8, 8]


def test_the_five_examples_together_are_worth_what_the_table_says():
    assert score_families(five_examples()).points == 8 + 11 + 8


@pytest.mark.parametrize(
    ("cats", "points"), [(0, 0), (1, 0), (2, 0), (3, 8), (4, 11), (5, 15), (6, 20), (7, 25), (8, 30), (12, 50)]
)
def test_points_by_size(cats, points):
    assert family_points(cats) == points
    row = marked(*ones(BLUE, [(4, col) for col in range(cats)]))
    assert score_families(row).points == points


def test_cats_of_two_colours_that_touch_are_no_family():
    assert score_families(drawn("abcd", red="ac", blue="bd")).points == 0


def test_a_treasure_between_cats_keeps_them_apart():
    assert score_families(drawn("ab.\nCCc\n..d", red="abcd", common="C")).points == 0


def test_cats_that_touch_through_others_are_one_family():
    ring = drawn("aab\nd.b\ndcc", green="abcd")
    assert score_families(ring).points == 11
    assert score_families(ring).items[0].squares == frozenset().union(*(d.squares for d in ring.discoveries))


def test_one_large_cat_is_one_cat():
    assert score_families(drawn("aaaa\naaaa", red="a")).points == 0


def test_a_note_tells_of_a_cat_that_misses_a_family_of_three_by_a_corner():
    (note,) = score_families(drawn("aab.\n...c", red="abc")).notes
    assert note.squares == {(2, 3), (3, 4)}


def test_no_note_where_a_corner_changes_nothing():
    """Two lonely cats at a corner would be no family even if they touched; two colours never would."""
    assert score_families(drawn("a.\n.b", red="ab")).notes == ()
    assert score_families(drawn("aab.\n...c", red="ab", blue="c")).notes == ()


def test_families_come_largest_first():
    boat = marked(*ones(RED, [(4, c) for c in range(3)]), *ones(GREEN, [(6, c) for c in range(4, 9)]))
    assert [len(f) for f in families(boat)] == [5, 3]


def test_a_lonely_cat_touches_no_cat_of_its_own_colour():
    boat = drawn("aabbc\n...d.", red="ab", blue="c", orange="d")
    assert {boat.discoveries[i].colour for i in lonely_cats(boat)} == {BLUE, ORANGE}


def test_the_line_of_the_card_is_the_families_line():
    card = score(five_examples())
    assert next(line for line in card.lines if line.rule == "families").points == 27

"""A marked boat as text, both ways."""

import pytest
from drawn import BLUE, RARE, RED, drawn, made, marked, marked_boats, with_lessons
from hypothesis import given, settings

from scoring.boats import boat
from scoring.marked_boat import MarkedBoat, Special
from scoring.notation import NotationWrong, read, write


@given(marked_boats())
@settings(max_examples=100, deadline=None)
def test_what_is_written_is_read_back_the_same(drawing):
    assert read(write(drawing)) == drawing


def test_a_boat_with_a_discovery_on_every_square_is_read_back():
    full = marked(*(made(RED, [s]) for s in sorted(boat("red").squares)), on="red")
    assert read(write(full)) == full


def test_lessons_specials_and_oshax_are_written():
    drawing = MarkedBoat(boat("blue"), (made(RED, [(4, 0)], oshax=True), made(RARE, [(4, 1)])), (3, 17), (Special.ROW,))
    text = write(drawing)
    assert text.splitlines()[:3] == ["boat: blue", "lessons: 3, 17", "specials: row"]
    assert text.splitlines()[-2:] == ["a: red oshax", "b: rare"]
    assert "ab...................." in text
    assert read(text) == drawing


def test_the_picture_may_be_indented():
    drawing = with_lessons(drawn("aab", red="a", blue="b"), 5)
    assert read("\n".join("    " + line for line in write(drawing).splitlines())) == drawing


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("boat: blue", ""), 'expected a line "boat: "'),
        (("~~~~~~~", "~~~~~~."), r"row 0, column 6: expected the outline of the blue boat"),
        (("a: red cat", "a: red dog"), "a: red dog: 'dog' is not a valid Kind"),
        (("a: red cat", "a: cat"), "a: cat: a cat with colour None"),
        (("b: blue cat", ""), "b: expected each sign in the picture and in the list"),
        (("lessons: 5", "lessons: five"), "lessons: invalid literal"),
        (("lessons: 5", "specials: jump"), "specials: 'jump' is not a valid Special"),
    ],
)
def test_a_wrong_text_is_explained(change, message):
    text = write(with_lessons(drawn("aab", red="a", blue="b"), 5)).replace(*change, 1)
    with pytest.raises(NotationWrong, match=message):
        read(text)


def test_what_is_drawn_is_a_boat():
    assert read(write(drawn("a", blue="a"))).discoveries == (made(BLUE, [(2, 1)]),)

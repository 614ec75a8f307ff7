"""A doubt matters when another answer would change the score, alone or with another doubt."""

import pytest

from scoring.discoveries import Colour, cat
from scoring.lesson_sheet import lesson_sheet_from_json
from vision.reading import About, Option, Question, Reading, Seen
from vision.stakes import stakes

TOGETHER = 0.01
BLUE, ALSO_BLUE = cat(Colour.BLUE, (3, 5), (3, 6)), cat(Colour.BLUE, (4, 5), (4, 6))


def reading_of(*discoveries, lessons=()) -> Reading:
    return Reading("a.jpg", "boat-blue-en-a4", "blue", tuple(Seen(d, 0.95) for d in discoveries), lessons)


def recoloured(discovery, colour, odds) -> tuple[float, Question]:
    then = cat(colour, *discovery.squares)
    options = (Option((discovery,), odds=1 - odds), Option((then,), odds=odds))
    return odds, Question(About.COLOUR, discovery.squares, options)


def test_the_colour_of_a_lonely_cat_changes_nothing():
    lonely = cat(Colour.RED, (3, 12), (3, 13))
    reading = reading_of(BLUE, lonely)
    assert stakes(reading, [recoloured(lonely, Colour.ORANGE, 0.05)], None, TOGETHER) == [pytest.approx(0, abs=1e-9)]


def test_the_third_cat_of_a_family_changes_the_score():
    third = cat(Colour.BLUE, (5, 5), (5, 6))
    reading = reading_of(BLUE, ALSO_BLUE, third)
    assert stakes(reading, [recoloured(third, Colour.PURPLE, 0.05)], None, TOGETHER) == [pytest.approx(0.05)]


def test_two_doubts_that_matter_only_together_weigh_as_much_as_both_being_wrong():
    second, third = cat(Colour.PURPLE, (4, 5), (4, 6)), cat(Colour.PURPLE, (5, 5), (5, 6))
    doubts = [recoloured(second, Colour.BLUE, 0.3), recoloured(third, Colour.BLUE, 0.2)]
    assert stakes(reading_of(BLUE, second, third), doubts, None, TOGETHER) == pytest.approx([0.06, 0.06])


def test_what_lessons_count_depends_on_the_lesson_sheet():
    lonely = cat(Colour.RED, (3, 12), (3, 13))
    lesson = {"number": 1, "condition": "exactly-cats", "colour": "red", "count": 1, "points": 9}
    own = lesson_sheet_from_json({"name": "ours", "lessons": [lesson]}, "ours")
    doubts = [recoloured(lonely, Colour.ORANGE, 0.05)]
    assert stakes(reading_of(lonely, lessons=(1,)), doubts, own, TOGETHER) == [pytest.approx(0.05)]
    assert stakes(reading_of(lonely), doubts, own, TOGETHER) == [pytest.approx(0, abs=1e-9)]


def test_what_no_option_says_is_taken_to_matter():
    _, question = recoloured(BLUE, Colour.RED, 0.02)
    assert stakes(reading_of(BLUE), [(0.05, question)], None, TOGETHER) == [pytest.approx(0.03)]


def test_a_lesson_that_is_not_on_the_sheet_is_asked_about():
    options = (Option(odds=0.95), Option(lessons=(30,), odds=0.05))
    doubt = (0.05, Question(About.LESSON, frozenset(), options, lesson=30))
    lesson = {"number": 1, "condition": "exactly-cats", "colour": "red", "count": 1, "points": 9}
    own = lesson_sheet_from_json({"name": "ours", "lessons": [lesson]}, "ours")
    assert stakes(reading_of(BLUE), [doubt], own, TOGETHER) == [pytest.approx(0.05)]

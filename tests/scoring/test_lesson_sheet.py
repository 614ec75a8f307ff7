"""Lesson sheets as data, and what is said about wrong ones."""

import json
import pickle

import pytest
from drawn import BLUE, RED, apart, made, marked, with_lessons

from scoring.lesson_sheet import FORMS, LessonSheetWrong, Pays, default_sheet, lesson_text, load_lesson_sheet
from scoring.lessons import CONDITIONS, score_lessons

GOOD = {"number": 5, "condition": "exactly-cats", "colour": "blue", "count": 4, "points": 11}


def written(tmp_path, lessons, **more):
    path = tmp_path / "mine.json"
    path.write_text(json.dumps({"lessons": lessons, **more}), encoding="utf-8")
    return path


def test_the_default_sheet_has_31_lessons_numbered_in_order():
    assert [*default_sheet().lessons] == [*range(1, 32)]
    assert len({lesson.key for lesson in default_sheet().lessons.values()}) == 31


def test_every_condition_has_a_form_and_a_function_and_is_used():
    assert CONDITIONS.keys() == FORMS.keys()
    assert {lesson.condition for lesson in default_sheet().lessons.values()} == FORMS.keys()


def test_an_owner_can_write_a_sheet_with_other_numbers_counts_and_points(tmp_path):
    sheet = load_lesson_sheet(written(tmp_path, [GOOD, {"number": 40, "condition": "oshax", "points": 6}], name="ours"))
    cats = (made(colour, [s]) for colour, s in zip([BLUE] * 4 + [RED], apart(5), strict=True))
    line = score_lessons(with_lessons(marked(*cats), 5, 40), sheet)
    assert [(i.number, i.key, i.points) for i in line.items] == [(5, "exactly-cats", 11), (40, "oshax", 0)]
    assert line.items[0].why.text("en") == "Exactly 4 blue cats: 11 points."
    assert sheet.name == "ours"


def test_a_room_lesson_takes_any_icon(tmp_path):
    sheet = load_lesson_sheet(
        written(tmp_path, [{"number": 1, "condition": "rooms-empty", "icon": "corn", "points": 9}])
    )
    assert score_lessons(with_lessons(marked(), 1), sheet).points == 9
    assert lesson_text(1, "fr", sheet).condition == "cabine au blé sans dessin"


def test_an_owners_words_are_printed_in_their_language(tmp_path):
    lesson = GOOD | {"title": {"en": "Blue crew"}, "text": {"en": "four of the blue", "fr": "quatre bleus"}}
    sheet = load_lesson_sheet(written(tmp_path, [lesson]))
    assert lesson_text(5, "en", sheet) == lesson_text(5, "en", sheet).__class__("Blue crew", "four of the blue", "11")
    assert lesson_text(5, "fr", sheet).condition == "quatre bleus"
    assert lesson_text(5, "fr", sheet).title == "Chats bleus"


def test_how_a_lesson_pays_is_printed():
    assert lesson_text(1).points == "12"
    assert lesson_text(8).points == "2 each"
    assert lesson_text(21).points == "1 per 2"
    assert lesson_text(27).points == "its points"
    assert {form.pays for form in FORMS.values()} == {*Pays}


@pytest.mark.parametrize(
    ("lessons", "message"),
    [
        (
            [GOOD | {"condition": "blue-cats"}],
            r"lessons\[0\].condition: expected one of edge-full, .* found 'blue-cats'",
        ),
        ([GOOD, GOOD], r"lessons\[1\].number: 5 is the number of an earlier lesson too"),
        ([GOOD | {"number": 0}], r"lessons\[0\].number: expected a whole number from 1 up, found 0"),
        ([GOOD | {"number": True}], r"lessons\[0\].number: expected a whole number"),
        ([GOOD | {"points": "many"}], r"lessons\[0\].points: expected a whole number from 0 up, found 'many'"),
        ([GOOD | {"count": 0}], r"lessons\[0\].count: expected a whole number from 1 up, found 0"),
        ([GOOD | {"colour": "pink"}], r"lessons\[0\].colour: expected one of blue, green, .*; found 'pink'"),
        ([GOOD | {"icon": "moon"}], r"lessons\[0\].icon: the condition exactly-cats takes no such key"),
        ([{"number": 1, "condition": "exactly-cats"}], r"lessons\[0\]: the condition exactly-cats needs count, points"),
        (
            [{"number": 1, "condition": "rooms-full", "icon": "pear", "points": 1}],
            r"lessons\[0\].icon: expected one of parrot",
        ),
        ([GOOD | {"text": {"de": "vier"}}], r"lessons\[0\].text.de: expected the languages en, fr"),
        ([GOOD | {"title": "Blue"}], r"lessons\[0\].title: expected an object, language to text"),
        ([GOOD | {"key": ""}], r"lessons\[0\].key: expected a text"),
        ([[]], r"lessons\[0\]: expected an object with number, condition and parameters"),
        ({}, 'expected an object with "lessons"'),
    ],
)
def test_a_wrong_sheet_is_explained_with_its_file_and_place(tmp_path, lessons, message):
    path = written(tmp_path, lessons)
    with pytest.raises(LessonSheetWrong, match=message) as caught:
        load_lesson_sheet(path)
    assert str(path) in str(caught.value)


def test_a_sheet_that_is_no_json_names_the_line(tmp_path):
    path = tmp_path / "mine.json"
    path.write_text('{"lessons": [\n {"number": 1,}\n]}', encoding="utf-8")
    with pytest.raises(LessonSheetWrong, match="mine.json, line 2: not JSON"):
        load_lesson_sheet(path)


def test_a_sheet_that_cannot_be_read_is_explained(tmp_path):
    with pytest.raises(LessonSheetWrong, match="cannot be read"):
        load_lesson_sheet(tmp_path / "nowhere.json")
    (tmp_path / "latin.json").write_bytes('{"name": "é"}'.encode("latin-1"))
    with pytest.raises(LessonSheetWrong, match="cannot be read"):
        load_lesson_sheet(tmp_path / "latin.json")


def test_a_lesson_sheet_travels_to_workers_in_other_processes():
    """A read-only view in it did not: every photo read with --workers broke down."""
    assert pickle.loads(pickle.dumps(default_sheet())) == default_sheet()  # noqa: S301  (our own bytes)

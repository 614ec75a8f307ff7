"""A reading with its score, as JSON and for people."""

import json

import pytest

from scoring.discoveries import Colour, cat, common, rare
from scoring.lesson_sheet import default_sheet
from scoring.sister import Sister
from table.readings_file import load_readings, readings_in
from table.result import result_json, result_text, score_report, score_table, standings_text, table_standings
from vision.reading import About, Option, Question, Reading, ReadingWrong, Seen, Unread

CATS = tuple(Seen(cat(Colour.RED, (4, col)), 0.9) for col in range(5))
READING = Reading("a.jpg", "boat-blue-en-a4", "blue", CATS, lessons=(7,))
LESS = Reading("b.jpg", "boat-red-en-a4", "red", CATS[:4], lessons=(7,))
UNREAD = Unread("c.jpg", "Only three corners are in the picture. Photograph the whole sheet.")


def scored(*outcomes):
    return score_table(outcomes)


def test_the_line_is_the_reading_with_its_score():
    line = result_json(*scored(READING)[0])
    assert line["photo"] == "a.jpg"
    assert line["discoveries"][0] == {"kind": "cat", "colour": "red", "squares": [[4, 0]], "confidence": 0.9}
    assert line["score"]["total"] == -19 - 35 + 15
    assert json.loads(json.dumps(line)) == line


def test_an_unreadable_photo_has_a_reason_and_no_score():
    assert result_json(*scored(UNREAD)[0]) == {"photo": "c.jpg", "status": "unreadable", "reason": UNREAD.reason}


def test_lessons_that_compare_players_are_settled_across_all():
    (_, first), (_, second), (_, none) = scored(READING, LESS, UNREAD)
    assert (first.lines[4].points, second.lines[4].points, none) == (10, 0, None)


def test_who_plays_against_the_sister_is_compared_with_nobody():
    alone = Reading("s.jpg", "", "blue", CATS, (7,), sister=Sister(tuple(Colour), ("rats",)))
    (_, solo), (_, other) = scored(alone, LESS)
    assert "Against the sister" in solo.lines[4].items[0].why.text("en")
    assert "Without the other boats" in other.lines[4].items[0].why.text("en")


def test_standings_name_photos_parts_and_double_names_apart():
    parts = [Reading("a.pdf", "", "blue", CATS, part=n) for n in (1, 2)]
    same = Reading("a.jpg", "", "blue", CATS[:2])
    names = [p.name for p in table_standings(scored(READING, same, *parts, UNREAD)).places]
    assert sorted(names) == ["a.jpg", "a.jpg (2)", "a.pdf#1", "a.pdf#2"]


def test_several_boats_give_standings_and_one_gives_none():
    lines = [json.loads(line) for line in score_report(scored(READING, LESS), as_json=True)]
    assert [line.get("photo") for line in lines] == ["a.jpg", "b.jpg", None]
    assert lines[2]["winners"] == ["a.jpg"]
    assert len([*score_report(scored(READING, UNREAD), as_json=True)]) == 2
    assert len([*score_report(scored(READING))]) == 1


def test_the_text_tells_each_rule_each_reason_and_what_is_open():
    (question,) = (Question(About.COLOUR, CATS[0].discovery.squares, (Option(), Option())),)
    asked = Reading("a.jpg", "boat-blue-en-a4", "blue", (*CATS, Seen(common((6, 6)))), (7,), questions=(question,))
    text = result_text(*scored(asked)[0])
    assert "a.jpg (boat-blue-en-a4): -39 points" in text
    assert "Cat families: 15\n      These 5 red cats touch: 15 points." in text
    assert "3 × A rat is visible in the corn room: -1 point." in text
    assert "      7. Without the other boats" in text
    assert "! This discovery touches no other" in text
    assert "1 question is open: the score may change." in text


def test_the_text_is_french_when_asked():
    assert "Familles de chats : 15" in result_text(*scored(READING)[0], "fr")
    assert result_text(*scored(UNREAD)[0], "fr").startswith("c.jpg : non lu.")
    assert "Victoire de a.jpg" in standings_text(table_standings(scored(READING, LESS)), "fr")


def test_the_text_with_the_sister_tells_who_wins():
    solo = Reading(
        "s.jpg", "", "blue", (Seen(rare((4, 4), (4, 5), (4, 6), (4, 7))),), sister=Sister(tuple(Colour), ("rats",))
    )
    text = result_text(*scored(solo)[0])
    assert "The sister: 95 points" in text
    assert text.splitlines()[-1] == "The sister wins; a tie is hers too."


ONE = {"photo": "a.jpg", "sheet": "boat-blue-en-a4", "discoveries": []}


def read(text):
    return readings_in(text, "a.json", default_sheet())


def test_one_object_over_several_lines_and_json_lines_are_both_read():
    assert len(read(json.dumps(ONE, indent=2))) == 1
    assert [r.photo for r in read(json.dumps(ONE) + "\n\n" + json.dumps(ONE | {"photo": "b.jpg"}) + "\n")] == [
        "a.jpg",
        "b.jpg",
    ]


def test_a_reading_without_a_photo_is_called_after_its_file():
    bare = {"sheet": "boat-blue-en-a4", "discoveries": []}
    assert read(json.dumps(bare))[0].photo == "a.json"
    assert [r.photo for r in read(f"{json.dumps(bare)}\n{json.dumps(bare)}")] == ["a.json, line 1", "a.json, line 2"]


def with_(**changes):
    return json.dumps(ONE | changes)


A_CAT = {"kind": "cat", "colour": "red", "squares": [[4, 4]]}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "a.json: there is no reading in it"),
        ("[]", "a.json: the reading: expected an object"),
        ('{"photo": }', r"a.json: not JSON: Expecting value \(column 11\)"),
        ('{\n "photo": }', "a.json, line 2: not JSON"),
        (with_() + "\n{]", "a.json, line 2: not JSON"),
        (with_() + "\n" + with_(discoveries=3), "a.json, line 2: discoveries: expected a list"),
        (with_(discoveries=[A_CAT, A_CAT]), r"a.json: discoveries\[1\]: discoveries 1 and 2 overlap at \(4, 4\)"),
        (
            with_(discoveries=[A_CAT | {"squares": [[0, 0]]}]),
            r"discoveries\[0\]: discovery 1 leaves the boat at \(0, 0\)",
        ),
        (with_(discoveries=[A_CAT | {"squares": [[4, 4], [4, 6]]}]), r"discoveries\[0\]: .*in 2: \(4, 4\) \| \(4, 6\)"),
        (
            with_(discoveries=[A_CAT | {"squares": [[4, 4], [4, 4]]}]),
            r"discoveries\[0\].squares\[1\]: \(4, 4\) is there twice",
        ),
        (with_(discoveries=[A_CAT | {"squares": []}]), r"discoveries\[0\]: a cat without squares"),
        (
            with_(discoveries=[A_CAT | {"colour": "pink"}]),
            r"discoveries\[0\].colour: expected one of blue, .* found 'pink'",
        ),
        (with_(lessons=[3, 40]), r"a.json: lessons\[1\]: lesson 40 is not on the lesson sheet"),
        (with_(lessons=[3, 4, 3]), r"a.json: lessons\[2\]: 3 is there twice"),
        (with_(specials=["row", "row"]), r"a.json: specials\[1\]: row is there twice"),
        (with_(specials=["jump"]), r"a.json: specials\[0\]: expected one of extra-card"),
        (with_(sister={"colours": ["red"], "lessons": []}), "a.json: sister.colours: expected each of blue"),
        (with_(sister={"colours": [*Colour], "lessons": ["mice"]}), r"a.json: sister.lessons\[0\]: expected one of"),
        (json.dumps({"sheet": "mine", "discoveries": []}), "a.json: sheet: expected"),
        (
            with_(discoveries=[A_CAT | {"confidence": float("nan")}]),
            r"discoveries\[0\].confidence: expected a number from",
        ),
        (
            with_(questions=[{"about": "which colour?", "options": [{"odds": "high"}]}]),
            r"questions\[0\].options\[0\].odds: expected a number from 0 to 1, found 'high'",
        ),
        ("[" * 100_000, "a.json: not a reading: lists inside lists"),
    ],
)
def test_wrong_input_is_explained_with_its_file_and_place(text, message):
    with pytest.raises(ReadingWrong, match=message):
        read(text)


def test_files_that_cannot_be_read_are_explained(tmp_path):
    with pytest.raises(ReadingWrong, match="nowhere.json: cannot be read: No such file"):
        load_readings(str(tmp_path / "nowhere.json"), default_sheet())
    (tmp_path / "latin.json").write_bytes('{"photo": "é"}'.encode("latin-1"))
    with pytest.raises(ReadingWrong, match="expected JSON in UTF-8, byte 11 is not"):
        load_readings(str(tmp_path / "latin.json"), default_sheet())


def test_a_byte_order_mark_does_no_harm(tmp_path):
    (tmp_path / "a.json").write_text(json.dumps(ONE), encoding="utf-8-sig")
    assert load_readings(str(tmp_path / "a.json"), default_sheet())[0].photo == "a.jpg"

"""Both languages say everything."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest
from drawn import BLUE, RED, marked, marked_boats, ones
from hypothesis import given, settings

from scoring.boats import BOAT_NAMES, ROOM_ICONS, boat
from scoring.discoveries import Colour, Kind
from scoring.families import score_families
from scoring.lesson_sheet import FORMS, Pays, default_sheet, lesson_text
from scoring.score import score
from scoring.sister import DIFFICULTY_BY_LESSONS, LESSON_KEYS, Sister
from scoring.texts import LANGUAGES, catalogue, points_said, saying

ROOT = Path(__file__).parents[2]
EN, FR = (catalogue(lang) for lang in LANGUAGES)


def forms(template):
    return {"": template} if isinstance(template, str) else dict(template)


def gaps(template):
    return {name for text in forms(template).values() for _, name, _, _ in Formatter().parse(text) if name}


def test_both_languages_have_the_same_keys():
    assert EN.keys() == FR.keys()


@pytest.mark.parametrize("key", EN)
def test_both_languages_fill_the_same_gaps_and_choose_by_the_same_number(key):
    count_free = {"n"} if forms(EN[key]).keys() == {"one", "other"} else set()
    assert gaps(EN[key]) - count_free == gaps(FR[key]) - count_free
    assert forms(EN[key]).keys() == forms(FR[key]).keys()
    assert all(forms(EN[key]).values())
    assert all(forms(FR[key]).values())


def test_no_sentence_is_the_same_by_oversight():
    """A sentence forgotten in translation would be English twice; single words, as "rats", may be the same."""
    words = {
        key: re.findall(r"[^\W\d]{2,}", " ".join(re.sub(r"{\w+}", "", t) for t in forms(EN[key]).values()))
        for key in EN
    }
    assert [key for key in EN if EN[key] == FR[key] and len(words[key]) > 2] == []


def keys_in_code():
    """Every text that looks like a key where scoring/ and table/ say something; f-strings as patterns."""
    for path in [*ROOT.glob("scoring/*.py"), ROOT / "table" / "result.py"]:
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(call, ast.Call) and getattr(call.func, "id", "") in (
                "saying",
                "Counted",
                "earned",
                "missed",
                "each",
            ):
                for argument in call.args:
                    if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                        yield re.escape(argument.value)
                    if isinstance(argument, ast.JoinedStr):
                        yield "".join(
                            re.escape(str(part.value)) if isinstance(part, ast.Constant) else r"[\w.-]+"
                            for part in argument.values
                        )


def test_every_key_that_the_code_says_is_in_the_catalogue():
    wanted = {*keys_in_code()}
    assert len(wanted) > 60
    missing = [pattern for pattern in wanted if not any(re.fullmatch(pattern, key) for key in EN)]
    assert missing == []


def test_keys_made_of_words_of_the_game_are_all_there():
    for key in (
        *(f"cats.{colour}" for colour in Colour),
        *(f"audit.shape.{kind}" for kind in Kind),
        *(f"room.{icon}{side}" for icon in ROOM_ICONS for side in ("", ".left", ".right", ".upper", ".lower")),
        *(f"{what}.{icon}" for what in ("rooms", "icon") for icon in ROOM_ICONS),
        *(f"pays.{how}" for how in Pays),
        *(f"difficulty.{word}" for word in DIFFICULTY_BY_LESSONS.values()),
        *(f"rule.{line.rule}.{which}" for line in score(marked()).lines for which in ("title", "text")),
        *(
            f"lesson.rooms-{state}.{icon}.{w}"
            for state in ("full", "empty")
            for icon in ROOM_ICONS
            for w in ("title", "rule")
        ),
        *(f"lesson.exactly-cats.{colour}.{w}" for colour in Colour for w in ("title", "rule")),
        *(f"lesson.{c}.{w}" for c, form in FORMS.items() if "icon" not in form.needs for w in ("title", "rule")),
    ):
        assert key in EN, key


@given(marked_boats())
@settings(max_examples=60, deadline=None)
def test_every_sentence_of_any_boat_can_be_said_in_both_languages(drawing):
    sister = Sister(tuple(Colour), LESSON_KEYS[-7:])
    card = score(drawing, sister=sister)
    for lang in LANGUAGES:
        for line in (*card.as_json(lang)["lines"], *card.as_json(lang)["sister"]["lines"]):
            for item in (*line["items"], *line.get("notes", ())):
                assert item["text"].endswith(".")
                assert "{" not in item["text"]


@pytest.mark.parametrize("name", BOAT_NAMES)
def test_every_sentence_of_every_lesson_is_there_in_both_languages(name):
    every = tuple(default_sheet().lessons)
    for discoveries in ((), ones(RED, boat(name).squares), ones(BLUE, sorted(boat(name).squares)[:40])):
        drawing = marked(*discoveries, on=name)
        card = score(type(drawing)(drawing.boat, drawing.discoveries, every))
        assert len(card.as_json("fr")["lines"][4]["items"]) == len(card.as_json("en")["lines"][4]["items"]) == 31


def test_french_counts_zero_with_one_and_english_with_many():
    assert [points_said(n).text("en") for n in (-5, -1, 0, 1, 2)] == [
        "-5 points",
        "-1 point",
        "0 points",
        "1 point",
        "2 points",
    ]
    assert [points_said(n).text("fr") for n in (-5, -1, 0, 1, 2)] == [
        "-5 points",
        "-1 point",
        "0 point",
        "1 point",
        "2 points",
    ]


def test_french_colours_agree_with_the_cats():
    row = marked(*ones(BLUE, [(4, c) for c in range(4)]))
    assert score_families(row).items[0].why.text("fr") == "Ces 4 chats bleus sont en contact : 11 points."
    assert (
        saying("families.item", cats=saying("cats.orange", n=3), points="8").text("fr").startswith("Ces 3 chats orange")
    )


def test_a_language_that_is_not_there_is_explained():
    with pytest.raises(ValueError, match="no language is called 'de'; there are en, fr"):
        points_said(1).text("de")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("number", default_sheet().lessons)
def test_the_printed_words_of_a_lesson_are_short_enough_for_a_column(number, lang):
    printed = lesson_text(number, lang)
    assert 0 < len(printed.title) <= 22
    assert 0 < len(printed.condition) <= 36
    assert 0 < len(printed.points) <= 10


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_two_lessons_print_the_same(lang):
    printed = {(lesson_text(n, lang).title, lesson_text(n, lang).condition) for n in default_sheet().lessons}
    assert len(printed) == 31

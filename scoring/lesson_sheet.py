"""Lesson sheets as data: number, condition, parameters. The default sheet is in `data/lessons`."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cache
from pathlib import Path

from scoring.boats import ROOM_ICONS
from scoring.discoveries import Colour
from scoring.texts import LANGUAGES, Saying, saying

DEFAULT = Path(__file__).parent / "data" / "lessons" / "default.json"


class LessonSheetWrong(ValueError):
    """A lesson sheet that cannot be used: names the file, the place and what was expected."""


class Pays(StrEnum):
    """How a condition pays."""

    ONCE = "once"
    EACH = "each"
    PER = "per"
    FAMILY = "family"


@dataclass(frozen=True, slots=True)
class Form:
    """Which parameters a condition takes, and how it pays."""

    needs: frozenset[str]
    pays: Pays = Pays.ONCE
    may_have: frozenset[str] = frozenset()
    least_count: int = 1


POINTS, COUNT, ICON = frozenset({"points"}), frozenset({"count"}), frozenset({"icon"})
FORMS: Mapping[str, Form] = {
    "edge-full": Form(POINTS),
    "exactly-cats": Form(POINTS | COUNT, may_have=frozenset({"colour"})),
    "each-colour": Form(POINTS | COUNT),
    "each-colour-on-edge": Form(POINTS),
    "best-colour-on-edge": Form(POINTS, Pays.EACH),
    "lonely-cats": Form(POINTS, Pays.EACH),
    "largest-family": Form(POINTS | COUNT),
    "rare-treasures": Form(POINTS, Pays.EACH),
    "common-treasures": Form(POINTS, Pays.EACH),
    "all-treasures": Form(POINTS, Pays.EACH),
    "exactly-treasures": Form(POINTS | COUNT, least_count=0),
    "exactly-rats": Form(POINTS | COUNT, least_count=0),
    "visible-rats": Form(POINTS, Pays.EACH),
    "ticked-lessons": Form(POINTS, Pays.EACH),
    "exactly-lessons": Form(POINTS | COUNT),
    "cats-on-edge": Form(POINTS | COUNT, Pays.PER),
    "rooms-full": Form(POINTS | ICON),
    "rooms-empty": Form(POINTS | ICON),
    "filled-rooms": Form(POINTS, Pays.EACH),
    "big-families": Form(POINTS | COUNT, Pays.EACH, least_count=3),
    "third-family-twice": Form(frozenset(), Pays.FAMILY),
    "oshax": Form(POINTS, Pays.EACH),
    "middle-row-full": Form(POINTS),
}
"""Every condition a lesson sheet can use."""

PARAMETERS = ("points", "count", "colour", "icon")
WORDS = ("title", "text")


@dataclass(frozen=True, slots=True)
class Lesson:
    """A box of the lesson sheet: its condition with its parameters, and words of the sheet's owner if any."""

    number: int
    key: str
    condition: str
    points: int = 0
    count: int = 0
    colour: Colour | None = None
    icon: str | None = None
    title: Mapping[str, str] = field(default_factory=dict)
    text: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LessonSheet:
    """The lessons of a game by their printed numbers."""

    name: str
    lessons: Mapping[int, Lesson]


@dataclass(frozen=True, slots=True)
class LessonText:
    """A lesson as it is printed: short enough for a column."""

    title: str
    condition: str
    points: str


@cache
def default_sheet() -> LessonSheet:
    """The lesson sheet that comes with boatscore, with all 31 lessons."""
    return load_lesson_sheet(DEFAULT)


def lesson_text(number: int, lang: str = "en", sheet: LessonSheet | None = None) -> LessonText:
    """What the sheet prints for this lesson; KeyError if it has no such number."""
    lesson = (sheet or default_sheet()).lessons[number]
    return LessonText(
        title=lesson.title.get(lang) or _printed(lesson, "title").text(lang),
        condition=lesson.text.get(lang) or _printed(lesson, "rule").text(lang),
        points=saying(f"pays.{FORMS[lesson.condition].pays}", n=lesson.points, count=lesson.count).text(lang),
    )


def _printed(lesson: Lesson, which: str) -> Saying:
    """A printed text of the lesson, `title` or `rule`; some differ by colour, by icon, or where none is wanted."""
    form = FORMS[lesson.condition]
    none = "none" if lesson.count == 0 == form.least_count and "count" in form.needs else None
    case = lesson.colour or lesson.icon or none
    return saying(".".join(filter(None, ("lesson", lesson.condition, case, which))), n=lesson.count)


def load_lesson_sheet(path: Path) -> LessonSheet:
    """The lesson sheet in this file, or LessonSheetWrong with the place and what was expected there."""
    try:
        return _sheet(json.loads(path.read_text(encoding="utf-8")), path.stem)
    except json.JSONDecodeError as problem:
        raise LessonSheetWrong(f"{path}, line {problem.lineno}: not JSON: {problem.msg}") from problem
    except (OSError, UnicodeDecodeError) as problem:
        raise LessonSheetWrong(f"{path}: cannot be read: {problem}") from problem
    except ValueError as problem:
        raise LessonSheetWrong(f"{path}: {problem}") from problem


def lesson_sheet_from_json(facts: object, name: str) -> LessonSheet:
    """The lesson sheet that this JSON holds, or LessonSheetWrong with the place and what was expected there."""
    try:
        return _sheet(facts, name)
    except ValueError as problem:
        raise LessonSheetWrong(str(problem)) from problem


def _sheet(facts: object, name: str) -> LessonSheet:
    if not isinstance(facts, dict) or not isinstance(facts.get("lessons"), list):
        raise ValueError('expected an object with "lessons", a list of lessons')
    lessons: dict[int, Lesson] = {}
    for index, entry in enumerate(facts["lessons"]):
        lesson = _lesson(entry, f"lessons[{index}]")
        if lesson.number in lessons:
            raise ValueError(f"lessons[{index}].number: {lesson.number} is the number of an earlier lesson too")
        lessons[lesson.number] = lesson
    return LessonSheet(str(facts.get("name", name)), lessons)


def _lesson(entry: object, at: str) -> Lesson:
    if not isinstance(entry, dict):
        raise ValueError(f"{at}: expected an object with number, condition and parameters, found {entry!r}")
    condition = _one_of(entry.get("condition"), f"{at}.condition", tuple(FORMS))
    form = FORMS[condition]
    if missing := sorted(form.needs - entry.keys()):
        raise ValueError(f"{at}: the condition {condition} needs {', '.join(missing)}")
    known = {"number", "key", "condition", *WORDS} | form.needs | form.may_have
    if unknown := sorted(entry.keys() - known):
        raise ValueError(f"{at}.{unknown[0]}: the condition {condition} takes no such key; expected {_keys(known)}")
    return Lesson(
        number=_whole(entry.get("number"), f"{at}.number", 1),
        key=_key(entry.get("key", condition), f"{at}.key"),
        condition=condition,
        points=_whole(entry.get("points", 0), f"{at}.points", 0),
        count=_whole(entry.get("count", form.least_count), f"{at}.count", form.least_count),
        colour=Colour(_one_of(entry["colour"], f"{at}.colour", tuple(Colour))) if "colour" in entry else None,
        icon=_one_of(entry["icon"], f"{at}.icon", ROOM_ICONS) if "icon" in entry else None,
        title=_words(entry.get("title", {}), f"{at}.title"),
        text=_words(entry.get("text", {}), f"{at}.text"),
    )


def _keys(known: set[str]) -> str:
    return ", ".join(sorted(known))


def _whole(value: object, at: str, least: int) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ValueError(f"{at}: expected a whole number from {least} up, found {value!r}")
    return value


def _key(value: object, at: str) -> str:
    if not isinstance(value, str) or not value:
        raise ValueError(f"{at}: expected a text, found {value!r}")
    return value


def _one_of(value: object, at: str, words: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in words:
        raise ValueError(f"{at}: expected one of {', '.join(words)}; found {value!r}")
    return value


def _words(value: object, at: str) -> Mapping[str, str]:
    if not isinstance(value, dict) or not all(isinstance(words, str) for words in value.values()):
        raise ValueError(f"{at}: expected an object, language to text, found {value!r}")
    if unknown := sorted(value.keys() - set(LANGUAGES)):
        raise ValueError(f"{at}.{unknown[0]}: expected the languages {', '.join(LANGUAGES)}")
    return dict(value)

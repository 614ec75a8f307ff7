"""Readings out of files: one JSON object, or JSON lines as `boatscore read --json` writes them."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path

from scoring.lesson_sheet import LessonSheet
from scoring.lessons import LessonNotOnSheet, check_lessons
from vision.reading import Reading, ReadingWrong, Unread, reading_from_json

STANDARD_INPUT = "-"


def load_readings(file: str, sheet: LessonSheet) -> list[Reading | Unread]:
    """Every reading in the file, or in what comes on standard input for `-`; ReadingWrong names file and place."""
    name = "standard input" if file == STANDARD_INPUT else file
    try:
        data = sys.stdin.buffer.read() if file == STANDARD_INPUT else Path(file).read_bytes()
        return readings_in(data.decode("utf-8-sig"), name, sheet)
    except OSError as problem:
        raise ReadingWrong(f"{name}: cannot be read: {problem.strerror}") from problem
    except UnicodeDecodeError as problem:
        raise ReadingWrong(f"{name}: expected JSON in UTF-8, byte {problem.start} is not") from problem


def readings_in(text: str, name: str, sheet: LessonSheet) -> list[Reading | Unread]:
    """Every reading in the text, or ReadingWrong with the file, the line if there are several, and the place.

    A reading without the name of a photo is called after the file, and after the line if there are several.
    """
    values = list(_values(text, name))
    if not values:
        raise ReadingWrong(f"{name}: there is no reading in it")
    return [_reading(value, where, sheet) for value, where in values]


def _values(text: str, name: str) -> Iterator[tuple[object, str]]:
    """The JSON values and where each stands: the whole text is one, or each line is."""
    lines = [(line, f"{name}, line {number}") for number, line in enumerate(text.splitlines(), 1) if line.strip()]
    if len(lines) > 1 and _is_json(lines[0][0]):
        for line, where in lines:
            yield _json(line, where), where
    elif lines:
        yield _json(text, name), name


def _is_json(line: str) -> bool:
    """Whether the line is a value of its own, and not the first line of one written over several."""
    try:
        json.loads(line)
    except (ValueError, RecursionError):
        return False
    return True


def _json(text: str, where: str) -> object:
    try:
        return json.loads(text)
    except json.JSONDecodeError as problem:
        place = where if problem.lineno == 1 else f"{where}, line {problem.lineno}"
        raise ReadingWrong(f"{place}: not JSON: {problem.msg} (column {problem.colno})") from problem
    except RecursionError as problem:
        raise ReadingWrong(f"{where}: not a reading: lists inside lists without end") from problem


def _reading(value: object, where: str, sheet: LessonSheet) -> Reading | Unread:
    try:
        outcome = reading_from_json({"photo": where} | value if isinstance(value, dict) else value)
        if isinstance(outcome, Reading):
            check_lessons(outcome.lessons, sheet)
    except ReadingWrong as problem:
        raise ReadingWrong(f"{where}: {problem}") from problem
    except LessonNotOnSheet as problem:
        raise ReadingWrong(f"{where}: lessons[{problem.index}]: {problem}") from problem
    return outcome

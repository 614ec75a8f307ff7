"""A record: what was read on a photo, what people corrected and what it scored, so that anyone can check it later."""

import json
import platform
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from scoring.cards import ScoreCard
from scoring.lesson_sheet import default_sheet
from scoring.lessons import Company, LessonNotOnSheet, check_lessons
from scoring.score import score
from table.differences import differences
from vision.reading import Reading, ReadingWrong, Unread, reading_from_json, reading_json

FORMAT = 1
PACKAGES = ("boatscore", "opencv-python-headless", "numpy", "scipy")
Json = dict[str, Any]
Read = Callable[[bytes, str], Sequence[Reading | Unread]]


class RecordWrong(ValueError):
    """A file that is no record or reading: names the place and what was expected there."""


@dataclass(frozen=True)
class Record:
    """A boat as it was kept."""

    read: Reading
    """What the reader saw."""
    reading: Reading
    """What people made of it."""
    score: Json
    company: Company
    sha256: str | None
    """Of the photo's bytes; a boat that was tapped in has none."""
    corrections: list[Json]
    versions: dict[str, str]


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that a record says, and whether it still holds; None where it cannot be told."""

    key: str
    holds: bool | None
    says: str


def record_json(read: Reading, reading: Reading, card: ScoreCard, company: Company, photo_sha256: str | None) -> Json:
    """The record file's content."""
    return {
        "boatscore_record": FORMAT,
        "photo": {"name": read.photo, "sha256": photo_sha256},
        "read": reading_json(read),
        "corrections": [difference.as_json() for difference in differences(read, reading)],
        "reading": reading_json(reading),
        "company": {"largest_elsewhere": company.largest_elsewhere},
        "score": card.as_json(),
        "versions": versions(),
    }


def versions() -> dict[str, str]:
    """What made this: boatscore and what its reader stands on."""
    found = {"python": platform.python_version()}
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found


def record_from_json(data: bytes) -> Record:
    """The record in this file, or RecordWrong."""
    facts = _facts(data)
    if facts.get("boatscore_record") != FORMAT:
        raise RecordWrong(f"boatscore_record: expected {FORMAT}, found {facts.get('boatscore_record')!r}")
    for key, kind in (("photo", dict), ("score", dict), ("corrections", list), ("company", dict), ("versions", dict)):
        if not isinstance(facts.get(key), kind):
            raise RecordWrong(f"{key}: expected {'a list' if kind is list else 'an object'}, found {facts.get(key)!r}")
    digest, elsewhere = facts["photo"].get("sha256"), facts["company"].get("largest_elsewhere")
    if digest is not None and not isinstance(digest, str):
        raise RecordWrong(f"photo.sha256: expected a text or null, found {digest!r}")
    if elsewhere is not None and type(elsewhere) is not int:
        raise RecordWrong(f"company.largest_elsewhere: expected a whole number or null, found {elsewhere!r}")
    return Record(
        read=_reading(facts.get("read"), "read"),
        reading=_reading(facts.get("reading"), "reading"),
        score=facts["score"],
        company=Company(elsewhere),
        sha256=digest,
        corrections=facts["corrections"],
        versions=facts["versions"],
    )


def kept_reading(data: bytes) -> Reading:
    """The reading in a record, or in a line of `boatscore read --json`; RecordWrong when there is none to score."""
    facts = _facts(data)
    return _reading(facts.get("reading"), "reading") if "boatscore_record" in facts else _reading(facts, "reading")


def verify(record: Record, photo: tuple[bytes, str] | None, read: Read) -> list[Check]:
    """Everything a record says, checked: its sums by scoring again, its reading by reading the photo again."""
    checks = [_corrections_check(record), _score_check(record), _versions_check(record)]
    if photo is None:
        return [*checks, Check("photo", None, "no photo was given, so it was not read again")]
    data, name = photo
    if record.sha256 is None:
        return [*checks, Check("photo", None, "this boat was tapped in without a photo")]
    if sha256(data).hexdigest() != record.sha256:
        return [*checks, Check("photo", False, "this is another photo, or it was changed: its SHA-256 differs")]
    same = Check("photo", True, "this is the photo that was read, byte by byte")
    return [*checks, same, _reading_check(record, read(data, name))]


def _corrections_check(record: Record) -> Check:
    found = [difference.as_json() for difference in differences(record.read, record.reading)]
    if found != record.corrections:
        return Check("corrections", False, "the corrections do not lead from what was read to the kept reading")
    if not found:
        return Check("corrections", True, "nobody changed what was read")
    return Check("corrections", True, f"{len(found)} correction{'s' * (len(found) > 1)} by hand, all of them listed")


def _score_check(record: Record) -> Check:
    now = score(record.reading.marked_boat, sister=record.reading.sister, company=record.company).as_json()
    kept, again = _worth(record.score), _worth(now)
    if kept == again:
        return Check("score", True, f"the reading scores {now['total']} points, as kept")
    parts = [f"{rule}: kept {kept.get(rule)}, now {again.get(rule)}" for rule in {**kept, **again}]
    wrong = [part for rule, part in zip({**kept, **again}, parts, strict=True) if kept.get(rule) != again.get(rule)]
    return Check("score", False, "the reading scores differently: " + "; ".join(wrong))


def _worth(card: Json) -> Json:
    """What a card comes to, without its sentences: those may be said better one day."""
    lines = card.get("lines")
    worth = {str(line.get("rule")): line.get("points") for line in lines} if isinstance(lines, list) else {}
    sister = card.get("sister")
    return worth | {"total": card.get("total")} | ({"sister": sister.get("total")} if isinstance(sister, dict) else {})


def _versions_check(record: Record) -> Check:
    now = versions()
    other = [
        f"{name} {kept}, here {now.get(name, 'none')}"
        for name, kept in record.versions.items()
        if now.get(name) != kept
    ]
    if not other:
        return Check("versions", True, "made by the same versions")
    return Check("versions", None, "made by other versions: " + "; ".join(other))


def _reading_check(record: Record, outcomes: Sequence[Reading | Unread]) -> Check:
    again = next((o for o in outcomes if o.part == record.read.part), None)
    if again is None or isinstance(again, Unread):
        reason = again.reason if again else "that sheet was not found in it."
        return Check("reading", False, f"the photo cannot be read any more: {reason}")
    if again.sheet != record.read.sheet:
        return Check("reading", False, f"another sheet is seen now: {again.sheet}, not {record.read.sheet}")
    parts = differences(record.read, again)
    if not parts:
        return Check("reading", True, "the photo is read as it was")
    return Check("reading", False, f"the photo is read differently now in {len(parts)} place{'s' * (len(parts) > 1)}")


def _facts(data: bytes) -> Json:
    try:
        facts = json.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as problem:
        raise RecordWrong("the file is not text") from problem
    except (json.JSONDecodeError, RecursionError) as problem:
        raise RecordWrong(f"the file is not JSON: {problem}") from problem
    if not isinstance(facts, dict):
        raise RecordWrong("expected an object")
    return facts


def _reading(facts: object, at: str) -> Reading:
    try:
        outcome = reading_from_json(facts)
        if isinstance(outcome, Reading):
            check_lessons(outcome.lessons, default_sheet())
    except (ReadingWrong, LessonNotOnSheet) as problem:
        raise RecordWrong(f"{at}: {problem}") from problem
    if isinstance(outcome, Unread):
        raise RecordWrong(f"{at}: nothing was read: {outcome.reason}")
    return outcome

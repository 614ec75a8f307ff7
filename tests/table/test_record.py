"""A kept record and whether it still holds."""

import json
from hashlib import sha256

import pytest

from scoring.discoveries import Colour, cat
from scoring.lessons import ALONE, Company
from scoring.sister import Sister
from scoring.squares import Square
from table.edits import erase, split, with_sister
from table.record import RecordWrong, kept_reading, record_from_json, record_json, verify
from table.result import score_reading
from vision.reading import Reading, Seen, Unread, reading_json

PHOTO = b"the bytes of a photo"
LINE = cat(Colour.BLUE, (3, 2), (3, 3), (3, 4))
READ = Reading("a.jpg", "boat-blue-en-a4", "blue", (Seen(LINE, 0.98),), lessons=(12,))
FIXED = split(READ, [Square(3, 4)])


def kept(read=READ, reading=FIXED, company=ALONE, photo=PHOTO):
    card = score_reading(reading, company=company)
    digest = sha256(photo).hexdigest() if photo is not None else None
    return json.loads(json.dumps(record_json(read, reading, card, company, digest)))


def checked(facts, photo=(PHOTO, "a.jpg"), again=(READ,)):
    record = record_from_json(json.dumps(facts).encode())
    return {check.key: check.holds for check in verify(record, photo, lambda data, name: list(again))}


def test_a_record_as_it_was_written_holds():
    assert checked(kept()) == {"corrections": True, "score": True, "versions": True, "photo": True, "reading": True}


def test_without_its_photo_a_record_holds_as_far_as_can_be_told():
    assert checked(kept(), photo=None) == {"corrections": True, "score": True, "versions": True, "photo": None}


def test_a_boat_tapped_in_has_no_photo_to_compare():
    assert checked(kept(photo=None))["photo"] is None


def test_a_changed_score_is_found():
    facts = kept()
    facts["score"]["lines"][2]["points"] += 8
    assert checked(facts)["score"] is False


def test_a_changed_reading_is_found():
    facts = kept()
    facts["reading"] = reading_json(erase(FIXED, Square(3, 2)))
    found = checked(facts)
    assert found["corrections"] is False


def test_a_hidden_correction_is_found():
    facts = kept()
    facts["corrections"] = []
    assert checked(facts)["corrections"] is False


def test_another_photo_is_found_and_not_read():
    assert "reading" not in checked(kept(), photo=(PHOTO + b"!", "a.jpg"))
    assert checked(kept(), photo=(PHOTO + b"!", "a.jpg"))["photo"] is False


@pytest.mark.parametrize("again", [(), (Unread("a.jpg", "Too dark."),), (FIXED,)])
def test_a_photo_that_reads_differently_now_is_found(again):
    assert checked(kept(), again=again)["reading"] is False


def test_other_versions_are_told_but_break_nothing():
    facts = kept()
    facts["versions"]["numpy"] = "0.1"
    assert checked(facts)["versions"] is None


def test_lessons_that_compare_players_are_scored_in_the_company_of_then():
    facts = kept(company=Company(largest_elsewhere=4))
    assert facts["company"] == {"largest_elsewhere": 4} and checked(facts)["score"] is True


def test_the_sister_is_kept_too():
    alone = with_sister(READ, Sister(tuple(Colour), ("rats",)))
    facts = kept(reading=alone)
    assert checked(facts)["score"] is True
    facts["score"]["sister"]["total"] = 1
    assert checked(facts)["score"] is False


def test_a_record_or_a_line_of_read_gives_its_reading():
    assert kept_reading(json.dumps(kept()).encode()) == FIXED
    assert kept_reading(json.dumps(reading_json(READ)).encode()) == READ


@pytest.mark.parametrize(
    ("data", "place"),
    [
        (b"\xff\xfe\x00", "not text"),
        (b"{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"[]", "expected an object"),
        (b'{"boatscore_record": 2}', "boatscore_record"),
        (json.dumps(kept() | {"photo": 3}).encode(), "photo"),
        (json.dumps(kept() | {"company": {"largest_elsewhere": "x"}}).encode(), "company.largest_elsewhere"),
        (json.dumps(kept() | {"reading": {"photo": "a", "sheet": "boat-blue-en-a4"}}).encode(), "reading: discoveries"),
        (json.dumps(kept() | {"read": reading_json(Unread("a", "dark"))}).encode(), "read"),
    ],
)
def test_a_file_that_is_no_record_says_where_it_is_wrong(data, place):
    with pytest.raises(RecordWrong, match=place):
        record_from_json(data)


def test_a_lesson_that_no_sheet_has_is_refused():
    line = reading_json(READ) | {"lessons": [99]}
    with pytest.raises(RecordWrong, match="99"):
        kept_reading(json.dumps(line).encode())

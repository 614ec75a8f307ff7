from dataclasses import replace

import numpy as np
import pytest

from benchmarks.compare import answered_by_truth, asked, compared, errors, registration_tenths
from benchmarks.summary import interval, page, reliability, slices, tier_numbers
from scoring.discoveries import Colour, cat, common, rare
from vision.reading import About, Option, Question, Reading, Seen, Unread, reading_json

BLUE, RED = Colour.BLUE, Colour.RED
FIRST, SECOND, CHEST, GOLD = (
    cat(BLUE, (4, 5), (4, 6)),
    cat(RED, (4, 7)),
    common((4, 8)),
    rare((5, 5), (5, 6), (5, 7), (5, 8)),
)


def reading(*discoveries, questions=(), lessons=(3,), **more):
    seen = tuple(Seen(d, 0.99) for d in discoveries)
    return Reading("a.jpg", "boat-blue-en-a4", "blue", seen, lessons=lessons, questions=tuple(questions), **more)


TRUE = reading(FIRST, SECOND, CHEST, GOLD)


def part(**more):
    corners = [[[10.0 * c, 10.0 * r] for c in range(23)] for r in range(10)]
    return {**reading_json(TRUE), "fair": ["ok", "check"], "corners_px": corners, **more}


def test_a_right_reading_has_no_errors():
    line = compared(TRUE, part(), None)
    assert line["exact"]
    assert line["exact_score"]
    assert line["first_wrong"] == "none"
    assert line["fair"]


@pytest.mark.parametrize(
    ("read", "kind", "squares"),
    [
        (reading(FIRST, SECOND, CHEST), "drawn", GOLD.squares),
        (reading(FIRST, SECOND, CHEST, GOLD, cat(RED, (0, 8))), "drawn", {(0, 8)}),
        (reading(FIRST, SECOND, rare((4, 8)), GOLD), "letters", {(4, 8)}),
        (reading(FIRST, cat(BLUE, (4, 7)), CHEST, GOLD), "colours", {(4, 7)}),
        (reading(cat(BLUE, (4, 5)), cat(BLUE, (4, 6)), SECOND, CHEST, GOLD), "partition", {(4, 5), (4, 6)}),
    ],
)
def test_each_error_is_told_by_its_kind_and_squares(read, kind, squares):
    wrong = errors(read, TRUE)
    assert getattr(wrong, kind) == squares
    assert sum(bool(getattr(wrong, k)) for k in ("drawn", "letters", "colours", "partition")) == 1


def test_boxes_that_differ_are_errors():
    assert errors(reading(FIRST, SECOND, CHEST, GOLD, lessons=(4,)), TRUE).lessons == {3, 4}
    line = compared(reading(FIRST, SECOND, CHEST, GOLD, lessons=()), part(), None)
    assert line["first_wrong"] == "boxes"
    assert not line["exact"]
    assert line["exact_discoveries"]


def test_another_boat_is_wrong_from_the_sheet_on():
    read = replace(TRUE, sheet="boat-red-en-a4", boat="red")
    assert compared(read, part(), None)["first_wrong"] == "sheet"


def test_errors_far_off_the_grid_are_laid_to_registration():
    corners = np.array(part()["corners_px"])
    wrong = reading(FIRST, SECOND, CHEST)
    assert compared(wrong, part(), corners + 5)["first_wrong"] == "registered"
    assert compared(wrong, part(), corners + 0.2)["first_wrong"] == "drawn or empty"


def test_registration_is_measured_in_tenths_of_a_square():
    rms, most = registration_tenths(np.array(part()["corners_px"]) + (1.0, 0.0), part())
    assert rms == pytest.approx(1.0)
    assert most == pytest.approx(1.0)


def test_a_question_on_the_wrong_squares_counts_as_asked_and_answering_mends_it():
    wrong = cat(BLUE, (4, 7))
    question = Question(About.COLOUR, SECOND.squares, (Option((wrong,)), Option((SECOND,))))
    read = reading(FIRST, wrong, CHEST, GOLD, questions=[question])
    assert asked(read, errors(read, TRUE))
    assert not errors(answered_by_truth(read, TRUE), TRUE).any
    elsewhere = replace(question, squares=FIRST.squares)
    unasked = reading(FIRST, wrong, CHEST, GOLD, questions=[elsewhere])
    assert not asked(unasked, errors(unasked, TRUE))


def test_a_question_about_a_lesson_covers_that_lesson():
    question = Question(About.LESSON, frozenset(), (Option(), Option(lessons=(3,))), lesson=3)
    read = reading(FIRST, SECOND, CHEST, GOLD, lessons=(), questions=[question])
    assert asked(read, errors(read, TRUE))
    assert not errors(answered_by_truth(read, TRUE), TRUE).any


def test_a_reading_of_what_nobody_can_read_is_unfair_and_silently_wrong():
    nothing = {"status": "unreadable", "fair": ["unreadable"]}
    line = compared(TRUE, nothing, None)
    assert not line["fair"]
    assert tier_numbers([result([line])])["silently_wrong"] == 1.0
    fair = compared(Unread("a.jpg", "No sheet is in the picture."), nothing, None)
    assert fair["fair"]
    assert tier_numbers([result([fair])])["silently_wrong"] == 0.0


def result(sheets, **made):
    return {
        "photo": "a", "tier": "good", "seconds": 1.0, "decode_seconds": 0.1, "megapixels": 2.0,
        "sheets": sheets, "made": {"pens": "felt", **made},
    }  # fmt: skip


def test_shares_are_of_the_sheets_that_can_be_read():
    right, wrong = compared(TRUE, part(), None), compared(reading(FIRST, SECOND, CHEST), part(), None)
    missed = compared(Unread("a.jpg", "Too dark."), part(), None)
    numbers = tier_numbers([result([right]), result([wrong]), result([missed]), result([right])])
    assert numbers["exact_score"] == 0.5
    assert numbers["unreadable"] == 0.25
    assert numbers["silently_wrong"] == 0.25
    assert numbers["first_wrong"] == {"none": 2, "drawn or empty": 1, "found": 1}
    assert numbers["times_decoding"] == 10


def test_reliability_sets_what_was_said_beside_what_was_right():
    line = {"confidences": [[0.97, 1], [0.96, 0], [0.9999, 1]]}
    bins = reliability([line])
    assert [(b["discoveries"], b["right"]) for b in bins] == [(2, 0.5), (1, 1.0)]


def test_wilsons_interval_holds_the_share_and_never_leaves_0_to_1():
    assert interval([True] * 20)[0] == pytest.approx(0.839, abs=0.001)
    low, high = interval([True, False] * 10)
    assert low < 0.5 < high
    assert interval([]) is None


def test_the_page_names_every_tier_and_slice():
    results = [result([compared(TRUE, part(), None)], light="lamp") for _ in range(4)]
    report = {"how": "4 photos.", "tiers": {"good": tier_numbers(results)}, "slices": slices(results), "memory": []}
    text = page(report)
    assert "| exact score | 100.0% |" in text
    assert "| light | lamp | 4 | 100% |" in text

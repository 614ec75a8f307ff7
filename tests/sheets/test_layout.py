import json
import subprocess
import sys
from itertools import combinations

import pytest

from scoring.boats import BOAT_NAMES, boat
from sheets.geometry import Box, Geometry
from sheets.layout import (
    MARKER_CENTRES,
    PLACES_A_SHEET,
    QUIET_MM,
    SHEET_NAMES,
    Lang,
    Paper,
    geometry_by_name,
    sheet_geometry,
    sheet_of_marker,
    without_markers,
)

UNPRINTABLE_MM = 5.0
CLEAR_MM = 3.0
CODES_OF_THE_FAMILY = 587

every_sheet = pytest.mark.parametrize("name", SHEET_NAMES)


def grown(box: Box, by: float) -> Box:
    return Box(box.x - by, box.y - by, box.w + 2 * by, box.h + 2 * by)


def apart(one: Box, other: Box, by: float) -> bool:
    """Whether this much white lies between the boxes."""
    slack = by - 1e-6
    return (
        one.x + one.w + slack <= other.x
        or other.x + other.w + slack <= one.x
        or one.y + one.h + slack <= other.y
        or other.y + other.h + slack <= one.y
    )


def boxes_to_write_in(geometry: Geometry) -> list[Box]:
    return [*geometry.lessons.values(), *geometry.specials.values(), *geometry.pen_key.values()]


def all_boxes(geometry: Geometry) -> list[Box]:
    markers = [grown(marker.box, QUIET_MM) for marker in geometry.markers]
    return [*boxes_to_write_in(geometry), *geometry.swatches.values(), *geometry.squares.values(), *markers]


def test_every_boat_has_a_sheet_in_both_languages_on_both_papers():
    assert len(set(SHEET_NAMES)) == 6 * 2 * 2
    for name in SHEET_NAMES:
        assert geometry_by_name(name).sheet == name


@every_sheet
def test_a_sheet_holds_its_boat_31_lessons_5_specials_and_5_pens(name):
    geometry = geometry_by_name(name)
    assert set(geometry.squares) == geometry.boat.squares
    assert list(geometry.lessons) == list(range(1, 32))
    assert len(geometry.specials) == len(geometry.pen_key) == len(geometry.swatches) == 5


@every_sheet
def test_everything_keeps_off_the_strip_that_printers_leave_white(name):
    geometry = geometry_by_name(name)
    width, height = geometry.page_mm
    for box in (*all_boxes(without_markers(geometry)), *(marker.box for marker in geometry.markers)):
        assert box.x >= UNPRINTABLE_MM and box.y >= UNPRINTABLE_MM
        assert box.x + box.w <= width - UNPRINTABLE_MM and box.y + box.h <= height - UNPRINTABLE_MM


def test_nothing_on_a_sheet_overlaps():
    for one, other in combinations(all_boxes(geometry_by_name(SHEET_NAMES[0])), 2):
        assert apart(one, other, 0.0), (one, other)


def test_marks_may_run_over_a_box_by_3_mm_and_touch_nothing_else():
    geometry = geometry_by_name(SHEET_NAMES[0])
    boxes = boxes_to_write_in(geometry)
    others = [*geometry.squares.values(), *geometry.swatches.values(), *(marker.box for marker in geometry.markers)]
    for index, box in enumerate(boxes):
        for other in (*boxes[:index], *boxes[index + 1 :], *others):
            assert apart(box, other, CLEAR_MM), (box, other)


def test_boxes_and_squares_are_large_enough_for_a_pen():
    geometry = geometry_by_name(SHEET_NAMES[0])
    assert all(min(box.w, box.h) >= 10.5 for box in geometry.squares.values())
    assert all(min(box.w, box.h) >= 5.5 for box in geometry.lessons.values())
    assert all(min(box.w, box.h) >= 8.0 for box in geometry.specials.values())
    assert all(box.w >= 14.0 and box.h >= 8.0 for box in geometry.pen_key.values())


def test_squares_lie_side_by_side():
    geometry = geometry_by_name(SHEET_NAMES[0])
    for square, box in geometry.squares.items():
        for other, place in geometry.squares.items():
            right, down = other.col - square.col, other.row - square.row
            assert (place.x, place.y) == pytest.approx((box.x + right * box.w, box.y + down * box.h))


def test_papers_differ_only_in_the_white_around_the_same_plan():
    a4, letter = (sheet_geometry(boat("blue"), Lang.EN, paper) for paper in Paper)
    right, down = (letter.page_mm[side] / 2 - a4.page_mm[side] / 2 for side in (0, 1))
    for one, other in zip(all_boxes(a4), all_boxes(letter), strict=True):
        assert (other.x, other.y, other.w, other.h) == pytest.approx((one.x + right, one.y + down, one.w, one.h))


def test_languages_differ_only_in_the_numbers_of_markers():
    english, french = (sheet_geometry(boat("blue"), lang, Paper.A4) for lang in Lang)
    assert all_boxes(english) == all_boxes(french)
    assert not {number for number, _ in english.markers} & {number for number, _ in french.markers}


@pytest.mark.parametrize("name", BOAT_NAMES)
def test_without_markers_nothing_else_changes(name):
    bare = sheet_geometry(boat(name), Lang.FR, Paper.LETTER, markers=False)
    assert bare.markers == ()
    assert bare == without_markers(sheet_geometry(boat(name), Lang.FR, Paper.LETTER))


def test_every_marker_alone_tells_its_sheet_and_place():
    seen = {}
    for name in SHEET_NAMES:
        for position, marker in enumerate(geometry_by_name(name).markers):
            seen[marker.number] = name, position
            assert sheet_of_marker(marker.number) == (name, position)
    assert len(seen) == len(SHEET_NAMES) * len(MARKER_CENTRES)
    assert max(seen) < CODES_OF_THE_FAMILY


@pytest.mark.parametrize("number", [-1, len(MARKER_CENTRES), PLACES_A_SHEET - 1, PLACES_A_SHEET * 24, 586])
def test_a_number_of_no_sheet_is_refused(number):
    with pytest.raises(LookupError, match=str(number)):
        sheet_of_marker(number)


def test_markers_stand_on_all_four_sides():
    geometry = geometry_by_name(SHEET_NAMES[0])
    boxes = [box for _, box in geometry.markers]
    left, right = (pick(box.x for box in geometry.squares.values()) for pick in (min, max))
    top, bottom = (pick(box.y for box in geometry.squares.values()) for pick in (min, max))
    assert len(boxes) >= 12
    assert all(box.w >= 8.0 for box in boxes)
    for side in (
        [box for box in boxes if box.x < left],
        [box for box in boxes if box.x > right],
        [box for box in boxes if box.y < top],
        [box for box in boxes if box.y > bottom],
    ):
        assert len(side) >= 5


def test_a_sheet_that_is_not_ours_is_refused_by_name():
    with pytest.raises(ValueError, match="boat-pink-en-a4"):
        geometry_by_name("boat-pink-en-a4")


def test_the_json_says_what_is_printed_on_each_square():
    facts = json.loads(json.dumps(geometry_by_name("boat-blue-en-a4").as_json()))
    assert facts["sheet"] == "boat-blue-en-a4"
    assert facts["page_mm"] == [297.0, 210.0]
    squares = {(entry["row"], entry["col"]): entry for entry in facts["squares"]}
    assert squares[3, 0]["room"] == 1
    assert squares[0, 11]["rat"] and not squares[3, 0]["rat"]
    assert squares[1, 14]["map"] == "blue" and squares[3, 0]["map"] is None
    assert [entry["colour"] for entry in facts["pen_key"]] == ["blue", "green", "orange", "purple", "red"]
    assert [entry["name"] for entry in facts["specials"]] == [
        "extra-card",
        "card-per-row",
        "row",
        "cat-twice",
        "treasure-twice",
    ]
    assert len(facts["markers"]) == len(MARKER_CENTRES)


def test_the_layout_is_known_without_loading_arrays_pictures_or_pdf():
    check = "import sys; from sheets.layout import geometry_by_name as g; g('boat-red-fr-a4'); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "cv2", "PIL", "reportlab", "pypdfium2"} & set(loaded)

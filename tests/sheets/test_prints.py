"""The geometry compared with the pixels of the page, and the ready prints with what is drawn now."""

import subprocess
import sys
import time

import cv2
import numpy as np
import pytest

from scoring.squares import Square
from sheets.boat_page import boat_page
from sheets.deck import room_icon_squares
from sheets.geometry import Box
from sheets.layout import QUIET_MM, SHEET_NAMES, Lang, geometry_by_name, without_markers
from sheets.make_prints import drawn_now
from sheets.png import picture
from sheets.prints import PX_PER_MM, load_print, print_without_markers

every_sheet = pytest.mark.parametrize("name", SHEET_NAMES)
WALL_MM, EDGE_MM, BOX_MM = 0.9, 1.2, 0.4


def light(bgr: np.ndarray) -> np.ndarray:
    """How much of white paper's light each pixel gives back."""
    srgb = bgr / 255.0
    linear = np.where(srgb <= 0.04045, srgb / 12.92, ((srgb + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.0722, 0.7152, 0.2126])


def inside(pixels: np.ndarray, box: Box, margin_mm: float) -> np.ndarray:
    left, top = (round((edge + margin_mm) * PX_PER_MM) for edge in (box.x, box.y))
    right, bottom = (round((edge - margin_mm) * PX_PER_MM) for edge in (box.x + box.w, box.y + box.h))
    return pixels[top:bottom, left:right]


def strip(pixels: np.ndarray, box: Box, side: str) -> np.ndarray:
    """The pixels along the middle of a box's side, 0.4 mm to both sides of it."""
    reach = 0.4
    x, y, w, h = box
    along = {
        "top": Box(x + w / 4, y - reach, w / 2, 2 * reach),
        "bottom": Box(x + w / 4, y + h - reach, w / 2, 2 * reach),
        "left": Box(x - reach, y + h / 4, 2 * reach, h / 2),
        "right": Box(x + w - reach, y + h / 4, 2 * reach, h / 2),
    }[side]
    return inside(pixels, along, 0.0)


def darkest_line(pixels: np.ndarray, box: Box, side: str) -> float:
    """How light the line along this side is: the darkest row (or column) of its strip."""
    part = strip(pixels, box, side)
    return float(part.mean(axis=1 if side in ("top", "bottom") else 0).min())


@every_sheet
def test_ink_of_every_rat_map_and_icon_is_where_the_geometry_says_and_nowhere_else(name):
    print_ = load_print(name)
    boat, pixels = print_.geometry.boat, light(print_.bgr)
    printed = boat.rats | boat.maps.keys() | set(room_icon_squares(boat).values())
    for square, box in print_.geometry.squares.items():
        ink = float((inside(pixels, box, 1.0) < 0.9).mean())
        assert (ink > 0.05) if square in printed else (ink == 0.0), (square, ink)


@every_sheet
def test_walls_edges_and_lines_are_told_apart_by_their_tone(name):
    print_ = load_print(name)
    boat, pixels = print_.geometry.boat, light(print_.bgr)
    for square, box in print_.geometry.squares.items():
        row, col = square
        for side, other in (
            ("top", Square(row - 1, col)),
            ("bottom", Square(row + 1, col)),
            ("left", Square(row, col - 1)),
            ("right", Square(row, col + 1)),
        ):
            tone = darkest_line(pixels, box, side)
            if other not in boat.rooms:
                assert 0.34 < tone < 0.42, (square, side, tone)
            elif boat.rooms[other] != boat.rooms[square]:
                assert 0.42 < tone < 0.50, (square, side, tone)
            else:
                assert 0.55 < tone < 0.85, (square, side, tone)


@every_sheet
def test_every_box_is_drawn_where_the_geometry_says_and_blank_inside(name):
    print_ = load_print(name)
    geometry, pixels = print_.geometry, light(print_.bgr)
    for box in (*geometry.lessons.values(), *geometry.specials.values(), *geometry.pen_key.values()):
        for side in ("top", "bottom", "left", "right"):
            assert 0.4 < darkest_line(pixels, box, side) < 0.75
        assert inside(pixels, box, BOX_MM).min() == 1.0
        around = pixels.copy()
        cv2.rectangle(around, *corners(box, BOX_MM), 1.0, cv2.FILLED)
        assert inside(around, box, -2.9).min() == 1.0, box


def corners(box: Box, margin_mm: float) -> tuple[tuple[int, int], tuple[int, int]]:
    left, top = (int((edge - margin_mm) * PX_PER_MM) for edge in (box.x, box.y))
    right, bottom = (int((edge + margin_mm) * PX_PER_MM) + 1 for edge in (box.x + box.w, box.y + box.h))
    return (left, top), (right, bottom)


@every_sheet
def test_nothing_within_the_boat_is_dark_or_coloured(name):
    print_ = load_print(name)
    pixels = light(print_.bgr)
    for box in print_.geometry.squares.values():
        assert inside(pixels, box, 0.7).min() > 0.55
        assert inside(pixels, box, 0.0).min() > 0.36
        square = inside(print_.bgr, box, 0.0).astype(int)
        assert (square.max(axis=2) - square.min(axis=2)).max() <= 16


def test_swatches_show_strong_colours_that_differ():
    print_ = load_print(SHEET_NAMES[0])
    seen = [np.median(inside(print_.bgr, box, 0.5), axis=(0, 1)) for box in print_.geometry.swatches.values()]
    for index, bgr in enumerate(seen):
        assert bgr.max() - bgr.min() > 100
        assert all(abs(bgr - other).max() > 60 for other in seen[:index])


@every_sheet
def test_markers_are_found_where_the_geometry_says_with_white_around_them(name):
    print_ = load_print(name)
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    corners, numbers, _ = cv2.aruco.ArucoDetector(family).detectMarkers(print_.bgr)
    found = dict(zip((int(number) for number in numbers.ravel()), corners, strict=True))
    assert set(found) == {number for number, _ in print_.geometry.markers}
    pixels = light(print_.bgr)
    for number, box in print_.geometry.markers:
        expected = [(box.x, box.y), (box.x + box.w, box.y), (box.x + box.w, box.y + box.h), (box.x, box.y + box.h)]
        assert np.abs(found[number][0] / PX_PER_MM - expected).max() < 0.3
        ring = pixels.copy()
        inside(ring, box, -0.4)[:] = 1.0
        assert inside(ring, box, 0.1 - QUIET_MM).min() == 1.0, number


def test_the_marker_codes_are_those_of_the_family():
    family = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_APRILTAG_36h11)
    for name in (SHEET_NAMES[0], SHEET_NAMES[-1]):
        print_ = load_print(name)
        for number, box in print_.geometry.markers:
            modules = cv2.aruco.generateImageMarker(family, number, 8) > 0
            step = box.w / 8
            for row, col in np.ndindex(8, 8):
                module = Box(box.x + col * step, box.y + row * step, step, step)
                assert (inside(print_.bgr, module, step / 3).mean() > 128) == modules[row, col]


@every_sheet
def test_the_ready_print_agrees_with_what_is_drawn_now(name):
    print_ = load_print(name)
    now = np.asarray(drawn_now(name))[:, :, ::-1]
    assert now.shape == print_.bgr.shape, "run `python -m sheets.make_prints`"
    assert np.abs(now.astype(int) - print_.bgr).max() <= 4, "run `python -m sheets.make_prints`"


@every_sheet
def test_a_print_is_as_large_as_its_page(name):
    print_ = load_print(name)
    height, width = print_.bgr.shape[:2]
    page_width, page_height = print_.geometry.page_mm
    assert 0 <= width - page_width * PX_PER_MM < 1
    assert 0 <= height - page_height * PX_PER_MM < 1


def test_a_print_without_markers_is_the_sheet_drawn_without_them():
    name = SHEET_NAMES[5]
    bare = print_without_markers(load_print(name))
    geometry = without_markers(geometry_by_name(name))
    drawn = np.asarray(picture(geometry.page_mm, boat_page(geometry, Lang.EN), PX_PER_MM))[:, :, ::-1]
    assert bare.geometry == geometry
    assert np.abs(drawn.astype(int) - bare.bgr).max() <= 4


def test_prints_are_read_only_pictures():
    with pytest.raises(ValueError, match="read-only"):
        load_print(SHEET_NAMES[0]).bgr[0, 0] = 0


def test_loading_a_print_draws_nothing_and_is_quick():
    check = "import sys; from sheets.prints import load_print; load_print('boat-red-fr-a4'); print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", check], capture_output=True, text=True, check=True).stdout.split()
    assert not {"reportlab", "pypdfium2", "PIL"} & set(loaded)
    load_print("boat-red-fr-a4")
    start = time.process_time()
    for _ in range(5):
        load_print("boat-red-fr-a4")
    assert (time.process_time() - start) / 5 < 0.03


def test_a_page_at_another_scale_shows_the_same_places():
    geometry = geometry_by_name("boat-green-fr-letter")
    fine = np.asarray(picture(geometry.page_mm, boat_page(geometry, Lang.FR), 2 * PX_PER_MM))[:, :, ::-1]
    rows, cols = (side // 2 for side in fine.shape[:2])
    coarse = fine[: 2 * rows, : 2 * cols].reshape(rows, 2, cols, 2, 3).mean(axis=(1, 3))
    print_ = load_print("boat-green-fr-letter").bgr[:rows, :cols]
    off, off_by_a_pixel = (np.abs(coarse - np.roll(print_, shift, axis=1)).mean() for shift in (0, 1))
    assert off < off_by_a_pixel / 4

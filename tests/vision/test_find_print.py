"""Sheets without markers, bent and photographed by plain geometry, then found by their print alone."""

import cv2
import numpy as np
import pytest
from scipy.interpolate import griddata

from sheets.prints import SheetPrint, load_print, print_without_markers
from vision.find import Points, find_sheets
from vision.find_print import _photo_features, find_by_print
from vision.flatten import flatten, grid_of
from vision.photo import Bgr, Photo
from vision.print_index import READY, index_of, our_index, prints_digest

SHEET = "boat-green-fr-a4"
TABLE = (70, 90, 120)


def plain(name=SHEET) -> np.ndarray:
    return print_without_markers(load_print(name)).bgr.copy()


def photographed(bgr: np.ndarray, turn_deg=0.0, tilt=0.0, curl_mm=0.0, size=(1500, 1200), shift=(0.0, 0.0)):
    """A photo of this page: turned, tilted (perspective), curled to both sides; and mm → px of the truth."""
    px_per_mm, page = 6.0, np.array(bgr.shape[1::-1]) / 6.0
    turn = np.radians(turn_deg)
    twist = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])

    def to_px(mm: np.ndarray) -> np.ndarray:
        flat = mm - page / 2
        flat = flat - np.stack([curl_mm * (1 - np.cos(flat[:, 0] / 90)), 0 * flat[:, 0]], 1)
        away = 1 + tilt * (flat @ twist.T)[:, 1] / 150
        return (flat @ twist.T) * 3.4 / away[:, None] + np.array(size) / 2 + shift

    xs, ys = np.meshgrid(np.linspace(0, page[0], 60), np.linspace(0, page[1], 44))
    mesh = np.stack([xs, ys], 2).reshape(-1, 2)
    gy, gx = np.mgrid[0 : size[1] : 4, 0 : size[0] : 4]
    centres = (gx + 1.5, gy + 1.5)  # of blocks of four, as resize takes them
    px = to_px(mesh)
    back = np.stack([griddata(px, mesh[:, d], centres, fill_value=-50) for d in (0, 1)], 2).astype(np.float32)
    back = cv2.resize(back, size, interpolation=cv2.INTER_LINEAR) * px_per_mm - 0.5
    seen = cv2.remap(bgr, back[:, :, 0], back[:, :, 1], cv2.INTER_AREA, borderValue=TABLE)
    noise = np.random.default_rng(3).normal(0, 4, seen.shape)
    return photo_of(cv2.GaussianBlur(seen, (0, 0), 0.8) + noise), to_px


def photo_of(bgr: np.ndarray) -> Photo:
    return Photo("p", Bgr(np.ascontiguousarray(bgr.clip(0, 255).astype(np.uint8))))


def off_in_squares(found, to_px) -> np.ndarray:
    flat = flatten(found)
    grid = grid_of(flat.geometry)
    cols, rows = np.meshgrid(np.arange(grid.cols + 1), np.arange(grid.rows + 1))
    mm = np.stack([grid.left + cols * grid.side, grid.top + rows * grid.side], 2).reshape(-1, 2)
    return np.hypot(*(flat.to_photo(Points(mm)) - to_px(mm)).T) / (grid.side * 3.4)


def drawn_all_over(bgr: np.ndarray) -> np.ndarray:
    """Pens on every third line of the boat and through a part of its squares."""
    rng = np.random.default_rng(5)
    boxes = list(load_print(SHEET).geometry.squares.values())
    for _ in range(260):
        box = boxes[rng.integers(len(boxes))]
        start = np.array([box.x, box.y])
        end = start + np.array([(box.w, 0), (0, box.h), (box.w, box.h)][rng.integers(3)])
        colour = [(200, 80, 20), (40, 140, 30), (20, 120, 240), (150, 40, 120), (30, 30, 200), (30, 30, 30)]
        cv2.line(bgr, *((point * 6).astype(int).tolist() for point in (start, end)), colour[rng.integers(6)], 7)
    return bgr


@pytest.mark.parametrize(("turn", "tilt", "curl"), [(0, 0, 0), (25, 0.2, 4), (180, 0.3, 0), (-95, 0.25, 6)])
def test_a_sheet_without_markers_registers_within_a_tenth_however_it_is_turned_tilted_and_curled(turn, tilt, curl):
    photo, to_px = photographed(plain(), turn, tilt, curl)
    (found,) = find_sheets(photo)
    assert found.geometry.sheet == SHEET
    assert not found.geometry.markers
    off = off_in_squares(found, to_px)
    assert np.sqrt((off**2).mean()) < 0.05
    assert off.max() < 0.1


@pytest.mark.parametrize("name", ["boat-black-en-letter", "boat-orange-en-a4", "boat-red-fr-letter"])
def test_the_print_tells_boat_language_and_paper(name):
    (found,) = find_by_print(photographed(plain(name), 8, 0.1)[0])
    assert found.geometry.sheet == name


def test_a_boat_drawn_all_over_does_not_slip_by_a_square():
    photo, to_px = photographed(drawn_all_over(plain()), 12, 0.15, 4)
    (found,) = find_by_print(photo)
    assert found.geometry.sheet == SHEET
    assert off_in_squares(found, to_px).max() < 0.15


def test_a_small_sheet_on_a_striped_cloth_is_found():
    """Stripes and noise gave so many features that hardly any of the sheet's were kept."""
    seen, _ = photographed(plain(), turn_deg=-25, tilt=0.2)
    sheet = cv2.resize(seen.bgr, None, fx=0.6, fy=0.6, interpolation=cv2.INTER_AREA)
    y, x = np.mgrid[0:2000, 0:3600]
    stripes = np.where((x + 2 * y) % 60 < 26, 70, 150)[:, :, None] * np.array([0.7, 1.0, 0.8])
    at = np.s_[500 : 500 + sheet.shape[0], 900 : 900 + sheet.shape[1]]
    paper = np.abs(sheet.astype(int) - TABLE).max(axis=2) > 40
    paper = cv2.morphologyEx(paper.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8)) > 0
    stripes[at][paper] = sheet[paper]
    noise = np.random.default_rng(4).normal(0, 30, stripes.shape)
    (found,) = find_sheets(photo_of(stripes + noise))
    assert found.geometry.sheet == SHEET


def test_a_sheet_with_pale_print_on_a_coarse_carpet_is_found():
    """The carpet's features, stronger than the print's, filled the list; so large a thing was not looked at alone."""
    seen, _ = photographed(plain(), turn_deg=10, tilt=0.2, size=(1400, 1100))
    paper = np.abs(seen.bgr.astype(int) - TABLE).max(axis=2) > 40
    paper = cv2.morphologyEx(paper.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((25, 25), np.uint8)) > 0
    grain = cv2.GaussianBlur(np.random.default_rng(6).normal(0, 1, paper.shape), (0, 0), 2)
    carpet = (100 + 70 * grain / grain.std())[:, :, None] * np.array([0.8, 0.95, 1.0])
    carpet[paper] = (seen.bgr[paper] + 230.0) / 2
    (found,) = find_sheets(photo_of(cv2.resize(carpet.clip(0, 255), None, fx=1.5, fy=1.5)))
    assert found.geometry.sheet == SHEET


def test_a_pen_that_lies_over_the_score_panel_is_no_fold():
    """Nine tenths of the print were seen where they should be, and the sheet was not found."""
    bgr, top = plain(), min(box.y for box in load_print(SHEET).geometry.lessons.values())
    pen = ((np.array([(230.0, top - 5), (240.0, top + 80)])) * 6).astype(int).tolist()
    cv2.line(bgr, *pen, (200, 70, 90), 90)
    photo, to_px = photographed(bgr, -4, 0.1, 2)
    (found,) = find_by_print(photo)
    assert off_in_squares(found, to_px).max() < 0.1


def test_a_mirrored_sheet_without_markers_is_turned_right():
    photo, to_px = photographed(plain(), 30, 0.1, 2)
    (found,) = find_by_print(photo_of(photo.bgr[:, ::-1]))
    assert found.mirrored
    assert np.array_equal(found.photo.bgr, photo.bgr)
    assert off_in_squares(found, to_px).max() < 0.1


def test_two_sheets_without_markers_are_two():
    upper, _ = photographed(plain(), 3, 0.05, size=(1300, 950))
    lower, _ = photographed(plain("boat-black-en-letter"), -6, 0.05, size=(1300, 950))
    found = find_by_print(photo_of(np.vstack([upper.bgr, lower.bgr])))
    assert sorted(sheet.geometry.sheet for sheet in found) == ["boat-black-en-letter", SHEET]


def test_a_far_sheet_without_markers_beside_a_near_one_is_not_lost():
    near, _ = photographed(plain(), 3, 0.05, size=(2200, 1600))
    far, _ = photographed(plain("boat-black-en-letter"), -6, 0.05, size=(850, 620))
    below = np.full((620, 2200, 3), TABLE, np.uint8)
    below[:, 600:1450] = far.bgr
    found = find_by_print(photo_of(np.vstack([near.bgr, below])))
    assert sorted(sheet.geometry.sheet for sheet in found) == ["boat-black-en-letter", SHEET]


@pytest.mark.parametrize(("wide", "looks"), [(1500, 1), (3000, 2)])
def test_a_small_copy_decides_only_where_it_leaves_no_room_for_others(wide, looks, monkeypatch):
    """Looking on a larger one took two fifths of the time of a sheet without markers."""
    seen, _ = photographed(plain(), 3, 0.05, size=(1500, 1100))
    photo = np.full((1100, wide, 3), TABLE, np.uint8)
    photo[:, :1500] = seen.bgr
    copies = []
    monkeypatch.setattr("vision.find_print._photo_features", lambda *a: copies.append(a) or _photo_features(*a))
    assert len(find_by_print(photo_of(photo))) == 1
    assert len(copies) == looks


def test_a_sheet_without_markers_beside_one_with_is_found():
    """Only the one with markers had been read, as if the other were no sheet."""
    marked, _ = photographed(load_print("boat-red-en-a4").bgr, turn_deg=3, size=(1500, 900))
    plain_one, to_px = photographed(plain(), turn_deg=-4, size=(1500, 900))
    found = find_sheets(photo_of(np.vstack([marked.bgr, plain_one.bgr])))
    assert {one.geometry.sheet for one in found} == {"boat-red-en-a4", SHEET}
    (other,) = (one for one in found if one.geometry.sheet == SHEET)
    assert np.median(off_in_squares(other, lambda mm: to_px(mm) + (0, 900))) < 0.1


@pytest.mark.parametrize("beside", ["nothing", "blank paper", "a page of text"])
def test_what_is_no_sheet_beside_one_with_markers_is_none(beside, monkeypatch):
    marked, _ = photographed(load_print("boat-red-en-a4").bgr, turn_deg=3, size=(1500, 900))
    other = np.full((900, 1500, 3), TABLE, np.uint8)
    if beside != "nothing":
        other[100:800, 200:1200] = 235
    if beside == "a page of text":
        other[100:800, 200:1200] = cv2.resize(form_with_text(), (1000, 700))
    looked: list[Photo] = []
    monkeypatch.setattr("vision.find._by_print", lambda photo, tuning: looked.append(photo) or [])
    found = find_sheets(photo_of(np.vstack([marked.bgr, other])))
    assert [one.geometry.sheet for one in found] == ["boat-red-en-a4"]
    assert len(looked) == (beside == "a page of text")


def test_a_single_marker_names_the_sheet_and_says_that_markers_are_printed():
    bgr = plain("boat-green-fr-letter")
    whole = load_print("boat-green-fr-letter")
    box = whole.geometry.markers[11].box
    rows, cols = (slice(int(at * 6), int((at + size) * 6) + 1) for at, size in ((box.y, box.h), (box.x, box.w)))
    bgr[rows, cols] = whole.bgr[rows, cols]
    photo, to_px = photographed(bgr, 20, 0.1)
    (found,) = find_sheets(photo)
    assert found.geometry == whole.geometry
    assert off_in_squares(found, to_px).max() < 0.1


def squared_paper() -> np.ndarray:
    bgr = np.full((1260, 1782, 3), 250, np.uint8)
    bgr[60:1200:66] = bgr[62:1200:66] = 150
    bgr[:, 60:1700:66] = bgr[:, 62:1700:66] = 150
    return bgr


def form_with_text() -> np.ndarray:
    bgr = np.full((1260, 1782, 3), 250, np.uint8)
    for row in range(12):
        cv2.putText(bgr, f"Name {row} ____ Date ____ Score 1 2 3 4 5", (90, 120 + 90 * row), 0, 1.6, (60, 60, 60), 3)
        for col in range(8):
            cv2.rectangle(bgr, (100 + 200 * col, 130 + 90 * row), (136 + 200 * col, 166 + 90 * row), (120, 120, 120), 3)
    return bgr


def only_the_lines_of_a_boat() -> np.ndarray:
    bgr = np.full((1260, 1782, 3), 250, np.uint8)
    for box in load_print(SHEET).geometry.squares.values():
        corner = int(box.x * 6), int(box.y * 6)
        cv2.rectangle(bgr, corner, (corner[0] + 66, corner[1] + 66), (190, 190, 190), 2)
    return bgr


@pytest.mark.parametrize("page", [squared_paper, form_with_text, only_the_lines_of_a_boat])
def test_what_is_no_sheet_of_ours_is_not_found(page):
    assert find_by_print(photographed(page(), 10, 0.1)[0]) == []


def test_any_print_is_found_that_one_has_a_picture_of():
    ours = print_without_markers(load_print(SHEET))
    smaller = cv2.resize(ours.bgr, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)
    index = index_of([SheetPrint(ours.geometry, np.asarray(smaller, np.uint8), ours.px_per_mm * 0.75)])
    photo, to_px = photographed(drawn_all_over(plain()), -40, 0.2, 3)
    (found,) = find_by_print(photo, [index])
    assert found.geometry is ours.geometry
    assert off_in_squares(found, to_px).max() < 0.15


def test_the_index_that_comes_along_was_made_from_the_prints_that_come_along():
    with np.load(READY) as ready:
        assert str(ready["prints"]) == prints_digest()
    assert len(our_index().features.at) > 1000

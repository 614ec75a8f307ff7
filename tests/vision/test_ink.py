"""What pens left on the sheet, or that it cannot be told."""

from pathlib import Path

import cv2
import numpy as np
import pytest
from drawn_ink import FINE, PX_PER_MM, DrawnSheet

from scoring.squares import Square
from vision.flatten import grid_of
from vision.ink import boat_part, print_density
from vision.read import Walk, read_photo
from vision.reading import Unread

SCAN = Path(__file__).parents[2] / "samples" / "photos" / "scan.jpg"


@pytest.mark.parametrize("level", [4, 12, 30])
def test_a_sheet_in_the_dark_has_no_score(level):
    """A black photo was read as an empty boat: its markers still showed, its pens did not."""
    (outcome,) = read_photo(darkened(level), "dark")
    assert isinstance(outcome, Unread)
    assert outcome.problem in {"TooUnclear", "SheetNotFound"}


def test_a_dim_photo_is_read():
    (outcome,) = read_photo(darkened(90), "dim")
    assert isinstance(outcome, Walk)
    (bright,) = read_photo(SCAN.read_bytes(), "bright")
    assert isinstance(bright, Walk)
    assert {s.discovery for s in outcome.reading.seen} == {s.discovery for s in bright.reading.seen}


def darkened(level: int) -> bytes:
    """A scan whose paper has only this level of 255, with a sensor's noise."""
    bgr = np.asarray(cv2.imread(str(SCAN)), np.float32) / 255
    dark = bgr * level + np.random.default_rng(level).normal(0, 1, bgr.shape)
    return cv2.imencode(".jpg", np.clip(dark, 0, 255).astype(np.uint8), [cv2.IMWRITE_JPEG_QUALITY, 95])[1].tobytes()


PAINT = (1.6, 0.9, 0.4)
HERE, NEXT = Square(4, 10), Square(4, 11)


@pytest.mark.parametrize("hides", [True, False])
def test_a_solid_fill_has_no_line_where_the_grid_is_printed(hides):
    """Paint hid the print, which was taken away all the same: one cat fell into single squares."""
    drawn = DrawnSheet()
    left, right = (drawn.geometry.squares[square] for square in (HERE, NEXT))
    scale = PX_PER_MM * FINE
    part = np.s_[
        round(left.y * scale) : round((left.y + left.h) * scale),
        round(left.x * scale) : round((right.x + right.w) * scale),
    ]
    drawn.density[part] = PAINT if hides else drawn.density[part] + PAINT
    across = amounts(drawn, 0.5)
    assert across.min() > 0.8 * np.median(across)


def test_between_two_fills_a_millimetre_of_paper_still_shows():
    drawn = DrawnSheet()
    for square in (HERE, NEXT):
        drawn.fill(drawn.geometry.squares[square], pen=PAINT, width_mm=1.0, over_mm=-1.0)
    across = amounts(drawn, 0.5)
    assert across.min() < 0.6 * np.median(across)


def test_between_two_outlines_a_printed_line_is_no_ink():
    """Filled in there, it looked like a third outline, or a hatch's gaps like a side."""
    drawn = DrawnSheet()
    box = drawn.geometry.squares[NEXT]
    for off in (-0.9, 0.9):
        drawn.stroke([(box.x + off, box.y), (box.x + off, box.y + box.h)], pen=PAINT, width_mm=0.5)
    across = amounts(drawn, 0.5)
    assert across[len(across) // 2] < 0.1 < 0.5 < across.max()


def amounts(drawn: DrawnSheet, down: float) -> np.ndarray:
    """The ink's density from the middle of HERE to the middle of NEXT."""
    ink = drawn.seen()
    grid = grid_of(drawn.geometry)
    row = round((grid.top + (HERE.row + down) * grid.side) * PX_PER_MM)
    cols = [round((grid.left + (square.col + 0.5) * grid.side) * PX_PER_MM) for square in (HERE, NEXT)]
    found: np.ndarray = ink.density[row - 2 : row + 3, cols[0] : cols[1]].max(axis=2).mean(axis=0)
    return found


def test_a_dark_purple_is_no_blue():
    """Where an app had made the picture rich in contrast, green and red light were cut off alike."""
    drawn = DrawnSheet()
    box = drawn.geometry.squares[HERE]
    drawn.mark(box, ((-0.5, 0.0), (0.5, 0.0)), pen=(1.4, 4.6, 3.8), width_mm=2.0)
    row, col = (round((start + size / 2) * PX_PER_MM) for start, size in ((box.y, box.h), (box.x, box.w)))
    blue, green, red = drawn.seen(noise=0.0).density[row, col]
    assert blue < red < green - 0.4


def test_a_tinted_print_leaves_no_ink():
    """A scanning app made a printer's grey brown: walls and squares' sides at the bow were read as orange cats."""
    drawn = DrawnSheet()
    drawn.density *= np.array([1.6, 1.1, 0.95], np.float32)
    ink = drawn.seen()
    part = boat_part(ink.flat)
    lines = print_density(drawn.sheet_print, PX_PER_MM)[part][:, :, 1] > 0.4
    assert np.median(ink.density[part][lines].max(axis=1)) < 0.15

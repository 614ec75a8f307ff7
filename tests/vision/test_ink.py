"""What pens left on the sheet, or that it cannot be told."""

from pathlib import Path

import cv2
import numpy as np
import pytest

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

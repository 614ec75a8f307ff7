"""The walk as a whole."""

from pathlib import Path

import cv2
import pytest
from threadpoolctl import threadpool_info

from vision.read import Walk, read_photo
from vision.reading import Unread

PHOTO = Path(__file__).parents[2] / "samples" / "photos" / "scan.jpg"


def test_a_photo_is_read_on_one_core():
    """Where many photos were read at once, the threads of each waited for the others': 2.5 s instead of 0.15."""
    read_photo(PHOTO.read_bytes(), PHOTO.name)
    assert {pool["num_threads"] for pool in threadpool_info() if pool["user_api"] == "blas"} == {1}


@pytest.mark.parametrize("name", ["try-3", "hard-2"])
def test_a_photo_that_an_app_has_sharpened_is_read_as_before(name):
    """Boxes' dark outlines had been circles, and dark purple blue."""
    photo = PHOTO.with_name(f"{name}.jpg")
    bgr = cv2.imread(str(photo))
    sharp = cv2.addWeighted(bgr, 2.6, cv2.GaussianBlur(bgr, (0, 0), 2.2), -1.6, 0)
    encoded = cv2.imencode(".jpg", sharp, [cv2.IMWRITE_JPEG_QUALITY, 90])[1].tobytes()
    before, after = (read_photo(data, name)[0] for data in (photo.read_bytes(), encoded))
    assert isinstance(before, Walk) and isinstance(after, Walk)
    assert after.reading.marked_boat == before.reading.marked_boat
    assert not after.reading.questions


def in_grey(name: str) -> bytes:
    gray = cv2.imread(str(PHOTO.with_name(f"{name}.jpg")), cv2.IMREAD_GRAYSCALE)
    return cv2.imencode(".jpg", gray, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def test_cats_in_colours_need_a_picture_in_colour():
    """In grey the pens in the key are one: the boat was taken for one in patterns, two in 40 with a wrong score."""
    (outcome,) = read_photo(in_grey("scan"), "grey")
    assert isinstance(outcome, Unread) and outcome.problem == "NoColours"
    assert "black and white" in outcome.reason


def test_a_boat_in_patterns_is_read_in_grey_too():
    (before,) = read_photo(PHOTO.with_name("colour-friendly.jpg").read_bytes(), "colour")
    (after,) = read_photo(in_grey("colour-friendly"), "grey")
    assert isinstance(before, Walk) and isinstance(after, Walk)
    assert after.reading.marked_boat == before.reading.marked_boat

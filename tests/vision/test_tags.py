"""Markers among many other squares."""

import cv2
import numpy as np

from sheets.prints import load_print
from vision.tags import tags


def test_a_picture_full_of_squares_is_looked_through():
    """More than 2,047 outlines at once made OpenCV fail."""
    tiles = np.full((2000, 2000), 240, np.uint8)
    for row in range(8, 1990, 32):
        for col in range(8, 1990, 32):
            cv2.rectangle(tiles, (col, row), (col + 21, row + 21), 20, -1)
    assert tags(tiles, 11) == []


def test_every_marker_of_a_print_is_seen_with_its_corners():
    printed = load_print("boat-red-en-a4")
    gray = np.asarray(cv2.cvtColor(printed.bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    seen = {tag.number: tag.corners for tag in tags(gray, 23)}
    assert set(seen) == {marker.number for marker in printed.geometry.markers}
    for marker in printed.geometry.markers:
        corner = np.array([marker.box.x, marker.box.y]) * printed.px_per_mm - 0.5
        assert np.abs(seen[marker.number][0] - corner).max() < 2


def test_markers_in_a_mirror_are_known_for_such():
    """Each photo without markers had been looked through a second time, turned round."""
    printed = load_print("boat-red-en-a4")
    gray = np.asarray(cv2.cvtColor(printed.bgr, cv2.COLOR_BGR2GRAY), np.uint8)
    seen = tags(np.ascontiguousarray(gray[:, ::-1]), 23)
    assert {tag.number for tag in seen} == {marker.number for marker in printed.geometry.markers}
    assert all(tag.mirrored for tag in seen)
    assert not any(tag.mirrored for tag in tags(gray, 23))

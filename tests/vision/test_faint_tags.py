"""Markers that show no square outline are found where they must be."""

import cv2
import numpy as np

from sheets.prints import load_print
from vision.find import find_sheets
from vision.photo import Bgr, Photo

PX_PER_MM = 4.0
LIFTED_MM = 4.0
"""By so much the left quarter of the page is folded up."""


def _folded_page(hidden: int) -> tuple[Photo, dict[int, float]]:
    """A page whose left quarter is lifted; every second marker has a pen across its edge, one is under paper."""
    printed = load_print("boat-green-en-a4")
    page = np.asarray(
        cv2.resize(printed.bgr, None, fx=PX_PER_MM / printed.px_per_mm, fy=PX_PER_MM / printed.px_per_mm), np.uint8
    )
    for i, marker in enumerate(printed.geometry.markers):
        x, y, w, h = (round(v * PX_PER_MM) for v in marker.box)
        if marker.number == hidden:
            cv2.rectangle(page, (x - 4, y - 4), (x + w + 4, y + h + 4), (250, 250, 250), -1)
        elif i % 2:
            cv2.line(page, (x - 8, y + h // 2), (x + 12, y + h // 2), (250, 250, 250), 9)
    height, width = page.shape[:2]
    fold = width / 4
    lifted = LIFTED_MM * np.clip(1 - np.arange(width) / fold, 0, 1)
    ys = np.arange(height, dtype=np.float32)[:, None] - (lifted * PX_PER_MM).astype(np.float32)[None]
    xs = np.broadcast_to(np.arange(width, dtype=np.float32), ys.shape).copy()
    folded = cv2.remap(page, xs, ys, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    moved = {
        m.number: float(np.interp((m.box.x + m.box.w / 2) * PX_PER_MM, np.arange(width), lifted))
        for m in printed.geometry.markers
    }
    table = cv2.copyMakeBorder(folded, 60, 60, 60, 60, cv2.BORDER_CONSTANT, value=(90, 110, 120))
    return Photo("folded.png", Bgr(np.asarray(table, np.uint8)), 1), moved


def test_markers_without_an_outline_are_found_by_their_picture():
    hidden = load_print("boat-green-en-a4").geometry.markers[6].number
    photo, moved = _folded_page(hidden)
    (found,) = find_sheets(photo)
    seen = {(float(x), float(y)): px for (x, y), px in zip(found.anchors_mm, found.anchors_px, strict=True)}
    for marker in found.geometry.markers:
        corner = (marker.box.x, marker.box.y)
        if marker.number == hidden:
            assert corner not in seen
            continue
        there = (np.array(corner) + (0, moved[marker.number])) * PX_PER_MM + 59.5
        assert np.abs(seen[corner] - there).max() < 0.6 * PX_PER_MM


def test_markers_on_paper_that_turns_away_are_found():
    """A page folded up at its bow, seen from the stern: its last markers are narrow, and 20 mm from where a flat
    page would have them; the boat's last squares were half a square off.
    """
    printed = load_print("boat-black-en-a4")
    scale = 10.0
    page = cv2.resize(printed.bgr, None, fx=scale / printed.px_per_mm, fy=scale / printed.px_per_mm)
    height, width = page.shape[:2]
    fold, narrow = round(0.85 * width), 0.28
    x = np.arange(width, dtype=np.float32)
    source = np.where(x < fold, x, fold + (x - fold) / narrow).astype(np.float32)
    ys = np.broadcast_to(np.arange(height, dtype=np.float32)[:, None], (height, width)).copy()
    folded = cv2.remap(page, np.broadcast_to(source, ys.shape).copy(), ys, cv2.INTER_LINEAR, borderValue=(90, 110, 120))
    table = cv2.copyMakeBorder(folded, 150, 150, 150, 150, cv2.BORDER_CONSTANT, value=(90, 110, 120))
    (found,) = find_sheets(Photo("folded.png", Bgr(np.asarray(table, np.uint8)), 1))
    seen = {(float(x), float(y)): px for (x, y), px in zip(found.anchors_mm, found.anchors_px, strict=True)}
    beyond = [m.box for m in found.geometry.markers if m.box.x * scale > fold]
    assert len(beyond) > 3
    for box in beyond:
        there = np.array((fold + (box.x * scale - fold) * narrow, box.y * scale)) + 149.5
        assert np.abs(seen[box.x, box.y] - there).max() < 0.5 * scale

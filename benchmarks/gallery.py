"""Failures kept for looking at: the photo, what the reader saw, what is true."""

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from benchmarks.compare import true_reading, truths
from benchmarks.reader import Answer
from samples.make import Sample
from scoring.discoveries import Colour, Kind
from scoring.squares import Square
from vision.overlay import flat_overlay
from vision.reading import Reading, reading_json

Json = dict[str, Any]
Bgr = tuple[int, int, int]
LONGEST_PX = 2000
TONES: Mapping[Colour | None, Bgr] = {
    Colour.BLUE: (255, 80, 0),
    Colour.GREEN: (0, 190, 0),
    Colour.ORANGE: (0, 150, 255),
    Colour.PURPLE: (200, 0, 160),
    Colour.RED: (0, 0, 255),
    None: (20, 20, 20),
}
LETTERS = {Kind.CAT: "", Kind.COMMON: "C", Kind.RARE: "R"}
SHRUNK = 0.8
"""Squares are drawn so much smaller that the pen's own lines stay visible."""


def keep(sample: Sample, answers: Sequence[Answer | None], result: Json, gallery: Path) -> None:
    """Keep the photo with overlay and truth when something is wrong, or forget what was kept of it before."""
    folder = gallery / result["photo"]
    shutil.rmtree(folder, ignore_errors=True)
    if not _failed(result):
        return
    folder.mkdir(parents=True)
    (folder / "photo.jpg").write_bytes(sample.photo_bytes)
    (folder / "truth.json").write_text(json.dumps(sample.truth), encoding="utf-8")
    (folder / "result.json").write_text(json.dumps(result, indent=1), encoding="utf-8")
    for place, walk in enumerate([a.walk for a in answers if a is not None and a.walk is not None], 1):
        (folder / f"overlay-{place}.jpg").write_bytes(cv2.imencode(".jpg", flat_overlay(walk))[1].tobytes())
    outcomes = [reading_json(a.outcome) for a in answers if a is not None]
    (folder / "reading.json").write_text(json.dumps(outcomes, indent=1), encoding="utf-8")
    bgr = cv2.imdecode(np.frombuffer(sample.photo_bytes, np.uint8), cv2.IMREAD_COLOR)
    if bgr is None:
        return
    whole = np.asarray(bgr, np.uint8)
    scale = min(1.0, LONGEST_PX / max(whole.shape[:2]))
    shown = [(true_reading(part), np.array(part.get("corners_px", []))) for part in truths(sample.truth)]
    _draw(whole, scale, shown, folder / "truth.jpg")
    seen = [(a.outcome if isinstance(a.outcome, Reading) else None, a.corners_px) for a in answers if a is not None]
    _draw(whole, scale, [(r, c) for r, c in seen if c is not None], folder / "read.jpg")


def _failed(result: Json) -> bool:
    if "crash" in result or result["invented"]:
        return True
    return any(not s["fair"] or not s.get("exact", not s["readable"]) for s in result["sheets"])


def _draw(
    bgr: NDArray[np.uint8], scale: float, sheets: Sequence[tuple[Reading | None, NDArray[np.float64]]], path: Path
) -> None:
    """The photo with every discovery drawn on it; nothing is written when there is nothing to draw."""
    shown = [(reading, corners) for reading, corners in sheets if reading is not None and corners.size]
    if not shown:
        return
    small = np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    for reading, corners in shown:
        for seen in reading.seen:
            tone = TONES[seen.discovery.colour]
            for square in sorted(seen.discovery.squares):
                _square(small, square, corners * scale, tone)
            _letter(small, LETTERS[seen.discovery.kind], min(seen.discovery.squares), corners * scale)
        for question in reading.questions:
            for square in sorted(question.squares):
                _square(small, square, corners * scale, (255, 255, 0), share=0.45)
    path.write_bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 85])[1].tobytes())


def _square(bgr: NDArray[np.uint8], at: Square, corners: NDArray[np.float64], tone: Bgr, share: float = SHRUNK) -> None:
    rows, cols = (at.row, at.row, at.row + 1, at.row + 1), (at.col, at.col + 1, at.col + 1, at.col)
    ring = corners[rows, cols]
    ring = ring.mean(axis=0) + share * (ring - ring.mean(axis=0))
    cv2.polylines(bgr, [np.round(ring * 16).astype(np.int32)], True, tone, 2, cv2.LINE_AA, 4)


def _letter(bgr: NDArray[np.uint8], letter: str, at: Square, corners: NDArray[np.float64]) -> None:
    if letter:
        x, y = corners[at.row : at.row + 2, at.col : at.col + 2].mean(axis=(0, 1))
        cv2.putText(bgr, letter, (int(x) - 8, int(y) + 8), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (255, 0, 255), 2, cv2.LINE_AA)

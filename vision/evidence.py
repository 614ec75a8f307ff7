"""Ink to Evidence: odds for squares, sides, boxes and pens. Nothing is decided here."""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.squares import Shape
from vision.boxes import BoxEvidence, weigh_boxes
from vision.covered import covered_squares
from vision.flatten import grid_of
from vision.ink import Ink
from vision.marks import MarkOdds, weigh_marks, weigh_with_care
from vision.pen_key import PenKey, read_pen_key
from vision.treasure_pen import as_pens_say

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class EvidenceTuning:
    """When a square's ink is not believed."""

    lost_share: float = 0.45
    """A square burnt out beyond this share may hide a line; below it, lines beside the glare still show."""
    key_off_mm: float = 2.0
    """Where boxes lie so far from their places, the pen key below them cannot be told from what is beside it."""
    key_hidden: float = 0.2
    """The same where so many boxes are not to be seen."""
    paper_burnt: float = 0.25
    """When so much of the boat is burnt out it is the paper that is too bright, not glare; pens still show."""


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """What the ink says, before anything is decided."""

    ink: Ink
    marks: MarkOdds
    boxes: BoxEvidence
    key: PenKey
    lost: Shape
    """Squares on which glare, or something that lies on the sheet, hides what may be drawn."""


def weigh(ink: Ink, tuning: EvidenceTuning = EvidenceTuning()) -> Evidence:
    """The odds of everything on the sheet."""
    boxes = weigh_boxes(ink)
    astray = boxes.off_mm > tuning.key_off_mm or boxes.hidden > tuning.key_hidden
    key = PenKey() if astray else read_pen_key(ink)
    marks = as_pens_say(weigh_marks(ink), ink)
    return Evidence(ink, marks, boxes, key, _glaring(ink, tuning) | covered_squares(ink))


def weighed_again(evidence: Evidence) -> Evidence:
    """The same after more looks at the marks; they take longer than the first, so only doubts are worth them."""
    return replace(evidence, marks=as_pens_say(weigh_with_care(evidence.ink), evidence.ink))


def burnt_shares(ink: Ink) -> Floats:
    """The share of each square, rows x cols, that is burnt out, so that faint things cannot be seen on it."""
    grid = grid_of(ink.flat.geometry)
    per_block = ink.flat.px_per_mm * ink.burnt.shape[1] / ink.density.shape[1]
    corner = (round(grid.left * per_block), round(grid.top * per_block))
    size = (round(grid.cols * grid.side * per_block), round(grid.rows * grid.side * per_block))
    part = ink.burnt[corner[1] : corner[1] + size[1], corner[0] : corner[0] + size[0]]
    return cv2.resize(part, (grid.cols, grid.rows), interpolation=cv2.INTER_AREA)


def _glaring(ink: Ink, tuning: EvidenceTuning) -> Shape:
    """The boat's squares that glare hides."""
    squares = ink.flat.geometry.squares
    shares = burnt_shares(ink)
    usual = max(np.median(ink.burnt), np.median([shares[s] for s in squares]))  # a bright scan's paper is burnt out
    burnt = {s for s in squares if shares[s] > tuning.lost_share + usual}
    return frozenset(burnt) if len(burnt) < tuning.paper_burnt * len(squares) else frozenset()


def blurred_where_lost(marks: MarkOdds, lost: Shape) -> MarkOdds:
    """The odds with nothing known of what glare hides."""
    if not lost:
        return marks
    kinds, right, down = marks.kinds.copy(), marks.right.copy(), marks.down.copy()
    for s in lost:
        kinds[s.row, s.col] = kinds[s.row, s.col] * 0.6 + 0.1
        for table, row, col in ((right, s.row, s.col - 1), (right, s.row, s.col), (down, s.row - 1, s.col)):
            if 0 <= row < table.shape[0] and 0 <= col < table.shape[1]:
                table[row, col] = table[row, col] * 0.8 + 0.1
        if s.row < down.shape[0]:
            down[s.row, s.col] = down[s.row, s.col] * 0.8 + 0.1
    return MarkOdds(kinds, right, down, marks.pens)

"""Ink to Evidence: odds for squares, sides, boxes and pens. Nothing is decided here."""

from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from scoring.squares import Shape, Square
from vision.boxes import BoxEvidence, weigh_boxes
from vision.colours import Dots, dots_of
from vision.covered import covered_squares
from vision.flatten import grid_of
from vision.ink import Ink, amount_of
from vision.marks import MarkOdds, weigh_marks, weigh_with_care
from vision.pen_key import PenKey, read_pen_key
from vision.treasure_pen import as_pens_say

Floats = NDArray[Any]


@dataclass(frozen=True, slots=True)
class EvidenceTuning:
    """When a square's ink is not believed."""

    lost_share: float = 0.45
    """A square burnt out beyond this share may hide a line; below it, lines beside the glare still show."""
    line_levels: int = 12
    """A printed side of a square shows where it is so much darker than what is beside it; under glare it is not."""
    pale_levels: float = 1.2
    """And where, on average over `pale_px` of its length, it is so much darker than the paper on both its sides: pens
    are far darker than these pale lines, so what leaves them to be seen hides no pen. Of 130 squares that glare was
    said to hide 90 show their sides so: 83 are empty, and on the other seven pens show. Where they are bleached too it
    is 0 to 1."""
    pale_px: int = 8
    line_reach: int = 4
    """Flat px: the side lies so near to where it should."""
    line_beside: int = 2
    """Flat px: the outermost of these are beside it."""
    shown: float = 0.85
    """Where so much of a square's sides shows, nothing is hidden, however bright: on 110 photos glare leaves at most
    0.82, white paper at least 0.88 (dark lines alone)."""
    darkest: float = 0.98
    """The ink of a square is as dense as its densest fiftieth."""
    veiled: float = 1.1
    """Where ink shows so dense, glare adds less than a third of the paper's light, and leaves pens most of their
    contrast: what is burnt out there is bright paper. On two of 740 photos glare hid such squares: 1.01 at most."""
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
    dots: Dots
    """The boat's ink, by which pens are told apart."""
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
    dots = dots_of(ink)
    marks = as_pens_say(weigh_marks(ink, key.friendly), dots, ink.flat.geometry.squares, key.friendly)
    return Evidence(ink, dots, marks, boxes, key, _glaring(ink, tuning) | covered_squares(ink))


def weighed_again(evidence: Evidence) -> Evidence:
    """The same after more looks at the marks; they take longer than the first, so only doubts are worth them."""
    friendly, squares = evidence.key.friendly, evidence.ink.flat.geometry.squares
    marks = weigh_with_care(evidence.ink, friendly)
    return replace(evidence, marks=as_pens_say(marks, evidence.dots, squares, friendly))


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
    burnt = {
        s
        for s in squares
        if shares[s] > tuning.lost_share + usual
        and _sides_shown(ink, s, tuning) < tuning.shown
        and _densest(ink, s, tuning) < tuning.veiled
    }
    return frozenset(burnt) if len(burnt) < tuning.paper_burnt * len(squares) else frozenset()


def _sides_shown(ink: Ink, square: Square, tuning: EvidenceTuning) -> float:
    """How much of the square's printed sides is to be seen, or of what was drawn over them."""
    grid, per_mm, reach = grid_of(ink.flat.geometry), ink.flat.px_per_mm, tuning.line_reach
    side = round(grid.side * per_mm)
    left, top = (
        round((start + at * grid.side) * per_mm) for start, at in ((grid.left, square.col), (grid.top, square.row))
    )
    green = ink.flat.bgr[:, :, 1]
    level = [green[at - reach : at + reach + 1, left : left + side] for at in (top, top + side)]
    upright = [green[top : top + side, at - reach : at + reach + 1].T for at in (left, left + side)]
    return float(np.mean([_shown(strip, tuning) for strip in (*level, *upright)]))


def _shown(strip: NDArray[np.uint8], tuning: EvidenceTuning) -> Floats:
    """Whether a line shows along this strip, px across x px along: by `pale_px` of its length."""
    across, along = strip.shape
    parts = strip[:, : along // tuning.pale_px * tuning.pale_px].reshape(across, -1, tuning.pale_px)
    levels, beside = parts.mean(axis=2), tuning.line_beside
    paper = np.minimum(levels[:beside].mean(axis=0), levels[-beside:].mean(axis=0))
    pale = paper - levels[beside:-beside].min(axis=0) > tuning.pale_levels
    dark = np.ptp(parts, axis=0) > tuning.line_levels
    shown: Floats = np.maximum(dark.mean(axis=1), pale)
    return shown


def _densest(ink: Ink, square: Square, tuning: EvidenceTuning) -> float:
    """How dense ink shows on the square and its sides: glare adds light of its own to it, bright light does not."""
    grid, per_mm, reach = grid_of(ink.flat.geometry), ink.flat.px_per_mm, tuning.line_reach
    rows, cols = (
        slice(round((start + at * grid.side) * per_mm) - reach, round((start + (at + 1) * grid.side) * per_mm) + reach)
        for start, at in ((grid.top, square.row), (grid.left, square.col))
    )
    return float(np.quantile(amount_of(ink.density[rows, cols]), tuning.darkest))


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

"""The learned part: odds for every square and side, from the ink's density around the boat, all at once."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flatten import grid_of
from vision.ink import Ink

Floats = NDArray[Any]
MODEL = Path(__file__).parent / "data" / "marks.onnx"
"""Trained by `python -m vision.training.train` on drawn boats with the letters of UniPen and hdBPMN `train` writers."""
DENSITY_MOST = 2.55
"""A density beyond this was cut off in training too."""
KINDS = ("empty", "cat", "common", "rare")
CAT, COMMON, RARE = 1, 2, 3


@dataclass(frozen=True, slots=True)
class MarksTuning:
    """How far the network's odds are believed."""

    temperature: float = 1.0
    """Above 1 the network is surer than it is right. On 89 photos of good, kitchen and hard (seed 900, hands and tables
    kept for tuning) whole boats fit best between 0.8 and 1.0; the careful end is taken."""
    most_sure: float = 40.0
    """Logits beyond this say no more, and would overflow."""
    least: float = 1e-6
    """No odds are beyond a million to one: the world holds more than the network has seen."""


@dataclass(frozen=True, slots=True, eq=False)
class MarkOdds:
    """Probabilities by square and by side."""

    kinds: Floats
    """rows x cols x 4: empty, cat, common, rare."""
    right: Floats
    """rows x (cols - 1): one discovery goes on over the side between (row, col) and (row, col + 1)."""
    down: Floats
    """(rows - 1) x cols."""
    pens: Floats
    """rows x cols x 2: where the ink of the square's own pen lies on the plane of hues (`colours.hue_places`)."""


_ONE_AT_A_TIME = Lock()
"""Visitors of the page read in threads of one process; a network holds one picture."""


@cache
def _network() -> Any:
    return cv2.dnn.readNetFromONNX(str(MODEL))


def weigh_marks(ink: Ink, tuning: MarksTuning = MarksTuning()) -> MarkOdds:
    """What the network makes of the ink on the boat."""
    grid = grid_of(ink.flat.geometry)
    per_mm = ink.flat.px_per_mm
    side = round(grid.side * per_mm)
    left, top = round((grid.left - grid.side) * per_mm), round((grid.top - grid.side) * per_mm)
    part = ink.density[top : top + (grid.rows + 2) * side, left : left + (grid.cols + 2) * side]
    network, density = _network(), np.ascontiguousarray(np.minimum(part, DENSITY_MOST).transpose(2, 0, 1))[None]
    with _ONE_AT_A_TIME:
        network.setInput(density)
        said = network.forward()[0, :, 1:-1, 1:-1].copy()
    logits = np.clip(said[:6] / tuning.temperature, -tuning.most_sure, tuning.most_sure)
    pens = said[6:].transpose(1, 2, 0)
    odds = np.exp(logits[:4] - logits[:4].max(axis=0))
    kinds = np.maximum(odds / odds.sum(axis=0), tuning.least).transpose(1, 2, 0)
    same = np.clip(1 / (1 + np.exp(-logits[4:])), tuning.least, 1 - tuning.least)
    return MarkOdds(kinds / kinds.sum(axis=2, keepdims=True), same[0, :, :-1], same[1, :-1], pens)

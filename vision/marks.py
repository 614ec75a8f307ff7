"""The learned part: odds for every square and side, from the ink's density around the boat, all at once."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.flatten import grid_of
from vision.ink import Ink, usual_density

Floats = NDArray[Any]
MODEL = Path(__file__).parent / "data" / "marks.onnx"
"""Trained by `python -m vision.training.train` on drawn boats with the letters of UniPen and hdBPMN `train` writers.

The last layers were added to a trained network. It learnt on for 40 minutes (`--rate 1.2e-4 --fresh 6 --seed 313`) with
lessons that packed boats less well; from half way there for 34 more (`--fresh 3 --seed 411`) with lessons as they are
now; and what is kept lies 0.7 of the way from the beginning to that end.
"""
PATTERNS_MODEL = MODEL.with_name("patterns.onnx")
"""For boats drawn with one pen, with patterns for colours: taught on from an early state of that network by
`--patterned 1 --met 0.4`, twice; the second time with a player's hatches alike."""
DENSITY_MOST = 2.55
"""A density beyond this was cut off in training too."""
KINDS = ("empty", "cat", "common", "rare")
CAT, COMMON, RARE = 1, 2, 3
RIGHT, DOWN = 4, 5
SIDES, PENS = slice(4, 6), slice(6, 8)
"""What the network says: odds of four kinds, of going on over two sides, and the pen's place on the plane of hues."""


@dataclass(frozen=True, slots=True)
class Look:
    """A way to look at the ink that leaves its lines as they are: with other hues, in a mirror, upside down."""

    channels: tuple[int, int, int]
    flips: tuple[int, ...] = ()
    """0: upside down, 1: in a mirror."""


@dataclass(frozen=True, slots=True)
class MarksTuning:
    """How far the network's odds are believed."""

    temperature: float = 1.0
    """Above 1 the network is surer than it is right. On 89 photos of good, kitchen and hard (seed 900, hands and tables
    kept for tuning) whole boats fit best between 0.8 and 1.0; the careful end is taken."""
    most_sure: float = 40.0
    """Logits beyond this say no more, and would overflow."""
    further_looks: tuple[Look, ...] = (
        Look((1, 2, 0)),
        Look((2, 0, 1)),
        Look((1, 2, 0), (1,)),
        Look((2, 0, 1), (0,)),
        Look((2, 1, 0), (0, 1)),
    )
    """Letters are read on those that are upright. On 209 photos (seed 900, and an independent simulator's) the log loss
    of sides falls by 30 to 40 %, that of kinds by 5 to 25 %."""
    agreed: float = 1.3
    """What several looks say of a side on average counts so many times: the mean of six is less sure than it is right.
    On 220 photos of three simulators, none of them hard, of 980 sides that are 50 to 99.5 % sure 7 are wrong, 14.5
    foretold; of 52,000 surer ones none."""
    ghost_share: float = 0.17
    """Ink with no more than so much of the boat's usual density is what is left of wiped lines: they have 0.07 to 0.13,
    and of 5,000 discoveries on 360 photos the palest has 0.25."""
    ghost_most: float = 0.4
    """No pen's ink is paler than this: the palest discovery has 0.64."""
    ghost_px: int = 15
    """It is judged by the darkest so near, half a square: a drying pen's line is pale only here and there."""
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
def _network(patterned: bool) -> Any:
    return cv2.dnn.readNetFromONNX(str(PATTERNS_MODEL if patterned else MODEL))


FIRST_LOOK = Look((0, 1, 2))


def weigh_marks(ink: Ink, patterned: bool = False, tuning: MarksTuning = MarksTuning()) -> MarkOdds:
    """What the network makes of the ink on the boat, on one look; boats marked in patterns have their own network."""
    return _weighed(ink, (), patterned, tuning)


def weigh_with_care(ink: Ink, patterned: bool = False, tuning: MarksTuning = MarksTuning()) -> MarkOdds:
    """The same on several looks, for several times the time: what one takes for a line, another may not."""
    return _weighed(ink, tuning.further_looks, patterned, tuning)


def _weighed(ink: Ink, further: Sequence[Look], patterned: bool, tuning: MarksTuning) -> MarkOdds:
    density, network = _boat_part(ink, tuning), _network(patterned)
    first = _look(network, density, FIRST_LOOK)
    others = [(look, _look(network, density, look)) for look in further]
    upright = [first, *(said for look, said in others if not look.flips)]
    logits = _bounded(np.mean([said[: len(KINDS)] for said in upright], axis=0), tuning)
    odds = np.exp(logits - logits.max(axis=0))
    kinds = np.maximum(odds / odds.sum(axis=0), tuning.least).transpose(1, 2, 0)
    agreed = tuning.agreed if others else 1.0
    logits = _bounded(agreed * np.mean([first[SIDES], *(said[SIDES] for _, said in others)], axis=0), tuning)
    same = np.clip(1 / (1 + np.exp(-logits)), tuning.least, 1 - tuning.least)
    pens = first[PENS].transpose(1, 2, 0)
    return MarkOdds(kinds / kinds.sum(axis=2, keepdims=True), same[0, :, :-1], same[1, :-1], pens)


def _bounded(logits: Floats, tuning: MarksTuning) -> Floats:
    return np.clip(logits / tuning.temperature, -tuning.most_sure, tuning.most_sure)


def _boat_part(ink: Ink, tuning: MarksTuning) -> Floats:
    """The density on the grid with a square's margin: 3 x rows x cols px."""
    grid = grid_of(ink.flat.geometry)
    per_mm = ink.flat.px_per_mm
    side = round(grid.side * per_mm)
    left, top = round((grid.left - grid.side) * per_mm), round((grid.top - grid.side) * per_mm)
    part = ink.density[top : top + (grid.rows + 2) * side, left : left + (grid.cols + 2) * side]
    seen = np.stack(cv2.split(part))
    np.minimum(seen, DENSITY_MOST, out=seen)
    seen *= ~_ghosts(seen, tuning)
    return seen


def _ghosts(density: Floats, tuning: MarksTuning) -> NDArray[np.bool_]:
    """Where all ink around is far paler than the boat's: what was wiped off, or noise."""
    darkest = density.max(axis=0)
    around = cv2.dilate(darkest, np.ones((tuning.ghost_px,) * 2, np.uint8))
    return np.asarray(around < min(tuning.ghost_share * usual_density(darkest), tuning.ghost_most))


def _look(network: Any, density: Floats, look: Look) -> Floats:
    """The network's logits for every square, as they lie on the boat."""
    flipped = np.flip(density[list(look.channels)], tuple(1 + axis for axis in look.flips))
    with _ONE_AT_A_TIME:
        network.setInput(np.ascontiguousarray(flipped)[None])
        said: Floats = network.forward()[0, :, 1:-1, 1:-1].copy()
    said = np.flip(said, tuple(1 + axis for axis in look.flips)).copy()
    for axis in look.flips:  # a square's side towards the next one was its side towards the one before
        channel = (DOWN, RIGHT)[axis]
        said[channel] = np.roll(said[channel], -1, axis)
    return said

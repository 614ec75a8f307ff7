"""What is drawn and is no discovery: a wrong outline, crossed out, and marks on rats as a player counts them."""

from collections.abc import Sequence

import numpy as np
from numpy.random import Generator

from samples.hands import Path2d
from samples.outlines import wavering
from scoring.squares import Shape, around
from sheets.geometry import Box

CROSSED_OUT = 0.08
"""How many players have begun a discovery in the wrong place."""
COUNTED = 0.05
"""How many mark the rats that are left."""
MOST_SQUARES = 3


def wrong_shape(rng: Generator, free: Shape) -> Shape:
    """Some free squares side by side."""
    shape = frozenset((sorted(free)[int(rng.integers(len(free)))],))
    for _ in range(int(rng.integers(MOST_SQUARES))):
        near = sorted(around(shape) & free)
        shape |= {near[int(rng.integers(len(near)))]} if near else frozenset()
    return shape


def crossing_out(rng: Generator, squares: Sequence[Box]) -> list[Path2d]:
    """One cross over all, or one in each square; a scribble could be a fill."""
    corners = [((box.x, box.y), (box.x + box.w, box.y + box.h)) for box in squares]
    if rng.random() < 1 / 2:
        low, high = np.min(corners, axis=(0, 1)), np.max(corners, axis=(0, 1))
        corners = [((low[0], low[1]), (high[0], high[1]))]
    lines = [
        np.array(ends, np.float64) + rng.normal(0, 0.6, (2, 2))
        for (left, top), (right, bottom) in corners
        for ends in (((left, top), (right, bottom)), ((left, bottom), (right, top)))
    ]
    return [wavering(rng, line, 0.2) for line in lines]


def marks_on(rng: Generator, rats: Sequence[Box]) -> list[Path2d]:
    """A ring around each rat, or a stroke through it."""
    turn, ring = np.linspace(0, 2.1 * np.pi, 28), rng.random() < 3 / 4
    size = rng.uniform(0.26, 0.42)
    mark = np.stack([np.cos(turn), 0.85 * np.sin(turn)], axis=1) if ring else np.array([(-1.0, 1), (1, -1)])
    return [
        wavering(rng, (box.x + box.w / 2, box.y + box.h / 2) + rng.normal(0, 0.4, 2) + size * box.w * mark, 0.15)
        for box in rats
    ]

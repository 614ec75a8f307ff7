"""How players mark a box: ticks, crosses, filled, circled."""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator

from samples.fills import in_box, zigzag
from samples.hands import Path2d
from samples.outlines import wavering
from sheets.geometry import Box

KINDS = ("tick", "cross", "filled", "circled", "scribbled", "stroke")


@dataclass(frozen=True, slots=True)
class Ticks:
    """One player's way: a favourite, seldom another."""

    favourite: str
    size: float
    """1: about as large as the box."""

    @classmethod
    def at_random(cls, rng: Generator) -> "Ticks":
        """A way of ticking; ticks and crosses are by far the most usual."""
        kind = rng.choice(KINDS, p=(0.42, 0.28, 0.09, 0.1, 0.06, 0.05))
        return cls(str(kind), float(rng.uniform(0.75, 1.35)))

    def mark(self, rng: Generator, box: Box) -> list[Path2d]:
        """The strokes of one marked box, in page mm."""
        kind = self.favourite if rng.random() < 0.93 else str(rng.choice(("tick", "cross")))
        middle = np.array((box.x + box.w / 2, box.y + box.h / 2)) + rng.normal(0, 0.07, 2) * box.w
        half = min(box.w, box.h) / 2 * self.size * rng.uniform(0.85, 1.15)
        if kind in ("filled", "scribbled"):
            pitch = 0.7 if kind == "filled" else 1.3
            inside, around_box = in_box(box)
            return [wavering(rng, path, 0.15) for path in zigzag(rng, inside, around_box, 0.9, pitch)]
        return [wavering(rng, middle + half * stroke, 0.12) for stroke in _strokes(rng, kind)]


def _strokes(rng: Generator, kind: str) -> list[Path2d]:
    """The mark on the square from -1 to 1."""
    near = rng.normal(0, 0.12, (4, 2))
    if kind == "tick":
        return [np.array(((-0.8, 0.0), (-0.25, 0.75), (1.05, -0.95))) + near[:3]]
    if kind == "cross":
        return [
            np.array(((-0.85, -0.85), (0.85, 0.85))) + near[:2],
            np.array(((0.85, -0.85), (-0.85, 0.85))) + near[2:],
        ]
    if kind == "stroke":
        return [np.array(((-0.9, 0.9), (0.95, -0.95))) + near[:2]]
    turn = np.linspace(0, 2 * np.pi * rng.uniform(0.97, 1.12), 28) + rng.uniform(0, 6)
    return [np.stack([1.5 * np.cos(turn), 1.35 * np.sin(turn)], axis=1) * rng.uniform(0.95, 1.15) + near[0]]

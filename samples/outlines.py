"""Where a pen goes round a discovery: corners of the grid, in millimetres, and how a hand wavers."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.random import Generator

from samples.hands import Path2d
from scoring.squares import Shape, Square
from sheets.geometry import Box

Corner = tuple[int, int]


class Side(NamedTuple):
    """A side of a square from corner to corner of the grid, the discovery on its right."""

    start: Corner
    end: Corner

    @property
    def border(self) -> frozenset[Corner]:
        """The same side whichever way it is gone."""
        return frozenset(self)


@dataclass(frozen=True)
class Grid:
    """The grid of a sheet in mm, and which squares it has."""

    squares: Mapping[Square, Box]

    def corner(self, corner: Corner) -> Path2d:
        """A corner of the grid on the page, from the squares that meet there."""
        row, col = corner
        found = [
            (box.x + box.w * right, box.y + box.h * down)
            for down in (0, 1)
            for right in (0, 1)
            if (box := self.squares.get(Square(row - down, col - right)))
        ]
        return np.asarray(np.mean(found, axis=0))

    @property
    def square_mm(self) -> float:
        """How wide a square is."""
        return next(iter(self.squares.values())).w


def loops(squares: Shape) -> list[list[Side]]:
    """The outline as closed rounds of sides; a ring has an outer and an inner one."""
    sides = {}
    for row, col in sorted(squares):
        corners = ((row, col), (row, col + 1), (row + 1, col + 1), (row + 1, col))
        beyond = ((row - 1, col), (row, col + 1), (row + 1, col), (row, col - 1))
        for place, other in enumerate(beyond):
            if Square(*other) not in squares:
                sides[corners[place], place] = Side(corners[place], corners[(place + 1) % 4])
    out = []
    while sides:
        start, turn = next(iter(sides))
        here: Corner = start
        loop: list[Side] = []
        while not loop or here != start:
            turn = next(t % 4 for t in (turn + 1, turn, turn - 1) if (here, t % 4) in sides)
            loop.append(sides.pop((here, turn)))
            here = loop[-1].end
        out.append(loop)
    return out


def runs(loop: list[Side], skipped: Collection[frozenset[Corner]]) -> list[list[Side]]:
    """What is left of a round when some of its sides are not drawn again, as unbroken runs."""
    if not any(side.border in skipped for side in loop):
        return [loop]
    first = next(i for i, side in enumerate(loop) if side.border in skipped)
    out: list[list[Side]] = [[]]
    for side in loop[first:] + loop[:first]:
        if side.border in skipped:
            out.append([])
        else:
            out[-1].append(side)
    return [run for run in out if run]


def inset_points(grid: Grid, run: list[Side], inset_mm: float) -> Path2d:
    """The corners of a run moved into the discovery; a whole round ends where it began."""
    closed = run[0].start == run[-1].end
    inward = [_inward(side) for side in run]
    points = []
    for i, side in enumerate(run):
        before = inward[i - 1] if i or closed else inward[i]
        turning = not np.array_equal(before, inward[i])
        points.append(grid.corner(side.start) + inset_mm * (before + inward[i] if turning else inward[i]))
    points.append(points[0] if closed else grid.corner(run[-1].end) + inset_mm * inward[-1])
    return np.array(points)


def _inward(side: Side) -> Path2d:
    (row, col), (to_row, to_col) = side
    return np.array((-(to_row - row), to_col - col), float)


def straight_parts(points: Path2d) -> list[Path2d]:
    """The path cut at its turns."""
    way = np.diff(points, axis=0)
    way /= np.maximum(np.linalg.norm(way, axis=1, keepdims=True), 1e-9)
    turns = np.flatnonzero((way[:-1] * way[1:]).sum(axis=1) < 0.7) + 1  # 45 degrees
    return [points[a : b + 1] for a, b in zip([0, *turns], [*turns, len(points) - 1], strict=True)]


def dense(points: Path2d, step_mm: float = 0.8) -> Path2d:
    """The same path with points at most a step apart."""
    lengths = np.linalg.norm(np.diff(points, axis=0), axis=1)
    along = np.concatenate([[0], np.cumsum(lengths)])
    if along[-1] < 1e-6:  # a dot
        return points[:1]
    at = np.linspace(0, along[-1], max(2, int(np.ceil(along[-1] / step_mm)) + 1))
    return np.stack([np.interp(at, along, points[:, 0]), np.interp(at, along, points[:, 1])], axis=1)


def wavering(rng: Generator, points: Path2d, wobble_mm: float, *, rounding: int = 0) -> Path2d:
    """The path as a hand draws it: slow drift, a little tremor, corners cut."""
    path = dense(points)
    for _ in range(rounding):
        if len(path) > 2:  # nothing to round on a line of two points
            path = np.vstack([path[:1], (path[:-2] + 2 * path[1:-1] + path[2:]) / 4, path[-1:]])
    return path + wobble_mm * (_drift(rng, len(path), 9) + 0.25 * _drift(rng, len(path), 2))


def _drift(rng: Generator, count: int, span: int) -> Path2d:
    """Smooth noise of spread 1 that changes over so many points."""
    knots = rng.standard_normal((count // span + 3, 2))
    at = np.arange(count) / span + rng.random()
    base = np.floor(at).astype(int)
    part = (at - base)[:, None]
    ease = part * part * (3 - 2 * part)
    return np.asarray(knots[base] * (1 - ease) + knots[base + 1] * ease)


def stretched(points: Path2d, start_mm: float, end_mm: float) -> Path2d:
    """The path with its ends drawn out (overshoot) or, when negative, held back (a gap)."""
    out = dense(points, 0.4)
    if len(out) < 4:  # too short to have ends
        return out
    for end, by in ((0, start_mm), (-1, end_mm)):
        inner = 1 if end == 0 else -2
        way = out[end] - out[inner]
        way /= max(float(np.linalg.norm(way)), 1e-9)
        if by >= 0:
            out = np.vstack([out[:1] + by * way, out]) if end == 0 else np.vstack([out, out[-1:] + by * way])
        else:
            cut = min(len(out) // 3, round(-by / 0.4))
            out = out[cut:] if end == 0 else out[: len(out) - cut]
    return out

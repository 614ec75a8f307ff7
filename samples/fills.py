"""What players put inside a cat: nothing, hatching, scribble, solid colour, faces, doodles; and patterns."""

from collections.abc import Callable

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from samples.hands import Path2d
from samples.outlines import wavering
from scoring.squares import Shape
from sheets.geometry import Box, Geometry

KINDS = ("none", "hatching", "scribble", "solid", "face", "doodle")
CLOSE = ("scribble", "solid")
DRAWINGS = ("face", "doodle")
CLOSE_SCRIBBLE_MM = 1.1
"""Pens broader than this leave no white between the lines of a scribble."""
PATTERNS = ("across", "upright", "slanted", "crossed", "dots", "rings", "waves", "ticks", "plus")

Inside = Callable[[Path2d], NDArray[np.bool_]]
"""Which of these points may get ink."""


def in_box(box: Box) -> tuple[Inside, Box]:
    """A box as something to fill."""

    def inside(points: Path2d) -> NDArray[np.bool_]:
        x, y = points[:, 0], points[:, 1]
        return (x >= box.x) & (x <= box.x + box.w) & (y >= box.y) & (y <= box.y + box.h)

    return inside, box


def in_squares(geometry: Geometry, squares: Shape, margin_mm: float) -> tuple[Inside, Box]:
    """The inside of a discovery, so far off its outline, and the box around it."""
    boxes = {s: geometry.squares[s] for s in sorted(squares)}
    first, origin = next(iter(boxes.items()))
    left, top = origin.x - first.col * origin.w, origin.y - first.row * origin.h
    held = np.zeros((max(s.row for s in squares) + 3, max(s.col for s in squares) + 3), bool)
    for row, col in squares:
        held[row + 1, col + 1] = True

    def on(points: Path2d) -> NDArray[np.bool_]:
        cols = np.floor((points[:, 0] - left) / origin.w).astype(int) + 1
        rows = np.floor((points[:, 1] - top) / origin.h).astype(int) + 1
        fits = (rows >= 0) & (cols >= 0) & (rows < held.shape[0]) & (cols < held.shape[1])
        return fits & held[np.where(fits, rows, 0), np.where(fits, cols, 0)]

    def inside(points: Path2d) -> NDArray[np.bool_]:
        out = on(points)
        for step in ((1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1)):
            out &= on(points + margin_mm * np.array(step))
        return out

    x0, y0 = min(b.x for b in boxes.values()), min(b.y for b in boxes.values())
    x1, y1 = max(b.x + b.w for b in boxes.values()), max(b.y + b.h for b in boxes.values())
    return inside, Box(x0, y0, x1 - x0, y1 - y0)


def fill(
    rng: Generator, kind: str, geometry: Geometry, squares: Shape, pen_mm: float, inset_mm: float, gap_mm: float
) -> list[Path2d]:
    """The strokes inside one cat; none for "none". So much white stays between a close fill and its outline."""
    angle = float(rng.uniform(0.35, 1.2) * rng.choice((-1, 1)))
    area = in_squares(geometry, squares, inset_mm + float(rng.uniform(0.1, 0.9)))
    if gap_mm and inset_mm - pen_mm / 2 < gap_mm / 2 and (kind == "solid" or pen_mm > CLOSE_SCRIBBLE_MM):
        area = in_squares(geometry, squares, inset_mm + pen_mm + gap_mm)
    elif kind == "solid":
        area = in_squares(geometry, squares, inset_mm + 0.3 * pen_mm)
    if kind == "hatching":
        return [wavering(rng, p, 0.18) for p in lines(rng, *area, angle, float(rng.uniform(1.8, 4.0)) + pen_mm)]
    if kind == "scribble":
        return [wavering(rng, p, 0.3) for p in zigzag(rng, *area, angle, float(rng.uniform(1.3, 2.6)) + 0.6 * pen_mm)]
    if kind == "solid":
        return [wavering(rng, p, 0.12) for p in lines(rng, *area, angle, 0.8 * pen_mm)]
    if kind in DRAWINGS:
        place = sorted(squares)[int(rng.integers(len(squares)))]
        return _drawing(rng, kind, geometry.squares[place])
    return []


def swatch(rng: Generator, how: str, box: Box, pen_mm: float) -> list[Path2d]:
    """A pen tried in its box of the pen key."""
    area = in_box(box)
    if how == "line":
        ends = np.array(((box.x + 1, box.y + box.h / 2), (box.x + box.w - 1, box.y + box.h / 2)))
        return [wavering(rng, ends + rng.normal(0, 0.5, (2, 2)), 0.3)]
    if how == "hatching":
        return [wavering(rng, p, 0.15) for p in lines(rng, *area, 0.9, 1.6 + pen_mm)]
    pitch = 0.75 * pen_mm if how == "solid" else 1.4 + 0.6 * pen_mm
    return [wavering(rng, p, 0.2) for p in zigzag(rng, *area, 0.8, pitch)]


def lines(rng: Generator, inside: Inside, box: Box, angle: float, pitch_mm: float) -> list[Path2d]:
    """Parallel lines across the inside, their ends a little ragged."""
    along = np.array((np.cos(angle), np.sin(angle)))
    across = np.array((-along[1], along[0]))
    middle = np.array((box.x + box.w / 2, box.y + box.h / 2))
    reach = np.hypot(box.w, box.h) / 2
    at = np.arange(-reach, reach, 0.35)
    out = []
    for offset in np.arange(-reach + rng.uniform(0, pitch_mm), reach, pitch_mm):
        points = middle + across * (offset + rng.normal(0, 0.08 * pitch_mm)) + at[:, None] * along
        for run in _true_runs(inside(points)):
            if run[1] - run[0] > 2:  # shorter is a dot
                ends = points[[run[0], run[1] - 1]]
                out.append(ends + rng.normal(0, 0.15, 2)[:, None] * along)
    return out


def zigzag(rng: Generator, inside: Inside, box: Box, angle: float, pitch_mm: float) -> list[Path2d]:
    """One line to and fro across the inside, lifted where it would leave it."""
    out: list[Path2d] = []
    for place, line in enumerate(lines(rng, inside, box, angle, pitch_mm)):
        step = line[::-1] if place % 2 else line
        near = bool(out) and np.linalg.norm(out[-1][-1] - step[0]) < 2.5 * pitch_mm + 1.5
        if near and inside((out[-1][-1:] + step[:1]) / 2)[0]:
            out[-1] = np.vstack([out[-1], step])
        else:
            out.append(step)
    return out


def _true_runs(flags: NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], flags, [False]])))
    return [(int(a), int(b)) for a, b in zip(edges[::2], edges[1::2], strict=True)]


def pattern(rng: Generator, kind: str, inside: Inside, box: Box) -> list[Path2d]:
    """A pattern that stands for a colour."""
    if kind in ("across", "upright", "slanted"):
        angle = {"across": 0.0, "upright": np.pi / 2, "slanted": np.pi / 4}[kind]
        return [wavering(rng, p, 0.1) for p in lines(rng, inside, box, angle + rng.normal(0, 0.03), 2.2)]
    if kind == "crossed":
        both = lines(rng, inside, box, 0.8, 3.2) + lines(rng, inside, box, -0.8, 3.2)
        return [wavering(rng, p, 0.1) for p in both]
    if kind == "waves":
        return [_wavy(p) for p in lines(rng, inside, box, rng.normal(0, 0.03), 3.0)]
    small = _SMALL[kind]
    every = np.arange(1.6, max(box.w, box.h), 3.3)
    grid = np.array([(box.x + x, box.y + y) for y in every for x in every]) + rng.normal(0, 0.25, (len(every) ** 2, 2))
    return [at + stroke for at in grid[inside(grid)] for stroke in small]


def _wavy(line: Path2d) -> Path2d:
    length = float(np.linalg.norm(line[1] - line[0]))
    along = (line[1] - line[0]) / max(length, 1e-6)
    at = np.arange(0, length, 0.3)
    lift = 0.7 * np.sin(at * 2 * np.pi / 3.2)
    return np.asarray(line[0] + at[:, None] * along + lift[:, None] * np.array((-along[1], along[0])))


def _arc(radius: float, start: float, end: float, at: tuple[float, float] = (0.0, 0.0)) -> Path2d:
    turn = np.linspace(start, end, 16)
    return np.stack([at[0] + radius * np.cos(turn), at[1] + radius * np.sin(turn)], axis=1)


_SMALL: dict[str, list[Path2d]] = {
    "dots": [np.array(((-0.15, 0.0), (0.15, 0.05)))],
    "rings": [_arc(0.9, 0, 2 * np.pi)],
    "ticks": [np.array(((-0.8, 0.0), (-0.2, 0.8), (0.9, -0.9)))],
    "plus": [np.array(((-0.9, 0.0), (0.9, 0.0))), np.array(((0.0, -0.9), (0.0, 0.9)))],
}

_FACE = [
    _arc(0.55, 0, 2 * np.pi),
    np.array(((-0.5, -0.3), (-0.48, -0.85), (-0.12, -0.52))),
    np.array(((0.5, -0.3), (0.48, -0.85), (0.12, -0.52))),
    np.array(((-0.2, -0.1), (-0.19, -0.05))),
    np.array(((0.2, -0.1), (0.21, -0.05))),
    _arc(0.12, 0.2, np.pi - 0.2, (-0.1, 0.15)),
    _arc(0.12, 0.2, np.pi - 0.2, (0.1, 0.15)),
    np.array(((-0.3, 0.12), (-0.8, 0.05))),
    np.array(((-0.3, 0.2), (-0.8, 0.28))),
    np.array(((0.3, 0.12), (0.8, 0.05))),
    np.array(((0.3, 0.2), (0.8, 0.28))),
]
_SPIRAL = np.linspace(0, 5 * np.pi, 50)
_DOODLES: list[list[Path2d]] = [
    [np.stack([0.035 * _SPIRAL * np.cos(_SPIRAL), 0.035 * _SPIRAL * np.sin(_SPIRAL)], axis=1)],
    [np.array([(0.6 * np.sin(k * 4 * np.pi / 5), -0.6 * np.cos(k * 4 * np.pi / 5)) for k in range(6)])],
    [_arc(0.5, 0, 2 * np.pi), _arc(0.28, 0.3, np.pi - 0.3), *(_arc(0.05, 0, 6.3, (x, -0.2)) for x in (-0.2, 0.2))],
    [np.array(((0.0, 0.6), (-0.6, -0.1), (-0.3, -0.5), (0.0, -0.2), (0.3, -0.5), (0.6, -0.1), (0.0, 0.6)))],
    [_arc(0.4, 2.6, 6.2), _arc(0.3, 0, 4.5, (0.1, 0.2))],
]


def _drawing(rng: Generator, kind: str, box: Box) -> list[Path2d]:
    strokes = _FACE if kind == "face" else _DOODLES[int(rng.integers(len(_DOODLES)))]
    middle = np.array((box.x + box.w / 2, box.y + box.h / 2)) + rng.normal(0, 0.5, 2)
    half = min(box.w, box.h) / 2 * rng.uniform(0.65, 0.9)
    turn = rng.normal(0, 0.15)
    spin = np.array(((np.cos(turn), -np.sin(turn)), (np.sin(turn), np.cos(turn))))
    return [wavering(rng, middle + half * stroke @ spin.T, 0.12) for stroke in strokes]


def one_each(rng: Generator, count: int) -> list[str]:
    """So many different patterns."""
    return [str(PATTERNS[i]) for i in rng.permutation(len(PATTERNS))[:count]]

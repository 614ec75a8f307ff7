"""What a drawing is made of: paths and words, in mm from the page's top left corner, y down."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

Step = tuple[str, tuple[float, ...]]
"""M and L with a point, C with two controls and a point, Z with nothing: as in SVG, always absolute."""

PointMm = tuple[float, float]
ROUND = 0.5523
"""How far a Bezier's controls lie along the tangents of a quarter of a circle."""


class Font(StrEnum):
    """The fonts in which sheets are set; files of these names lie in data/fonts."""

    TEXT = "Nunito-SemiBold"
    BOLD = "Nunito-ExtraBold"
    NAMES = "Nunito-Names"
    """As bold, with the Latin and Cyrillic letters of many languages, for the names of people."""


class Anchor(StrEnum):
    """Which end of the words lies at the point."""

    START = "start"
    MIDDLE = "middle"
    END = "end"


@dataclass(frozen=True, slots=True)
class Paint:
    """How a path looks: colours as #rrggbb; without a colour that part is not painted."""

    fill: str | None = None
    line: str | None = None
    width_mm: float = 0.0


@dataclass(frozen=True, slots=True)
class Path:
    """Straight and curved lines; ends and joins are round."""

    steps: tuple[Step, ...]
    paint: Paint


@dataclass(frozen=True, slots=True)
class Text:
    """One line of words on a baseline; `size_mm` is the font's em."""

    words: str
    at: PointMm
    size_mm: float
    font: Font
    colour: str
    anchor: Anchor = Anchor.START


Shape = Path | Text
Drawing = tuple[Shape, ...]


def line(points: Sequence[PointMm], paint: Paint) -> Path:
    """An open line through the points."""
    first, *rest = points
    return Path((("M", first), *(("L", point) for point in rest)), paint)


def polygon(points: Sequence[PointMm], paint: Paint) -> Path:
    """A closed shape with these corners."""
    return Path((*line(points, paint).steps, ("Z", ())), paint)


def rectangle(x: float, y: float, w: float, h: float, paint: Paint, corner: float = 0.0) -> Path:
    """An upright rectangle, its corners rounded if asked."""
    if not corner:
        return polygon([(x, y), (x + w, y), (x + w, y + h), (x, y + h)], paint)
    near, far_x, far_y = corner * (1 - ROUND), x + w, y + h
    return Path(
        (
            ("M", (x + corner, y)),
            ("L", (far_x - corner, y)),
            ("C", (far_x - near, y, far_x, y + near, far_x, y + corner)),
            ("L", (far_x, far_y - corner)),
            ("C", (far_x, far_y - near, far_x - near, far_y, far_x - corner, far_y)),
            ("L", (x + corner, far_y)),
            ("C", (x + near, far_y, x, far_y - near, x, far_y - corner)),
            ("L", (x, y + corner)),
            ("C", (x, y + near, x + near, y, x + corner, y)),
            ("Z", ()),
        ),
        paint,
    )


def ellipse(x: float, y: float, across: float, down: float, paint: Paint) -> Path:
    """An ellipse around (x, y) with these half axes."""
    kx, ky = across * ROUND, down * ROUND
    return Path(
        (
            ("M", (x + across, y)),
            ("C", (x + across, y + ky, x + kx, y + down, x, y + down)),
            ("C", (x - kx, y + down, x - across, y + ky, x - across, y)),
            ("C", (x - across, y - ky, x - kx, y - down, x, y - down)),
            ("C", (x + kx, y - down, x + across, y - ky, x + across, y)),
            ("Z", ()),
        ),
        paint,
    )


def circle(x: float, y: float, radius: float, paint: Paint) -> Path:
    """A circle around (x, y)."""
    return ellipse(x, y, radius, radius, paint)


def drawn(data: str, paint: Paint) -> Path:
    """The path that SVG path data (absolute M, L, C, Z only) describes."""
    steps = []
    for letter, numbers in re.findall(r"([MLCZ])([^MLCZ]*)", data):
        steps.append((letter, tuple(float(number) for number in numbers.replace(",", " ").split())))
    return Path(tuple(steps), paint)


def placed(shapes: Iterable[Shape], at: PointMm, scale: float = 1.0) -> Drawing:
    """The shapes enlarged about the origin and then moved to `at`; lines grow with them."""
    return tuple(_placed(shape, at, scale) for shape in shapes)


def _placed(shape: Shape, at: PointMm, scale: float) -> Shape:
    if isinstance(shape, Text):
        point = (shape.at[0] * scale + at[0], shape.at[1] * scale + at[1])
        return Text(shape.words, point, shape.size_mm * scale, shape.font, shape.colour, shape.anchor)
    paint = Paint(shape.paint.fill, shape.paint.line, shape.paint.width_mm * scale)
    steps = tuple(
        (letter, tuple(number * scale + at[index % 2] for index, number in enumerate(numbers)))
        for letter, numbers in shape.steps
    )
    return Path(steps, paint)


def merged(points: Iterable[float]) -> list[tuple[float, float]]:
    """Unit steps that follow each other, joined: 1, 2, 3, 7 give (1, 4) and (7, 8)."""
    runs: list[tuple[float, float]] = []
    for start in sorted(points):
        if runs and runs[-1][1] == start:
            runs[-1] = (runs[-1][0], start + 1)
        else:
            runs.append((start, start + 1))
    return runs

"""A boat with what is drawn on it, as shapes: colours told apart by pattern and letter too."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from scoring.discoveries import Colour, Discovery, Kind
from scoring.marked_boat import MarkedBoat
from scoring.squares import Shape as Squares
from scoring.squares import Square
from sheets.deck import boat_drawing
from sheets.geometry import Box
from sheets.layout import GRID, SQUARE_MM, Lang, square_on_plan
from sheets.shapes import Anchor, Drawing, Font, Paint, PointMm, Shape, Text, circle, line, placed, polygon, rectangle

Thing = Colour | Kind


@dataclass(frozen=True, slots=True)
class Look:
    """How a kind of discovery is shown."""

    ink: str
    tint: str
    letters: Mapping[str, str]


LOOKS: Mapping[Thing, Look] = {
    Colour.BLUE: Look("#1857b6", "#cfdff5", {"en": "B", "fr": "B"}),
    Colour.GREEN: Look("#12733b", "#cbe7d6", {"en": "G", "fr": "V"}),
    Colour.ORANGE: Look("#c25a00", "#fbe0c6", {"en": "O", "fr": "O"}),
    Colour.PURPLE: Look("#7433ad", "#e3d3f2", {"en": "P", "fr": "M"}),
    Colour.RED: Look("#bf1f2b", "#f8d0d2", {"en": "R", "fr": "R"}),
    Kind.COMMON: Look("#6b4423", "#eadfd3", {"en": "C", "fr": "C"}),
    Kind.RARE: Look("#8a6400", "#f4e7bd", {"en": "R", "fr": "R"}),
}
PATTERNS: Mapping[Thing, tuple[tuple[PointMm, PointMm], ...]] = {
    Colour.BLUE: tuple(((0.0, k), (k, 0.0)) for k in (0.25, 0.5, 0.75, 1.0))
    + tuple(((k, 1.0), (1.0, k)) for k in (0.25, 0.5, 0.75)),
    Colour.GREEN: tuple(((0.0, k), (1.0, k)) for k in (0.2, 0.4, 0.6, 0.8)),
    Colour.ORANGE: tuple(((x, y), (x + 0.01, y)) for x in (0.2, 0.5, 0.8) for y in (0.2, 0.5, 0.8)),
    Colour.PURPLE: tuple(
        stroke
        for x in (0.2, 0.7)
        for y in (0.2, 0.7)
        for stroke in (((x, y), (x + 0.15, y + 0.15)), ((x + 0.15, y), (x, y + 0.15)))
    ),
    Colour.RED: tuple(((k, 0.0), (k, 1.0)) for k in (0.2, 0.4, 0.6, 0.8)),
    Kind.COMMON: (),
    Kind.RARE: tuple(((0.5, k), (0.5, k + 0.01)) for k in (0.1, 0.9)),
}
"""Strokes in a square of side 1."""
PATTERN_MM = {Colour.ORANGE: 1.3}
STERN_MM, BOW_MM, RAIL_MM = 3.5, 14.0, 4.5
"""How far the hull reaches beyond the grid: behind, ahead, and to either side."""
PICTURE_MM = (GRID.w + STERN_MM + BOW_MM, GRID.h + 2 * RAIL_MM)
INSET_MM = 0.75
LINE_MM = 1.5


def boat_picture(marked: MarkedBoat, lang: str) -> Drawing:
    """The boat's print and its discoveries, PICTURE_MM wide and high."""
    here = (STERN_MM - GRID.x, RAIL_MM - GRID.y)
    shapes = [*boat_drawing(marked.boat, Lang(lang))]
    for discovery in marked.discoveries:
        shapes += _discovery(discovery, lang)
    return placed(shapes, here)


def _discovery(discovery: Discovery, lang: str) -> Iterable[Shape]:
    thing: Thing = discovery.colour or discovery.kind
    look = LOOKS[thing]
    for square in sorted(discovery.squares):
        yield rectangle(*square_on_plan(square), Paint(fill=look.tint))
    for square in sorted(discovery.squares):
        yield from _pattern(square_on_plan(square), thing, look)
    yield from _outline(discovery.squares, Paint(line=look.ink, width_mm=LINE_MM))
    yield from _letter(square_on_plan(min(discovery.squares)), discovery.kind, look, lang)


def _pattern(box: Box, thing: Thing, look: Look) -> Iterable[Shape]:
    paint = Paint(line=look.ink, width_mm=PATTERN_MM.get(thing, 0.35) if isinstance(thing, Colour) else 0.35)
    for (x1, y1), (x2, y2) in PATTERNS[thing]:
        yield line([(box.x + x1 * box.w, box.y + y1 * box.h), (box.x + x2 * box.w, box.y + y2 * box.h)], paint)


def _outline(squares: Squares, paint: Paint) -> Iterable[Shape]:
    """Lines just inside the outer sides, so that two cats that touch keep a line each."""
    for square in sorted(squares):
        x, y, side = *square_on_plan(square)[:2], SQUARE_MM
        up, left, right, down = (n in squares for n in square.neighbours)
        first, last = INSET_MM, side - INSET_MM
        west, east = (0.0 if left else first), (side if right else last)
        north, south = (0.0 if up else first), (side if down else last)
        sides = (
            (up, (west, first), (east, first)),
            (down, (west, last), (east, last)),
            (left, (first, north), (first, south)),
            (right, (last, north), (last, south)),
        )
        for inside, start, end in sides:
            if not inside:
                yield line([(x + start[0], y + start[1]), (x + end[0], y + end[1])], paint)
        yield from _inner_corners(square, squares, paint)


def _inner_corners(square: Square, squares: Squares, paint: Paint) -> Iterable[Shape]:
    """The bends of the outline around a square that is missing at a corner."""
    x, y, side = *square_on_plan(square)[:2], SQUARE_MM
    for down, right in ((-1, -1), (-1, 1), (1, -1), (1, 1)):
        beside, above = Square(square.row, square.col + right), Square(square.row + down, square.col)
        if beside in squares and above in squares and Square(square.row + down, square.col + right) not in squares:
            corner = (x + (side if right > 0 else 0), y + (side if down > 0 else 0))
            bend = (corner[0] - right * INSET_MM, corner[1] - down * INSET_MM)
            yield line([(corner[0], bend[1]), bend, (bend[0], corner[1])], paint)


def _letter(box: Box, kind: Kind, look: Look, lang: str) -> Iterable[Shape]:
    x, y = box.x + box.w / 2, box.y + box.h / 2
    if kind is Kind.CAT:
        yield circle(x, y, 3.3, Paint(fill=look.ink))
    else:
        yield polygon([(x, y - 4.4), (x + 4.4, y), (x, y + 4.4), (x - 4.4, y)], Paint(fill=look.ink))
    yield Text(look.letters[lang], (x, y + 1.7), 4.8, Font.BOLD, "#ffffff", Anchor.MIDDLE)

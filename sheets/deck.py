"""The boat itself: hull, squares, walls, rats, treasure maps and the icons of rooms, from the page's centre."""

from collections.abc import Callable, Iterable
from itertools import pairwise
from math import hypot

from scoring.boats import Boat
from scoring.squares import Square
from sheets import icons, tones
from sheets.geometry import Box
from sheets.layout import GRID, SQUARE_MM, Lang
from sheets.shapes import Drawing, Paint, Path, PointMm, Shape, circle, drawn, line, merged, placed, rectangle
from sheets.texts import texts

GRID_LINE = Paint(line=tones.GRID_LINE, width_mm=0.25)
WALL = Paint(line=tones.WALL, width_mm=0.9)
EDGE = Paint(line=tones.EDGE, width_mm=1.2)
PLANK = Paint(line=tones.PLANK, width_mm=0.3)
RAIL = Paint(line=tones.HULL_RAIL, width_mm=0.3)
PLANKS_A_SQUARE = 3
RAIL_MM = 1.5
"""How far inside the hull's line its rail runs."""

HULL = (
    "M -124 -50 C -124 -57.5 -120 -63.4 -111.6 -66 C -90 -73.2 -68 -81.4 -47 -86.4 C -39 -88.2 -30 -87.8 -20 -87.8"
    " L 34 -87.8 C 44 -87.8 50 -86.4 57 -82.4 C 76 -71.6 96 -63 112 -54.2 C 121 -49 129 -42 134 -34.5"
    " C 129 -27 121 -20 112 -14.8 C 96 -6 76 2.6 57 13.4 C 50 17.4 44 18.8 34 18.8 L -20 18.8"
    " C -30 18.8 -39 19.2 -47 17.4 C -68 12.4 -90 4.2 -111.6 -3 C -120 -5.6 -124 -11.5 -124 -19 Z"
)


def boat_drawing(boat: Boat, lang: Lang) -> Drawing:
    """The hull, the squares and everything on them, from the page's centre."""
    return (
        *_hull(),
        *(rectangle(*_row(boat, row), Paint(fill=tones.WHITE)) for row in range(boat.rows)),
        *_borders(boat, _inside_a_room, GRID_LINE),
        *_icons(boat, lang),
        *_borders(boat, _between_rooms, WALL),
        *_borders(boat, _at_the_edge, EDGE),
    )


def _hull() -> Drawing:
    """The deck around the squares, with its planks and its rail."""
    outline = drawn(HULL, Paint(fill=tones.DECK, line=tones.HULL, width_mm=0.5))
    rail = _inside(_points(outline), RAIL_MM)
    rows = int(GRID.h / SQUARE_MM * PLANKS_A_SQUARE)
    planks = [_across(rail, GRID.y + (row + 0.5) * SQUARE_MM / PLANKS_A_SQUARE) for row in range(rows)]
    return (outline, *(line(plank, PLANK) for plank in planks), line([*rail, rail[0]], RAIL))


def _points(path: Path) -> list[PointMm]:
    """The outline of lines and curves as many points."""
    points: list[PointMm] = []
    for letter, numbers in path.steps:
        if letter == "C":
            points += [_bezier(points[-1], numbers, step / 24) for step in range(1, 25)]
        elif letter != "Z":
            points.append((numbers[0], numbers[1]))
    return points


def _bezier(start: PointMm, rest: tuple[float, ...], share: float) -> PointMm:
    weights = [(1 - share) ** 3, 3 * share * (1 - share) ** 2, 3 * share**2 * (1 - share), share**3]
    xs, ys = (start[0], *rest[::2]), (start[1], *rest[1::2])
    return sum(w * x for w, x in zip(weights, xs, strict=True)), sum(w * y for w, y in zip(weights, ys, strict=True))


def _inside(outline: list[PointMm], by_mm: float) -> list[PointMm]:
    """The outline (clockwise), drawn in by so much."""
    inside = []
    for before, here, after in zip([outline[-1], *outline], outline, [*outline[1:], outline[0]], strict=False):
        along = after[0] - before[0], after[1] - before[1]
        length = hypot(*along)
        inside.append((here[0] - along[1] / length * by_mm, here[1] + along[0] / length * by_mm))
    return inside


def _across(outline: Iterable[PointMm], y: float) -> tuple[PointMm, PointMm]:
    """Where a level line enters and leaves the outline."""
    points = list(outline)
    cuts = [
        one[0] + (y - one[1]) / (other[1] - one[1]) * (other[0] - one[0])
        for one, other in pairwise([*points, points[0]])
        if (one[1] <= y) != (other[1] <= y)
    ]
    return (min(cuts), y), (max(cuts), y)


Border = Callable[[int | None, int | None], bool]


def _inside_a_room(one: int | None, other: int | None) -> bool:
    return one == other and one is not None


def _between_rooms(one: int | None, other: int | None) -> bool:
    return one is not None and other is not None and one != other


def _at_the_edge(one: int | None, other: int | None) -> bool:
    return (one is None) != (other is None)


def _row(boat: Boat, row: int) -> Box:
    cols = [square.col for square in boat.squares if square.row == row]
    return Box(
        GRID.x + min(cols) * SQUARE_MM, GRID.y + row * SQUARE_MM, (max(cols) + 1 - min(cols)) * SQUARE_MM, SQUARE_MM
    )


def _borders(boat: Boat, wanted: Border, paint: Paint) -> list[Shape]:
    """The borders between squares of these rooms, as long lines."""
    across = _runs({(square.row, square.col): room for square, room in boat.rooms.items()}, wanted)
    down = _runs({(square.col, square.row): room for square, room in boat.rooms.items()}, wanted)
    return [
        *(line([_corner(at, start), _corner(at, end)], paint) for at, start, end in across),
        *(line([_corner(start, at), _corner(end, at)], paint) for at, start, end in down),
    ]


def _runs(rooms: dict[tuple[int, int], int], wanted: Border) -> list[tuple[float, float, float]]:
    """Lines along which one line of squares meets the next: the line, and where each piece starts and ends."""
    lines, places = max(line for line, _ in rooms) + 1, max(place for _, place in rooms) + 1
    return [
        (at, start, end)
        for at in range(lines + 1)
        for start, end in merged(
            place for place in range(places) if wanted(rooms.get((at - 1, place)), rooms.get((at, place)))
        )
    ]


def _corner(row: float, col: float) -> PointMm:
    return GRID.x + col * SQUARE_MM, GRID.y + row * SQUARE_MM


def _icons(boat: Boat, lang: Lang) -> list[Shape]:
    shapes: list[Shape] = []
    for square in sorted(boat.rats):
        shapes += placed(icons.rat(), _middle(square), 0.64)
    for square, colour in sorted(boat.maps.items()):
        shapes += placed(icons.treasure_map(colour, texts(lang)[f"map.{colour}"]), _middle(square), 0.66)
    for number, square in room_icon_squares(boat).items():
        badge = Paint(fill=tones.WHITE, line=tones.GRID_LINE, width_mm=0.3)
        shapes.append(circle(*_middle(square), 4.0, badge))
        outline = Paint(line=tones.GRID_LINE, fill=tones.ICON_FILL, width_mm=0.5)
        shapes += placed(icons.ROOMS[boat.icons[number]](outline), _middle(square), 0.5)
    return shapes


def _middle(square: Square) -> PointMm:
    return _corner(square.row + 0.5, square.col + 0.5)


def room_icon_squares(boat: Boat) -> dict[int, Square]:
    """The square that holds each room's icon: free of rats and maps, as near the room's top left corner as can be."""
    found = {}
    for number in boat.icons:
        room = boat.room_squares[number]
        top, left = min(square.row for square in room), min(square.col for square in room)
        free = sorted(room - boat.rats - boat.maps.keys(), key=lambda s: (s.row - top + s.col - left, s.row))
        found[number] = free[0] if free else min(room)
    return found

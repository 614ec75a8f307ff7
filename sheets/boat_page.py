"""The page with the boat: what is drawn, shape by shape."""

from collections.abc import Callable
from functools import cache
from pathlib import Path as FilePath

from scoring.boats import Boat
from scoring.marked_boat import Special
from scoring.squares import Square
from sheets import icons, tones
from sheets.geometry import Box, Geometry, Marker
from sheets.layout import GRID, SQUARE_MM, Lang
from sheets.shapes import (
    Anchor,
    Drawing,
    Font,
    Paint,
    PointMm,
    Shape,
    Text,
    circle,
    drawn,
    line,
    merged,
    placed,
    rectangle,
)
from sheets.texts import texts

CODES = FilePath(__file__).parent / "data" / "marker_codes.txt"
MODULES = 6
"""A marker is this many modules across, and one black one on either side."""

GRID_LINE = Paint(line=tones.GRID_LINE, width_mm=0.25)
WALL = Paint(line=tones.WALL, width_mm=0.9)
EDGE = Paint(line=tones.EDGE, width_mm=1.2)
BOX = Paint(fill=tones.WHITE, line=tones.BOX_LINE, width_mm=0.4)
RULE = Paint(line=tones.FAINT, width_mm=0.25)

SCORE = Box(72.0, 20.0, 50.0, 67.5)
SCORE_LINES = ("rats", "rooms", "families", "rare-treasures", "lessons", "total")
SCALE_BAR = Box(-57.5, 94.4, 50.0, 1.8)

HULL = (
    "M -124 -50 C -124.4 -57.5 -120 -63.4 -111.6 -66 C -90 -73.2 -68 -81.4 -47 -86.4 C -39 -88.2 -30 -87.8 -20 -87.8"
    " L 34 -87.8 C 44 -87.8 50 -86.4 57 -82.4 C 76 -71.6 96 -63 112 -54.2 C 121 -49 129 -42 134 -34.5"
    " C 129 -27 121 -20 112 -14.8 C 96 -6 76 2.6 57 13.4 C 50 17.4 44 18.8 34 18.8 L -20 18.8"
    " C -30 18.8 -39 19.2 -47 17.4 C -68 12.4 -90 4.2 -111.6 -3 C -120 -5.6 -124.4 -11.5 -124 -19 Z"
)


def boat_page(geometry: Geometry, lang: Lang, player: str = "") -> Drawing:
    """The page of this geometry in this language; a player's name is printed on its line."""
    middle = (geometry.page_mm[0] / 2, geometry.page_mm[1] / 2)
    on_plan = (
        *_header(geometry.boat, lang, player),
        drawn(HULL, Paint(fill=tones.DECK, line=tones.HULL, width_mm=0.5)),
        *boat_drawing(geometry.boat, lang),
        *_headings(lang),
        *_specials_words(lang),
        *_score_box(lang),
        *_footer(geometry, lang),
    )
    return (
        *placed(on_plan, middle),
        *_lessons(geometry),
        *_specials(geometry),
        *_pen_key(geometry, lang),
        *(shape for marker in geometry.markers for shape in marker_drawing(marker)),
    )


def boat_drawing(boat: Boat, lang: Lang) -> Drawing:
    """The boat's squares and everything on them, from the page's centre."""
    return (
        *(rectangle(*_row(boat, row), Paint(fill=tones.WHITE)) for row in range(boat.rows)),
        *_borders(boat, _inside_a_room, GRID_LINE),
        *_icons(boat, lang),
        *_borders(boat, _between_rooms, WALL),
        *_borders(boat, _at_the_edge, EDGE),
    )


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


def _header(boat: Boat, lang: Lang, player: str) -> list[Shape]:
    words = texts(lang)
    name_at, date_at = -55.0, 75.0
    y = -93.2
    shapes: list[Shape] = [
        *_flag(boat, (-119.0, -95.3)),
        Text(words[f"boat.{boat.name}"], (-110.0, y), 5.4, Font.BOLD, tones.TITLE),
        Text(words["name"], (name_at, y), 3.4, Font.TEXT, tones.LABEL),
        line([(name_at + 11, y + 0.8), (-8.0, y + 0.8)], RULE),
        line([(8.0, y + 0.8), (57.0, y + 0.8)], RULE),
        Text(words["date"], (date_at, y), 3.4, Font.TEXT, tones.LABEL),
        line([(date_at + 9, y + 0.8), (121.0, y + 0.8)], RULE),
    ]
    if player:
        shapes.append(Text(player, (name_at + 12, y), 5.0, Font.BOLD, tones.TITLE))
    return shapes


def _flag(boat: Boat, at: PointMm) -> Drawing:
    cloth = Paint(fill=tones.FLAGS[boat.name])
    pole = Paint(line=tones.LABEL, width_mm=0.6)
    return placed(
        (
            drawn("M -1.5 -4 C 0.5 -5.2 2.5 -2.6 5.4 -3.8 L 5.4 0 C 2.5 1.2 0.5 -1.4 -1.5 -0.2 Z", cloth),
            line([(-1.8, -4.4), (-1.8, 4.2)], pole),
        ),
        at,
    )


def _headings(lang: Lang) -> list[Shape]:
    shapes: list[Shape] = []
    for key, x, y in (("lessons", -120.0, 20.2), ("specials", -120.0, 58.6), ("pens", -120.0, 76.4)):
        shapes += _heading(key, (x, y), lang)
    return shapes


def _heading(key: str, at: PointMm, lang: Lang) -> list[Shape]:
    words = texts(lang)
    return [
        Text(words[key], at, 3.6, Font.BOLD, tones.LABEL),
        Text(words[f"{key}.hint"], (at[0] + 34, at[1]), 2.7, Font.TEXT, tones.FAINT),
    ]


def _lessons(geometry: Geometry) -> list[Shape]:
    shapes: list[Shape] = []
    for number, box in geometry.lessons.items():
        shapes.append(rectangle(*box, BOX))
        at = (box.x - 3.0, box.y + box.h - 1.8)
        shapes.append(Text(str(number), at, 3.4, Font.BOLD, tones.LABEL, Anchor.END))
    return shapes


def _specials(geometry: Geometry) -> list[Shape]:
    shapes: list[Shape] = []
    for special, box in geometry.specials.items():
        shapes.append(rectangle(*box, BOX))
        shapes += placed(icons.special(special), (box.x + 18.0, box.y + 2.7), 0.66)
    return shapes


def _specials_words(lang: Lang) -> list[Shape]:
    return [
        Text(texts(lang)[f"special.{special}"], (-108.0 + 35 * place, 70.8), 2.7, Font.TEXT, tones.LABEL)
        for place, special in enumerate(Special)
    ]


def _pen_key(geometry: Geometry, lang: Lang) -> list[Shape]:
    shapes: list[Shape] = []
    for colour, box in geometry.pen_key.items():
        swatch = geometry.swatches[colour]
        shapes.append(rectangle(*box, BOX))
        shapes.append(rectangle(*swatch, Paint(fill=tones.PENS[colour])))
        under = (swatch.x + swatch.w / 2, box.y + box.h - 0.6)
        shapes.append(Text(texts(lang)[f"colour.{colour}"], under, 2.9, Font.TEXT, tones.LABEL, Anchor.MIDDLE))
    return shapes


def _score_box(lang: Lang) -> list[Shape]:
    words = texts(lang)
    frame = Paint(fill=tones.WHITE, line=tones.FAINT, width_mm=0.35)
    head, step = 9.0, (SCORE.h - 9.0) / len(SCORE_LINES)
    shapes: list[Shape] = [
        rectangle(*SCORE, frame, corner=2.0),
        Text(words["score"], (SCORE.x + 3, SCORE.y + 6), 4.2, Font.BOLD, tones.LABEL),
        Text(words["score.hint"], (SCORE.x + SCORE.w - 3, SCORE.y + 6), 2.7, Font.TEXT, tones.FAINT, Anchor.END),
    ]
    for place, key in enumerate(SCORE_LINES):
        top = SCORE.y + head + place * step
        shapes.append(line([(SCORE.x, top), (SCORE.x + SCORE.w, top)], RULE))
        font = Font.BOLD if key == "total" else Font.TEXT
        shapes.append(Text(words[f"score.{key}"], (SCORE.x + 3, top + 4.6), 3.3, font, tones.LABEL))
        if worth := words.get(f"score.{key}.worth"):
            shapes.append(Text(worth, (SCORE.x + 3, top + 8.2), 2.5, Font.TEXT, tones.FAINT))
    shapes.append(line([(SCORE.x + 31, SCORE.y + head), (SCORE.x + 31, SCORE.y + SCORE.h)], RULE))
    return shapes


def _footer(geometry: Geometry, lang: Lang) -> list[Shape]:
    words = texts(lang)
    x, y, w, h = SCALE_BAR
    ink = Paint(line=tones.LABEL, width_mm=0.3)
    name = f"boatscore · {geometry.sheet}"
    return [
        line([(x, y + h / 2), (x + w, y + h / 2)], ink),
        *(line([(x + tick, y), (x + tick, y + h)], ink) for tick in range(0, 51, 10)),
        Text(words["scale"], (x + w / 2, y + h + 2.6), 2.4, Font.TEXT, tones.LABEL, Anchor.MIDDLE),
        Text(words["photo"], (-97.5, 96.2), 2.7, Font.TEXT, tones.LABEL, Anchor.MIDDLE),
        Text(name, (97.5, 96.2), 2.4, Font.TEXT, tones.FAINT, Anchor.MIDDLE),
    ]


@cache
def _codes() -> tuple[int, ...]:
    return tuple(int(code, 16) for code in CODES.read_text(encoding="ascii").split())


def marker_drawing(marker: Marker) -> list[Shape]:
    """A marker: a black square with the white modules of its code."""
    box, module = marker.box, marker.box.w / (MODULES + 2)
    code = _codes()[marker.number]
    shapes: list[Shape] = [rectangle(*box, Paint(fill=tones.MARKER))]
    for row in range(MODULES):
        whites = [col for col in range(MODULES) if code >> (MODULES * MODULES - 1 - row * MODULES - col) & 1]
        for start, end in merged(whites):
            shapes.append(
                rectangle(
                    box.x + (start + 1) * module,
                    box.y + (row + 1) * module,
                    (end - start) * module,
                    module,
                    Paint(fill=tones.WHITE),
                )
            )
    return shapes

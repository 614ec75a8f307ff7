"""Where everything on a sheet with a boat is printed: one plan for both papers, in mm from the page's centre.

Centred, because A4 is wider and US Letter taller: the plan keeps 5 mm off the edges of both, so that only the
page around it differs. A language changes words, never places.

Markers are AprilTags of the family 36h11 (`cv2.aruco.DICT_APRILTAG_36h11`; any two differ in 11 bits, whichever way
they are turned). Every marker alone tells its sheet and its place on it:

    number = PLACES_A_SHEET * (place of the sheet's name in SHEET_NAMES) + position in MARKER_CENTRES

Six boats, two languages and two papers with 24 places each need 576 of the family's 587 numbers.
"""

from dataclasses import replace
from enum import StrEnum
from functools import cache
from itertools import product

from scoring.boats import BOAT_NAMES, Boat, boat
from scoring.discoveries import Colour
from scoring.marked_boat import Special
from scoring.squares import Square
from sheets.geometry import Box, Geometry, Marker


class Lang(StrEnum):
    """The languages in which sheets are printed."""

    EN = "en"
    FR = "fr"


class Paper(StrEnum):
    """The papers for which sheets are laid out, both landscape."""

    A4 = "a4"
    LETTER = "letter"


PAGE_MM = {Paper.A4: (297.0, 210.0), Paper.LETTER: (279.4, 215.9)}
SHEET_NAMES = tuple(f"boat-{name}-{lang}-{paper}" for name, lang, paper in product(BOAT_NAMES, Lang, Paper))

SQUARE_MM = 11.0
GRID = Box(-121.0, -84.0, 22 * SQUARE_MM, 9 * SQUARE_MM)
"""The boat's 22 x 9 squares, with the hull and a row of markers above it."""

LESSON_COUNT = 31
LESSONS_A_ROW = 11
LESSON_BOX = Box(-113.0, 24.0, 6.0, 6.0)
LESSON_STEP = (16.0, 10.8)
SPECIAL_BOX = Box(-120.0, 61.2, 8.8, 8.8)
PEN_BOX = Box(-106.0, 79.5, 18.0, 8.2)
SWATCH = Box(-120.0, 79.5, 11.0, 4.5)
STEP_OF_FIVE = 35.0
"""From a special, a pen box or a swatch to the next."""
CLEAR_MM = 3.0
"""White around every box, for marks that run over."""

MARKER_MM = 9.0
QUIET_MM = MARKER_MM / 8
"""The white around a marker: one of its modules; nothing else is printed there."""

PLACES_A_SHEET = 24
MARKER_CENTRES = (
    *((-130.0, -95.3), (-65.0, -95.3), (0.0, -95.3), (65.0, -95.3), (130.0, -95.3)),  # above the boat
    *((-101.0, -79.5), (98.0, -79.5)),  # in the corners that the round hull leaves
    *((-130.0, -61.0), (130.0, -61.0)),
    (-130.0, -34.5),  # behind the stern
    *((-130.0, -8.0), (130.0, -8.0)),
    *((-101.0, 10.5), (98.0, 10.5)),
    *((-130.0, 43.0), (130.0, 43.0)),  # beside the boxes
    *((-130.0, 95.3), (-65.0, 95.3), (0.0, 95.3), (65.0, 95.3), (130.0, 95.3)),  # below them
)


@cache
def geometry_by_name(name: str) -> Geometry:
    """The geometry of the sheet of this name, with its markers."""
    if name not in SHEET_NAMES:
        raise ValueError(f"no sheet is called {name!r}; a name is like {SHEET_NAMES[0]}")
    _, boat_name, lang, paper = name.split("-")
    return sheet_geometry(boat(boat_name), Lang(lang), Paper(paper))


def sheet_geometry(boat: Boat, lang: Lang | str, paper: Paper | str, *, markers: bool = True) -> Geometry:
    """Where things lie on this boat's sheet; without markers everything else stays where it is."""
    lang, paper = Lang(lang), Paper(paper)
    sheet = f"boat-{boat.name}-{lang}-{paper}"
    width, height = PAGE_MM[paper]
    middle = (width / 2, height / 2)
    return Geometry(
        sheet=sheet,
        boat=boat,
        page_mm=(width, height),
        squares={square: moved(square_on_plan(square), *middle) for square in sorted(boat.squares)},
        pen_key={colour: moved(_fifth(PEN_BOX, place), *middle) for place, colour in enumerate(Colour)},
        lessons={number: moved(_lesson(number), *middle) for number in range(1, LESSON_COUNT + 1)},
        specials={special: moved(_fifth(SPECIAL_BOX, place), *middle) for place, special in enumerate(Special)},
        markers=_markers(sheet, middle) if markers else (),
        swatches={colour: moved(_fifth(SWATCH, place), *middle) for place, colour in enumerate(Colour)},
    )


def without_markers(geometry: Geometry) -> Geometry:
    """The same sheet printed without its markers."""
    return replace(geometry, markers=())


def sheet_of_marker(number: int) -> tuple[str, int]:
    """The sheet that a marker belongs to and its position there (an index into MARKER_CENTRES).

    A number that is on no sheet raises LookupError.
    """
    sheet, position = divmod(number, PLACES_A_SHEET)
    if not (0 <= sheet < len(SHEET_NAMES) and position < len(MARKER_CENTRES)):
        raise LookupError(f"marker {number} is on no sheet")
    return SHEET_NAMES[sheet], position


def square_on_plan(square: Square) -> Box:
    """A square's place, from the page's centre."""
    return Box(GRID.x + square.col * SQUARE_MM, GRID.y + square.row * SQUARE_MM, SQUARE_MM, SQUARE_MM)


def moved(box: Box, right: float, down: float) -> Box:
    """The box, moved by so many mm."""
    return Box(box.x + right, box.y + down, box.w, box.h)


def _fifth(first: Box, place: int) -> Box:
    return moved(first, place * STEP_OF_FIVE, 0)


def _lesson(number: int) -> Box:
    row, col = divmod(number - 1, LESSONS_A_ROW)
    return moved(LESSON_BOX, col * LESSON_STEP[0], row * LESSON_STEP[1])


def _markers(sheet: str, middle: tuple[float, float]) -> tuple[Marker, ...]:
    if sheet not in SHEET_NAMES:
        raise ValueError(f"{sheet!r} has no markers of its own; sheets with markers are {', '.join(SHEET_NAMES)}")
    first = PLACES_A_SHEET * SHEET_NAMES.index(sheet)
    return tuple(
        Marker(
            first + position, Box(middle[0] + x - MARKER_MM / 2, middle[1] + y - MARKER_MM / 2, MARKER_MM, MARKER_MM)
        )
        for position, (x, y) in enumerate(MARKER_CENTRES)
    )

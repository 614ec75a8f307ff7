"""Where everything printed on a sheet lies, in millimetres from the page's top left corner."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from scoring.boats import Boat
from scoring.discoveries import Colour
from scoring.marked_boat import Special
from scoring.squares import Square


class Box(NamedTuple):
    """A rectangle on the page, in mm; x to the right, y down."""

    x: float
    y: float
    w: float
    h: float


class Marker(NamedTuple):
    """A printed ArUco marker: its number and the square that its black border fills."""

    number: int
    box: Box


@dataclass(frozen=True)
class Geometry:
    """One printed page with a boat: what a reader needs to know about where things are."""

    sheet: str
    boat: Boat
    page_mm: tuple[float, float]
    squares: Mapping[Square, Box]
    pen_key: Mapping[Colour, Box]
    lessons: Mapping[int, Box]
    specials: Mapping[Special, Box]
    markers: tuple[Marker, ...]
    swatches: Mapping[Colour, Box] = field(default_factory=dict)
    """Patches printed in the full colour beside the pen key: what the light made of a known colour."""

    def as_json(self) -> dict[str, Any]:
        """The geometry as DESIGN names it."""
        boat = self.boat
        return {
            "sheet": self.sheet,
            "boat": boat.name,
            "page_mm": list(self.page_mm),
            "squares": [
                {
                    "row": square.row,
                    "col": square.col,
                    "box_mm": _mm(box),
                    "room": boat.rooms[square],
                    "rat": square in boat.rats,
                    "map": boat.maps.get(square),
                }
                for square, box in sorted(self.squares.items())
            ],
            "pen_key": [{"colour": str(colour), "box_mm": _mm(box)} for colour, box in self.pen_key.items()],
            "lessons": [{"number": number, "box_mm": _mm(box)} for number, box in self.lessons.items()],
            "specials": [{"name": str(name), "box_mm": _mm(box)} for name, box in self.specials.items()],
            "markers": [{"number": number, "box_mm": _mm(box)} for number, box in self.markers],
            "swatches": [{"colour": str(colour), "box_mm": _mm(box)} for colour, box in self.swatches.items()],
        }


def _mm(box: Box) -> list[float]:
    return [round(length, 3) for length in box]

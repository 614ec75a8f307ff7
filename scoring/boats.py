"""Boats as data: squares, rooms, rats and treasure maps, each boat a small file in `data/boats`."""

import json
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

from scoring.discoveries import Colour
from scoring.squares import Shape, Square

DATA = Path(__file__).parent / "data" / "boats"
BOAT_NAMES = ("blue", "green", "red", "purple", "orange", "black")
NO_SQUARE = "."
A_PAIR = 2
ROOM_ICONS = ("parrot", "moon", "apple", "corn")


class BoatFileWrong(ValueError):
    """A boat file that cannot be used: names the file, the place and what was expected."""


@dataclass(frozen=True)
class Boat:
    """What is printed on a boat. A square's room is a number; an icon names the room or is absent."""

    name: str
    rooms: Mapping[Square, int]
    icons: Mapping[int, str]
    rats: Shape
    maps: Mapping[Square, Colour]

    @cached_property
    def squares(self) -> Shape:
        """Every square of the boat."""
        return frozenset(self.rooms)

    @cached_property
    def room_squares(self) -> Mapping[int, Shape]:
        """The squares of each room, by the room's number."""
        return {
            number: frozenset(s for s, room in self.rooms.items() if room == number)
            for number in sorted(set(self.rooms.values()))
        }

    @cached_property
    def neighbours(self) -> Mapping[Square, tuple[Square, ...]]:
        """For each square the squares of the boat that share a side with it."""
        return {s: tuple(n for n in s.neighbours if n in self.rooms) for s in self.rooms}

    @cached_property
    def borders(self) -> tuple[tuple[Square, Square], ...]:
        """Each two squares of the boat that share a side, once."""
        return tuple((s, n) for s, near in self.neighbours.items() for n in near if s < n)

    @cached_property
    def corners(self) -> tuple[tuple[Square, Square], ...]:
        """Each two squares of the boat that meet at a corner only, once."""
        return tuple(
            (s, Square(s.row + 1, col))
            for s in self.rooms
            for col in (s.col - 1, s.col + 1)
            if (s.row + 1, col) in self.rooms
        )

    @cached_property
    def edge(self) -> Shape:
        """The squares with a side on the boat's outline."""
        return frozenset(s for s in self.rooms if any(n not in self.rooms for n in s.neighbours))

    @cached_property
    def rooms_by_icon(self) -> Mapping[str | None, tuple[int, ...]]:
        """The rooms that share an icon, under that icon; rooms without one are under None."""
        together: dict[str | None, tuple[int, ...]] = {}
        for room in self.room_squares:
            together[self.icons.get(room)] = (*together.get(self.icons.get(room), ()), room)
        return together

    @cached_property
    def sides(self) -> Mapping[int, str]:
        """For rooms of which two share an icon, where each lies seen from the other: left, right, upper or lower."""
        pairs = [rooms for icon, rooms in self.rooms_by_icon.items() if icon and len(rooms) == A_PAIR]
        return {
            room: _side(self.room_squares[room], self.room_squares[other])
            for one, two in pairs
            for room, other in ((one, two), (two, one))
        }

    @cached_property
    def middle_row(self) -> Shape:
        """The squares of the middle row; of a boat with an even number of rows, those of both."""
        return frozenset(s for s in self.rooms if s.row in ((self.rows - 1) // 2, self.rows // 2))

    @cached_property
    def rows(self) -> int:
        """How many rows the grid has."""
        return 1 + max(s.row for s in self.rooms)

    @cached_property
    def cols(self) -> int:
        """How many columns the grid has."""
        return 1 + max(s.col for s in self.rooms)


@cache
def boat(name: str) -> Boat:
    """One of the boats that come with boatscore."""
    if name not in BOAT_NAMES:
        raise ValueError(f"no boat is called {name!r}; there are {', '.join(BOAT_NAMES)}")
    return load_boat(DATA / f"{name}.json")


def load_boat(path: Path) -> Boat:
    """The boat in this file, or BoatFileWrong with the place and what was expected there."""
    try:
        return _boat(json.loads(path.read_text(encoding="utf-8")))
    except json.JSONDecodeError as problem:
        raise BoatFileWrong(f"{path}, line {problem.lineno}: not JSON: {problem.msg}") from problem
    except (OSError, UnicodeDecodeError) as problem:
        raise BoatFileWrong(f"{path}: cannot be read: {problem}") from problem
    except ValueError as problem:
        raise BoatFileWrong(f"{path}: {problem}") from problem


def _side(squares: Shape, others: Shape) -> str:
    """On which side of the others these squares lie, along the axis on which they are further apart."""
    down = _middle([s.row for s in squares]) - _middle([s.row for s in others])
    right = _middle([s.col for s in squares]) - _middle([s.col for s in others])
    if abs(right) > abs(down):
        return "right" if right > 0 else "left"
    return "lower" if down > 0 else "upper"


def _middle(places: Collection[int]) -> float:
    return sum(places) / len(places)


def _boat(facts: object) -> Boat:
    if not isinstance(facts, dict):
        raise ValueError("expected an object with name, rooms, icons, rats and maps")
    for key, type_, what in (
        ("name", str, "a text"),
        ("rooms", list, "a list of texts, one a row"),
        ("icons", dict, "an object, room number to icon"),
        ("rats", list, "a list of [row, col]"),
        ("maps", dict, "an object, colour to [row, col]"),
    ):
        if not isinstance(facts.get(key), type_):
            raise ValueError(f"key {key!r}: expected {what}, found {facts.get(key)!r}")
    rooms = _rooms(facts["rooms"])
    rats = [_square(place, f"rats[{i}]", rooms) for i, place in enumerate(facts["rats"])]
    if twice := [s for s, n in Counter(rats).items() if n > 1]:
        raise ValueError(f"key 'rats': expected each square once, ({twice[0].row}, {twice[0].col}) is there twice")
    return Boat(
        name=facts["name"],
        rooms=MappingProxyType(rooms),
        icons=MappingProxyType(_icons(facts["icons"], rooms)),
        rats=frozenset(rats),
        maps=MappingProxyType(_maps(facts["maps"], rooms)),
    )


def _rooms(rows: list[object]) -> dict[Square, int]:
    rooms = {}
    for row, text in enumerate(rows):
        if not isinstance(text, str) or len(text) != len(str(rows[0])):
            raise ValueError(f"key 'rooms', row {row}: expected a text as long as the first row, found {text!r}")
        for col, mark in enumerate(text):
            if mark != NO_SQUARE and not (mark.isascii() and mark.isdigit()):
                raise ValueError(
                    f"key 'rooms', row {row}, column {col}: expected a room's digit or '.', found {mark!r}"
                )
            if mark != NO_SQUARE:
                rooms[Square(row, col)] = int(mark)
    if not rooms:
        raise ValueError("key 'rooms': expected at least one square")
    return rooms


def _square(place: object, where: str, rooms: Mapping[Square, int]) -> Square:
    if not (isinstance(place, list) and len(place) == len(Square._fields) and all(type(n) is int for n in place)):
        raise ValueError(f"key {where!r}: expected [row, col], found {place!r}")
    square = Square(*place)
    if square not in rooms:
        raise ValueError(f"key {where!r}: expected a square of the boat, ({square.row}, {square.col}) is none")
    return square


def _icons(icons: dict[str, object], rooms: Mapping[Square, int]) -> dict[int, str]:
    known = {str(room): room for room in rooms.values()}
    for room, icon in icons.items():
        if room not in known:
            raise ValueError(f"key 'icons': expected room numbers of this boat, found {room!r}")
        if icon is not None and icon not in ROOM_ICONS:
            raise ValueError(f"key 'icons[{room}]': expected one of {', '.join(ROOM_ICONS)} or null, found {icon!r}")
    return {known[room]: str(icon) for room, icon in icons.items() if icon is not None}


def _maps(maps: dict[str, object], rooms: Mapping[Square, int]) -> dict[Square, Colour]:
    found: dict[Square, Colour] = {}
    for name, place in maps.items():
        if name not in Colour.__members__.values():
            raise ValueError(f"key 'maps': expected colours {', '.join(Colour)}, found {name!r}")
        square = _square(place, f"maps[{name}]", rooms)
        if square in found:
            raise ValueError(f"key 'maps[{name}]': two maps on one square ({square.row}, {square.col})")
        found[square] = Colour(name)
    return found

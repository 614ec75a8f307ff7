"""Boats drawn for tests: a picture of letters, or lists of squares."""

from collections.abc import Iterable
from dataclasses import replace
from textwrap import dedent

from hypothesis import strategies as st

from scoring.boats import BOAT_NAMES, Boat, boat
from scoring.discoveries import Colour, Discovery, Kind
from scoring.marked_boat import MarkedBoat
from scoring.squares import Square

BLUE, GREEN, ORANGE, PURPLE, RED = Colour
COMMON, RARE = Kind.COMMON, Kind.RARE
CORNER = Square(2, 1)
"""The squares from here on, 5 rows of 18, are all on every boat, whatever the picture."""


def made(what: Colour | Kind, squares: Iterable[tuple[int, int]], *, oshax: bool = False) -> Discovery:
    colour = what if isinstance(what, Colour) else None
    kind = Kind.CAT if isinstance(what, Colour) else what
    return Discovery(kind, frozenset(Square(*s) for s in squares), colour, oshax)


def drawn(picture: str, *, on: str = "blue", at: tuple[int, int] = CORNER, **letters: str) -> MarkedBoat:
    """Each letter is one discovery: `red="ab"` says that a and b are red cats, `common="c"` that c is a treasure."""
    rows = dedent(picture).strip("\n").split("\n")
    places: dict[str, list[tuple[int, int]]] = {}
    for row, line in enumerate(rows):
        for col, mark in enumerate(line.replace(" ", "")):
            if mark != ".":
                places.setdefault(mark, []).append((at[0] + row, at[1] + col))
    kinds = {**{str(c): c for c in Colour}, "common": COMMON, "rare": RARE}
    what = {letter: kinds[name] for name, several in letters.items() for letter in several}
    assert places.keys() == what.keys(), "every letter of the picture, and no other, has a meaning"
    return MarkedBoat(boat(on), tuple(made(what[letter], squares) for letter, squares in places.items()))


def ones(what: Colour | Kind, squares: Iterable[tuple[int, int]]) -> tuple[Discovery, ...]:
    """A discovery of one square on each of these."""
    return tuple(made(what, [square]) for square in squares)


def marked(*discoveries: Discovery, on: str | Boat = "blue") -> MarkedBoat:
    return MarkedBoat(boat(on) if isinstance(on, str) else on, discoveries)


def with_lessons(drawing: MarkedBoat, *numbers: int) -> MarkedBoat:
    return replace(drawing, lessons=numbers)


def apart(count: int, *, of: str = "blue") -> list[Square]:
    """So many squares of a boat of which no two touch."""
    return sorted(s for s in boat(of).squares if (s.row + s.col) % 2 == 0)[:count]


@st.composite
def marked_boats(draw: st.DrawFn, most: int = 25) -> MarkedBoat:
    """Any boat with any discoveries that fit: legal in a game or not, with any lessons ticked."""
    on = boat(draw(st.sampled_from(BOAT_NAMES)))
    free = set(on.squares)
    discoveries = []
    for _ in range(draw(st.integers(0, most))):
        squares = {draw(st.sampled_from(sorted(free)))}
        for _ in range(draw(st.integers(0, 5))):
            if nearby := sorted({n for s in squares for n in s.neighbours} & free - squares):
                squares.add(draw(st.sampled_from(nearby)))
        free -= squares
        what = draw(st.sampled_from((*Colour, *Colour, COMMON, RARE)))
        oshax = isinstance(what, Colour) and draw(st.integers(0, 9)) == 0
        discoveries.append(made(what, squares, oshax=oshax))
    lessons = draw(st.lists(st.integers(1, 31), unique=True, max_size=8))
    return MarkedBoat(on, tuple(discoveries), tuple(lessons))

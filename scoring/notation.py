"""A marked boat as text, both ways: for tests, logs and reports of what went wrong.

boat: blue
lessons: 3, 17
specials: extra-card

~~~~~~~........~~~~~~~      ~ water, . an empty square, any other sign a discovery
~~~~aa..bb.......~~~~~
…
a: blue cat
b: red oshax
"""

from collections.abc import Callable
from string import ascii_letters, digits
from typing import TypeVar

from scoring.boats import Boat, boat
from scoring.discoveries import Colour, Discovery, Kind
from scoring.marked_boat import MarkedBoat, Special
from scoring.squares import Shape, Square

WATER, EMPTY = "~", "."
SIGNS = ascii_letters + digits + "".join(map(chr, range(0x100, 0x180)))
"""More than a boat has squares, so that every discovery has a sign of its own."""
OSHAX = "oshax"
T = TypeVar("T")


class NotationWrong(ValueError):
    """A text that is no marked boat: names the line and what was expected there."""


def write(marked: MarkedBoat) -> str:
    """The marked boat as text."""
    legend = dict(zip(SIGNS, marked.discoveries, strict=False))
    signs = dict.fromkeys(marked.boat.squares, EMPTY)
    for sign, discovery in legend.items():
        signs |= dict.fromkeys(discovery.squares, sign)
    head = [f"boat: {marked.boat.name}"]
    if marked.lessons:
        head.append(f"lessons: {', '.join(map(str, marked.lessons))}")
    if marked.specials:
        head.append(f"specials: {', '.join(marked.specials)}")
    rows = [
        "".join(signs.get(Square(row, col), WATER) for col in range(marked.boat.cols))
        for row in range(marked.boat.rows)
    ]
    return "\n".join([*head, "", *rows, *(f"{sign}: {_words(discovery)}" for sign, discovery in legend.items())])


def read(text: str, boat_named: Callable[[str], Boat] = boat) -> MarkedBoat:
    """The marked boat in the text; NotationWrong, or what a MarkedBoat refuses, if there is none."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    facts = dict(line.split(": ", 1) for line in lines if ": " in line)
    if "boat" not in facts:
        raise NotationWrong('expected a line "boat: " with the name of a boat')
    on = boat_named(facts.pop("boat"))
    lessons = _listed(facts.pop("lessons", ""), int, "lessons")
    specials = _listed(facts.pop("specials", ""), Special, "specials")
    drawn = _drawn([line for line in lines if ": " not in line], on)
    if drawn.keys() != facts.keys():
        odd = sorted(drawn.keys() ^ facts.keys())
        raise NotationWrong(f"{', '.join(odd)}: expected each sign in the picture and in the list under it")
    found = tuple(_discovery(words, frozenset(drawn[sign]), sign) for sign, words in facts.items())
    return MarkedBoat(on, found, lessons, specials)


def _words(discovery: Discovery) -> str:
    if discovery.colour is None:
        return str(discovery.kind)
    return f"{discovery.colour} {OSHAX if discovery.oshax else discovery.kind}"


def _discovery(words: str, squares: Shape, sign: str) -> Discovery:
    colour, _, kind = words.rpartition(" ")
    try:
        what = Kind.CAT if kind == OSHAX else Kind(kind)
        return Discovery(what, squares, Colour(colour) if colour else None, oshax=kind == OSHAX)
    except ValueError as problem:
        raise NotationWrong(f"{sign}: {words}: {problem}") from problem


def _listed(words: str, item: Callable[[str], T], what: str) -> tuple[T, ...]:
    try:
        return tuple(item(word.strip()) for word in words.split(",") if word.strip())
    except ValueError as problem:
        raise NotationWrong(f"{what}: {problem}") from problem


def _drawn(rows: list[str], on: Boat) -> dict[str, set[Square]]:
    """The squares of each sign; the picture must have the boat's outline."""
    drawn: dict[str, set[Square]] = {}
    for row in range(max(len(rows), on.rows)):
        line = rows[row] if row < len(rows) else ""
        for col in range(max(len(line), on.cols)):
            sign = line[col] if col < len(line) else WATER
            if (sign != WATER) != (Square(row, col) in on.squares):
                raise NotationWrong(
                    f"row {row}, column {col}: expected the outline of the {on.name} boat, found {sign}"
                )
            if sign not in (WATER, EMPTY):
                drawn.setdefault(sign, set()).add(Square(row, col))
    return drawn

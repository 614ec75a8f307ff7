"""The shapes of the published discoveries, the same however they are turned or flipped."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from scoring.discoveries import Discovery, Kind
from scoring.squares import Shape, Square

DATA = Path(__file__).parent / "data" / "shapes.json"
DRAWN = "#"
QUARTER_TURNS = 4


@dataclass(frozen=True, slots=True)
class Catalogue:
    """The known shapes of each kind, in all their orientations, each moved to the top left corner."""

    cats: frozenset[Shape]
    oshax: frozenset[Shape]
    common: frozenset[Shape]
    rare: frozenset[Shape]

    def knows(self, discovery: Discovery) -> bool:
        """Whether a discovery of this kind has this shape."""
        shape = normalised(discovery.squares)
        if discovery.kind is Kind.CAT:
            return shape in self.oshax or (shape in self.cats and not discovery.oshax)
        return shape in (self.common if discovery.kind is Kind.COMMON else self.rare)


@cache
def catalogue() -> Catalogue:
    """The shapes of the published game."""
    pictures = json.loads(DATA.read_text(encoding="utf-8"))
    return Catalogue(
        cats=_all_orientations(pictures["cats"]),
        oshax=_all_orientations(pictures["oshax"]),
        common=_all_orientations(pictures["common_treasures"]),
        rare=_all_orientations(pictures["rare_treasures"]),
    )


def pictured(rows: Iterable[str]) -> Shape:
    """The squares of a shape drawn with '#', one text a row."""
    return frozenset(Square(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == DRAWN)


def normalised(squares: Shape) -> Shape:
    """The same shape in the top left corner."""
    top = min(row for row, _ in squares)
    left = min(col for _, col in squares)
    return frozenset(Square(row - top, col - left) for row, col in squares)


def orientations(squares: Shape) -> frozenset[Shape]:
    """The shape in every way it can be turned and flipped, each in the top left corner."""
    found = set()
    for _ in range(QUARTER_TURNS):
        squares = frozenset(Square(col, -row) for row, col in squares)
        found |= {normalised(squares), normalised(frozenset(Square(row, -col) for row, col in squares))}
    return frozenset(found)


def _all_orientations(pictures: Iterable[list[str]]) -> frozenset[Shape]:
    return frozenset().union(*(orientations(pictured(rows)) for rows in pictures))

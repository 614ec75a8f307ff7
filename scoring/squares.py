"""Squares, who touches whom, and connected groups. Diagonals never count."""

from collections.abc import Callable, Collection, Hashable, Iterable
from functools import lru_cache
from typing import NamedTuple, TypeVar


class Square(NamedTuple):
    """A square of the grid, both from 0: row 0 at the top, the bow at the right."""

    row: int
    col: int

    def __str__(self) -> str:
        return f"({self.row}, {self.col})"

    @property
    def neighbours(self) -> tuple["Square", "Square", "Square", "Square"]:
        """The four squares that share a side with this one, on the boat or not."""
        return _neighbours(self)


@lru_cache(maxsize=1024)
def _neighbours(square: Square) -> tuple[Square, Square, Square, Square]:
    row, col = square
    return Square(row - 1, col), Square(row, col - 1), Square(row, col + 1), Square(row + 1, col)


Shape = frozenset[Square]
T = TypeVar("T", bound=Hashable)


def connected(things: Collection[T], touching: Callable[[T], Iterable[T]]) -> list[frozenset[T]]:
    """The connected groups of things, in the order in which their first member comes."""
    left = dict.fromkeys(things)
    groups = []
    while left:
        first = next(iter(left))
        del left[first]
        group, todo = {first}, [first]
        while todo:
            for other in touching(todo.pop()):
                if other in left:
                    del left[other]
                    group.add(other)
                    todo.append(other)
        groups.append(frozenset(group))
    return groups


def pieces(squares: Collection[Square]) -> list[Shape]:
    """The connected pieces that these squares fall into."""
    return connected(squares, lambda square: square.neighbours)


def around(squares: Shape) -> Shape:
    """Every square that touches these and is not one of them."""
    return frozenset(n for square in squares for n in square.neighbours) - squares


def named(squares: Iterable[Square]) -> str:
    """The squares as a person reads them in a message: (3, 0), (3, 1)."""
    return ", ".join(map(str, sorted(squares)))

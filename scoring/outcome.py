"""What a condition of a lesson comes to, hers or the player's."""

from typing import NamedTuple

from scoring.squares import Shape
from scoring.texts import Counted, Saying, points_said, saying


class Outcome(NamedTuple):
    """Points, the squares that show why, and the sentence."""

    points: int
    squares: Shape
    why: Saying


def earned(points: int, squares: Shape, key: str, **values: int | str | Counted | Saying) -> Outcome:
    """These points, said with this text; its gap {points} is filled with them."""
    return Outcome(points, squares, saying(key, points=points_said(points), **values))


def missed(squares: Shape, key: str, **values: int | str | Counted | Saying) -> Outcome:
    """No points, said with this text, which tells how near it was."""
    return earned(0, squares, key, **values)


def each(things: str, count: int, points: int, squares: Shape, **values: int | str | Counted | Saying) -> Outcome:
    """Points for each of these things; `things` is the text that counts them."""
    said = saying(things, n=count, **values) if values else Counted(things, count)
    return earned(count * points, squares, "each", things=said, each=points_said(points))

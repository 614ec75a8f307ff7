"""The cats on a boat: all of them, those of a colour, those on the edge, the Oshax."""

from scoring.discoveries import Colour
from scoring.marked_boat import MarkedBoat
from scoring.shapes import catalogue, normalised
from scoring.texts import Counted


def cats(marked: MarkedBoat, colour: Colour | None = None) -> tuple[int, ...]:
    """The cats of this colour, or all of them, by their place in `discoveries`."""
    if colour is not None:
        return marked.cats[colour]
    return tuple(index for found in marked.cats.values() for index in found)


def cats_on_edge(marked: MarkedBoat, colour: Colour | None = None) -> tuple[int, ...]:
    """Those of them that cover a square with a side on the boat's outline."""
    edge = marked.boat.edge
    return tuple(index for index in cats(marked, colour) if not edge.isdisjoint(marked.discoveries[index].squares))


def oshax(marked: MarkedBoat) -> tuple[int, ...]:
    """The cats that are Oshax: by their shape, or because the player says so."""
    shapes = catalogue().oshax
    return tuple(
        index
        for index in cats(marked)
        if marked.discoveries[index].oshax or normalised(marked.discoveries[index].squares) in shapes
    )


def cats_said(count: int, colour: Colour | None = None) -> Counted:
    """So many cats, of a colour or of any."""
    return Counted(f"cats.{colour}" if colour else "cats", count)

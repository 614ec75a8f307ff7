"""Rulebook, "Rare treasures" and "Treasure maps"."""

from scoring.cards import ScoreItem, ScoreLine
from scoring.discoveries import Kind
from scoring.marked_boat import MarkedBoat
from scoring.squares import Square
from scoring.texts import points_said, saying

POINTS_PER_RARE = 3


def treasures(marked: MarkedBoat, *kinds: Kind) -> tuple[int, ...]:
    """The treasures of these kinds, by their place in `discoveries`."""
    return tuple(index for index, discovery in enumerate(marked.discoveries) if discovery.kind in kinds)


def covered_maps(marked: MarkedBoat) -> list[Square]:
    """The treasure maps with anything drawn on them."""
    return [square for square in marked.boat.maps if square in marked.owner]


def maps_in_their_colour(marked: MarkedBoat) -> list[Square]:
    """The treasure maps under a cat of the map's own colour: each may have given a common treasure."""
    return [
        square
        for square, colour in marked.boat.maps.items()
        if square in marked.owner and marked.discoveries[marked.owner[square]].colour is colour
    ]


def score_rare_treasures(marked: MarkedBoat) -> ScoreLine:
    """One item a rare treasure; common ones are worth nothing by themselves."""
    why = saying("rare-treasures.item", points=points_said(POINTS_PER_RARE))
    return ScoreLine(
        "rare-treasures",
        tuple(
            ScoreItem(marked.discoveries[index].squares, POINTS_PER_RARE, why) for index in treasures(marked, Kind.RARE)
        ),
    )

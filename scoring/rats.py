"""Rulebook, "Rats": a point lost for each visible rat."""

from scoring.cards import ScoreItem, ScoreLine
from scoring.marked_boat import MarkedBoat
from scoring.rooms import room_said
from scoring.squares import Shape
from scoring.texts import points_said, saying

POINTS_PER_RAT = -1


def visible_rats(marked: MarkedBoat) -> Shape:
    """The squares of the rats that nothing is drawn on."""
    return marked.boat.rats & marked.empty


def score_rats(marked: MarkedBoat) -> ScoreLine:
    """One item a visible rat."""
    lost = points_said(POINTS_PER_RAT)
    return ScoreLine(
        "rats",
        tuple(
            ScoreItem(
                frozenset({rat}),
                POINTS_PER_RAT,
                saying("rats.item", room=room_said(marked.boat, marked.boat.rooms[rat]), points=lost),
            )
            for rat in sorted(visible_rats(marked))
        ),
    )

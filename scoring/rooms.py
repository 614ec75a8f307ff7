"""Rulebook, "Rooms": points lost for each room that has not been filled."""

from collections.abc import Collection

from scoring.boats import Boat
from scoring.cards import ScoreItem, ScoreLine
from scoring.marked_boat import MarkedBoat
from scoring.squares import Shape
from scoring.texts import Saying, points_said, saying

POINTS_PER_UNFILLED_ROOM = -5
A_PAIR = 2


def filled_rooms(marked: MarkedBoat) -> tuple[int, ...]:
    """The rooms without a visible square."""
    return tuple(room for room, squares in marked.boat.room_squares.items() if not squares & marked.empty)


def empty_rooms(marked: MarkedBoat) -> tuple[int, ...]:
    """The rooms with no square drawn on."""
    return tuple(room for room, squares in marked.boat.room_squares.items() if squares <= marked.empty)


def score_rooms(marked: MarkedBoat) -> ScoreLine:
    """One item an unfilled room; its squares are those that are still empty, the ones to look at."""
    missing = {room: squares & marked.empty for room, squares in marked.boat.room_squares.items()}
    return ScoreLine(
        "rooms",
        tuple(
            ScoreItem(
                squares,
                POINTS_PER_UNFILLED_ROOM,
                saying(
                    "rooms.item",
                    n=len(squares),
                    room=room_said(marked.boat, room),
                    points=points_said(POINTS_PER_UNFILLED_ROOM),
                ),
            )
            for room, squares in missing.items()
            if squares
        ),
    )


def room_said(boat: Boat, room: int) -> Saying:
    """The room as a player finds it: by its icon, and where two share one by where it lies; else by its number."""
    icon = boat.icons.get(room)
    together = boat.rooms_by_icon[icon]
    if len(together) == 1:
        return saying(f"room.{icon}" if icon else "room.plain")
    if icon is None or len(together) > A_PAIR:
        return saying("room.number", number=room)
    other = together[0] if together[1] == room else together[1]
    return saying(f"room.{icon}.{_side(boat.room_squares[room], boat.room_squares[other])}")


def _side(squares: Shape, others: Shape) -> str:
    """On which side of the other room a room lies, along the axis on which they are further apart."""
    down = _middle([s.row for s in squares]) - _middle([s.row for s in others])
    right = _middle([s.col for s in squares]) - _middle([s.col for s in others])
    if abs(right) > abs(down):
        return "right" if right > 0 else "left"
    return "lower" if down > 0 else "upper"


def _middle(places: Collection[int]) -> float:
    return sum(places) / len(places)

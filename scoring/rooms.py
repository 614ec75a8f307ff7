"""Rulebook, "Rooms": points lost for each room that has not been filled."""

from scoring.boats import Boat
from scoring.cards import ScoreItem, ScoreLine
from scoring.marked_boat import MarkedBoat
from scoring.texts import Saying, points_said, saying

POINTS_PER_UNFILLED_ROOM = -5


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
    icon, side = boat.icons.get(room), boat.sides.get(room)
    if side:
        return saying(f"room.{icon}.{side}")
    if len(boat.rooms_by_icon[icon]) > 1:
        return saying("room.number", number=room)
    return saying(f"room.{icon}" if icon else "room.plain")

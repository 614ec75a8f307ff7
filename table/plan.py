"""What a host says when opening a table, checked: names, seats, boats, lesson sheet. Names are text, never markup."""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from scoring.boats import BOAT_NAMES
from table.problems import PlanWrong, TextWrong

Json = dict[str, Any]
MOST_NAME = 40
MOST_WORDS = 280
MOST_SEATS = 24
MOST_DAYS = 366
DAYS = 90
LINE_BREAKING = frozenset("\n\r\t\v\f\x85\u2028\u2029")
JOINERS = frozenset("\u200c\u200d")
"""Needed inside words of some scripts and inside emoji."""


def clean_text(told: str, what: str, most: int = MOST_NAME) -> str:
    """The text on one line, without control and direction characters; TextWrong when nothing or too much is left."""
    plain = "".join(" " if c in LINE_BREAKING else c for c in unicodedata.normalize("NFC", told))
    shown = "".join(c for c in plain if c in JOINERS or not unicodedata.category(c).startswith("C"))
    text = " ".join(shown.split())
    if not 1 <= len(text) <= most or not text.strip("".join(JOINERS)):
        raise TextWrong(what=what, most=most)
    return text


def same_name(one: str, other: str) -> bool:
    """Whether people would take these for one name."""
    return unicodedata.normalize("NFKC", one).casefold() == unicodedata.normalize("NFKC", other).casefold()


def clean_boat(name: str, allowed: Iterable[str] = BOAT_NAMES) -> str:
    """A boat that may be played here."""
    if name not in allowed:
        raise PlanWrong(why=f"no boat is called {name!r} here; there are {', '.join(allowed)}.")
    return name


@dataclass(frozen=True, slots=True)
class SeatPlan:
    """A seat kept for somebody, or open to anybody (no name)."""

    name: str = ""
    boat: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """A table as its host wants it."""

    name: str
    seats: tuple[SeatPlan, ...]
    boats: tuple[str, ...] = BOAT_NAMES
    lesson_sheet: Json | None = None
    """A lesson sheet's JSON, or none for the one that comes with boatscore."""
    days: int = DAYS
    """After so many days everything about the table is deleted."""

    def checked(self) -> "Plan":
        """The same plan with clean names, or a problem in words."""
        if not 1 <= len(self.seats) <= MOST_SEATS:
            raise PlanWrong(why=f"a table has 1 to {MOST_SEATS} seats.")
        if not 1 <= self.days <= MOST_DAYS:
            raise PlanWrong(why=f"a table is kept 1 to {MOST_DAYS} days.")
        if not self.boats:
            raise PlanWrong(why="at least one boat is needed.")
        boats = tuple(clean_boat(boat) for boat in self.boats)
        seats = tuple(
            SeatPlan(
                clean_text(seat.name, "A player's name") if seat.name.strip() else "",
                clean_boat(seat.boat, boats) if seat.boat else "",
            )
            for seat in self.seats
        )
        _no_name_twice([seat.name for seat in seats if seat.name])
        return Plan(clean_text(self.name, "The table's name"), seats, boats, self.lesson_sheet, self.days)

    def as_json(self) -> Json:
        """The plan as the first event keeps it."""
        return {
            "name": self.name,
            "seats": [{"name": seat.name, "boat": seat.boat} for seat in self.seats],
            "boats": list(self.boats),
            "lesson_sheet": self.lesson_sheet,
            "days": self.days,
        }


def plan_from_json(facts: Json) -> Plan:
    """The plan that an event keeps."""
    return Plan(
        facts["name"],
        tuple(SeatPlan(seat["name"], seat["boat"]) for seat in facts["seats"]),
        tuple(facts["boats"]),
        facts["lesson_sheet"],
        facts["days"],
    )


def _no_name_twice(names: list[str]) -> None:
    for index, name in enumerate(names):
        if any(same_name(name, other) for other in names[:index]):
            raise PlanWrong(why=f"two players are called {name}.")

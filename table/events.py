"""What happens at a table, one thing after another: who, when, what. The list is only ever added to."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from table.models import EventRow

Json = dict[str, Any]


class What(StrEnum):
    """Everything that can happen."""

    OPENED = "opened"
    SAT = "sat"
    BOAT_CHANGED = "boat-changed"
    SUBMITTED = "submitted"
    OBJECTED = "objected"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    CLOSED = "closed"
    REOPENED = "reopened"
    KEY_RENEWED = "key-renewed"
    SEAT_FREED = "seat-freed"


class Role(StrEnum):
    """What a link allows."""

    HOST = "host"
    GUEST = "guest"
    PLAYER = "player"


@dataclass(frozen=True, slots=True)
class Who:
    """Somebody at the table: the host, a player on a seat, or a guest who only looks."""

    role: Role
    seat: int | None = None

    def __str__(self) -> str:
        return str(self.role) if self.seat is None else f"seat-{self.seat}"


def who_from(text: str) -> Who:
    """The person an event names."""
    return Who(Role.PLAYER, int(text.removeprefix("seat-"))) if text.startswith("seat-") else Who(Role(text))


@dataclass(frozen=True, slots=True)
class Event:
    """One thing that happened. `number` counts from 1 at each table and is the table's version after it."""

    number: int
    at: datetime
    who: Who
    what: What
    facts: Json

    def as_json(self) -> Json:
        """The event as a report tells it."""
        return {
            "number": self.number,
            "at": self.at.isoformat(),
            "who": str(self.who),
            "what": str(self.what),
            "facts": self.facts,
        }


def event_of(row: EventRow) -> Event:
    """The event that this row keeps."""
    return Event(row.number, row.at, who_from(row.who), What(row.what), row.facts)

"""A table as it is after some of its events: computed from them alone, for the latest or any earlier moment."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from table.change import Change, change_from_json
from table.events import Event, What, Who
from table.plan import Plan, plan_from_json
from table.problems import OutOfDate
from vision.reading import Reading, reading_from_json

Json = dict[str, Any]


class Standing(StrEnum):
    """What has become of an objection."""

    OPEN = "open"
    ACCEPTED = "accepted"
    REFUSED = "refused"
    OVERTAKEN = "overtaken"
    """The player has sent another photo since, or left the seat."""


@dataclass(frozen=True)
class Submission:
    """A photo with its reading, as a player sent it and as it stands now. `event` is its number at this table."""

    event: int
    seat: int
    version: int
    at: datetime
    photo: str
    """The file's name among the table's photos: its SHA-256 and its kind."""
    original_sha256: str
    """Of the file as it came, so that a player can show which photo it was."""
    read: Reading | None
    """What the reader saw before anybody changed it; none when a person tapped everything in."""
    sent: Reading
    reading: Reading
    """After all accepted objections."""


@dataclass(frozen=True)
class Objection:
    """Somebody says that a reading should say something else. `event` is its number at this table."""

    event: int
    seat: int
    submission: int
    who: Who
    name: str
    """The objector's name at that time."""
    at: datetime
    words: str
    change: Change
    standing: Standing = Standing.OPEN
    settled_by: Who | None = None
    settled_at: datetime | None = None


@dataclass(frozen=True)
class Seat:
    """A place at the table; `taken` once somebody has sat down."""

    number: int
    name: str
    boat: str
    taken: bool = False
    submissions: tuple[Submission, ...] = ()

    @property
    def latest(self) -> Submission | None:
        """The submission that counts."""
        return self.submissions[-1] if self.submissions else None


@dataclass(frozen=True)
class TableState:
    """Everything about a table after its first `version` events."""

    version: int
    plan: Plan
    opened_at: datetime
    seats: tuple[Seat, ...]
    objections: tuple[Objection, ...] = ()
    closed: bool = False
    submissions_ever: int = 0

    def seat(self, number: int) -> Seat:
        """The seat with this number, from 1."""
        return self.seats[number - 1]

    def submission(self, event: int) -> Submission | None:
        """The submission that came with this event, if its player still sits here."""
        return next((s for seat in self.seats for s in seat.submissions if s.event == event), None)

    def objection(self, event: int) -> Objection | None:
        """The objection that came with this event."""
        return next((o for o in self.objections if o.event == event), None)

    def name_of(self, who: Who) -> str:
        """The name of a player; nobody else has one."""
        return self.seat(who.seat).name if who.seat is not None else ""

    @property
    def sent(self) -> tuple[Submission, ...]:
        """The submission that counts of every seat that has one."""
        return tuple(seat.latest for seat in self.seats if seat.latest is not None)


def replayed(events: Iterable[Event], state: TableState | None = None) -> TableState:
    """The table after these events, which follow `state` (none: from the very first)."""
    for event in events:
        state = _opened(event) if state is None else after(state, event)
    if state is None:
        raise ValueError("a table's history starts with its opening")
    return state


def after(state: TableState, event: Event) -> TableState:
    """The table after one more event."""
    if event.number != state.version + 1:
        raise ValueError(f"event {event.number} cannot follow version {state.version}")
    return replace(_STEPS[event.what](state, event), version=event.number)


def _opened(event: Event) -> TableState:
    plan = plan_from_json(event.facts)
    seats = tuple(Seat(n, seat.name, seat.boat) for n, seat in enumerate(plan.seats, start=1))
    return TableState(event.number, plan, event.at, seats)


def _with_seat(state: TableState, seat: Seat) -> TableState:
    return replace(state, seats=tuple(seat if s.number == seat.number else s for s in state.seats))


def _sat(state: TableState, event: Event) -> TableState:
    facts = event.facts
    return _with_seat(state, Seat(facts["seat"], facts["name"], facts["boat"], taken=True))


def _boat_changed(state: TableState, event: Event) -> TableState:
    return _with_seat(state, replace(state.seat(event.facts["seat"]), boat=event.facts["boat"]))


def _freed(state: TableState, event: Event) -> TableState:
    number = event.facts["seat"]
    planned = state.plan.seats[number - 1]
    return _with_seat(_overtaken(state, number), Seat(number, planned.name, planned.boat))


def _submitted(state: TableState, event: Event) -> TableState:
    facts, seat = event.facts, state.seat(event.facts["seat"])
    sent = reading_of(facts["reading"])
    submission = Submission(
        event=event.number,
        seat=seat.number,
        version=facts["version"],
        at=event.at,
        photo=facts["photo"],
        original_sha256=facts["original_sha256"],
        read=reading_of(facts["read"]) if facts["read"] is not None else None,
        sent=sent,
        reading=sent,
    )
    state = replace(_overtaken(state, seat.number), submissions_ever=state.submissions_ever + 1)
    return _with_seat(state, replace(seat, submissions=(*seat.submissions, submission)))


def _objected(state: TableState, event: Event) -> TableState:
    facts = event.facts
    about = state.submission(facts["submission"])
    if about is None:
        raise ValueError(f"event {event.number} objects to a submission that is not there")
    objection = Objection(
        event=event.number,
        seat=about.seat,
        submission=about.event,
        who=event.who,
        name=state.name_of(event.who),
        at=event.at,
        words=facts["words"],
        change=change_from_json(facts["change"], about.reading),
    )
    return replace(state, objections=(*state.objections, objection))


def _accepted(state: TableState, event: Event) -> TableState:
    objection = open_objection(state, event.facts["objection"])
    seat = state.seat(objection.seat)
    submissions = tuple(
        replace(s, reading=objection.change.applied(s.reading)) if s.event == objection.submission else s
        for s in seat.submissions
    )
    return _settled(_with_seat(state, replace(seat, submissions=submissions)), event, Standing.ACCEPTED)


def _refused(state: TableState, event: Event) -> TableState:
    return _settled(state, event, Standing.REFUSED)


def _settled(state: TableState, event: Event, standing: Standing) -> TableState:
    number = event.facts["objection"]
    settled = replace(open_objection(state, number), standing=standing, settled_by=event.who, settled_at=event.at)
    return replace(state, objections=tuple(settled if o.event == number else o for o in state.objections))


def open_objection(state: TableState, number: int) -> Objection:
    """The objection with this number, still open; else OutOfDate."""
    objection = state.objection(number)
    if objection is None or objection.standing is not Standing.OPEN:
        raise OutOfDate()
    return objection


def _overtaken(state: TableState, seat: int) -> TableState:
    """Open objections to this seat's boat have nothing to be about any more."""
    objections = tuple(
        replace(o, standing=Standing.OVERTAKEN) if o.seat == seat and o.standing is Standing.OPEN else o
        for o in state.objections
    )
    return replace(state, objections=objections)


def reading_of(facts: Json) -> Reading:
    """The reading that an event keeps."""
    reading = reading_from_json(facts)
    if not isinstance(reading, Reading):
        raise ValueError("a table keeps readings of photos that could be read")
    return reading


_STEPS: dict[What, Callable[[TableState, Event], TableState]] = {
    What.SAT: _sat,
    What.BOAT_CHANGED: _boat_changed,
    What.SEAT_FREED: _freed,
    What.SUBMITTED: _submitted,
    What.OBJECTED: _objected,
    What.ACCEPTED: _accepted,
    What.REFUSED: _refused,
    What.CLOSED: lambda state, event: replace(state, closed=True),
    What.REOPENED: lambda state, event: replace(state, closed=False),
    What.KEY_RENEWED: lambda state, event: state,
}

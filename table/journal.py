"""The history of every table in the database: read it, replay it, add one event at a time."""

import threading
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import ScalarSelect, select, update
from sqlalchemy.orm import Session

from table.database import Database
from table.events import Event, Role, What, Who, event_of
from table.models import EventRow, KeyRow, TableRow
from table.problems import KeyReused, NoSuchTable, TooMany
from table.state import TableState, after, replayed
from table.tokens import hashed

Json = dict[str, Any]
MOST_EVENTS = 3000
"""At one table. 24 players who each send 20 versions and object 50 times stay below it."""
MOST_REMEMBERED = 300
"""Tables whose latest state is kept in memory; each takes some 100 kB."""


@dataclass(frozen=True, slots=True)
class Pass:
    """What somebody's link opens: one table, as host, guest or player."""

    table_id: str
    role: Role
    seat: int | None = None

    @property
    def who(self) -> Who:
        """The person, as events name them."""
        return Who(self.role, self.seat)


@dataclass(frozen=True, slots=True)
class ByLink:
    """Somebody who comes with a secret link."""

    link: str

    def table_id(self) -> ScalarSelect[str]:
        """Where the link leads."""
        return select(KeyRow.table_id).where(KeyRow.hash == hashed(self.link)).scalar_subquery()

    def opened(self, session: Session, table_id: str) -> Pass:
        """What the link allows; NoSuchTable when it was taken back."""
        row = session.get(KeyRow, hashed(self.link))
        if row is None or row.table_id != table_id:
            raise NoSuchTable()
        return Pass(table_id, Role(row.role), row.seat)


@dataclass(frozen=True, slots=True)
class ByCode:
    """Somebody who typed a table's short code: it only lets in as a guest."""

    code: str

    def table_id(self) -> ScalarSelect[str]:
        """Where the code leads."""
        return select(TableRow.id).where(TableRow.code == self.code).scalar_subquery()

    def opened(self, session: Session, table_id: str) -> Pass:
        """The rights of a guest."""
        return Pass(table_id, Role.GUEST)


Door = ByLink | ByCode


@dataclass(frozen=True)
class Draft:
    """An event to be added.

    `content` is what its maker says; `place` completes it with what depends on the table, or refuses it. The same
    `request` a second time finds the first one's event; with other content it is refused. `also` writes what belongs
    to the event into the same transaction.
    """

    what: What
    content: Json
    request: str
    place: Callable[[Pass, TableState], Json]
    also: Callable[[Session, Pass, Event], None] = lambda session, entry, event: None


@dataclass(frozen=True)
class Look:
    """A table at one moment, and with what right one looks at it."""

    entry: Pass
    code: str
    expires_at: datetime
    state: TableState


class _AlreadyThere(Exception):
    """Leaves a transaction whose event was added before."""

    def __init__(self, event: Event) -> None:
        self.event = event


class Journal:
    """Every table's history in one database. Safe for threads and for several servers."""

    def __init__(self, database: Database, now: Callable[[], datetime]) -> None:
        self._database = database
        self._now = now
        self._remembered: OrderedDict[str, TableState] = OrderedDict()
        self._lock = threading.Lock()

    def version(self, door: Door) -> int:
        """How many events the table has: one short query, for asking every second."""

        def work(session: Session) -> int:
            version = session.scalar(select(TableRow.version).where(*self._here(door)))
            if version is None:
                raise NoSuchTable()
            return version

        return self._database.read(work)

    def look(self, door: Door, version: int | None = None) -> Look:
        """The table as it is, or as it was after so many events."""

        def work(session: Session) -> Look:
            row = session.scalar(select(TableRow).where(*self._here(door)))
            if row is None:
                raise NoSuchTable()
            entry = door.opened(session, row.id)
            then = row.version if version is None else max(1, min(version, row.version))
            return Look(entry, row.code, row.expires_at, self._state(session, row.id, then))

        return self._remembering(self._database.read(work))

    def events(self, door: Door, since: int = 0) -> tuple[Event, ...]:
        """The table's events after the first `since`, in order."""

        def work(session: Session) -> tuple[Event, ...]:
            row = session.scalar(select(TableRow).where(*self._here(door)))
            if row is None:
                raise NoSuchTable()
            return _events(session, row.id, since, row.version)

        return self._database.read(work)

    def earlier(self, door: Door, draft: Draft) -> Event | None:
        """The event that the same request made before, if it did; KeyReused when that one said something else."""

        def work(session: Session) -> None:
            table_id = session.scalar(select(TableRow.id).where(*self._here(door)))
            if table_id is None:
                raise NoSuchTable()
            _refuse_second(session, table_id, draft)

        try:
            self._database.read(work)
        except _AlreadyThere as there:
            return there.event
        return None

    def add(self, door: Door, draft: Draft) -> tuple[Event, Look]:
        """The event as it is kept now, and the table after it; nothing is kept when the draft is refused."""

        def work(session: Session) -> tuple[Event, Look]:
            row = self._locked(session, door)
            entry = door.opened(session, row.id)
            _refuse_second(session, row.id, draft)
            if row.version > MOST_EVENTS:
                raise TooMany(most=MOST_EVENTS, what="events")
            state = self._state(session, row.id, row.version - 1)
            facts = draft.content | draft.place(entry, state)
            event = Event(row.version, self._now(), entry.who, draft.what, facts)
            state = after(state, event)
            session.add(_row(row.id, event, draft.request))
            draft.also(session, entry, event)
            return event, Look(entry, row.code, row.expires_at, state)

        try:
            event, look = self._database.write(work)
        except _AlreadyThere as earlier:
            return earlier.event, self.look(door)
        return event, self._remembering(look)

    def forget(self, table_id: str) -> None:
        """Drop what is remembered of a deleted table."""
        with self._lock:
            self._remembered.pop(table_id, None)

    def _here(self, door: Door) -> tuple[Any, ...]:
        return TableRow.id == door.table_id(), TableRow.expires_at > self._now()

    def _locked(self, session: Session, door: Door) -> TableRow:
        """The table's row with its version raised: other writers of this table wait until we are done."""
        found = session.scalar(
            update(TableRow)
            .where(*self._here(door))
            .values(version=TableRow.version + 1)
            .returning(TableRow)
            .execution_options(synchronize_session=False, populate_existing=True)
        )
        if found is None:
            raise NoSuchTable()
        return found

    def _state(self, session: Session, table_id: str, version: int) -> TableState:
        with self._lock:
            known = self._remembered.get(table_id)
        if known is None or known.version > version:
            return replayed(_events(session, table_id, 0, version))
        if known.version == version:
            return known
        return replayed(_events(session, table_id, known.version, version), known)

    def _remembering(self, look: Look) -> Look:
        table_id, state = look.entry.table_id, look.state
        with self._lock:
            known = self._remembered.get(table_id)
            if known is None or known.version < state.version:
                self._remembered[table_id] = state
            self._remembered.move_to_end(table_id)
            while len(self._remembered) > MOST_REMEMBERED:
                self._remembered.popitem(last=False)
        return look


def first_row(table_id: str, event: Event, request: str) -> EventRow:
    """The row of a table's opening."""
    return _row(table_id, event, request)


def _row(table_id: str, event: Event, request: str) -> EventRow:
    return EventRow(
        table_id=table_id,
        number=event.number,
        at=event.at,
        who=str(event.who),
        what=str(event.what),
        facts=event.facts,
        request=request,
    )


def _events(session: Session, table_id: str, since: int, until: int) -> tuple[Event, ...]:
    rows = session.scalars(
        select(EventRow)
        .where(EventRow.table_id == table_id, EventRow.number > since, EventRow.number <= until)
        .order_by(EventRow.number)
    )
    return tuple(event_of(row) for row in rows)


def _refuse_second(session: Session, table_id: str, draft: Draft) -> None:
    row = session.scalar(select(EventRow).where(EventRow.table_id == table_id, EventRow.request == draft.request))
    if row is None:
        return
    earlier = event_of(row)
    if earlier.what is not draft.what or any(earlier.facts.get(k) != v for k, v in draft.content.items()):
        raise KeyReused()
    raise _AlreadyThere(earlier)

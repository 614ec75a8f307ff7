"""Everything people do at a table. The pages call this and nothing below it."""

import hashlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import Enum, StrEnum
from typing import Any
from uuid import uuid4

from sqlalchemy.orm import Session

from table.change import Change
from table.clean_photo import clean_photo
from table.database import Database
from table.disposal import Disposal
from table.events import Event, Role, What, Who
from table.journal import ByCode, ByLink, Door, Draft, Journal, Look, Pass, first_row
from table.limits import EVERYBODY, Deed, Limits
from table.models import KeyRow, TableRow
from table.photo_store import PhotoStore
from table.plan import MOST_WORDS, Plan, clean_boat, clean_text
from table.problems import (
    NoSuchTable,
    NotAllowed,
    OutOfDate,
    QuestionsOpen,
    ReadingUnusable,
    TableClosed,
    TooMany,
    WrongBoat,
)
from table.seating import place_for
from table.settings import Settings
from table.standings import check_lesson_sheet, check_scores
from table.state import TableState, open_objection
from table.tokens import guest_link, hashed, new_code, new_link, typed_code
from vision.reading import Reading, reading_json

Json = dict[str, Any]
MOST_SUBMISSIONS = 300
"""At one table; with 12 MB photos it is 3.6 GB at the very worst."""
MOST_SHEET_NAME = 100
PURGE_EVERY_S = 3600.0


class Verdict(StrEnum):
    """What the owner or the host says to an objection."""

    ACCEPT = "accept"
    REFUSE = "refuse"


class Deleted(Enum):
    """How far a deletion came at once; the rest follows by itself."""

    ALL = "all"
    PHOTOS_LATER = "photos later"


@dataclass(frozen=True, slots=True)
class Opened:
    """A new table's secrets, shown once: they are not kept."""

    host: str
    guest: str
    code: str


@dataclass(frozen=True, slots=True)
class Seated:
    """A player's seat and secret link."""

    seat: int
    link: str


@dataclass(frozen=True)
class Sending:
    """What a player sends: the photo's bytes, the reading they stand by, and what the reader saw at first."""

    photo: bytes
    reading: Reading
    read: Reading | None = None


@dataclass(frozen=True, slots=True)
class Receipt:
    """The confirmation: from here on the submission is safely kept, photo and all."""

    event: int
    version: int


@dataclass(frozen=True)
class Lobby:
    """What a short code shows before one sits down: no boats, no photos."""

    name: str
    closed: bool
    seats: tuple[tuple[int, str, str, bool], ...]
    """Number, name, boat, taken."""
    boats: tuple[str, ...]


@dataclass(frozen=True)
class Changes:
    """What has happened since a page last looked."""

    version: int
    events: tuple[Event, ...]


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Tables:
    """All tables of one server; several servers may share one database and photo store. Safe for threads."""

    def __init__(
        self,
        database: Database,
        photos: PhotoStore,
        limits: Limits | None = None,
        now: Callable[[], datetime] = _utc_now,
    ) -> None:
        self._database = database
        self._photos = photos
        self._limits = limits or Limits()
        self._now = now
        self._journal = Journal(database, now)
        self._disposal = Disposal(database, photos, self._journal, now)
        self._purged_at = time.monotonic()

    def open_table(self, plan: Plan, client: str) -> Opened:
        """A new table and its links. `client` names the visitor for the rate limit; it is not kept."""
        self._limits.count(Deed.OPEN, client)
        plan = plan.checked()
        check_lesson_sheet(plan.lesson_sheet)
        self._purge_now_and_then()
        table_id, host, now = uuid4().hex, new_link(), self._now()
        guest = guest_link(host)

        def work(session: Session) -> str:
            kept = session.get(TableRow, table_id)
            if kept is not None:
                return kept.code
            code = new_code()
            expires = now + timedelta(days=plan.days)
            session.add(TableRow(id=table_id, code=code, version=1, opened_at=now, expires_at=expires))
            session.flush()
            for link, role in ((host, Role.HOST), (guest, Role.GUEST)):
                session.add(KeyRow(hash=hashed(link), table_id=table_id, role=str(role), seat=None))
            session.add(first_row(table_id, Event(1, now, Who(Role.HOST), What.OPENED, plan.as_json()), table_id))
            return code

        return Opened(host, guest, self._database.write(work))

    def look(self, link: str) -> Look:
        """The table as it is now."""
        return self._journal.look(ByLink(link))

    def look_back(self, link: str, version: int) -> Look:
        """The table as it was after its first `version` events."""
        return self._journal.look(ByLink(link), version)

    def history(self, link: str) -> tuple[Event, ...]:
        """Everything that happened, in order."""
        return self._journal.events(ByLink(link))

    def version(self, link: str) -> int:
        """How much has happened: one short query, for asking every second."""
        return self._journal.version(ByLink(link))

    def changes_since(self, link: str, version: int) -> Changes:
        """What is new; as cheap as `version` when nothing is."""
        if self.version(link) == version:
            return Changes(version, ())
        events = self._journal.events(ByLink(link), version)
        return Changes(events[-1].number if events else version, events)

    def lobby(self, typed: str, client: str) -> Lobby:
        """The table that this short code leads to."""
        state = self._journal.look(self._door(typed, client)).state
        seats = tuple((seat.number, seat.name, seat.boat, seat.taken) for seat in state.seats)
        return Lobby(state.plan.name, state.closed, seats, state.plan.boats)

    def sit(self, link: str, name: str, boat: str, seat: int | None = None, player_link: str | None = None) -> Seated:
        """A seat for somebody with the host's or the guests' link.

        With no seat named it is the one kept for this name, else the first open one. A page that makes `player_link`
        (tokens.new_link) beforehand may try again after a lost answer and finds the same seat.
        """
        return self._sit(ByLink(link), hashed(link), name, boat, seat, player_link or new_link())

    def sit_by_code(
        self, typed: str, client: str, name: str, boat: str, seat: int | None = None, player_link: str | None = None
    ) -> Seated:
        """A seat for somebody who typed the short code."""
        return self._sit(self._door(typed, client), client, name, boat, seat, player_link or new_link())

    def change_boat(self, link: str, boat: str, key: str | None = None) -> None:
        """The player has another boat than they said."""

        def place(entry: Pass, state: TableState) -> Json:
            _need_open(state)
            clean_boat(boat, state.plan.boats)
            return {"seat": _need_player(entry)}

        self._add(link, What.BOAT_CHANGED, {"boat": boat}, place, key)

    def submit(self, link: str, sending: Sending, key: str | None = None) -> Receipt:
        """The player's photo and reading as their next version. Once this returns, both are safely kept.

        `key` is the page's own name for this sending: tried again with the same key, it is kept once.
        """
        self._limits.count(Deed.SUBMIT, hashed(link))
        photo = clean_photo(sending.photo, sending.reading.part)
        name = f"{photo.sha256}.{photo.suffix}"
        draft = Draft(
            What.SUBMITTED, _sent_content(sending, name), _request(link, What.SUBMITTED, key), _placed(sending)
        )
        event = self._journal.earlier(ByLink(link), draft)
        if event is None:
            look = self._journal.look(ByLink(link))
            draft.place(look.entry, look.state)
            self._photos.put(look.entry.table_id, name, photo.data)
            event = self._add_with_photo(link, look.entry.table_id, draft)
        return Receipt(event.number, event.facts["version"])

    def photo(self, link: str, name: str) -> bytes:
        """A photo of this table's submissions."""
        look = self._journal.look(ByLink(link))
        if not any(s.photo == name for seat in look.state.seats for s in seat.submissions):
            raise NoSuchTable()
        return self._photos.get(look.entry.table_id, name)

    def object_to(self, link: str, submission: int, change: Change, words: str = "", key: str | None = None) -> int:
        """An objection with its proposal, by a player or the host; its number."""
        self._limits.count(Deed.OBJECT, hashed(link))
        words = clean_text(words, "What you say", MOST_WORDS) if words.strip() else ""

        def place(entry: Pass, state: TableState) -> Json:
            if entry.role is Role.GUEST:
                raise NotAllowed("Sit down at the table first: objections have a name.")
            _need_open(state)
            about = state.submission(submission)
            if about is None or state.seat(about.seat).latest != about:
                raise OutOfDate()
            check_scores(change.applied(about.reading), state.plan.lesson_sheet)
            return {}

        content = {"submission": submission, "words": words, "change": change.as_json()}
        event, _ = self._add(link, What.OBJECTED, content, place, key)
        return event.number

    def settle(self, link: str, objection: int, verdict: Verdict, key: str | None = None) -> None:
        """The boat's owner or the host accepts or refuses an objection."""

        def place(entry: Pass, state: TableState) -> Json:
            _need_open(state)
            about = open_objection(state, objection)
            if entry.role is not Role.HOST and entry.seat != about.seat:
                raise NotAllowed("The boat's owner or the host decides.")
            return {}

        what = What.ACCEPTED if verdict is Verdict.ACCEPT else What.REFUSED
        self._add(link, what, {"objection": objection}, place, key)

    def close(self, link: str, key: str | None = None) -> None:
        """The host closes the table: nothing changes any more."""
        self._add(link, What.CLOSED, {}, _by_host(_need_open), key)

    def reopen(self, link: str, key: str | None = None) -> None:
        """The host opens a closed table again."""

        def need_closed(state: TableState) -> None:
            if not state.closed:
                raise OutOfDate()

        self._add(link, What.REOPENED, {}, _by_host(need_closed), key)

    def renew_link(self, link: str, seat: int) -> Seated:
        """A new link, given by the host, for a player who lost theirs; the old one ends."""
        fresh = new_link()

        def also(session: Session, entry: Pass, event: Event) -> None:
            _end_links(session, entry.table_id, seat)
            session.add(_player_key(fresh, entry.table_id, seat))

        self._add(link, What.KEY_RENEWED, {"seat": seat}, _by_host(lambda state: _need_taken(state, seat)), None, also)
        return Seated(seat, fresh)

    def free_seat(self, link: str, seat: int, key: str | None = None) -> None:
        """The host frees a seat: its player's link ends, what they sent counts no more (and stays in the history)."""

        def check(state: TableState) -> None:
            _need_open(state)
            _need_taken(state, seat)

        def also(session: Session, entry: Pass, event: Event) -> None:
            _end_links(session, entry.table_id, seat)

        self._add(link, What.SEAT_FREED, {"seat": seat}, _by_host(check), key, also)

    def delete(self, link: str) -> Deleted:
        """The table, its history and its photos gone for good, by its host."""
        entry = self._journal.look(ByLink(link)).entry
        _need_host(entry)
        self._disposal.drop(entry.table_id)
        return Deleted.ALL if self._disposal.photos_of_dropped() else Deleted.PHOTOS_LATER

    def purge_expired(self) -> int:
        """Delete every table whose time is over, and finish deletions that were cut off; how many tables went."""
        return self._disposal.purge()

    def _add_with_photo(self, link: str, table_id: str, draft: Draft) -> Event:
        """The submission's event. The photo it names is kept already, so that none is ever named and missing."""
        try:
            return self._journal.add(ByLink(link), draft)[0]
        except NoSuchTable:
            self._disposal.photos_without_table(table_id)
            raise

    def _sit(self, door: Door, client: str, name: str, boat: str, seat: int | None, player_link: str) -> Seated:
        self._limits.count(Deed.SIT, client)
        name = clean_text(name, "Your name")

        def place(entry: Pass, state: TableState) -> Json:
            if entry.role is Role.PLAYER:
                raise NotAllowed("This link is a player's own: it already has a seat.")
            _need_open(state)
            clean_boat(boat, state.plan.boats)
            return {"seat": place_for(state, name, seat)}

        def also(session: Session, entry: Pass, event: Event) -> None:
            session.add(_player_key(player_link, entry.table_id, event.facts["seat"]))

        draft = Draft(What.SAT, {"name": name, "boat": boat}, hashed(player_link), place, also)
        event, _ = self._journal.add(door, draft)
        return Seated(event.facts["seat"], player_link)

    def _door(self, typed: str, client: str) -> ByCode:
        """The door that a typed code opens. Wrong ones are counted, by client and over all."""
        self._limits.check(Deed.WRONG_CODE, client)
        self._limits.check(Deed.WRONG_CODE_ANYWHERE, EVERYBODY)
        code = typed_code(typed)
        try:
            if code is None:
                raise NoSuchTable()
            self._journal.version(ByCode(code))
        except NoSuchTable:
            self._limits.count(Deed.WRONG_CODE, client)
            self._limits.count(Deed.WRONG_CODE_ANYWHERE, EVERYBODY)
            raise
        return ByCode(code)

    def _add(
        self,
        link: str,
        what: What,
        content: Json,
        place: Callable[[Pass, TableState], Json],
        key: str | None,
        also: Callable[[Session, Pass, Event], None] = lambda session, entry, event: None,
    ) -> tuple[Event, Look]:
        return self._journal.add(ByLink(link), Draft(what, content, _request(link, what, key), place, also))

    def _purge_now_and_then(self) -> None:
        if time.monotonic() - self._purged_at > PURGE_EVERY_S:
            self._purged_at = time.monotonic()
            self.purge_expired()


def start_tables(settings: Settings) -> Tables:
    """The tables of this server, its database brought up to date and old tables purged."""
    database = Database(settings.database_url)
    database.upgrade()
    tables = Tables(database, PhotoStore(settings.photos_url))
    tables.purge_expired()
    return tables


def _request(link: str, what: What, key: str | None) -> str:
    """The request's name: one person's, for one deed. Without a key from the page every call is a new request."""
    return hashed(f"{hashed(link)} {what} {key or uuid4().hex}")


def _sent_content(sending: Sending, photo: str) -> Json:
    return {
        "photo": photo,
        "original_sha256": hashlib.sha256(sending.photo).hexdigest(),
        "reading": _kept_reading(sending.reading, photo),
        "read": _kept_reading(sending.read, photo) if sending.read is not None else None,
    }


def _placed(sending: Sending) -> Callable[[Pass, TableState], Json]:
    def place(entry: Pass, state: TableState) -> Json:
        seat = _need_player(entry)
        _check_sending(state, seat, sending.reading)
        return {"seat": seat, "version": len(state.seat(seat).submissions) + 1}

    return place


def _by_host(check: Callable[[TableState], None]) -> Callable[[Pass, TableState], Json]:
    def place(entry: Pass, state: TableState) -> Json:
        _need_host(entry)
        check(state)
        return {}

    return place


def _need_host(entry: Pass) -> None:
    if entry.role is not Role.HOST:
        raise NotAllowed("Only the host can do it.")


def _need_player(entry: Pass) -> int:
    if entry.seat is None:
        raise NotAllowed("Sit down at the table first.")
    return entry.seat


def _need_open(state: TableState) -> None:
    if state.closed:
        raise TableClosed()


def _need_taken(state: TableState, seat: int) -> None:
    if not 1 <= seat <= len(state.seats) or not state.seat(seat).taken:
        raise OutOfDate()


def _check_sending(state: TableState, seat: int, reading: Reading) -> None:
    _need_open(state)
    yours = state.seat(seat).boat
    if reading.boat != yours:
        raise WrongBoat(shown=reading.boat, yours=yours)
    if reading.questions:
        raise QuestionsOpen(count=len(reading.questions))
    if state.submissions_ever >= MOST_SUBMISSIONS:
        raise TooMany(most=MOST_SUBMISSIONS, what="photos")
    if len(reading.sheet) > MOST_SHEET_NAME:
        raise ReadingUnusable(why=f"a sheet's name has at most {MOST_SHEET_NAME} characters.")
    check_scores(reading, state.plan.lesson_sheet)


def _kept_reading(reading: Reading, photo: str) -> Json:
    """The reading as a table keeps it: the player's own file name may say more than they want."""
    return reading_json(reading) | {"photo": photo}


def _player_key(link: str, table_id: str, seat: int) -> KeyRow:
    return KeyRow(hash=hashed(link), table_id=table_id, role=str(Role.PLAYER), seat=seat)


def _end_links(session: Session, table_id: str, seat: int) -> None:
    for row in session.query(KeyRow).where(KeyRow.table_id == table_id, KeyRow.seat == seat):
        session.delete(row)
    session.flush()

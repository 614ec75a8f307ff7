"""The one door to the database: short transactions, tried again when others were in the way."""

import random
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.orm import Session

from table.problems import DatabaseNewer, StorageFull, TableAway

T = TypeVar("T")
MIGRATIONS = Path(__file__).parent / "migrations"
FOR_WRITING = "boatscore_for_writing"
MIGRATION_LOCK = 0x626F6174
"""The number of PostgreSQL's advisory lock that lets one server at a time migrate ("boat")."""
SQLITE_PRIMARY = 0xFF
"""SQLite's extended error codes hold the primary one in their low byte."""


@dataclass(frozen=True, slots=True)
class DatabaseTuning:
    """How long to be patient."""

    patience_s: float = 4.0
    """From the first try until TableAway. Longer: a player looks at a still page. Shorter: a database that restarts
    costs players a click."""
    start_patience_s: float = 60.0
    """For a server that starts while others migrate; one whose database is away gives up as above."""
    busy_s: float = 5.0
    """How long SQLite waits for another writer; one submission writes for about 10 ms."""
    first_pause_s: float = 0.02
    longest_pause_s: float = 0.5
    connections: int = 10
    """Per server. PostgreSQL allows 100 in all by default."""
    connect_s: int = 3


class Trouble(Enum):
    """What to do about a database's error."""

    LOCKED = "locked"
    """Others are writing: the next try may succeed."""
    AWAY = "away"
    FULL = "full"
    BUG = "bug"


SQLITE_TROUBLE = {
    sqlite3.SQLITE_BUSY: Trouble.LOCKED,
    sqlite3.SQLITE_LOCKED: Trouble.LOCKED,
    sqlite3.SQLITE_CANTOPEN: Trouble.AWAY,
    sqlite3.SQLITE_READONLY: Trouble.AWAY,
    sqlite3.SQLITE_FULL: Trouble.FULL,
    sqlite3.SQLITE_IOERR: Trouble.FULL,
}
"""An I/O error while writing is what SQLite makes of most full or over-quota disks."""
POSTGRES_LOCKED = ("40", "55P03")
"""Beginnings of SQLSTATE: serialization or deadlock, lock."""
POSTGRES_AWAY = ("08", "53300", "57P")
"""Connection lost, too many connections, shutting down."""
POSTGRES_FULL = ("53100", "58030")
POSTGRES_TROUBLE = {
    POSTGRES_LOCKED: Trouble.LOCKED,
    POSTGRES_AWAY: Trouble.AWAY,
    POSTGRES_FULL: Trouble.FULL,
}
_migrating = threading.Lock()
"""Alembic keeps what it works on in a global."""


class Database:
    """One database, shared by all threads of a server."""

    def __init__(self, url: URL, tuning: DatabaseTuning = DatabaseTuning()) -> None:
        self._tuning = tuning
        self._url = url
        self._engine = _engine(url, tuning)
        self._writing = self._engine.execution_options(**{FOR_WRITING: True})

    def read(self, work: Callable[[Session], T]) -> T:
        """What `work` returns from one transaction that only reads."""
        return self._patiently(self._engine, work, self._tuning.patience_s)

    def write(self, work: Callable[[Session], T]) -> T:
        """What `work` returns, once its transaction is safely kept.

        `work` may run several times, and after a lost connection even though it was kept before: it must find out
        for itself (by its request key) that it was.
        """
        return self._patiently(self._writing, work, self._tuning.patience_s)

    def upgrade(self) -> None:
        """Bring the database to this version's form; servers that start at once wait for each other."""
        import alembic.command  # heavy: loaded before the lock is taken, not while others wait for it

        self._make_folder()

        def migrate(session: Session) -> None:
            connection = session.connection()
            if connection.dialect.name == "postgresql":
                connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": MIGRATION_LOCK})
            _migrate(connection, alembic.command.upgrade)

        with _migrating:
            self._patiently(self._writing, migrate, self._tuning.start_patience_s)

    def tidy(self) -> None:
        """Let nothing of what was deleted linger in SQLite's journal; other databases see to that themselves."""
        if self._engine.dialect.name != "sqlite":
            return
        with suppress(DBAPIError, sqlite3.Error), closing(self._engine.raw_connection()) as connection:
            connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def close(self) -> None:
        """Give all connections back."""
        self._engine.dispose()

    def _patiently(self, engine: Engine, work: Callable[[Session], T], patience_s: float) -> T:
        now = time.monotonic()
        until = {Trouble.LOCKED: now + patience_s, Trouble.AWAY: now + min(patience_s, self._tuning.patience_s)}
        pause = self._tuning.first_pause_s
        while True:
            try:
                with Session(engine, expire_on_commit=False) as session, session.begin():
                    return work(session)
            except (DBAPIError, PoolTimeout, sqlite3.Error) as problem:
                trouble = _trouble(problem)
                if trouble is Trouble.FULL:
                    raise StorageFull() from problem
                if trouble is Trouble.BUG:
                    raise
                if time.monotonic() + pause > until[trouble]:
                    if isinstance(problem, IntegrityError):
                        raise
                    raise TableAway() from problem
            time.sleep(pause * random.uniform(0.5, 1.0))
            pause = min(2 * pause, self._tuning.longest_pause_s)

    def _make_folder(self) -> None:
        if self._url.drivername != "sqlite" or not self._url.database:
            return
        try:
            Path(self._url.database).parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        except OSError as problem:
            raise TableAway() from problem


def _engine(url: URL, tuning: DatabaseTuning) -> Engine:
    if url.drivername != "sqlite":
        return create_engine(
            url,
            pool_size=tuning.connections,
            max_overflow=0,
            pool_timeout=tuning.patience_s,
            pool_pre_ping=True,
            connect_args={"connect_timeout": tuning.connect_s},
        )
    engine = create_engine(
        url,
        pool_size=tuning.connections,
        max_overflow=0,
        pool_timeout=tuning.patience_s,
        connect_args={"timeout": tuning.busy_s, "check_same_thread": False},
    )
    event.listen(engine, "connect", _set_up_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: sqlite3.Connection, record: object) -> None:
    """Readers never wait for the writer (WAL); what is committed survives a power cut (FULL)."""
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    """A writer takes its turn at once, so that what it read cannot be overtaken before it writes."""
    writing = connection.get_execution_options().get(FOR_WRITING)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writing else "BEGIN")


def _migrate(connection: Connection, upgrade: Callable[[Any, str], None]) -> None:
    from alembic.config import Config
    from alembic.util.exc import CommandError

    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    try:
        upgrade(config, "head")
    except CommandError as problem:
        raise DatabaseNewer() from problem


def _trouble(problem: Exception) -> Trouble:
    if isinstance(problem, PoolTimeout):
        return Trouble.AWAY
    if isinstance(problem, IntegrityError):
        return Trouble.LOCKED
    cause: Any = problem.orig if isinstance(problem, DBAPIError) else problem
    if isinstance(cause, sqlite3.Error):
        return SQLITE_TROUBLE.get(getattr(cause, "sqlite_errorcode", 0) & SQLITE_PRIMARY, Trouble.BUG)
    state = getattr(cause, "sqlstate", None)
    if state is None:
        return Trouble.AWAY if _is_operational(cause) else Trouble.BUG
    return next((trouble for begins, trouble in POSTGRES_TROUBLE.items() if state.startswith(begins)), Trouble.BUG)


def _is_operational(cause: object) -> bool:
    """Psycopg's name for "no answer", told without loading psycopg."""
    return any(kind.__name__ == "OperationalError" for kind in type(cause).__mro__)

"""The rows. A table's history is its events, which are only ever added; everything shown is computed from them."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import JSON, BigInteger, Dialect, ForeignKey, Integer, String, TypeDecorator, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

ID_CHARS = 32
HASH_CHARS = 64
CODE_CHARS = 8
WORD_CHARS = 20
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class UtcTime(TypeDecorator[datetime]):
    """A moment, kept as whole microseconds since 1970 UTC: the same in every database."""

    impl = BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> int | None:
        """The number that is kept."""
        if value is None:
            return None
        past = value - EPOCH
        return (past.days * 86_400 + past.seconds) * 1_000_000 + past.microseconds

    def process_result_value(self, value: int | None, dialect: Dialect) -> datetime | None:
        """The moment that was kept."""
        if value is None:
            return None
        return datetime.fromtimestamp(value // 1_000_000, UTC).replace(microsecond=value % 1_000_000)


class Base(DeclarativeBase):
    """Every row of the database."""


class TableRow(Base):
    """A table. `version` counts its events; raising it is also the lock that lets one writer at a time in."""

    __tablename__ = "game_table"

    id: Mapped[str] = mapped_column(String(ID_CHARS), primary_key=True)
    code: Mapped[str] = mapped_column(String(CODE_CHARS), unique=True)
    version: Mapped[int] = mapped_column(Integer)
    opened_at: Mapped[datetime] = mapped_column(UtcTime)
    expires_at: Mapped[datetime] = mapped_column(UtcTime, index=True)


class KeyRow(Base):
    """What a secret link opens. The link itself is not kept, only its SHA-256."""

    __tablename__ = "access_key"

    hash: Mapped[str] = mapped_column(String(HASH_CHARS), primary_key=True)
    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), index=True)
    role: Mapped[str] = mapped_column(String(WORD_CHARS))
    seat: Mapped[int | None] = mapped_column(Integer)


class EventRow(Base):
    """One thing that happened at a table: who, when, what. Never changed; gone only with its table."""

    __tablename__ = "event"
    __table_args__ = (UniqueConstraint("table_id", "request", name="event_once_per_request"),)

    table_id: Mapped[str] = mapped_column(ForeignKey("game_table.id", ondelete="CASCADE"), primary_key=True)
    number: Mapped[int] = mapped_column(Integer, primary_key=True, autoincrement=False)
    at: Mapped[datetime] = mapped_column(UtcTime)
    who: Mapped[str] = mapped_column(String(WORD_CHARS))
    what: Mapped[str] = mapped_column(String(WORD_CHARS))
    facts: Mapped[dict[str, Any]] = mapped_column(JSON)
    request: Mapped[str] = mapped_column(String(HASH_CHARS))
    """The request that made it, hashed: the same request a second time adds nothing."""


class DeletionRow(Base):
    """A deleted table whose photos must go too: kept a while, so that a server killed meanwhile finishes later."""

    __tablename__ = "deletion"

    table_id: Mapped[str] = mapped_column(String(ID_CHARS), primary_key=True)
    asked_at: Mapped[datetime] = mapped_column(UtcTime)

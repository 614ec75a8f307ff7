"""Getting rid of tables for good: rows first, then photos; what a killed server left undone is finished later."""

from collections.abc import Callable
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from table.database import Database
from table.journal import Journal
from table.models import DeletionRow, TableRow
from table.photo_store import PhotoStore
from table.problems import TableAway

WATCHED = timedelta(days=1)
"""So long a deleted table's photo folder is looked after: a submission that was under way may still write into it."""


class Disposal:
    """Deletes tables, their history and their photos."""

    def __init__(self, database: Database, photos: PhotoStore, journal: Journal, now: Callable[[], datetime]) -> None:
        self._database = database
        self._photos = photos
        self._journal = journal
        self._now = now

    def drop(self, table_id: str) -> None:
        """The table's rows gone, its photos marked to go."""
        now = self._now()

        def work(session: Session) -> None:
            session.execute(delete(TableRow).where(TableRow.id == table_id))
            if session.get(DeletionRow, table_id) is None:
                session.add(DeletionRow(table_id=table_id, asked_at=now))

        self._database.write(work)
        self._database.tidy()
        self._journal.forget(table_id)

    def photos_of_dropped(self) -> bool:
        """Delete the photos of all dropped tables; whether that worked."""
        dropped = self._database.read(lambda session: list(session.scalars(select(DeletionRow))))
        try:
            for row in dropped:
                self._photos.delete_table(row.table_id)
        except TableAway:
            return False
        old = [row.table_id for row in dropped if row.asked_at < self._now() - WATCHED]
        if old:
            self._database.write(
                lambda session: session.execute(delete(DeletionRow).where(DeletionRow.table_id.in_(old)))
            )
        return True

    def photos_without_table(self, table_id: str) -> None:
        """Delete what a submission wrote for a table that was deleted meanwhile; nothing when the table is there."""
        there = self._database.read(lambda session: session.get(TableRow, table_id) is not None)
        if not there:
            self._photos.delete_table(table_id)

    def purge(self) -> int:
        """Drop every expired table; how many."""
        now = self._now()
        expired = self._database.read(
            lambda session: list(session.scalars(select(TableRow.id).where(TableRow.expires_at <= now)))
        )
        for table_id in expired:
            self.drop(table_id)
        self.photos_of_dropped()
        return len(expired)

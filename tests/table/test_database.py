"""The database from its first version on, and when it is full or away."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from at_the_table import Server, family, plan, sending
from sqlalchemy import inspect, text
from sqlalchemy.engine import URL, create_engine, make_url
from sqlalchemy.orm import Session
from test_killed import ROOT

from table.database import Database, DatabaseTuning
from table.limits import Limits
from table.models import Base
from table.photo_store import PhotoStore
from table.problems import DatabaseNewer, StorageFull, TableAway
from table.settings import SettingWrong, folder_settings, settings
from table.tables import Tables, start_tables

HASTY = DatabaseTuning(patience_s=0.3, start_patience_s=0.3, busy_s=0.2)


def test_the_migrations_make_what_the_models_say(database_url: URL) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    database = Database(database_url)
    database.upgrade()
    database.upgrade()
    engine = create_engine(database_url)
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        assert compare_metadata(context, Base.metadata) == []
        assert "event" in inspect(connection).get_table_names()
    engine.dispose()
    database.close()


def test_a_database_of_a_newer_boatscore_is_left_alone(database_url: URL) -> None:
    database = Database(database_url)
    database.upgrade()
    database.write(lambda session: session.execute(text("UPDATE alembic_version SET version_num = '9999'")))
    with pytest.raises(DatabaseNewer, match="Update boatscore"):
        database.upgrade()
    database.close()


def test_without_settings_everything_is_in_the_users_data_folder(tmp_path: Path) -> None:
    default = settings({})
    assert default.database_url.drivername == "sqlite"
    assert "boatscore" in str(default.database_url.database)
    moved = settings({"BOATSCORE_DATA": str(tmp_path / "my data")})
    assert moved.database_url.database == str(tmp_path / "my data" / "tables.sqlite")
    assert moved == folder_settings(tmp_path / "my data")
    tables = start_tables(moved)
    opened = tables.open_table(plan(), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    tables.submit(anna.link, sending(*family(3)))
    assert len([*(tmp_path / "my data" / "photos").glob("*/*.jpg")]) == 1


@pytest.mark.parametrize("told", ["postgres://a@h/b", "postgresql://a@h/b", "postgresql+psycopg://a@h/b"])
def test_every_way_to_write_a_postgresql_address_is_understood(told: str) -> None:
    assert settings({"BOATSCORE_DATABASE_URL": told}).database_url.drivername == "postgresql+psycopg"


@pytest.mark.parametrize("told", ["mysql://a@h/b", "nonsense"])
def test_another_database_is_refused_in_words(told: str) -> None:
    with pytest.raises(SettingWrong, match="BOATSCORE_DATABASE_URL: expected postgresql://"):
        settings({"BOATSCORE_DATABASE_URL": told})


def test_postgresql_that_is_away_is_told_and_the_draft_can_be_sent_later(postgres_url: URL, tmp_path: Path) -> None:
    with pytest.raises(TableAway, match="try again"):
        Database(make_url("postgresql+psycopg://boat@127.0.0.1:1/none"), HASTY).upgrade()
    database = Database(postgres_url, HASTY)
    database.upgrade()
    tables = Tables(database, PhotoStore((tmp_path / "photos").as_uri()), Limits())
    opened = tables.open_table(plan(), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    with going_away(postgres_url), pytest.raises(TableAway) as away:
        tables.submit(anna.link, sending(*family(3)), key="k")
    assert away.value.draft_kept
    assert tables.submit(anna.link, sending(*family(3)), key="k").version == 1
    database.close()


class going_away:  # noqa: N801  (reads as a sentence after `with`)
    """A database that lets nobody in, and throws out who is in."""

    def __init__(self, url: URL) -> None:
        self._name = url.database
        self._server = create_engine(url.set(database="postgres"), isolation_level="AUTOCOMMIT")

    def __enter__(self) -> None:
        with self._server.connect() as connection:
            connection.execute(text(f"ALTER DATABASE {self._name} ALLOW_CONNECTIONS false"))
            connection.execute(
                text("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = :n"), {"n": self._name}
            )

    def __exit__(self, *problem: object) -> None:
        with self._server.connect() as connection:
            connection.execute(text(f"ALTER DATABASE {self._name} ALLOW_CONNECTIONS true"))
        self._server.dispose()


def test_connections_lost_between_two_clicks_are_not_noticed(postgres_url: URL) -> None:
    database = Database(postgres_url)
    database.upgrade()
    for _ in range(3):
        assert database.read(lambda session: session.scalar(text("SELECT 1"))) == 1
        with going_away(postgres_url):
            pass
    database.close()


def test_a_locked_sqlite_is_waited_for_and_then_told(sqlite_url: URL) -> None:
    database, other = Database(sqlite_url, HASTY), Database(sqlite_url, HASTY)
    database.upgrade()

    def lock(session: Session) -> None:
        session.execute(text("SELECT 1"))
        assert other.read(lambda s: s.scalar(text("SELECT count(*) FROM event"))) == 0
        with pytest.raises(TableAway):
            other.write(lambda s: s.execute(text("DELETE FROM event")))

    database.write(lock)
    assert other.write(lambda s: s.execute(text("DELETE FROM event")).rowcount) == 0


def test_a_full_sqlite_is_told_keeps_what_was_there_and_goes_on_when_there_is_room(
    sqlite_url: URL, tmp_path: Path
) -> None:
    database = Database(sqlite_url)
    database.upgrade()
    tables = Tables(database, PhotoStore((tmp_path / "photos").as_uri()), Limits())
    opened = tables.open_table(plan(), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    limit_pages(database, 1)
    with pytest.raises(StorageFull, match="nothing was saved") as full:
        for n in range(20):
            tables.submit(anna.link, sending(*family(9), seed=n), key=str(n))
    assert full.value.draft_kept
    kept = len(tables.look(anna.link).state.seat(1).submissions)
    assert kept == n
    limit_pages(database, 10**9)
    assert tables.submit(anna.link, sending(*family(9), seed=n), key=str(n)).version == kept + 1


def limit_pages(database: Database, most: int) -> None:
    """SQLite's own "disk full": it refuses to grow. Only this connection, so all other idle ones are closed."""
    database._engine.dispose()
    database.read(lambda session: session.execute(text(f"PRAGMA max_page_count={most}")))


FILL = """
import resource, sys
from pathlib import Path
from at_the_table import family, sending, plan
from table.problems import StorageFull
from table.settings import folder_settings
from table.tables import start_tables
tables = start_tables(folder_settings(Path(sys.argv[1])))
opened = tables.open_table(plan(), "host")
anna = tables.sit(opened.guest, "Anna", "blue")
tables.submit(anna.link, sending(*family(3)), key="before")
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), resource.RLIM_INFINITY))
try:
    tables.submit(anna.link, sending(*family(4), seed=1), key="full")
except StorageFull:
    print("told")
assert [s.version for s in tables.look(anna.link).state.seat(1).submissions] == [1]
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
assert tables.submit(anna.link, sending(*family(4), seed=1), key="full").version == 2
print("kept", len(list(Path(sys.argv[1]).glob("photos/*/*"))))
"""


@pytest.mark.parametrize("room", [300, 2000])  # too little for the photo; for the photo, but not for its row
def test_when_no_file_may_grow_the_player_is_told_and_the_retry_succeeds(tmp_path: Path, room: int) -> None:
    path = os.pathsep.join((str(ROOT), str(Path(__file__).parent)))
    done = subprocess.run(
        [sys.executable, "-c", FILL, str(tmp_path), str(room)],
        capture_output=True,
        text=True,
        timeout=60,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.split() == ["told", "kept", "2"]


def test_a_read_only_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file where a folder should be")
    with pytest.raises(TableAway):
        start_tables(folder_settings(tmp_path / "data"))


def test_a_deletion_that_was_cut_off_is_finished_later(server: Server, tmp_path: Path, monkeypatch) -> None:
    tables = server()
    opened = tables.open_table(plan(), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    tables.submit(anna.link, sending(*family(3)))
    with monkeypatch.context() as killed:
        killed.setattr(PhotoStore, "delete_table", lambda self, table_id: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            tables.delete(opened.host)
    assert [*(tmp_path / "photos").glob("*/*")]
    server().purge_expired()
    assert not [*(tmp_path / "photos").glob("*/*")]

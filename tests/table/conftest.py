"""Tables on SQLite and on a real PostgreSQL."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from at_the_table import Clock
from sqlalchemy import text
from sqlalchemy.engine import URL, create_engine, make_url

from table.database import Database
from table.limits import Limits
from table.photo_store import PhotoStore
from table.tables import Tables


def postgres_folder() -> Path | None:
    """Where PostgreSQL's programs are, the newest first."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/pg_ctl"), key=lambda p: int(p.parts[-3]), reverse=True)
    if found:
        return found[0].parent
    on_path = shutil.which("pg_ctl")
    return Path(on_path).resolve().parent if on_path else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[URL]:
    """A private PostgreSQL server on a free port of this machine, gone after the tests.

    Not under tmp_path: pytest keeps that folder closed to other users, and PostgreSQL refuses to run as root.
    """
    programs = postgres_folder()
    if programs is None:
        pytest.skip("no PostgreSQL programs (pg_ctl, initdb) on this machine")
    home = Path(tempfile.mkdtemp(prefix="boatscore-postgres-"))
    try:
        yield from _running(programs, home)
    finally:
        shutil.rmtree(home)


def _running(programs: Path, home: Path) -> Iterator[URL]:
    as_user = _other_user(home)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]

    def run(*command: str) -> None:
        done = subprocess.run([*as_user, *command], capture_output=True, text=True, cwd=home, timeout=120)
        assert done.returncode == 0, done.stdout + done.stderr + _log(home)

    data = str(home / "data")
    run(str(programs / "initdb"), "-D", data, "-U", "boat", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
    options = f"-c listen_addresses=127.0.0.1 -p {port} -k {home} -c fsync=off"
    run(str(programs / "pg_ctl"), "-D", data, "-w", "-l", str(home / "log"), "-o", options, "start")
    try:
        yield make_url(f"postgresql+psycopg://boat@127.0.0.1:{port}/postgres")
    finally:
        run(str(programs / "pg_ctl"), "-D", data, "-m", "immediate", "stop")


def _other_user(home: Path) -> list[str]:
    """PostgreSQL refuses to run as root: then it runs as its own user, whose folder this becomes."""
    if os.getuid() != 0:
        return []
    shutil.chown(home, "postgres", "postgres")
    return ["runuser", "-u", "postgres", "--"]


def _log(home: Path) -> str:
    return (home / "log").read_text() if (home / "log").exists() else ""


_databases = iter(range(10_000))


@pytest.fixture
def postgres_url(postgres: URL) -> Iterator[URL]:
    """A fresh database on the private server."""
    name = f"t{os.getpid()}_{next(_databases)}"
    server = create_engine(postgres, isolation_level="AUTOCOMMIT")
    with server.connect() as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    yield postgres.set(database=name)
    with server.connect() as connection:
        connection.execute(text(f"DROP DATABASE {name} WITH (FORCE)"))
    server.dispose()


@pytest.fixture
def sqlite_url(tmp_path: Path) -> URL:
    return URL.create("sqlite", database=str(tmp_path / "data" / "tables.sqlite"))


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def database_url(request: pytest.FixtureRequest) -> URL:
    """Once SQLite, once PostgreSQL."""
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def server(database_url: URL, tmp_path: Path, clock: Clock) -> Iterator[Callable[[], Tables]]:
    """Starts page servers that share one database and one photo folder."""
    databases = []

    def start() -> Tables:
        databases.append(Database(database_url))
        databases[-1].upgrade()
        return Tables(databases[-1], PhotoStore((tmp_path / "photos").as_uri()), Limits(), clock)

    yield start
    for database in databases:
        database.close()


@pytest.fixture
def tables(server: Callable[[], Tables]) -> Tables:
    return server()

"""Many people and two page servers on one database at the same time."""

import subprocess
import sys
import threading
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from at_the_table import Clock, Server, family, plan, sending
from sqlalchemy.engine import URL
from test_killed import start

from table.change import change_between
from table.database import Database
from table.problems import TableFull
from table.standings import standings
from table.state import Standing
from table.tables import Tables, Verdict


def all_at_once(deeds: Iterable[Callable[[], object]]) -> list[object]:
    """What each deed returned or raised, all started together."""
    deeds = list(deeds)
    gate = threading.Barrier(len(deeds))

    def run(deed: Callable[[], object]) -> object:
        gate.wait(10)
        try:
            return deed()
        except Exception as problem:  # noqa: BLE001  (the test looks at what it was)
            return problem

    with ThreadPoolExecutor(len(deeds)) as pool:
        return list(pool.map(run, deeds))


def test_a_seat_goes_to_one_of_many_who_want_it(server: Server) -> None:
    servers = server(), server()
    opened = servers[0].open_table(plan(5), "host")
    got = all_at_once(lambda n=n: servers[n % 2].sit(opened.guest, f"Player {n}", "blue") for n in range(12))
    seated = [g.seat for g in got if not isinstance(g, Exception)]
    assert sorted(seated) == [1, 2, 3, 4, 5]
    assert all(isinstance(g, TableFull) for g in got if isinstance(g, Exception))


def test_many_submissions_at_once_are_all_kept_in_one_order(server: Server) -> None:
    servers = server(), server()
    opened = servers[0].open_table(plan(8), "host")
    links = [servers[0].sit(opened.guest, f"Player {n}", "blue").link for n in range(8)]
    receipts = all_at_once(
        lambda n=n: servers[n % 2].submit(links[n % 8], sending(*family(3 + n // 8), seed=n), key=str(n))
        for n in range(24)
    )
    assert not [r for r in receipts if isinstance(r, Exception)]
    assert sorted(r.event for r in receipts) == list(range(10, 34))
    look = servers[1].look(opened.host)
    assert [seat.latest.version for seat in look.state.seats] == [3] * 8
    for n, receipt in enumerate(receipts):
        submission = look.state.submission(receipt.event)
        assert submission.seat == n % 8 + 1
        assert servers[1].photo(opened.host, submission.photo) == sending(seed=n).photo
    assert servers[0].look(opened.host).state == look.state
    assert len(standings(look.state).placed) == 8


def test_one_sending_tried_many_times_at_once_is_kept_once(server: Server) -> None:
    servers = server(), server()
    opened = servers[0].open_table(plan(2), "host")
    anna = servers[0].sit(opened.guest, "Anna", "blue")
    receipts = all_at_once(
        lambda n=n: servers[n % 2].submit(anna.link, sending(*family(3)), key="one") for n in range(8)
    )
    assert len({*receipts}) == 1
    assert len(servers[1].look(anna.link).state.seat(1).submissions) == 1


def test_an_objection_accepted_and_refused_at_once_ends_one_way(server: Server) -> None:
    servers = server(), server()
    opened = servers[0].open_table(plan(2), "host")
    anna = servers[0].sit(opened.guest, "Anna", "blue")
    sent = sending(*family(4))
    event = servers[0].submit(anna.link, sent).event
    change = change_between(sent.reading, sending(*family(3)).reading)
    objection = servers[0].object_to(opened.host, event, change)
    got = all_at_once(
        [
            lambda: servers[0].settle(anna.link, objection, Verdict.REFUSE),
            lambda: servers[1].settle(opened.host, objection, Verdict.ACCEPT),
        ]
    )
    assert sorted(g is None for g in got) == [False, True]
    state = servers[0].look(opened.host).state
    accepted = state.objections[0].standing is Standing.ACCEPTED
    assert len(state.submission(event).reading.seen) == (3 if accepted else 4)


def test_a_table_deleted_under_a_submission_leaves_no_photo(server: Server, tmp_path: Path) -> None:
    servers = server(), server()
    for _ in range(6):
        opened = servers[0].open_table(plan(2), "host")
        link = servers[0].sit(opened.guest, "Anna", "blue").link
        submissions = [partial(servers[1].submit, link, sending(*family(3), seed=n)) for n in range(3)]
        all_at_once([*submissions, partial(servers[0].delete, opened.host)])
        assert not [*(tmp_path / "photos").glob("*/*")]


def test_two_page_servers_in_two_processes_serve_one_table(
    database_url: URL, server: Server, clock: Clock, tmp_path: Path
) -> None:
    clock.now = datetime.now(UTC)  # the other processes have no other clock
    tables = server()
    opened = tables.open_table(plan(2), "host")
    links = [tables.sit(opened.guest, name, "blue").link for name in ("Anna", "Ben")]
    senders = [start(database_url, tmp_path / "photos", first, links) for first in (0, 50_000)]
    confirmed: dict[int, int] = {}
    for sender in senders:
        for _ in range(25):
            number, event = map(int, sender.stdout.readline().split())
            confirmed[number] = event
    for sender in senders:
        sender.kill()
        sender.wait()
        sender.stdout.close()
    assert len({*confirmed.values()}) == 50
    kept = {e.number: e.facts for e in tables.history(opened.host)}
    for number, event in confirmed.items():
        assert kept[event]["seat"] == number % 2 + 1
        assert len(kept[event]["reading"]["discoveries"]) == 3 + number % 5


@pytest.mark.parametrize("servers", [4])
def test_servers_that_start_at_once_make_one_database(database_url: URL, servers: int) -> None:
    command = (
        "import sys; from sqlalchemy.engine import make_url; from table.database import Database;"
        "sys.stdin.read(); Database(make_url(sys.argv[1])).upgrade()"
    )
    url = database_url.render_as_string(hide_password=False)
    starting = [
        subprocess.Popen([sys.executable, "-c", command, url], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
        for _ in range(servers)
    ]
    for process in starting:
        process.stdin.close()
    for process in starting:
        assert process.wait(60) == 0, process.stderr.read().decode()
        process.stderr.close()
    database = Database(database_url)
    assert (
        database.read(lambda session: session.connection().exec_driver_sql("SELECT count(*) FROM event").scalar()) == 0
    )
    database.close()


def test_threads_that_start_at_once_make_one_database(database_url: URL) -> None:
    databases = [Database(database_url) for _ in range(4)]
    assert all_at_once(database.upgrade for database in databases) == [None] * 4
    for database in databases:
        database.close()


def test_polling_costs_one_short_query(tables: Tables) -> None:
    opened = tables.open_table(plan(2), "host")
    anna = tables.sit(opened.guest, "Anna", "blue")
    for n in range(10):
        tables.submit(anna.link, sending(*family(3), seed=n))
    version = tables.look(opened.guest).state.version
    asked = []
    original = tables._database.read  # counts what goes below the service
    tables._database.read = lambda work: asked.append(1) or original(work)
    for _ in range(5):
        assert tables.changes_since(opened.guest, version).events == ()
    assert len(asked) == 5

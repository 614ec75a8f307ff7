"""A server killed in the middle: what was confirmed is there, nothing is half there."""

import hashlib
import os
import random
import subprocess
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import pytest
from at_the_table import Clock, Server, jpeg, plan
from sqlalchemy.engine import URL

import table.tables
from table.clean_photo import clean_photo
from table.events import Event, What

KILLS = 20
ROOT = Path(table.tables.__file__).parent.parent


def start(database_url: URL, photos: Path, first: int, links: list[str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [
            sys.executable,
            str(Path(__file__).parent / "sends_for_ever.py"),
            database_url.render_as_string(hide_password=False),
            str(photos),
            str(first),
            *links,
        ],
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )


def confirmed_until_killed(sender: subprocess.Popen[str], wait_s: float) -> dict[int, int]:
    """The confirmed sendings (number: event) of a server that is killed so long after its first one."""
    assert sender.stdout is not None
    first = sender.stdout.readline()
    time.sleep(wait_s)
    sender.kill()
    lines = [first, *sender.stdout]
    sender.wait()
    sender.stdout.close()
    whole = [line.split() for line in lines if line.endswith("\n")]
    return {int(number): int(event) for number, event in whole}


@pytest.mark.parametrize("kills", [KILLS])
def test_of_a_server_killed_twenty_times_every_confirmed_submission_is_there_and_none_half(
    database_url: URL, server: Server, clock: Clock, tmp_path: Path, kills: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.now = datetime.now(UTC)  # the killed servers have no other clock
    monkeypatch.setattr("table.tables.MOST_SUBMISSIONS", 10**9)
    tables, rng, photos = server(), random.Random(7), tmp_path / "photos"
    for kill in range(kills):
        opened = tables.open_table(plan(2), f"host {kill}")
        links = [tables.sit(opened.guest, name, "blue").link for name in ("Anna", "Ben")]
        sender = start(database_url, photos, 1000 * kill, links)
        confirmed = confirmed_until_killed(sender, rng.uniform(0, 0.15))
        assert confirmed
        kept = {e.number: e for e in tables.history(opened.host) if e.what is What.SUBMITTED}
        assert set(confirmed.values()) <= set(kept)
        assert len(kept) - len(confirmed) <= 1  # at most the one whose confirmation was cut off
        for number, event in confirmed.items():
            assert kept[event].facts["photo"].startswith(clean_photo(jpeg(number)).sha256)
        check_whole(tables, opened.guest, list(kept.values()))


def check_whole(tables: table.tables.Tables, link: str, kept: list[Event]) -> None:
    """Each kept submission has all of its photo and a reading, and the history replays without a gap."""
    for event in kept:
        data = tables.photo(link, event.facts["photo"])
        assert hashlib.sha256(data).hexdigest() == event.facts["photo"].removesuffix(".jpg")
    state = tables.look(link).state
    assert [e.number for e in tables.history(link)] == list(range(1, state.version + 1))
    assert sum(len(seat.submissions) for seat in state.seats) == len(kept)

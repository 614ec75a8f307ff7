"""Many players at many tables who all send within a minute: what is lost, mixed up or counted wrongly.

Each player's photo is read by the real reader, in the queue that the pages use, then submitted. Says how long it takes.
"""

import argparse
import hashlib
import json
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace
from pathlib import Path

import cv2
import numpy as np

from samples.hands import Part
from samples.make import Options, make
from table.clean_photo import clean_photo
from table.plan import Plan, SeatPlan
from table.queue import reading_slot
from table.settings import folder_settings, settings
from table.standings import TableStandings, standings
from table.tables import Seated, Sending, Tables, start_tables
from vision.reading import Reading, Unread, reading_from_json, reading_json

ROOT = Path(__file__).parent.parent
POLL_S = 1.0
"""As the page does."""
DIGIT_PX, DIGITS = 12, 10
Read = Callable[[bytes, str], Reading | None]


@dataclass
class Player:
    """One player: what they send and when, and what became of it."""

    table: int
    name: str
    photo: bytes
    truth: Reading
    sends_at_s: float
    seated: Seated | None = None
    sent: Reading | None = None
    by_hand: bool = False
    """The photo could not be read, or as another boat, so the player tapped the boat in."""
    event: int = 0
    waited_s: float = 0.0
    """From pressing "send the photo" until the submission was confirmed."""
    place: int = 0
    """The furthest place in the queue."""
    problems: list[str] = field(default_factory=list)


def main(args: Sequence[str] = ()) -> int:
    """Print the table; the exit code is 1 if anything was lost, mixed up or counted wrongly."""
    options = _options(args)
    with tempfile.TemporaryDirectory() as folder:
        where = settings({"BOATSCORE_DATABASE_URL": options.database, "BOATSCORE_DATA": folder})
        tables = start_tables(where if options.database else folder_settings(Path(folder)))
        players = _players(options)
        links = _open(tables, players, options.tables)
        took, delays = _play(tables, players, links, _reader(options.reads))
        wrong = [*_lost_or_mixed(tables, players), *_counted_wrongly(tables, players, links, Path(folder))]
    _print(options, players, took, delays, wrong)
    return int(bool(wrong))


def _options(args: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="boatscore bench table", description=__doc__)
    parser.add_argument("--players", type=int, default=200)
    parser.add_argument("--tables", type=int, default=40)
    parser.add_argument("--seconds", type=float, default=60.0, help="within which all send")
    parser.add_argument("--photos", type=int, default=20, help="sample photos made; each player's is marked on top")
    parser.add_argument("--tier", default="good")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--reads", choices=("real", "none"), default="real", help="none: only the tables are measured")
    parser.add_argument("--database", default="", metavar="URL", help="a PostgreSQL; without it a fresh SQLite")
    return parser.parse_args(args)


def _players(options: argparse.Namespace) -> list[Player]:
    rng = random.Random(options.seed)
    samples = [make(options.seed, options.tier, n, Options(part=Part.REPORT)) for n in range(options.photos)]
    pictures = [np.asarray(cv2.imdecode(np.frombuffer(s.photo_bytes, np.uint8), cv2.IMREAD_COLOR)) for s in samples]
    truths = [reading_from_json(s.truth) for s in samples]
    players = []
    for number in range(options.players):
        truth = truths[number % len(truths)]
        if not isinstance(truth, Reading):
            raise TypeError("the bench sends boats that can be read")
        picture = _marked(pictures[number % len(pictures)], number)
        table = number % options.tables
        players.append(Player(table, f"Player {number}", picture, truth, rng.uniform(0, options.seconds)))
    return players


def _picture(photo: bytes) -> np.ndarray:
    picture = cv2.imdecode(np.frombuffer(photo, np.uint8), cv2.IMREAD_COLOR)
    if picture is None:
        raise ValueError("OpenCV could not open a sample photo")
    return picture


def _marked(picture: np.ndarray, number: int) -> bytes:
    """The photo with the player's number as black and white squares in a corner, so that no two are the same."""
    own = picture.copy()
    for bit in range(DIGITS):
        own[:DIGIT_PX, bit * DIGIT_PX : (bit + 1) * DIGIT_PX] = 255 * (number >> bit & 1)
    done, jpeg = cv2.imencode(".jpg", own, [cv2.IMWRITE_JPEG_QUALITY, 90])
    if not done:
        raise ValueError("OpenCV could not write a JPEG")
    return jpeg.tobytes()


def _open(tables: Tables, players: list[Player], count: int) -> list[str]:
    """The tables' links for guests, everybody seated."""
    links = []
    for number in range(count):
        sitting = [player for player in players if player.table == number]
        plan = Plan(f"Table {number}", tuple(SeatPlan(player.name) for player in sitting) or (SeatPlan(),))
        links.append(tables.open_table(plan, f"host {number}").guest)
        for player in sitting:
            player.seated = tables.sit(links[-1], player.name, player.truth.boat)
    return links


def _reader(reads: str) -> Read:
    if reads == "none":
        return lambda data, name: None
    from vision.read import read_photo

    def read(data: bytes, name: str) -> Reading | None:
        outcome = read_photo(data, name)[0]
        return None if isinstance(outcome, Unread) else outcome.reading

    return read


def _play(tables: Tables, players: list[Player], links: list[str], read: Read) -> tuple[float, list[float]]:
    """Everybody sends while every table is watched: seconds until all is confirmed, and until each was seen."""
    began, done = time.monotonic(), threading.Event()
    confirmed: dict[tuple[int, int], float] = {}
    seen: dict[tuple[int, int], float] = {}

    def watch(number: int) -> None:
        version = 1
        while not done.is_set():
            changes = tables.changes_since(links[number], version)
            seen.update({(number, event.number): time.monotonic() for event in changes.events})
            version = changes.version
            done.wait(POLL_S)

    def play(player: Player) -> None:
        time.sleep(max(0.0, began + player.sends_at_s - time.monotonic()))
        _send(tables, player, read)
        confirmed[player.table, player.event] = time.monotonic()

    watchers = [threading.Thread(target=watch, args=(number,)) for number in range(len(links))]
    for watcher in watchers:
        watcher.start()
    with ThreadPoolExecutor(len(players)) as pool:
        list(pool.map(play, players))
    time.sleep(2 * POLL_S)
    done.set()
    for watcher in watchers:
        watcher.join()
    delays = [max(0.0, seen.get(key, float("inf")) - at) for key, at in confirmed.items()]
    return max(confirmed.values()) - began, delays


def _send(tables: Tables, player: Player, read: Read) -> None:
    """As the page does it: wait for a place, read, answer what is asked, submit."""
    began = time.monotonic()

    def on_place(place: int) -> None:
        player.place = max(player.place, place)

    with reading_slot(on_place=on_place):
        found = read(player.photo, player.name)
    player.by_hand = found is None or found.boat != player.truth.boat
    reading = player.truth if found is None or player.by_hand else found
    while reading.questions:
        reading = reading.answered(reading.questions[0], 0)
    player.sent = replace(reading, part=None)
    if player.seated is None:
        raise ValueError("everybody sits before anybody sends")
    receipt = tables.submit(player.seated.link, Sending(player.photo, player.sent, found), key=player.name)
    player.event, player.waited_s = receipt.event, time.monotonic() - began


def _lost_or_mixed(tables: Tables, players: list[Player]) -> list[str]:
    """Everything confirmed must be there once, the photo byte by byte and the reading word by word."""
    wrong = []
    for player in players:
        if player.seated is None or player.sent is None:
            wrong.append(f"{player.name} never sent")
            continue
        seat = tables.look(player.seated.link).state.seat(player.seated.seat)
        if len(seat.submissions) != 1 or seat.submissions[0].event != player.event:
            wrong.append(f"{player.name}: {len(seat.submissions)} submissions are kept")
            continue
        kept = seat.submissions[0]
        photo = tables.photo(player.seated.link, kept.photo)
        if photo != clean_photo(player.photo).data or hashlib.sha256(photo).hexdigest() not in kept.photo:
            wrong.append(f"{player.name}: another photo is kept")
        if reading_json(kept.reading) != reading_json(replace(player.sent, photo=kept.photo)):
            wrong.append(f"{player.name}: another reading is kept")
    return wrong


def _counted_wrongly(tables: Tables, players: list[Player], links: list[str], folder: Path) -> list[str]:
    """Each table counted a second time by `boatscore score`, from what the players hold, not from what is kept."""
    wrong = []
    for number, link in enumerate(links):
        sitting = [player for player in players if player.table == number and player.sent is not None]
        expected = _counted_apart(sitting, folder) if sitting else []
        result = standings(tables.look(link).state)
        if _as_counted(result) != expected:
            wrong.append(f"table {number}: {_as_counted(result)} instead of {expected}")
    return wrong


def _as_counted(result: TableStandings) -> list[tuple[str, int, int, int]]:
    return sorted((p.seat.name, p.rank, p.card.total, p.card.filled_rooms) for p in result.placed)


def _counted_apart(sitting: list[Player], folder: Path) -> list[tuple[str, int, int, int]]:
    files = []
    for player in sitting:
        if player.sent is not None:
            files.append(folder / f"{player.name}.json")
            files[-1].write_text(json.dumps(reading_json(replace(player.sent, photo=player.name))), encoding="utf-8")
    command = [sys.executable, str(ROOT / "cli.py"), "score", *map(str, files), "--json"]
    done = subprocess.run(command, capture_output=True, text=True, check=True, cwd=ROOT)
    lines = [json.loads(line) for line in done.stdout.splitlines()]
    if len(sitting) == 1:
        card = lines[0]["score"]
        return [(sitting[0].name, 1, card["total"], card["filled_rooms"])]
    return sorted((p["photo"], p["rank"], p["total"], p["filled_rooms"]) for p in lines[-1]["standings"])


def _print(
    options: argparse.Namespace, players: list[Player], took: float, delays: list[float], wrong: list[str]
) -> None:
    waits = sorted(player.waited_s for player in players)
    by_hand = sum(player.by_hand for player in players) if options.reads == "real" else 0
    lines = [
        f"table: {len(players)} players at {options.tables} tables send within {options.seconds:.0f} s, "
        f"{'real reads' if options.reads == 'real' else 'no reads'}, {options.database.split(':')[0] or 'sqlite'}",
        f"  all confirmed after {took:.1f} s; longest queue {max(player.place for player in players)}",
        f"  photo to confirmation: median {statistics.median(waits):.2f} s, "
        f"19 of 20 within {waits[int(0.95 * (len(waits) - 1))]:.2f} s, slowest {waits[-1]:.2f} s",
        f"  confirmation to the others' pages: median {statistics.median(delays):.2f} s, slowest {max(delays):.2f} s",
        f"  tapped in because the photo was not read, or as another boat: {by_hand}",
        f"  lost, mixed up or counted wrongly: {len(wrong)}",
        *(f"    {what}" for what in wrong),
    ]
    print("\n".join(lines))

"""Many photos, read one after the other, side by side or on a cluster; told in the order given.

Whatever happens with one photo becomes that photo's line; the others are read all the same.
"""

import traceback
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from scoring.lesson_sheet import LessonSheet
from vision.pools import Cluster, Later, Pool, Processes
from vision.reading import Reading, Unread
from vision.sources import Source, load

if TYPE_CHECKING:
    from vision.read import Walk

OUR_FAULT = "The reader failed on this photo. That is our mistake, not yours: please report it with the photo."
BROKE_DOWN = "The reader broke down on this photo. Please report it with the photo."


@dataclass(frozen=True, slots=True)
class Wish:
    """What is asked of every photo."""

    sheet: str | None = None
    overlay: bool = False
    lesson_sheet: LessonSheet | None = None
    """By which the readings will be scored; without one the default."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """One line, the overlay pictures that belong to it (how their names end, and bytes), and any fault of ours."""

    line: Reading | Unread
    pictures: tuple[tuple[str, bytes], ...] = ()
    fault: str = ""


@dataclass(frozen=True, slots=True)
class Done:
    """Everything that one file gave."""

    source: Source
    outcomes: tuple[Outcome, ...]


def read_all(wanted: Iterable[Source], wish: Wish) -> Iterator[Done]:
    """Every file's outcomes, one file after the other."""
    return (_read(source, wish) for source in wanted)


def read_side_by_side(wanted: Iterable[Source], wish: Wish, workers: int) -> Iterator[Done]:
    """The same by so many processes."""
    return _in_order(wanted, wish, Processes(workers))


def read_on_cluster(wanted: Iterable[Source], wish: Wish, address: str) -> Iterator[Done]:
    """The same by the workers of a dask cluster; BatchWrong when there is none."""
    return _in_order(wanted, wish, Cluster(address))


def read_same(wanted: Sequence[Source], wish: Wish) -> tuple[Done, tuple[Unread, ...]]:
    """One line for one boat that all these photos show, and the photos that could not help."""
    import cv2

    from vision import read

    cv2.setNumThreads(1)
    files: list[tuple[bytes, str]] = []
    lost: list[Unread] = []
    for source in wanted:
        try:
            files.append((load(source), source.name))
        except OSError as problem:
            lost.append(_not_loaded(source, problem))
    if not files:
        return Done(wanted[0], (Outcome(lost[0]),)), tuple(lost[1:])
    try:
        together, unread = read.read_same(files, sheet=wish.sheet, lesson_sheet=wish.lesson_sheet)
    except Exception as problem:  # noqa: BLE001  (see read_source)
        return Done(wanted[0], (_fault(wanted[0].name, OUR_FAULT, told(problem)),)), tuple(lost)
    outcome = Outcome(together) if isinstance(together, Unread) else _outcome(together, wish)
    return Done(wanted[0], (outcome,)), (*lost, *unread)


def read_source(data: bytes, name: str, wish: Wish) -> tuple[Outcome, ...]:
    """Everything in this file, read; a fault of ours becomes a line that says so."""
    import cv2

    from vision.read import walks

    cv2.setNumThreads(1)  # workers side by side would only get into each other's way
    found: list[Outcome] = []
    try:
        for outcome in walks(data, name, sheet=wish.sheet, lesson_sheet=wish.lesson_sheet):
            found.append(Outcome(outcome) if isinstance(outcome, Unread) else _outcome(outcome, wish))
    except Exception as problem:  # noqa: BLE001  (one photo never stops the others; the fault is told, not hidden)
        found.append(_fault(name, OUR_FAULT, told(problem), len(found) + 1 if found else None))
    return tuple(found)


def told(problem: BaseException) -> str:
    """The last line of a traceback, and where it happened."""
    last = traceback.extract_tb(problem.__traceback__)[-1:]
    where = "".join(f" ({Path(frame.filename).name}, line {frame.lineno})" for frame in last)
    return "".join(traceback.format_exception_only(problem)).strip().splitlines()[-1] + where


def _outcome(walk: "Walk", wish: Wish) -> Outcome:
    if not wish.overlay:
        return Outcome(walk.reading)
    from vision.overlay import overlay_pictures

    part = "" if walk.reading.part is None else f"-{walk.reading.part}"
    return Outcome(walk.reading, tuple((f"{part}.{end}", data) for end, data in overlay_pictures(walk).items()))


def _fault(name: str, reason: str, fault: str, part: int | None = None) -> Outcome:
    return Outcome(Unread(name, reason, part, "Fault"), fault=fault)


def _not_loaded(source: Source, problem: OSError) -> Unread:
    said = {
        "FileNotFoundError": "There is no such file. Look at its name and folder.",
        "IsADirectoryError": "There is no photo in this folder.",
        "PermissionError": "This file may not be opened. Allow it to be read.",
    }
    otherwise = f"The file cannot be opened: {problem.strerror or problem}. Copy it elsewhere and try again."
    return Unread(source.name, said.get(type(problem).__name__, otherwise), problem="NotLoaded")


def _read(source: Source, wish: Wish) -> Done:
    try:
        return Done(source, read_source(load(source), source.name, wish))
    except OSError as problem:
        return Done(source, (Outcome(_not_loaded(source, problem)),))


def _in_order(wanted: Iterable[Source], wish: Wish, pool: Pool) -> Iterator[Done]:
    """Results in the order of sources, no more on their way at once than the pool has room for."""
    on_their_way: deque[tuple[Source, Later | OSError]] = deque()
    with pool:
        for source in wanted:
            on_their_way.append((source, _given(pool, source, wish)))
            if len(on_their_way) >= pool.room:
                yield _came(*on_their_way.popleft(), wish, pool)
        while on_their_way:
            yield _came(*on_their_way.popleft(), wish, pool)


def _given(pool: Pool, source: Source, wish: Wish) -> Later | OSError:
    try:
        return pool.submit(read_source, load(source), source.name, wish)
    except OSError as problem:
        return problem


def _came(source: Source, later: Later | OSError, wish: Wish, pool: Pool) -> Done:
    if isinstance(later, OSError):
        return Done(source, (Outcome(_not_loaded(source, later)),))
    try:
        return Done(source, later.result())
    except Exception:  # noqa: BLE001  (a worker that died takes no other photo with it: each has a second chance, alone)
        return _second_chance(source, wish, pool)


def _second_chance(source: Source, wish: Wish, pool: Pool) -> Done:
    try:
        return Done(source, pool.alone(read_source, load(source), source.name, wish))
    except Exception as problem:  # noqa: BLE001  (see _came)
        return Done(source, (_fault(source.name, BROKE_DOWN, told(problem)),))

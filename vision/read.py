"""The walk of one photo: the one module that knows the order of the steps, and the one `except Unreadable`."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from sheets.prints import SheetPrint, load_print
from vision.decide import decide
from vision.evidence import Evidence, weigh
from vision.find import FoundSheet, Points, check_inside, find_sheets
from vision.flatten import FlatSheet, flatten, grid_of
from vision.ink import Ink, lift_ink
from vision.photo import Photo, photos
from vision.problems import Unreadable
from vision.reading import Reading, Unread

STEPS = ("photo", "find", "flatten", "ink", "weigh", "decide")
Said = Callable[[str], None]
T = TypeVar("T")


@dataclass(frozen=True, slots=True, eq=False)
class Walk:
    """Every value on the way from a photo to one reading, and the seconds each step took."""

    photo: Photo
    found: FoundSheet
    flat: FlatSheet
    ink: Ink
    evidence: Evidence
    reading: Reading
    seconds: dict[str, float]

    def square_corners_in_photo(self) -> NDArray[np.float64]:
        """Where the grid's corners were taken to lie: rows + 1 x cols + 1 x 2, px of the upright photo at full size."""
        grid = grid_of(self.flat.geometry)
        cols, rows = np.meshgrid(np.arange(grid.cols + 1), np.arange(grid.rows + 1))
        mm = np.stack([grid.left + cols * grid.side, grid.top + rows * grid.side], axis=2).reshape(-1, 2)
        px = self.flat.to_photo(Points(mm)).reshape(grid.rows + 1, grid.cols + 1, 2)
        if self.found.mirrored:
            px[:, :, 0] = self.photo.bgr.shape[1] - 1 - px[:, :, 0]
        return np.asarray((px + 0.5) * self.photo.reduced - 0.5, np.float64)


def read_photo(
    data: bytes, name: str, *, sheet: str | None = None, on_step: Said = lambda step: None
) -> list[Walk | Unread]:
    """A walk for every sheet in the photo or in the file's pages; what cannot be read says why."""
    found: list[Walk | Unread] = []
    pages = photos(data, name)
    while True:
        watch = _Watch(on_step)
        try:
            photo = watch.timed("photo", lambda: next(pages, None))
            if photo is None:
                break
            found += _sheets(photo, sheet, watch)
        except Unreadable as problem:
            found.append(_unread(name, problem))
            if not _goes_on(pages):
                break
    if len(found) == 1:
        return found
    return [_part(outcome, number) for number, outcome in enumerate(found, 1)]


class _Watch:
    """Says each step before it begins, and keeps how long it took."""

    def __init__(self, said: Said) -> None:
        self.said = said
        self.seconds: dict[str, float] = {}

    def timed(self, step: str, work: Callable[[], T]) -> T:
        """What the work gives."""
        self.said(step)
        start = time.perf_counter()
        value = work()
        self.seconds[step] = time.perf_counter() - start
        return value


def _goes_on(pages: Iterator[Photo]) -> bool:
    """Whether more pages can come: a generator that raised is over."""
    return getattr(pages, "gi_frame", None) is not None


def _sheets(photo: Photo, sheet: str | None, watch: _Watch) -> list[Walk | Unread]:
    found = watch.timed("find", lambda: find_sheets(photo))
    outcomes: list[Walk | Unread] = []
    for one in found:
        if sheet is not None and one.geometry.sheet != sheet:
            continue
        try:
            outcomes.append(_walk(photo, one, watch))
        except Unreadable as problem:
            outcomes.append(_unread(photo.name, problem))
    return outcomes


def _walk(photo: Photo, found: FoundSheet, watch: _Watch) -> Walk:
    check_inside(found)
    flat = watch.timed("flatten", lambda: flatten(found))
    ink = watch.timed("ink", lambda: lift_ink(flat, known_print(found.geometry.sheet)))
    evidence = watch.timed("weigh", lambda: weigh(ink))
    reading = watch.timed("decide", lambda: decide(evidence, photo.name))
    return Walk(photo, found, flat, ink, evidence, reading, dict(watch.seconds))


@lru_cache(maxsize=4)
def known_print(name: str) -> SheetPrint:
    """The print of this sheet, kept for the next photo."""
    return load_print(name)


def _unread(name: str, problem: Unreadable) -> Unread:
    return Unread(name, str(problem), problem=type(problem).__name__)


def _part(outcome: Walk | Unread, number: int) -> Walk | Unread:
    if isinstance(outcome, Unread):
        return replace(outcome, part=number)
    return replace(outcome, reading=replace(outcome.reading, part=number))

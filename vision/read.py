"""The walk of one photo: the one module that knows the order of the steps, and that catches Unreadable."""

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from scoring.lesson_sheet import LessonSheet
from sheets.layout import SHEET_NAMES
from sheets.prints import SheetPrint, at_size, load_print
from vision.decide import decide
from vision.evidence import Evidence, weigh, weighed_again
from vision.find import FoundSheet, Points, check_inside, find_sheets
from vision.flatten import FlatSheet, flatten, grid_of
from vision.ink import Ink, lift_ink
from vision.photo import Photo, photos, sharper
from vision.problems import SheetNotFound, Unreadable
from vision.reading import About, Reading, Unread
from vision.same import combined

LEAST_PX_PER_MM = 2.6
"""A sheet smaller than this in a reduced photo is looked at again at full size: fine pens are 0.4 mm wide."""
SEEN_BETTER = frozenset({About.DRAWN, About.HOW_MANY, About.SHAPE, About.KIND, About.LETTER})
"""Questions about where lines run and what they mean: before they are asked, the ink is looked at again."""
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
    data: bytes,
    name: str,
    *,
    sheet: str | None = None,
    lesson_sheet: LessonSheet | None = None,
    on_step: Said = lambda step: None,
) -> list[Walk | Unread]:
    """A walk for every sheet in the photo or in the file's pages; what cannot be read says why.

    The lesson sheet by which the boat will be scored says which doubts matter; without one it is the default.
    """
    return list(walks(data, name, sheet=sheet, lesson_sheet=lesson_sheet, on_step=on_step))


def walks(
    data: bytes,
    name: str,
    *,
    sheet: str | None = None,
    lesson_sheet: LessonSheet | None = None,
    on_step: Said = lambda step: None,
) -> Iterator[Walk | Unread]:
    """The same one by one, so that a long PDF's pages need not all be in memory."""
    found = _outcomes(data, name, sheet, on_step, lambda one: _decided_with_care(one, lesson_sheet))
    before = next(found)
    number = 0
    try:
        for number, outcome in enumerate(found, 1):
            yield _part(before, number)
            before = outcome
    except Exception:
        yield _part(before, number + 1)  # a fault of ours further on takes nothing back
        raise
    yield _part(before, number + 1) if number else before


def read_same(
    files: Iterable[tuple[bytes, str]],
    *,
    sheet: str | None = None,
    lesson_sheet: LessonSheet | None = None,
    on_step: Said = lambda step: None,
) -> tuple[Walk | Unread, tuple[Unread, ...]]:
    """One walk for one boat that all these photos show, under the first one's name; and what could not help."""
    weighed: list[_Weighed] = []
    unread: list[Unread] = []
    for data, name in files:
        for outcome in _outcomes(data, name, sheet, on_step, lambda one: one):
            if isinstance(outcome, Unread):
                unread.append(outcome)
            else:
                weighed.append(outcome)
    if not weighed:
        return unread[0], tuple(unread[1:])
    try:
        return _together(weighed, lesson_sheet, on_step), tuple(unread)
    except Unreadable as problem:
        return _unread(weighed[0].photo.name, problem), tuple(unread)


def _together(weighed: "Sequence[_Weighed]", lesson_sheet: LessonSheet | None, on_step: Said) -> Walk:
    evidence, base = combined([one.evidence for one in weighed])
    shown = weighed[base]
    photo = replace(shown.photo, name=weighed[0].photo.name)
    one = replace(shown, photo=photo, ink=evidence.ink, evidence=evidence, watch=_Watch(on_step))
    return _decided(one, lesson_sheet)


def _outcomes(
    data: bytes, name: str, sheet: str | None, on_step: Said, last: "Callable[[_Weighed], T]"
) -> Iterator[T | Unread]:
    """At least one; a page that cannot be opened does not keep the next from being read."""
    _keep_to_one_core()
    pages = photos(data, name)
    photo: Photo | None
    while True:
        watch = _Watch(on_step)
        try:
            photo = watch.timed("photo", lambda: next(pages, None))
            if photo is None:
                return
            found = _found(photo, sheet, watch)
            if photo.reduced > 1 and min(one.px_per_mm for one in found) < LEAST_PX_PER_MM:
                photo = sharper(data, photo)
                found = _found(photo, sheet, watch)
        except Unreadable as problem:
            yield _unread(name, problem)
            continue
        for one in found:
            try:
                yield last(_weighed(photo, one, watch))
            except Unreadable as problem:
                yield _unread(name, problem)


@cache
def _keep_to_one_core() -> None:
    """Small matrices gain nothing from BLAS' threads.

    Where photos are read side by side these wait for each other: flattening a sheet took 2.5 s instead of 0.025.
    """
    threadpool_limits(1, user_api="blas")


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


def _found(photo: Photo, sheet: str | None, watch: _Watch) -> list[FoundSheet]:
    """The sheets in the photo, or those of the one name that is asked for."""
    found = watch.timed("find", lambda: find_sheets(photo))
    wanted = [one for one in found if sheet is None or one.geometry.sheet == sheet]
    if not wanted:
        others = ", ".join(sorted({one.geometry.sheet for one in found}))
        raise SheetNotFound(f"{sheet} is not in the picture, only {others}.")
    return wanted


@dataclass(frozen=True, slots=True, eq=False)
class _Weighed:
    """A sheet before anything is decided."""

    photo: Photo
    found: FoundSheet
    flat: FlatSheet
    ink: Ink
    evidence: Evidence
    watch: _Watch


def _weighed(photo: Photo, found: FoundSheet, watch: _Watch) -> _Weighed:
    check_inside(found)
    flat = watch.timed("flatten", lambda: flatten(found))
    ink = watch.timed("ink", lambda: lift_ink(flat, known_print(found.geometry.sheet, flat.px_per_mm)))
    return _Weighed(photo, found, flat, ink, watch.timed("weigh", lambda: weigh(ink)), watch)


def _decided(one: _Weighed, lesson_sheet: LessonSheet | None) -> Walk:
    reading = one.watch.timed("decide", lambda: decide(one.evidence, one.photo.name, lesson_sheet))
    return Walk(one.photo, one.found, one.flat, one.ink, one.evidence, reading, dict(one.watch.seconds))


def _decided_with_care(one: _Weighed, lesson_sheet: LessonSheet | None) -> Walk:
    """A reading that asks about marks only where more looks leave a doubt."""
    walk = _decided(one, lesson_sheet)
    if SEEN_BETTER.isdisjoint(question.about for question in walk.reading.questions):
        return walk
    before = walk.seconds
    walk = _decided(replace(one, evidence=weighed_again(one.evidence)), lesson_sheet)
    return replace(walk, seconds=walk.seconds | {"decide": before["decide"] + walk.seconds["decide"]})


@lru_cache(maxsize=len(SHEET_NAMES))
def known_print(name: str, px_per_mm: float) -> SheetPrint:
    """The print of this sheet at the size in which photos are read, kept for the next one: 1.4 MB each."""
    return at_size(load_print(name), px_per_mm)


def _unread(name: str, problem: Unreadable) -> Unread:
    return Unread(name, str(problem), problem=type(problem).__name__)


def _part(outcome: Walk | Unread, number: int) -> Walk | Unread:
    if isinstance(outcome, Unread):
        return replace(outcome, part=number)
    return replace(outcome, reading=replace(outcome.reading, part=number))

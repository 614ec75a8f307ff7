"""A bounded number of readings at a time in this process; the others wait in line and are told their place."""

import os
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from table.problems import QueueFull

NOW = 0
"""The place of somebody whose photo is being read."""


@dataclass(frozen=True, slots=True)
class QueueTuning:
    """How many at a time, how many in line, how often those in line are heard from."""

    most_waiting: int = 300
    """Each one in line holds a photo in memory. Larger: a rush can fill the memory. Smaller: 200 players who send
    within one minute are turned away."""
    word_every_s: float = 1.0
    """Longer: a visitor who has left keeps the place in line. Shorter: work for nothing."""


class ReadingQueue:
    """First come, first served, `slots` at a time. Safe for threads."""

    def __init__(self, slots: int, tuning: QueueTuning = QueueTuning()) -> None:
        if slots < 1:
            raise ValueError(f"a reading queue has at least one slot, not {slots}")
        self._free = slots
        self._tuning = tuning
        self._line: deque[object] = deque()
        self._moved = threading.Condition()

    @contextmanager
    def slot(self, on_place: Callable[[int], None] | None = None) -> Iterator[None]:
        """The right to read one photo, held until the `with` block ends.

        While waiting, `on_place(place)` is called in the caller's thread: at once, whenever the line moves, and at
        least every second; place 1 is next. When the turn comes it is called once more, with 0. Whatever it raises
        leaves the line. With a full line QueueFull is raised.
        """
        ticket = self._join()
        tell = on_place or _nobody
        try:
            self._wait(ticket, tell)
        except BaseException:
            self._leave(ticket)
            raise
        try:
            tell(NOW)
            yield
        finally:
            with self._moved:
                self._free += 1
                self._moved.notify_all()

    @property
    def waiting(self) -> int:
        """How many are in line now."""
        with self._moved:
            return len(self._line)

    def _join(self) -> object:
        ticket = object()
        with self._moved:
            if len(self._line) - self._free >= self._tuning.most_waiting:
                raise QueueFull()
            self._line.append(ticket)
        return ticket

    def _wait(self, ticket: object, tell: Callable[[int], None]) -> None:
        place = self._take(ticket)
        while place != NOW:
            tell(place)
            with self._moved:
                if self._place(ticket) == place:
                    self._moved.wait(self._tuning.word_every_s)
            place = self._take(ticket)

    def _take(self, ticket: object) -> int:
        """0 and a slot taken when it is this ticket's turn, else its place."""
        with self._moved:
            place = self._place(ticket)
            if place == NOW:
                self._line.popleft()
                self._free -= 1
                self._moved.notify_all()
            return place

    def _place(self, ticket: object) -> int:
        index = self._line.index(ticket)
        return NOW if index == 0 and self._free > 0 else index + 1

    def _leave(self, ticket: object) -> None:
        with self._moved:
            if ticket in self._line:
                self._line.remove(ticket)
                self._moved.notify_all()


def _nobody(place: int) -> None:
    """Nobody wants to know the place."""


def slots_of_this_machine() -> int:
    """How many photos are read at a time: BOATSCORE_READERS, or one a processor."""
    told = os.environ.get("BOATSCORE_READERS", "")
    if told.isdecimal() and int(told) > 0:
        return int(told)
    return max(1, os.cpu_count() or 1)


_queue_made = threading.Lock()
_queues: list[ReadingQueue] = []


def the_queue() -> ReadingQueue:
    """The one queue of this process."""
    with _queue_made:
        if not _queues:
            _queues.append(ReadingQueue(slots_of_this_machine()))
        return _queues[0]


@contextmanager
def reading_slot(on_place: Callable[[int], None] | None = None) -> Iterator[None]:
    """A slot in the one queue of this process, held for the `with` block; places are told as ReadingQueue.slot does."""
    with the_queue().slot(on_place):
        yield

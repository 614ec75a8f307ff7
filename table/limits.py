"""How often one visitor may try something: token buckets in this process's memory.

They are not kept: a restart forgets them, and two servers allow twice as much. What must never be guessed (links) is
long enough to need no limit; the limits keep short codes from being searched and disks from being filled.
"""

import math
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from table.problems import TooOften

EVERYBODY = ""
"""The bucket that all visitors share."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """So many at once, then so many a minute."""

    at_once: int
    a_minute: float


class Deed(Enum):
    """What is limited."""

    WRONG_CODE = "wrong code"
    WRONG_CODE_ANYWHERE = "wrong code, by anybody"
    OPEN = "open"
    SIT = "sit"
    SUBMIT = "submit"
    OBJECT = "object"


ALLOWED = {
    Deed.WRONG_CODE: Allowance(at_once=10, a_minute=5),
    Deed.WRONG_CODE_ANYWHERE: Allowance(at_once=300, a_minute=200),
    Deed.OPEN: Allowance(at_once=60, a_minute=6),
    Deed.SIT: Allowance(at_once=60, a_minute=30),
    Deed.SUBMIT: Allowance(at_once=20, a_minute=10),
    Deed.OBJECT: Allowance(at_once=40, a_minute=20),
}
"""Far above what people do, far below what makes an attack worthwhile. Codes: only wrong ones count, so that a class
behind one address can join; with 1000 open tables, all clients together hit one after about 40 days of guessing."""


class Limits:
    """Token buckets by deed and client. Safe for threads; remembers at most `most_clients`, the least recent go."""

    def __init__(self, now: Callable[[], float] = time.monotonic, most_clients: int = 20_000) -> None:
        self._now = now
        self._most = most_clients
        self._left: OrderedDict[tuple[Deed, str], tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()

    def check(self, deed: Deed, client: str) -> None:
        """TooOften when this client has none left; nothing is counted."""
        with self._lock:
            self._refuse_when_empty(deed, self._tokens(deed, client))

    def count(self, deed: Deed, client: str) -> None:
        """Take one, or TooOften when none is left."""
        with self._lock:
            tokens = self._tokens(deed, client)
            self._refuse_when_empty(deed, tokens)
            self._left[deed, client] = (tokens - 1, self._now())
            self._left.move_to_end((deed, client))
            while len(self._left) > self._most:
                self._left.popitem(last=False)

    def _tokens(self, deed: Deed, client: str) -> float:
        allowance = ALLOWED[deed]
        tokens, then = self._left.get((deed, client), (float(allowance.at_once), self._now()))
        return min(float(allowance.at_once), tokens + (self._now() - then) * allowance.a_minute / 60)

    def _refuse_when_empty(self, deed: Deed, tokens: float) -> None:
        if tokens < 1:
            raise TooOften(math.ceil((1 - tokens) * 60 / ALLOWED[deed].a_minute))

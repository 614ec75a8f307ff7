"""Where photos are read when there are many: worker processes on this machine, or a dask cluster's."""

import os
from abc import ABC, abstractmethod
from collections.abc import Callable
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol, Self

from vision.quiet import hush
from vision.sources import BatchWrong

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

WAITING_A_WORKER = 1
"""Beside the photo that a worker reads one waits, so that no worker idles and memory holds no more."""
CLUSTER_ANSWERS_S = 10
Work = Callable[..., Any]


class Later(Protocol):
    """What a pool gives for work that it took."""

    def result(self) -> Any:
        """What came of it, as soon as it is there."""


class Pool(ABC):
    """Workers that read photos; used in a `with`, which ends them."""

    room: int
    """How many photos it takes at once."""

    @abstractmethod
    def submit(self, work: Work, *what: Any) -> Later:
        """The work, given to a worker."""

    @abstractmethod
    def alone(self, work: Work, *what: Any) -> Any:
        """What comes of the work where no other's failure can reach it."""

    @abstractmethod
    def close(self) -> None:
        """End the workers; what they have not begun is dropped."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, value: object, trace: TracebackType | None) -> None:
        self.close()


class Processes(Pool):
    """Worker processes; when one dies all are replaced."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self.room = workers * (1 + WAITING_A_WORKER)
        self.pool = _executor(workers)

    def submit(self, work: Work, *what: Any) -> Later:
        """The work, given to a worker."""
        from concurrent.futures.process import BrokenProcessPool

        try:
            return self.pool.submit(work, *what)
        except BrokenProcessPool:
            self.close()
            self.pool = _executor(self.workers)
            return self.pool.submit(work, *what)

    def alone(self, work: Work, *what: Any) -> Any:
        """What comes of the work in a process of its own."""
        with _executor(1) as own:
            return own.submit(work, *what).result()

    def close(self) -> None:
        """End the workers; what they have not begun is dropped."""
        self.pool.shutdown(wait=True, cancel_futures=True)


def _executor(workers: int) -> "ProcessPoolExecutor":
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_settle)


def _settle() -> None:
    """A worker writes nothing on its own, and leaves Ctrl-C to the process that started it."""
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    hush()


class Cluster(Pool):
    """The workers of a dask cluster, which need boatscore installed but none of the files."""

    def __init__(self, address: str) -> None:
        self.client = _client(address)
        self.room = (sum(self.client.nthreads().values()) or 1) * (1 + WAITING_A_WORKER)

    def submit(self, work: Work, *what: Any) -> Later:
        """The work, given to a worker."""
        later: Later = self.client.submit(work, *what, pure=False)
        return later

    def alone(self, work: Work, *what: Any) -> Any:
        """The work given to the cluster again: dask has tried it on several workers already."""
        return self.submit(work, *what).result()

    def close(self) -> None:
        """Leave the cluster; what it has not begun is dropped."""
        self.client.close()


def _client(address: str) -> Any:
    try:
        from distributed import Client
    except ImportError as problem:
        raise BatchWrong("--cluster needs dask. Install it with: pip install 'boatscore[cluster]'") from problem
    try:
        return Client(address, timeout=CLUSTER_ANSWERS_S)
    except (OSError, ValueError) as problem:
        raise BatchWrong(
            f"No cluster answers at {address}. Start one with `dask scheduler` and `dask worker`, or leave it out."
        ) from problem

"""The pool of worker processes for bots. They run outside the event loop, so that they cannot block it."""

import asyncio
import multiprocessing
import os
import secrets
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import count
from time import monotonic
from typing import Any, Final, TypeVar

from tablee.bots.fallback import is_last
from tablee.bots.judgement import Judgement
from tablee.bots.levels import BOTS
from tablee.bots.process_pool import kill
from tablee.core.game import Action, Game, View
from tablee.review import MatchReviewer
from tablee.review.findings import Finding
from tablee.server.bots.worker import advise, choose, start_worker

T = TypeVar("T")

MAX_BOT_SECONDS: Final = 20.0
"""How long a bot may take; then a lower level plays the move instead."""
MAX_START_SECONDS: Final = 60.0
"""How long a process may take to start."""
SLOW_SECONDS: Final = 1.0
"""Levels that may think longer than this have to leave a process to the others."""
LEAST_SECONDS: Final = 0.15
"""How long a slow level thinks at least, however many ask."""


OVERHEAD_SECONDS: Final = 0.05
"""What a choice takes besides thinking."""
BUSY: Final = 0.8
"""How much of the time the workers may be needed, so that nobody is late when something takes longer."""


class WorkerNotStarted(Exception):
    """No process could be started: the machine has no memory, no file or no time left. It may later."""


class Worker:
    """One process, for one bot at a time. Started when needed, and again after it was stopped or lost."""

    def __init__(self) -> None:
        self._process: ProcessPoolExecutor | None = None

    async def choose(self, game: Game[Any, Any, Any], view: View, level: str, seconds: float | None = None) -> Action:
        """What a bot of a level chooses, in its own time or in so many seconds."""
        return await self._run(_max_seconds(level), partial(choose, seconds=seconds), game, view, level, _luck())

    async def advise(self, game: Game[Any, Any, Any], view: View, level: str) -> Judgement:
        """What a bot of a level would consider, the best first. No other level gives the advice: it is waited for."""
        return await self._run(MAX_BOT_SECONDS, advise, game, view, level, _luck())

    async def finding(self, reviewer: MatchReviewer, number: int) -> Finding:
        """What a job of a review finds."""
        return await self._run(MAX_BOT_SECONDS, reviewer.finding, number)

    async def _run(self, seconds: float, work: Callable[..., T], *details: object) -> T:
        in_process = asyncio.get_running_loop().run_in_executor
        try:
            # The bot's time begins when the process has started.
            process = self._process or await self._start()
            return await asyncio.wait_for(in_process(process, work, *details), seconds)
        except (TimeoutError, BrokenProcessPool, asyncio.CancelledError):
            # Too slow, lost or cancelled: the next caller must not wait for this process.
            self.stop()
            raise

    async def _start(self) -> ProcessPoolExecutor:
        """Raises `WorkerNotStarted`."""
        in_process = asyncio.get_running_loop().run_in_executor
        try:
            context = multiprocessing.get_context("spawn")
            self._process = ProcessPoolExecutor(1, context, initializer=start_worker)
            await asyncio.wait_for(in_process(self._process, bool), MAX_START_SECONDS)
        except (BrokenProcessPool, OSError) as error:  # a TimeoutError is one, too
            self.stop()
            raise WorkerNotStarted from error
        return self._process

    def stop(self) -> None:
        """Kill the process."""
        if self._process is not None:
            kill(self._process)
            self._process.shutdown(wait=False, cancel_futures=True)
            self._process = None


def _luck() -> int:
    """What a bot's generator starts from."""
    return secrets.randbits(64)


def _max_seconds(level: str) -> float:
    """After how long by the clock on the wall a process is killed: a bot that hangs never says that it is too slow."""
    if level not in BOTS or is_last(level):
        return MAX_BOT_SECONDS
    return min(MAX_BOT_SECONDS, BOTS[level].patience)


def is_slow(level: str) -> bool:
    """Whether a level thinks so long that others would notice waiting for it."""
    return level in BOTS and BOTS[level].limit > SLOW_SECONDS


@dataclass(frozen=True)
class WorkerRequest:
    """Asks for a worker."""

    guest: str
    """Who pays for it: the host of the table."""
    table: str
    seat: int
    level: str


class WorkerPool:
    """The workers of a house; by default one less than the machine has cores, and one more for quick levels alone.

    If several wait, they take turns: the guests, and the tables of each guest.
    """

    def __init__(self, workers: int | None = None, now: Callable[[], float] = monotonic) -> None:
        self._size = workers or max(1, (os.cpu_count() or 2) - 1)
        self._now = now
        self._free = [Worker() for _ in range(self._size)]
        self._free_for_quick = [Worker()]
        self._all = (*self._free, *self._free_for_quick)
        self._waiting: list[tuple[WorkerRequest, asyncio.Future[Worker]]] = []
        self._grants = count(1)
        self._served: dict[str, int] = {}
        """The last grant of each guest and each table, since a worker has been busy."""
        self._asked: dict[tuple[str, int], float] = {}
        """When slow levels last asked, by table and seat."""

    @asynccontextmanager
    async def worker(self, request: WorkerRequest) -> AsyncIterator[Worker]:
        """A worker of one's own, as soon as it is one's turn."""
        if is_slow(request.level):
            self._asked[request.table, request.seat] = self._now()
        worker = await self._take(request)
        try:
            yield worker
        finally:
            self._give_back(worker)

    async def _take(self, request: WorkerRequest) -> Worker:
        granted: asyncio.Future[Worker] = asyncio.get_running_loop().create_future()
        self._waiting.append((request, granted))
        self._grant()
        try:
            return await granted
        except asyncio.CancelledError:
            if granted.done() and not granted.cancelled():
                self._give_back(granted.result())
            raise

    def _give_back(self, worker: Worker) -> None:
        (self._free_for_quick if worker is self._all[-1] else self._free).append(worker)
        self._grant()

    def _grant(self) -> None:
        """Give free workers to those who wait. Slow levels leave one worker to the quick ones."""
        self._waiting = [(request, granted) for request, granted in self._waiting if not granted.done()]
        quick = [each for each in self._waiting if not is_slow(each[0].level)]
        while quick and self._free_for_quick:
            self._grant_next(quick, self._free_for_quick)
        while self._waiting and self._free:
            self._grant_next(self._waiting, self._free)
        if len(self._free) == self._size:
            self._served.clear()

    def _grant_next(self, waiting: list[tuple[WorkerRequest, "asyncio.Future[Worker]"]], free: list[Worker]) -> None:
        served = self._served
        first = min(waiting, key=lambda each: (served.get(each[0].guest, 0), served.get(each[0].table, 0)))
        served[first[0].guest] = served[first[0].table] = next(self._grants)
        waiting.remove(first)
        if first in self._waiting:
            self._waiting.remove(first)
        first[1].set_result(free.pop())

    def seconds_for(self, level: str) -> float | None:
        """How long a slow level may think so that everybody is answered within twice its time; None: as it likes."""
        if not is_slow(level):
            return None
        period = 2 * BOTS[level].limit
        self._asked = {key: at for key, at in self._asked.items() if at > self._now() - period}
        share = period * self._size / max(1, len(self._asked))
        seconds = max(LEAST_SECONDS, BUSY * share - OVERHEAD_SECONDS)
        return seconds if seconds < BOTS[level].budget.seconds else None

    def close(self) -> None:
        for worker in self._all:
            worker.stop()

"""The pool of worker processes for bots. They run outside the event loop, so that they cannot block it."""

import asyncio
import multiprocessing
import os
import secrets
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from tablee.bots.judgement import Judgement
from tablee.bots.levels import BOTS, levels_below
from tablee.bots.process_pool import kill
from tablee.core.game import Action, Game, View
from tablee.server.bots.worker import advise, choose, start_worker

T = TypeVar("T")

MAX_BOT_SECONDS: Final = 20.0
"""How long a bot may take; then a lower level plays the move instead."""
MAX_START_SECONDS: Final = 60.0
"""How long a process may take to start."""


class Worker:
    """One process, for one bot at a time. Started when needed, and again after it was stopped or lost."""

    def __init__(self) -> None:
        self._process: ProcessPoolExecutor | None = None

    async def choose(self, game: Game[Any, Any, Any], view: View, level: str) -> Action:
        """What a bot of a level chooses."""
        return await self._run(choose, game, view, level)

    async def advise(self, game: Game[Any, Any, Any], view: View, level: str) -> Judgement:
        """What a bot of a level would consider, the best first."""
        return await self._run(advise, game, view, level)

    async def _run(
        self,
        work: Callable[[Game[Any, Any, Any], View, str, int], T],
        game: Game[Any, Any, Any],
        view: View,
        level: str,
    ) -> T:
        in_process = asyncio.get_running_loop().run_in_executor
        try:
            if self._process is None:
                context = multiprocessing.get_context("spawn")
                self._process = ProcessPoolExecutor(1, context, initializer=start_worker)
                # The bot's time begins when the process has started.
                await asyncio.wait_for(in_process(self._process, bool), MAX_START_SECONDS)
            result = in_process(self._process, work, game, view, level, secrets.randbits(64))
            return await asyncio.wait_for(result, _max_seconds(level))
        except (TimeoutError, BrokenProcessPool, asyncio.CancelledError):
            # Too slow, lost or cancelled: the next caller must not wait for this process.
            self.stop()
            raise

    def stop(self) -> None:
        """Kill the process."""
        if self._process is not None:
            kill(self._process)
            self._process.shutdown(wait=False, cancel_futures=True)
            self._process = None


def _max_seconds(level: str) -> float:
    """A busy machine may pause any process for a while. No other level stands in for the last one: it is waited for."""
    if level not in BOTS or level == levels_below(level)[-1]:
        return MAX_BOT_SECONDS
    return min(MAX_BOT_SECONDS, BOTS[level].patience)


class WorkerPool:
    """The workers of a house; by default one less than the machine has cores."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = [Worker() for _ in range(workers or max(1, (os.cpu_count() or 2) - 1))]
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._free.put_nowait(worker)

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Worker]:
        """A worker of one's own, as soon as one is free."""
        worker = await self._free.get()
        try:
            yield worker
        finally:
            self._free.put_nowait(worker)

    def close(self) -> None:
        for worker in self._workers:
            worker.stop()

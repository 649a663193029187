"""The pool of processes in which the bots of the house choose, so that nobody waits for them."""

import asyncio
import multiprocessing
import os
import secrets
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from tablee.bots.advice import Advice
from tablee.bots.levels import BOTS
from tablee.core.game import Action, Game, View
from tablee.server.bots.worker import advise, choose, start_worker

T = TypeVar("T")

PATIENCE: Final = 20.0
"""How long any bot may take at most, in seconds, before another level plays the move for it."""
STARTING: Final = 60.0
"""How long a process may take to start, in seconds."""


class Worker:
    """One process in which one bot chooses at a time; started when it is needed, and again after it was lost."""

    def __init__(self) -> None:
        self._process: ProcessPoolExecutor | None = None

    async def choose(self, game: Game[Any, Any, Any], view: View, level: str) -> Action:
        """What a level does; it is handed a view, never the table."""
        return await self._result_of(choose, game, view, level)

    async def advise(self, game: Game[Any, Any, Any], view: View, level: str) -> Advice:
        """What a level would consider, the best first."""
        return await self._result_of(advise, game, view, level)

    async def _result_of(
        self,
        work: Callable[[Game[Any, Any, Any], View, str, int], T],
        game: Game[Any, Any, Any],
        view: View,
        level: str,
    ) -> T:
        in_process = asyncio.get_running_loop().run_in_executor
        try:
            if self._process is None:
                spawning = multiprocessing.get_context("spawn")
                self._process = ProcessPoolExecutor(1, spawning, initializer=start_worker)
                # The time that a process takes to start does not count against the bot.
                await asyncio.wait_for(in_process(self._process, bool), STARTING)
            result = in_process(self._process, work, game, view, level, secrets.randbits(64))
            return await asyncio.wait_for(result, min(PATIENCE, BOTS.get(level, BOTS["random"]).patience))
        except (TimeoutError, BrokenProcessPool, asyncio.CancelledError):
            # Late, lost or no longer wanted: nobody else should wait for this process.
            self.stop()
            raise

    def stop(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            for process in list((self._process._processes or {}).values()):
                process.kill()
            self._process.shutdown(wait=False, cancel_futures=True)
            self._process = None


class WorkerPool:
    """The workers of a house; by default one less than the machine has cores."""

    def __init__(self, workers: int | None = None) -> None:
        self._workers = [Worker() for _ in range(workers or max(1, (os.cpu_count() or 2) - 1))]
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self._workers:
            self._free.put_nowait(worker)

    @asynccontextmanager
    async def worker(self) -> AsyncIterator[Worker]:
        """A worker as soon as one is free, for oneself alone."""
        worker = await self._free.get()
        try:
            yield worker
        finally:
            self._free.put_nowait(worker)

    def close(self) -> None:
        for worker in self._workers:
            worker.stop()

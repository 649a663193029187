"""Where the bots of the house think: other processes, so that nobody waits for them."""

import asyncio
import logging
import multiprocessing
import os
import secrets
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from typing import Any, Final, TypeVar

from tablee.bots.advice import Advice
from tablee.bots.levels import BOTS, in_place_of
from tablee.bots.process_pool import kill
from tablee.core.game import Action, Game, View
from tablee.core.seat import Seat
from tablee.server.bots.worker import advise, start_worker, think
from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.refusals import Refused, Resent
from tablee.server.table import commands
from tablee.server.table.table import Draft, Status, Table

logger = logging.getLogger("tablee.bots")
Thought = TypeVar("Thought")
Thinking = Callable[[Game[Any, Any, Any], View, str, int], Thought]
"""What a process does for a level, with a seed."""

PATIENCE: Final = 20.0
"""How long any bot may take at most, in seconds, before another level plays the move for it."""
STARTING: Final = 60.0
"""How long a process may take to start, in seconds."""
PAUSE: Final = 1.0
"""How long a bot waits before it tries again to have its choice saved, in seconds."""


class BadChoice(Exception):
    """What a bot chose is not something it can do."""


class Worker:
    """One process in which one bot thinks at a time; started when it is needed, and again after it was lost."""

    def __init__(self) -> None:
        self._process: ProcessPoolExecutor | None = None

    async def think(self, thinking: Thinking[Thought], game: Game[Any, Any, Any], view: View, level: str) -> Thought:
        in_process = asyncio.get_running_loop().run_in_executor
        try:
            if self._process is None:
                spawning = multiprocessing.get_context("spawn")
                self._process = ProcessPoolExecutor(1, spawning, initializer=start_worker)
                # That a process takes its time to start is not the fault of the bot.
                await asyncio.wait_for(in_process(self._process, bool), STARTING)
            thought = in_process(self._process, thinking, game, view, level, secrets.randbits(64))
            return await asyncio.wait_for(thought, min(PATIENCE, BOTS.get(level, BOTS["random"]).patience))
        except (TimeoutError, BrokenProcessPool, asyncio.CancelledError):
            # Late, lost or no longer wanted: nobody else should wait for this process.
            self.clear()
            raise

    def clear(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            kill(self._process)
            self._process.shutdown(wait=False, cancel_futures=True)
            self._process = None


class WorkerPool:
    """The desks of the house. A bot that hangs or dies takes no other with it."""

    def __init__(self, house: House, workers: int | None = None) -> None:
        self._house = house
        self._desks = [Worker() for _ in range(workers or max(1, (os.cpu_count() or 2) - 1))]
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for desk in self._desks:
            self._free.put_nowait(desk)

    async def play(self, live: LiveTable, seat: Seat, level: str, prompt: int) -> None:
        """Have a bot answer a prompt of its seat; if it fails, a steadier one does."""
        failed: Exception = BadChoice()
        for attempt in (level, *in_place_of(level)):
            try:
                action = await self._choice(live, seat, prompt, attempt)
                if action is not None:
                    await self._play(live, seat, prompt, action)
            except Resent:
                return
            except Exception as error:
                failed = error
                about = {"level": attempt, "game": live.table.game.name}
                logger.warning("bot failed", extra=about, exc_info=error)
            if not _is_wanted(live.table, seat, prompt):
                return
        self._house.put_aside(live, failed)

    async def _choice(self, live: LiveTable, seat: Seat, prompt: int, level: str) -> Action | None:
        """What the bot chooses; None if nobody wants to know any more."""
        async with self._desk() as desk:
            if not _is_wanted(live.table, seat, prompt):
                return None
            action = await self._thought(desk, think, live, seat, level)
            if not isinstance(action, live.table.game.action_types):
                raise BadChoice(repr(action))
            return action

    async def advice(self, live: LiveTable, seat: Seat, prompt: int, level: str) -> Advice:
        """What a bot would consider in place of somebody; raises `Refused` if it cannot say."""
        try:
            async with self._desk() as desk:
                _check_asked(live.table, seat, prompt)
                advice = await self._thought(desk, advise, live, seat, level)
            _check_asked(live.table, seat, prompt)
            for choice in advice.choices:
                if not live.table.game.is_legal(live.table.state, seat, choice.action):
                    raise BadChoice(repr(choice.action))
            return advice
        except Refused:
            raise
        except Exception as error:
            logger.warning("bot failed", extra={"level": level, "game": live.table.game.name}, exc_info=error)
            raise Refused("no_hint", status=503) from error

    async def _thought(
        self, desk: Worker, thinking: Thinking[Thought], live: LiveTable, seat: Seat, level: str
    ) -> Thought:
        game, view = live.table.game, live.table.game.view(live.table.state, seat)
        with self._house.metrics.bot_seconds.time():
            return await desk.think(thinking, game, view, level)

    @asynccontextmanager
    async def _desk(self) -> AsyncIterator[Worker]:
        desk = await self._free.get()
        try:
            yield desk
        finally:
            self._free.put_nowait(desk)

    async def _play(self, live: LiveTable, seat: Seat, prompt: int, action: Action) -> None:
        def answer(table: Table, at: float) -> Draft | None:
            return commands.play(table, seat, prompt, action, at) if _is_wanted(table, seat, prompt) else None

        while True:
            try:
                await self._house.change(live, answer)
            except Refused as refused:
                if refused.code != "not_saved":
                    raise
                await asyncio.sleep(PAUSE)
            else:
                return

    def close(self) -> None:
        for desk in self._desks:
            desk.clear()


def _check_asked(table: Table, seat: Seat, prompt: int) -> None:
    if table.prompts[seat] != prompt:
        raise Refused("stale_prompt")


def _is_wanted(table: Table, seat: Seat, prompt: int) -> bool:
    """Whether a bot is still to answer this: nobody came back, took back a choice, or answered elsewhere."""
    return table.status is Status.PLAYING and table.prompts[seat] == prompt and table.chairs[seat].played_by is not None

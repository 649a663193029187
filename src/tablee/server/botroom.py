"""Where the bots of the house think: other processes, so that nobody waits for them."""

import asyncio
import logging
import multiprocessing
import os
import random
import secrets
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Final

from tablee.bots import BOTS
from tablee.bots.bot import Budget
from tablee.core.game import Action, Game, View
from tablee.core.seat import Seat
from tablee.server import commands
from tablee.server.house import House, Live
from tablee.server.refusals import Refused, Resent

logger = logging.getLogger("tablee.bots")

PATIENCE: Final = 20.0
"""How long a bot may take, in seconds, before another level plays the move for it."""


def think(game: Game[Any, Any, Any], view: View, level: str, seed: int) -> Action:
    """What a bot chooses. It is handed a view: the table itself never leaves the house."""
    rng = random.Random(seed)
    return BOTS[level].choose(game, view, rng, Budget())


def _leave_signals_to_the_house() -> None:
    import signal  # noqa: PLC0415 - only in the other process

    signal.signal(signal.SIGINT, signal.SIG_IGN)


class BotRoom:
    """The processes in which bots think; started when the first one is needed."""

    def __init__(self, house: House, workers: int | None = None) -> None:
        self._house = house
        self._workers = workers or max(1, (os.cpu_count() or 2) - 1)
        self._pool: ProcessPoolExecutor | None = None

    async def play(self, live: Live, seat: Seat, level: str, prompt: int) -> None:
        """Have a bot answer a prompt of its seat."""
        try:
            with self._house.metrics.bot_seconds.time():
                action = await self._choose(live, seat, level)
            await self._house.change(live, lambda table, at: commands.play(table, seat, prompt, action, at))
        except (Refused, Resent):
            # The table moved on while the bot thought: somebody came back or took back a choice.
            pass
        finally:
            live.thinking.discard((seat, prompt))

    async def _choose(self, live: Live, seat: Seat, level: str) -> Action:
        table = live.table
        view = table.game.view(table.state, seat)
        for attempt in (level, "random", "random"):
            try:
                return await self._in_pool(table.game, view, attempt)
            except (TimeoutError, BrokenProcessPool):
                logger.warning("bot process lost", extra={"level": attempt, "game": table.game.name})
                self.close()
            except Exception:
                logger.exception("bot failed", extra={"level": attempt, "game": table.game.name})
        trouble = secrets.token_hex(4)
        self._house.spawn(self._house.put_aside(live, trouble))
        raise Refused("trouble", {"trouble": trouble}, status=500)

    async def _in_pool(self, game: Game[Any, Any, Any], view: View, level: str) -> Action:
        if self._pool is None:
            self._pool = ProcessPoolExecutor(
                self._workers, multiprocessing.get_context("spawn"), _leave_signals_to_the_house
            )
        loop = asyncio.get_running_loop()
        seed = secrets.randbits(64)
        return await asyncio.wait_for(loop.run_in_executor(self._pool, think, game, view, level, seed), PATIENCE)

    def close(self) -> None:
        if self._pool is not None:
            for process in list((self._pool._processes or {}).values()):
                process.terminate()
            self._pool.shutdown(wait=False, cancel_futures=True)
            self._pool = None

"""Turns of bots: a worker process chooses, and the choice is played through the same gate as a person's."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from tablee.bots.fallback import BadChoice, attempts
from tablee.bots.judgement import Judgement
from tablee.core.game import Action
from tablee.core.seat import Seat
from tablee.server.bots.worker_pool import WorkerNotStarted, WorkerPool, WorkerRequest
from tablee.server.house.live_table import LiveTable
from tablee.server.ops.metrics import Metrics
from tablee.server.refusals import Refused, Resent
from tablee.server.table import commands
from tablee.server.table.command_parts import TableCommand
from tablee.server.table.rows import Draft
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status

logger = logging.getLogger("tablee.bots")

PAUSE: Final = 1.0
"""Seconds before a bot's choice that could not be saved, or a process that could not be started, is tried again."""

Change = Callable[[LiveTable, TableCommand], Awaitable[int]]


class BotTurns:
    """Has bots play and give advice. A bot that hangs or crashes does not affect others."""

    def __init__(
        self,
        pool: WorkerPool,
        metrics: Metrics,
        change: Change,
        put_aside: Callable[[LiveTable, Exception], object],
    ) -> None:
        self._pool = pool
        self._metrics = metrics
        self._change = change
        self._put_aside = put_aside

    async def play(self, live: LiveTable, seat: Seat, level: str, prompt: int) -> None:
        """Have a bot answer a prompt of its seat; if it fails, a lower level answers."""
        try:
            for attempt in attempts(level, live.table.game):
                with attempt:
                    await self._answer(live, seat, prompt, attempt.level)
                if not _is_bot_turn(live.table, seat, prompt):
                    return
        except Exception as error:
            if _is_bot_turn(live.table, seat, prompt):
                self._put_aside(live, error)

    async def _answer(self, live: LiveTable, seat: Seat, prompt: int, level: str) -> None:
        action = await self._choice(live, seat, prompt, level)
        if action is not None:
            await self._play(live, seat, prompt, action)

    async def _choice(self, live: LiveTable, seat: Seat, prompt: int, level: str) -> Action | None:
        """What a bot chooses; None if nothing is awaited of it any more."""
        while True:
            try:
                async with self._pool.worker(_request(live.table, seat, level)) as worker:
                    if not _is_bot_turn(live.table, seat, prompt):
                        return None
                    more = [] if (seconds := self._pool.seconds_for(level)) is None else [seconds]
                    with self._metrics.bot_seconds.time():
                        return await worker.choose(live.table.game, live.table.match.view(seat), level, *more)
            except WorkerNotStarted as error:
                # That is no fault of the bot: no other level answers, and the match waits.
                logger.warning("no process for bots", extra={"level": level}, exc_info=error)
                await asyncio.sleep(PAUSE)

    async def _play(self, live: LiveTable, seat: Seat, prompt: int, action: Action) -> None:
        def command(table: Table, at: float) -> Draft | None:
            return commands.play(table, seat, prompt, action, at) if _is_bot_turn(table, seat, prompt) else None

        while True:
            try:
                await self._change(live, command)
            except Resent:
                return
            except Refused as refused:
                if refused.code not in ("not_saved", "busy"):
                    raise
                await asyncio.sleep(PAUSE)
            else:
                return

    async def advice(self, live: LiveTable, seat: Seat, prompt: int, level: str) -> Judgement:
        """What a bot would consider at a person's seat; raises `Refused` if it fails."""
        try:
            async with self._pool.worker(_request(live.table, seat, level)) as worker:
                _check_prompt(live.table, seat, prompt)
                with self._metrics.bot_seconds.time():
                    advice = await worker.advise(live.table.game, live.table.match.view(seat), level)
            _check_prompt(live.table, seat, prompt)
            for choice in advice.choices:
                if live.table.match.refusal(seat, choice.action):
                    raise BadChoice(repr(choice.action))
            return advice
        except Refused:
            raise
        except Exception as error:
            logger.warning("bot failed", extra={"level": level, "game": live.table.game.name}, exc_info=error)
            raise Refused("no_hint", status=503) from error


def _request(table: Table, seat: Seat, level: str) -> WorkerRequest:
    return WorkerRequest(table.setup.host or "", table.setup.id, seat, level)


def _check_prompt(table: Table, seat: Seat, prompt: int) -> None:
    if table.prompts[seat] != prompt:
        raise Refused("stale_prompt")


def _is_bot_turn(table: Table, seat: Seat, prompt: int) -> bool:
    """Whether a bot still has to answer this prompt: no person is back, no undo or other answer came first."""
    return table.status is Status.PLAYING and table.prompts[seat] == prompt and table.chairs[seat].played_by is not None

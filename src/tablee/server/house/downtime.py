"""The clocks of matches stand still while the house is not running."""

import asyncio
import contextlib
from collections.abc import Callable
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from tablee.server.house.timer import Timer
from tablee.server.store.heartbeat import HeartbeatStore
from tablee.server.table import commands
from tablee.server.table.command_parts import TableCommand

BEAT_SECONDS: Final = 1.0
"""How often the house writes down that it runs, while there are matches with clocks."""
SHORTEST: Final = 2.0
"""If the last beat is more recent than this, another process of the house was running."""


class Downtime:
    """Knows since when the house had been down before this process was started."""

    def __init__(self, beats: HeartbeatStore, timer: Timer) -> None:
        self._beats = beats
        self._timer = timer
        self._since: float | None = None
        self._until = 0.0

    async def measure(self) -> None:
        """At the start: how long was the house down?"""
        last = await self._beats.last()
        self._timer.advance_to(last)
        self._until = self._timer.now()
        self._since = last if last and self._until - last > SHORTEST else None

    def command(self) -> TableCommand | None:
        """What is to be done to each match that was running then; None if the house was not down."""
        since, until = self._since, self._until
        return None if since is None else lambda table, at: commands.skip_time(table, since, until, at)

    async def run(self, has_clocks: Callable[[], bool]) -> None:
        """Write down that the house runs, until cancelled."""
        while True:
            if has_clocks():
                # Whoever writes something else is told if the database is lost.
                with contextlib.suppress(SQLAlchemyError):
                    await self._beats.beat(self._timer.now())
            await asyncio.sleep(BEAT_SECONDS)

"""Whoever sees to it that matches go on by themselves: bots are called, clocks run out, empty seats are played for."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from tablee.core.seat import Seat
from tablee.server.house.background import BackgroundTasks
from tablee.server.house.batch import Command
from tablee.server.house.live_table import LiveTable
from tablee.server.house.timer import Timer
from tablee.server.refusals import Refused
from tablee.server.table import commands

STAND_IN: Final = "cuisinier"
"""The level of the bot that plays for whoever is absent."""

GRACE: Final = 10.0
"""How long bots are left to the process that wrote last, in seconds, before another one calls them."""

BotCaller = Callable[[LiveTable, Seat, str, int], Awaitable[None]]
Changer = Callable[[LiveTable, Command], Awaitable[int]]


class Scheduler:
    """Looks after the tables of a house; changes them as everybody else does."""

    def __init__(self, timer: Timer, errands: BackgroundTasks, change: Changer) -> None:
        self._timer = timer
        self._errands = errands
        self._change = change
        self.call_bot: BotCaller | None = None

    def go_on(self, live: LiveTable, *, ours: bool = True) -> None:
        """After a change: call the bots whose turn it is (later, if another process made it), set the clock."""
        table = live.table
        due = table.next_deadline()
        self._set_clock(live, due and due[0])
        self._dismiss_bots(live)
        if ours:
            self._call_bots(live)
        elif table.bots_to_play():
            self._timer.set(f"bots of {table.setup.id}", self._timer.now() + GRACE, lambda: self._call_bots(live))

    def _set_clock(self, live: LiveTable, moment: float | None) -> None:
        self._timer.set(live.table.setup.id, moment, lambda: self._errands.spawn(self.look_at_clocks(live)))

    def fill_in(self, live: LiveTable) -> None:
        """Nobody waits for a seat whose guest was forgotten."""
        if live.table.deserted:
            self._errands.spawn(self._change(live, lambda table, at: commands.fill_in(table, at, STAND_IN)))

    def _call_bots(self, live: LiveTable) -> None:
        table = live.table
        for seat, level in table.bots_to_play():
            prompt = table.prompts[seat]
            if self.call_bot and prompt is not None and (seat, prompt) not in live.thinking:
                task = live.thinking[seat, prompt] = self._errands.spawn(self.call_bot(live, seat, level, prompt))
                task.add_done_callback(partial(live.thought, (seat, prompt)))

    def _dismiss_bots(self, live: LiveTable) -> None:
        """Nobody need think about what is no longer asked: others wait for the same process."""
        table = live.table
        for seat, prompt in tuple(live.thinking):
            is_awaited = seat in table.awaited and table.chairs[seat].played_by and table.prompts[seat] == prompt
            answered = table.answered[seat]
            if not is_awaited and (answered is None or answered[0] != prompt):
                live.thinking.pop((seat, prompt)).cancel()

    async def look_at_clocks(self, live: LiveTable) -> int:
        """See whose time has run out."""
        try:
            version = await self._change(live, lambda table, at: commands.timeouts(table, at, STAND_IN))
        except Refused:
            if not live.trouble:
                # Not saved: look again soon.
                self._set_clock(live, self._timer.now() + 1)
            raise
        # Nobody's has, perhaps, if the time was set back: his clock runs on.
        due = live.table.next_deadline()
        self._set_clock(live, due and due[0])
        return version

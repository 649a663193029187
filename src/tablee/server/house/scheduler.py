"""Matches go on by themselves: bots are called, clocks run out, bots take the seats of forgotten guests."""

from functools import partial
from typing import Final

from tablee.server.house.background import BackgroundTasks
from tablee.server.house.bot_turns import BotTurns, Change
from tablee.server.house.live_table import LiveTable
from tablee.server.house.timer import Timer
from tablee.server.refusals import Refused
from tablee.server.table import commands

STAND_IN: Final = "cuisinier"
"""The level of the bot that plays for whoever is absent."""

GRACE: Final = 10.0
"""How long bots are left to the process that wrote last, in seconds, before another one calls them."""


class Scheduler:
    """Looks after the tables of a house; changes them as everybody else does."""

    def __init__(self, timer: Timer, tasks: BackgroundTasks, change: Change, bot_turns: BotTurns) -> None:
        self._timer = timer
        self._tasks = tasks
        self._change = change
        self._bot_turns = bot_turns
        self._is_closed = False

    def close(self) -> None:
        """Call no more bots."""
        self._is_closed = True

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
        self._timer.set(live.table.setup.id, moment, lambda: self._tasks.spawn(self.look_at_clocks(live)))

    def fill_in(self, live: LiveTable) -> None:
        """Bots take the seats whose guests were forgotten."""
        if live.table.deserted:
            self._tasks.spawn(self._change(live, lambda table, at: commands.fill_in(table, at, STAND_IN)))

    def _call_bots(self, live: LiveTable) -> None:
        table = live.table
        for seat, level in table.bots_to_play():
            prompt = table.prompts[seat]
            if not self._is_closed and prompt is not None and (seat, prompt) not in live.thinking:
                task = live.thinking[seat, prompt] = self._tasks.spawn(self._bot_turns.play(live, seat, level, prompt))
                task.add_done_callback(partial(live.thought, (seat, prompt)))

    def _dismiss_bots(self, live: LiveTable) -> None:
        """Stop bots whose answer is no longer wanted: others wait for the same process."""
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
        # The system's time may have been set back, so that nobody's time is up yet.
        due = live.table.next_deadline()
        self._set_clock(live, due and due[0])
        return version

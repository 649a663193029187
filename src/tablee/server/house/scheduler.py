"""Keeps matches going: starts bots on their turns, checks clocks, has bots replace forgotten guests."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final
from weakref import ref

from tablee.server.house.background import BackgroundTasks
from tablee.server.house.bot_turns import BotTurns, Change
from tablee.server.house.live_table import LiveTable
from tablee.server.house.timer import Timer
from tablee.server.refusals import Refused
from tablee.server.table import commands, deal_commands

STAND_IN_LEVEL: Final = "cuisinier"
"""The level of the bot that plays for an absent guest."""

GRACE: Final = 10.0
"""How many seconds the home of a table has to play its bots and watch its clocks, before another process does."""


def if_in_memory(live: LiveTable, call: Callable[[LiveTable], object]) -> Callable[[], None]:
    """Calls a function with a table, unless it has left the memory. The reference is weak, so that timers do not keep
    unused tables in memory."""
    kept = ref(live)

    def call_it() -> None:
        if (found := kept()) is not None:
            call(found)

    return call_it


class Scheduler:
    """Schedules the bots and clocks of a house. It changes tables by commands, like everybody else."""

    def __init__(
        self,
        timer: Timer,
        tasks: BackgroundTasks,
        change: Change,
        bot_turns: BotTurns,
        refresh: Callable[[LiveTable], Awaitable[None]],
    ) -> None:
        """`refresh`: applies what other processes have written of a table."""
        self._timer = timer
        self._tasks = tasks
        self._change = change
        self._bot_turns = bot_turns
        self._refresh = refresh
        self._is_closed = False

    def close(self) -> None:
        """Start no more bots."""
        self._is_closed = True

    def after_change(self, live: LiveTable, *, ours: bool = True) -> None:
        """Set the timer, and start the bots whose turn it is; after a delay, if that is for another process to do."""
        table = live.table
        due = table.next_deadline()
        self._set_timer(live, due and due[0] + (0.0 if ours else GRACE))
        if ours and table.deals.is_under_way:
            self._watch_deal(live)
        self._cancel_bots(live)
        if ours:
            self._start_bots(live)
        elif table.bots_to_play():
            moment = self._timer.now() + GRACE
            stand_in = if_in_memory(live, lambda live: self._tasks.spawn(self._stand_in(live)))
            self._timer.set(f"bots of {table.setup.id}", moment, stand_in)

    async def _stand_in(self, live: LiveTable) -> None:
        """Start the bots of a table that its home has left alone. If it has not, this process only knew an old state of
        the table, and waits again from the new one."""
        known = live.table.version
        await self._refresh(live)
        if live.table.version == known:
            self._start_bots(live)

    def _set_timer(self, live: LiveTable, moment: float | None) -> None:
        check = if_in_memory(live, lambda live: self._tasks.spawn(self.check_clocks(live)))
        self._timer.set(live.table.setup.id, moment, check)

    def _watch_deal(self, live: LiveTable) -> None:
        """Begin the deal again, or the match, when the time for showing parts is up."""
        deal = live.table.deals.current
        key = f"deal of {live.table.setup.id}"
        self._timer.set(
            key, deal.due if deal else None, lambda: self._tasks.spawn(self._change(live, deal_commands.redeal))
        )

    def replace_forgotten_guests(self, live: LiveTable) -> None:
        """Have bots play the seats of guests who were forgotten."""
        if live.table.abandoned_seats:
            self._tasks.spawn(
                self._change(live, lambda table, at: commands.replace_forgotten_guests(table, at, STAND_IN_LEVEL))
            )

    def _start_bots(self, live: LiveTable) -> None:
        table = live.table
        for seat, level in table.bots_to_play():
            prompt = table.prompts[seat]
            if not self._is_closed and prompt is not None and (seat, prompt) not in live.bot_tasks:
                task = live.bot_tasks[seat, prompt] = self._tasks.spawn(self._bot_turns.play(live, seat, level, prompt))
                task.add_done_callback(partial(live.remove_bot_task, (seat, prompt)))

    def _cancel_bots(self, live: LiveTable) -> None:
        """Cancel bots whose answer is no longer needed, to free their worker."""
        table = live.table
        for seat, prompt in tuple(live.bot_tasks):
            is_awaited = seat in table.awaited and table.chairs[seat].played_by and table.prompts[seat] == prompt
            answered = table.answered[seat]
            if not is_awaited and (answered is None or answered[0] != prompt):
                live.bot_tasks.pop((seat, prompt)).cancel()

    async def check_clocks(self, live: LiveTable) -> int:
        """Handle all timeouts that are due."""
        try:
            version = await self._change(live, lambda table, at: commands.timeouts(table, at, STAND_IN_LEVEL))
        except Refused:
            if not live.trouble:
                # Not saved: try again soon.
                self._set_timer(live, self._timer.now() + 1)
            raise
        # If the system clock was set back, nobody's time may be up yet: set the timer again.
        due = live.table.next_deadline()
        self._set_timer(live, due and due[0])
        return version

"""Absent players: those without a connection to a running match for a while. Only they can be replaced by the host.

An absence is a row of the log, so that all processes know of it. Only the home of a table measures it: all players
are connected there, except those whose process cannot reach it. Their own process corrects the log as soon as it reads
that they are absent.
"""

from collections.abc import Callable, Collection
from typing import Final

from tablee.core.seat import Seat
from tablee.server.house.background import BackgroundTasks
from tablee.server.house.bot_turns import Change
from tablee.server.house.live_table import LiveTable
from tablee.server.house.timer import Timer
from tablee.server.refusals import Refused
from tablee.server.table import commands
from tablee.server.table.rows import Draft
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status

TIME_TO_CONTRADICT: Final = 2.0
"""How many seconds other processes have to report that a player noted as absent is connected there."""


class Absences:
    """Watches the seats of running matches."""

    def __init__(
        self,
        timer: Timer,
        tasks: BackgroundTasks,
        change: Change,
        seconds: float,
        *,
        is_home: Callable[[str], bool],
        ask_home: Callable[[str, Seat], None],
    ) -> None:
        """`is_home`: whether this process is the home of a table; `ask_home`: has the home watch a seat."""
        self._timer = timer
        self._tasks = tasks
        self._change = change
        self._is_home = is_home
        self._ask_home = ask_home
        self.seconds = seconds
        """Seconds without a connection after which a player is absent."""

    def after_change(self, live: LiveTable) -> None:
        """Watch a match from its start on. Correct processes that report a connected player as absent."""
        if live.table.status is Status.PLAYING:
            self.mark_present(live)
            if not live.is_watched and self._is_home(live.table.setup.id):
                live.is_watched = True
                self.watch(live, live.table.game.seats)

    def watch(self, live: LiveTable, seats: Collection[Seat]) -> None:
        """From now on, measure the absence of those of these seats that are not connected here."""
        if live.table.status is Status.PLAYING:
            present, is_home = live.present(), self._is_home(live.table.setup.id)
            for seat in seats:
                if present[seat] or seat in live.missed or not live.table.chairs[seat].is_expected:
                    continue
                if is_home:
                    live.missed.add(seat)
                    self._set_timer(live, seat)
                else:
                    self._ask_home(live.table.setup.id, seat)

    def stop(self, live: LiveTable) -> None:
        """Measure nothing any more: another process is the home of this table now."""
        live.is_watched = False
        live.missed.clear()

    def _set_timer(self, live: LiveTable, seat: Seat) -> None:
        key, moment = f"absence {live.table.setup.id} {seat}", self._timer.now() + self.seconds
        self._timer.set(key, moment, lambda: self._tasks.spawn(self._note(live, seat)))

    async def _note(self, live: LiveTable, seat: Seat) -> None:
        """The time is up: note the seat as absent if it is still not connected."""
        if seat not in live.missed:
            return
        live.missed.discard(seat)

        def command(table: Table, at: float) -> Draft | None:
            if live.present()[seat] or not self._is_home(table.setup.id):
                return None
            return commands.note_presence(table, [seat], at, away=True)

        try:
            await self._change(live, command)
        except Refused:
            # Not saved, or the table is in trouble: then it may be noted later.
            if not live.trouble:
                self.watch(live, [seat])

    def mark_present(self, live: LiveTable) -> None:
        """Those who are connected here are present: their time of absence does not run."""
        chairs = live.table.chairs
        if not live.missed and not any(chair.away for chair in chairs):
            return
        here = [seat for seat, is_here in zip(live.table.game.seats, live.present(), strict=True) if is_here]
        live.missed.difference_update(here)
        if any(chairs[seat].away for seat in here):
            self._tasks.spawn(self._change(live, lambda table, at: commands.note_presence(table, here, at, away=False)))

    def may_be_here(self, live: LiveTable, table: Table, seat: int, at: float) -> bool:
        """Whether somebody may be there although the log calls them away: connected here, or to another process that
        has not had the time to say so."""
        if seat not in table.game.seats:
            return False
        is_settled = live.is_private or at >= table.chairs[seat].away_since + TIME_TO_CONTRADICT
        return live.present()[seat] or not is_settled

"""Who is absent: whoever has had no connection to a running match for a while. Nobody else is replaced by the host.

An absence is a row of the log, so that all processes know of it. Each process watches only its own connections: one
that sees somebody whom another process called absent says that they are here.
"""

from collections.abc import Collection

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


class Absences:
    """Watches the seats of running matches."""

    def __init__(self, timer: Timer, tasks: BackgroundTasks, change: Change, seconds: float) -> None:
        self._timer = timer
        self._tasks = tasks
        self._change = change
        self.seconds = seconds
        """How long somebody must be away to be absent."""

    def after_change(self, live: LiveTable, *, ours: bool) -> None:
        """Watch a match from its start on, and contradict other processes about those who are here."""
        if live.table.status is Status.PLAYING and (not live.is_watched or not ours):
            self.mark_present(live)
            if not live.is_watched:
                live.is_watched = True
                self.watch(live, live.table.game.seats)

    def watch(self, live: LiveTable, seats: Collection[Seat]) -> None:
        """From now on, measure how long those of these seats are away who are not connected here."""
        if live.table.status is Status.PLAYING:
            present = live.present()
            for seat in seats:
                if not present[seat] and seat not in live.missed and live.table.chairs[seat].is_expected:
                    live.missed.add(seat)
                    self._set_timer(live, seat)

    def _set_timer(self, live: LiveTable, seat: Seat) -> None:
        key, moment = f"absence {live.table.setup.id} {seat}", self._timer.now() + self.seconds
        self._timer.set(key, moment, lambda: self._tasks.spawn(self._note(live, seat)))

    async def _note(self, live: LiveTable, seat: Seat) -> None:
        """The time is up: whoever is still not connected is absent."""
        live.missed.discard(seat)

        def command(table: Table, at: float) -> Draft | None:
            return None if live.present()[seat] else commands.note_presence(table, [seat], at, away=True)

        try:
            await self._change(live, command)
        except Refused:
            # Not saved, or the table is in trouble: then it may be noted later.
            if not live.trouble:
                self.watch(live, [seat])

    def mark_present(self, live: LiveTable) -> None:
        """Those who are connected here are present: their time of absence does not run."""
        live.missed -= {seat for seat in live.missed if live.present()[seat]}
        if any(chair.away for chair in live.table.chairs):
            seats = [seat for seat, here in zip(live.table.game.seats, live.present(), strict=True) if here]
            if any(live.table.chairs[seat].away for seat in seats):
                self._tasks.spawn(
                    self._change(live, lambda table, at: commands.note_presence(table, seats, at, away=False))
                )

"""Readers of a table at processes that cannot reach its home: they are served through the log, and by notices.

Such a process tells the home that it has readers, so that the home sends notices of its rows, and when somebody is no
longer connected there, so that the home measures their absence.
"""

from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from tablee.core.seat import Seat
from tablee.server.house.absences import Absences
from tablee.server.house.live_table import LiveTable
from tablee.server.store.postgres_notices import MISSED, WATCHED
from tablee.server.store.store import Store


class RemoteReaders:
    """What this process tells the homes of tables that it has readers of, and is told as a home."""

    def __init__(
        self,
        store: Store,
        tables: Mapping[str, LiveTable],
        is_home: Callable[[str], bool],
        spawn: Callable[[Awaitable[Any]], object],
    ) -> None:
        """`tables`: those in memory."""
        self._store = store
        self._tables = tables
        self._is_home = is_home
        self._spawn = spawn
        self._unreported: set[tuple[str, Seat]] = set()
        """Seats without a connection that were not reported yet."""
        self.watched: set[str] = set()
        """The tables of this process that also have readers at others."""

    # Not at home

    async def watch(self, live: LiveTable) -> None:
        """Have the home of a table send notices of its rows, because it has readers here."""
        table_id = live.table.setup.id
        if not self._is_home(table_id):
            await self._store.notify({table_id: WATCHED})

    def watch_again(self) -> None:
        """Tell the homes again: tables may have new ones."""
        watched = [table_id for table_id, live in self._tables.items() if live.readers and not self._is_home(table_id)]
        if watched:
            self._spawn(self._store.notify(dict.fromkeys(watched, WATCHED)))

    def report_disconnected(self, table_id: str, seat: Seat) -> None:
        """Tell the home of a table that a seat has no connection here: it measures the absence."""
        if not self._unreported:
            self._spawn(self._report())
        self._unreported.add((table_id, seat))

    async def _report(self) -> None:
        """Report all seats that lost their connection at the same moment together: there may be many."""
        while self._unreported:
            one_each = dict(self._unreported)
            self._unreported -= set(one_each.items())
            await self._store.notify({table_id: MISSED - seat for table_id, seat in one_each.items()})

    # At home

    def on_notice(self, table_id: str, number: int, absences: Absences) -> None:
        """Another process has readers of a table, or a seat has lost its connection there."""
        if not self._is_home(table_id):
            return
        live = self._tables.get(table_id)
        if number == WATCHED:
            self.watched.add(table_id)
            if live is not None:
                live.is_private = False
                self._spawn(self._store.notify({table_id: live.table.version}))
        elif live is not None and MISSED - number in live.table.game.seats:
            absences.watch(live, [Seat(MISSED - number)])

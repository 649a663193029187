"""The house: the tables that this process has in memory, read from the log as they are needed.

Tables are changed only through `change`; changes.py has the steps.
"""

import asyncio
import contextlib
import logging
from collections import deque
from collections.abc import Awaitable, Sequence
from typing import Any, Final
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from tablee.server.bots.worker_pool import WorkerPool
from tablee.server.house.absences import Absences
from tablee.server.house.background import BackgroundTasks
from tablee.server.house.bot_turns import BotTurns
from tablee.server.house.changes import Changes
from tablee.server.house.downtime import Downtime
from tablee.server.house.homes import Homes
from tablee.server.house.live_table import LiveTable, Reader
from tablee.server.house.scheduler import Scheduler
from tablee.server.house.timer import Timer
from tablee.server.ops.metrics import Metrics
from tablee.server.refusals import Refused
from tablee.server.store.outages import is_outage
from tablee.server.store.postgres_notices import WATCHED
from tablee.server.store.store import Store
from tablee.server.table.commands import Command
from tablee.server.table.setup import Setup
from tablee.server.table.table import Table, table_from_log
from tablee.server.table.table_parts import Status

logger = logging.getLogger("tablee.house")

RECENT: Final = 500
"""How many tables stay in memory although nobody plays or watches them."""

PAUSE: Final = 1.0
"""Seconds before an unavailable database is tried again."""


class House:
    """All tables in memory."""

    def __init__(
        self,
        store: Store,
        timer: Timer,
        metrics: Metrics,
        pool: WorkerPool,
        *,
        tables_per_guest: int,
        absence_seconds: float,
    ) -> None:
        self.store = store
        self.timer = timer
        self.metrics = metrics
        self.tables_per_guest = tables_per_guest
        self._live: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        """All tables in memory, so that there is never a second object for the same table."""
        self._playing: set[LiveTable] = set()
        self._recent: deque[LiveTable] = deque(maxlen=RECENT)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._changed_while_loading: set[str] = set()
        self._tasks = BackgroundTasks()
        self._changes = Changes(store, timer, metrics, self._tasks, self._after_change)
        self.bot_turns = BotTurns(pool, metrics, self.change, self._changes.put_aside)
        self.scheduler = Scheduler(timer, self._tasks, self.change, self.bot_turns)
        self.absences = Absences(timer, self._tasks, self.change, absence_seconds)
        self.downtime = Downtime(store.heartbeat, timer)
        self.homes: Homes | None = None
        """Which process plays which table, if several share the database."""
        self._watched: set[str] = set()
        """The tables of this process that also have readers at others."""
        self.has_resumed = False
        """Whether all running matches have been loaded after the start."""

    @property
    def is_idle(self) -> bool:
        """Whether no command is waiting."""
        return not any(live.worker or live.pending for live in self._live.values())

    # Tables in memory

    @property
    def has_clocks(self) -> bool:
        """Whether a match with time limits is being played."""
        return any(live.table.setup.pace.seconds is not None for live in self._playing)

    async def open_table(self, setup: Setup) -> LiveTable:
        """Create a table; raises `Refused` if its host has too many unfinished ones."""
        if not await self.store.tables.add(setup, self.tables_per_guest):
            raise Refused("too_many_tables", {"most": self.tables_per_guest}, status=429)
        self.metrics.tables_opened.inc()
        return self._added(Table(setup))

    def _added(self, table: Table) -> LiveTable:
        if found := self._live.get(table.setup.id):
            # Another task has loaded it in the meantime.
            return found
        live = self._live[table.setup.id] = LiveTable(table)
        live.is_private = self._is_private(table.setup.id)
        self._recent.append(live)
        return live

    async def live(self, table_id: str) -> LiveTable:
        """An up-to-date table, loaded from the log if needed; raises `Refused` if there is none."""
        if found := self._live.get(table_id):
            await self.refresh(found)
            return found
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    def game_of(self, table_id: str) -> str | None:
        """The game of a table that is at hand; none if it would have to be loaded."""
        found = self._live.get(table_id)
        return found.table.game.name if found else None

    async def live_tables(self, table_ids: Sequence[str]) -> list[LiveTable]:
        """These tables, up to date. Those that cannot be read are left out, so that the others can be listed."""
        last_numbers = await self.store.tables.last_numbers(table_ids) if self.store.is_shared else {}
        found = []
        for table_id in table_ids:
            live = self._live.get(table_id)
            with contextlib.suppress(Refused):
                if live is None or live.table.version < last_numbers.get(table_id, 0):
                    live = await self.live(table_id)
                found.append(live)
        return found

    async def refresh(self, live: LiveTable) -> None:
        """Apply rows of other processes without waiting for a notice: a client may have seen them there already."""
        if self.store.is_shared:
            async with live.lock:
                await self._changes.catch_up(live)

    async def _load(self, table_id: str) -> LiveTable:
        try:
            table = await self._read(table_id)
        finally:
            # Here, not in `live`, which may have been cancelled. From now on notices go to the loaded table.
            del self._loading[table_id]
            has_changed = table_id in self._changed_while_loading
            self._changed_while_loading.discard(table_id)
        live = self._added(table)
        if (skip := self.downtime.command()) and table.status is Status.PLAYING:
            await self.change(live, skip)
        self._after_change(live, True)
        self.scheduler.replace_forgotten_guests(live)
        if has_changed:
            self.spawn(self.reload(table_id))
        return live

    async def _read(self, table_id: str) -> Table:
        try:
            setup = await self.store.tables.setup(table_id) if table_id.isascii() and table_id.isalnum() else None
            table = None if setup is None else table_from_log(setup, await self.store.tables.rows(table_id))
        except (Refused, SQLAlchemyError):
            raise
        except Exception as error:
            raise self._changes.trouble(table_id, error) from error
        if table is None:
            raise Refused("no_such_table", {"table": table_id}, status=404)
        return table

    async def resume_matches(self) -> None:
        """After a start: load every running match, so that its bots and clocks go on.

        Requests are served meanwhile: a table that is asked for is loaded at once.
        """
        left: list[str] | None = None
        while not self.has_resumed:
            try:
                if left is None:
                    left = await self.store.tables.in_play()
                while left:
                    await self.take_up(left[-1])
                    left.pop()
                self.has_resumed = True
            except SQLAlchemyError as error:
                logger.warning("the database does not answer", exc_info=error)
                await asyncio.sleep(PAUSE)

    async def take_up(self, table_id: str) -> None:
        """Load a running match, so that its bots and clocks go on."""
        try:
            await self.live(table_id)
        except Refused:
            pass  # those who open the table get the refusal
        except Exception as error:
            if is_outage(error):
                raise
            logger.error("a match could not be resumed", extra={"table": table_id}, exc_info=error)

    # Changing a table

    async def change(self, live: LiveTable, command: Command) -> int:
        """Carry out a command: returns the version once it is committed and broadcast; raises `Refused`."""
        return await self._changes.change(live, command)

    def _after_change(self, live: LiveTable, ours: bool) -> None:
        """Called after every change of a table, by this process or another."""
        (self._playing.add if live.table.status is Status.PLAYING else self._playing.discard)(live)
        if self.homes is not None:
            ours = self.homes.is_mine(live.table.setup.id)
        self.scheduler.after_change(live, ours=ours)
        self.absences.after_change(live, ours=ours)

    def send_update(self, live: LiveTable, reader: Reader) -> None:
        """Send one reader all that is new to them."""
        try:
            live.send_update(reader, self.timer.now())
        except Exception as error:
            raise self._changes.put_aside(live, error) from error

    # Homes

    def _is_private(self, table_id: str) -> bool:
        """Whether this process is the home of a table that has no readers elsewhere."""
        return self.homes is not None and self.homes.is_mine(table_id) and table_id not in self._watched

    def on_home(self, table_id: str) -> None:
        """This process is the home of a table from now on."""
        if live := self._live.get(table_id):
            live.is_private = self._is_private(table_id)
            self.spawn(self._catch_up_soon(live))

    def on_homes_lost(self) -> None:
        """Others play the tables of this process now. They have not heard of the last rows written here."""
        for live in self._live.values():
            live.is_private = False
            for reader in tuple(live.readers):
                reader.disconnect()  # they come back, and are passed on
        self._watched.clear()
        self.spawn(self.store.notify({table_id: live.table.version for table_id, live in self._live.items()}))

    def has_in_memory(self, table_id: str) -> bool:
        return table_id in self._live

    async def watch(self, live: LiveTable) -> None:
        """Have the home of a table send notices of its rows, because it has readers here."""
        table_id = live.table.setup.id
        if self.homes is not None and not self.homes.is_mine(table_id):
            await self.store.notify({table_id: WATCHED})

    def _on_watched(self, table_id: str) -> None:
        if self.homes is not None and self.homes.is_mine(table_id):
            self._watched.add(table_id)
            if live := self._live.get(table_id):
                live.is_private = False
                self.spawn(self.store.notify({table_id: live.table.version}))

    # Other processes

    def on_notice(self, table_id: str, number: int) -> None:
        """Another process has written rows of a table up to this number (0: it has changed earlier rows; `WATCHED`: it
        has readers of the table)."""
        live = self._live.get(table_id)
        if number == WATCHED:
            self._on_watched(table_id)
        elif live is None:
            self._changed_while_loading |= {table_id} & self._loading.keys()
        elif not number:
            self.spawn(self.reload(table_id))
        elif number > live.table.version:
            self.spawn(self._catch_up_soon(live))

    def catch_up_all(self) -> None:
        """Notices may have been missed: read the new rows of all tables."""
        self._changed_while_loading |= self._loading.keys()
        for live in tuple(self._live.values()):
            self.spawn(self._catch_up_soon(live))

    async def _catch_up_soon(self, live: LiveTable) -> None:
        async with live.lock:
            await self._changes.catch_up(live)
            self._after_change(live, False)

    async def reload(self, table_id: str) -> None:
        """Load a table again because earlier rows were changed (a guest was forgotten)."""
        if live := self._live.get(table_id):
            await self._changes.reload(live)
            self.scheduler.replace_forgotten_guests(live)

    # Closing

    def spawn(self, work: Awaitable[Any]) -> "asyncio.Task[Any]":
        """Run something in the background; its errors are logged."""
        return self._tasks.spawn(work)

    async def close(self) -> None:
        """Cancel background tasks, and wait for the commands that are being processed."""
        self.scheduler.close()
        self.timer.close()
        await self._tasks.cancel(*self._loading.values())
        for live in tuple(self._live.values()):
            if live.worker:
                await live.worker
            async with live.lock:
                pass

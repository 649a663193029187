"""The house: the tables that this process has in memory, read from the log as they are needed.

Tables are changed through `change` alone: changes.py tells how.
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
from tablee.server.house.background import BackgroundTasks
from tablee.server.house.bot_turns import BotTurns
from tablee.server.house.changes import Changes
from tablee.server.house.live_table import LiveTable, Reader
from tablee.server.house.scheduler import Scheduler
from tablee.server.house.timer import Timer
from tablee.server.ops.metrics import Metrics
from tablee.server.refusals import Refused
from tablee.server.store.outages import is_outage
from tablee.server.store.store import Store
from tablee.server.table.commands import Command
from tablee.server.table.table import Setup, Status, Table, read

logger = logging.getLogger("tablee.house")

RECENT: Final = 500
"""How many tables are kept in memory though nobody plays or reads them."""

PAUSE: Final = 1.0
"""How long to wait before a database that does not answer is asked again, in seconds."""


class House:
    """All tables in memory."""

    def __init__(self, store: Store, timer: Timer, metrics: Metrics, pool: WorkerPool, tables_per_guest: int) -> None:
        self.store = store
        self.timer = timer
        self.metrics = metrics
        self.tables_per_guest = tables_per_guest
        self._live: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        """All tables anybody holds, so that there is never a second one of the same id."""
        self._playing: set[LiveTable] = set()
        self._recent: deque[LiveTable] = deque(maxlen=RECENT)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._changed_while_loading: set[str] = set()
        self._tasks = BackgroundTasks()
        self._changes = Changes(store, timer, metrics, self._tasks, self._go_on)
        self.bot_turns = BotTurns(pool, metrics, self.change, self._changes.put_aside)
        self.scheduler = Scheduler(timer, self._tasks, self.change, self.bot_turns)
        self.is_awake = False
        """Whether every match that is being played has been taken up."""

    @property
    def is_quiet(self) -> bool:
        """Whether no command waits."""
        return not any(live.worker or live.pending for live in self._live.values())

    # Tables in memory

    async def open_table(self, setup: Setup) -> LiveTable:
        """Put up a new table; raises `Refused` if its host has too many that are not finished."""
        if not await self.store.add_table(setup, self.tables_per_guest):
            raise Refused("too_many_tables", {"most": self.tables_per_guest}, status=429)
        self.metrics.tables_opened.inc()
        return self._added(Table(setup))

    def _added(self, table: Table) -> LiveTable:
        if found := self._live.get(table.setup.id):
            # Somebody who listed the tables read it from the log in the same moment.
            return found
        live = self._live[table.setup.id] = LiveTable(table)
        self._recent.append(live)
        return live

    async def live(self, table_id: str) -> LiveTable:
        """A table as it stands, read from the log if need be; raises `Refused` if there is none."""
        if found := self._live.get(table_id):
            await self.up_to_date(found)
            return found
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def several(self, table_ids: Sequence[str]) -> list[LiveTable]:
        """These tables as they stand, without those that cannot be read: one in trouble hides no other."""
        newest = await self.store.newest(table_ids) if self.store.is_shared else {}
        found = []
        for table_id in table_ids:
            live = self._live.get(table_id)
            with contextlib.suppress(Refused):
                if live is None or live.table.version < newest.get(table_id, 0):
                    live = await self.live(table_id)
                found.append(live)
        return found

    async def up_to_date(self, live: LiveTable) -> None:
        """Read now what another process wrote: somebody who comes from there knows of it already."""
        if self.store.is_shared:
            async with live.lock:
                await self._changes.catch_up(live)

    async def _load(self, table_id: str) -> LiveTable:
        try:
            table = await self._read(table_id)
        finally:
            # Whoever asked may have gone meanwhile; and from now on notices are for the table in memory.
            del self._loading[table_id]
            has_changed = table_id in self._changed_while_loading
            self._changed_while_loading.discard(table_id)
        live = self._added(table)
        self._go_on(live, True)
        self.scheduler.fill_in(live)
        if has_changed:
            self.spawn(self.reload(table_id))
        return live

    async def _read(self, table_id: str) -> Table:
        try:
            setup = await self.store.setup(table_id) if table_id.isascii() and table_id.isalnum() else None
            table = None if setup is None else read(setup, await self.store.rows(table_id))
        except (Refused, SQLAlchemyError):
            raise
        except Exception as error:
            raise self._changes.trouble(table_id, error) from error
        if table is None:
            raise Refused("no_such_table", {"table": table_id}, status=404)
        return table

    async def wake_all(self) -> None:
        """After a start: take up every match that is being played, so that bots and clocks go on.

        The house is open meanwhile: whoever comes to a table wakes it.
        """
        asleep: list[str] | None = None
        while not self.is_awake:
            try:
                if asleep is None:
                    asleep = await self.store.unfinished()
                while asleep:
                    await self._wake(asleep[-1])
                    asleep.pop()
                self.is_awake = True
            except SQLAlchemyError as error:
                logger.warning("the database does not answer", exc_info=error)
                await asyncio.sleep(PAUSE)

    async def _wake(self, table_id: str) -> None:
        try:
            await self.live(table_id)
        except Refused:
            pass  # whoever comes to it is told why
        except Exception as error:
            if is_outage(error):
                raise
            logger.error("a match was not taken up", extra={"table": table_id}, exc_info=error)

    # Changing a table

    async def change(self, live: LiveTable, command: Command) -> int:
        """Carry out a command: returns the version once it is committed and told; raises `Refused`."""
        return await self._changes.change(live, command)

    def _go_on(self, live: LiveTable, ours: bool) -> None:
        """After a change, by this process or another."""
        (self._playing.add if live.table.status is Status.PLAYING else self._playing.discard)(live)
        self.scheduler.go_on(live, ours=ours)

    def tell(self, live: LiveTable, reader: Reader) -> None:
        """Tell one reader what is new to them."""
        try:
            live.tell(reader, self.timer.now())
        except Exception as error:
            raise self._changes.put_aside(live, error) from error

    # Other processes

    def hear(self, table_id: str, number: int) -> None:
        """Another process says it has written to a table up to this row (0: it has changed the log itself)."""
        live = self._live.get(table_id)
        if live is None:
            self._changed_while_loading |= {table_id} & self._loading.keys()
        elif not number:
            self.spawn(self.reload(table_id))
        elif number > live.table.version:
            self.spawn(self._catch_up_soon(live))

    def catch_up_all(self) -> None:
        """Notices may have been missed: anything may have been written."""
        self._changed_while_loading |= self._loading.keys()
        for live in tuple(self._live.values()):
            self.spawn(self._catch_up_soon(live))

    async def _catch_up_soon(self, live: LiveTable) -> None:
        async with live.lock:
            await self._changes.catch_up(live)
            self._go_on(live, False)

    async def reload(self, table_id: str) -> None:
        """Read a table anew: its log itself was changed (a guest was forgotten)."""
        if live := self._live.get(table_id):
            await self._changes.reload(live)
            self.scheduler.fill_in(live)

    # Closing

    def spawn(self, work: Awaitable[Any]) -> "asyncio.Task[Any]":
        """Do something in the background; its errors are logged, not lost."""
        return self._tasks.spawn(work)

    async def close(self) -> None:
        """Let what is under way finish, then stop."""
        self.scheduler.close()
        self.timer.close()
        await self._tasks.cancel(*self._loading.values())
        for live in tuple(self._live.values()):
            if live.worker:
                await live.worker
            async with live.lock:
                pass

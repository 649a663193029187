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
from tablee.server.house.blocks import Blocks
from tablee.server.house.book_writer import BookWriter
from tablee.server.house.bot_turns import BotTurns
from tablee.server.house.changes import Changes
from tablee.server.house.downtime import Downtime
from tablee.server.house.homes import Homes
from tablee.server.house.live_table import LiveTable, Reader
from tablee.server.house.log_reader import LogReader
from tablee.server.house.match_index import fill_in_matches, missing_matches
from tablee.server.house.notifications import Notifications
from tablee.server.house.remote_readers import RemoteReaders
from tablee.server.house.reviews import Reviews
from tablee.server.house.revocations import Revocations
from tablee.server.house.scheduler import STAND_IN_LEVEL, Scheduler
from tablee.server.house.timer import Timer
from tablee.server.house.tournaments import Tournaments
from tablee.server.ops.metrics import Metrics
from tablee.server.refusals import Refused
from tablee.server.store.outages import is_outage
from tablee.server.store.postgres_notices import REVOKED
from tablee.server.store.store import Store
from tablee.server.store.tables import ListedTable
from tablee.server.table import commands
from tablee.server.table.command_parts import TableCommand
from tablee.server.table.facts import UNKNOWN, facts_of
from tablee.server.table.setup import Setup
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status

logger = logging.getLogger("tablee.house")

RECENT: Final = 20
"""How many tables without players or readers stay in memory."""

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
        workers: int | None = None,
    ) -> None:
        """`workers`: how many processes start together on this machine, if processes share the database."""
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
        self._changes = Changes(
            store,
            timer,
            metrics,
            self._tasks,
            self._after_change,
            reloaded=self._after_reload,
            saved_late=self.on_notice,
        )
        self._logs = LogReader(store.tables, self._changes.trouble)
        self.bot_turns = BotTurns(pool, metrics, self.change, self._changes.put_aside)
        self.notifications = Notifications(store, timer, self._tasks, self.live)
        self.tournaments = Tournaments(store, timer, self._tasks, self.notifications, self)
        self.reviews = Reviews(store.reviews, pool, timer, self._tasks, self.notifications)
        self.scheduler = Scheduler(timer, self._tasks, self.change, self.bot_turns, self.refresh)
        self.remote_readers = RemoteReaders(store, self._live, self._is_home, self.spawn)
        self.absences = Absences(
            timer,
            self._tasks,
            self.change,
            absence_seconds,
            is_home=self._is_home,
            ask_home=self.remote_readers.report_disconnected,
        )
        self.book_writer = BookWriter(store.ratings, self._in_memory, self._logs.read)
        self.downtime = Downtime(store.heartbeat, timer)
        self.revocations = Revocations(
            store, lambda: (reader for live in tuple(self._live.values()) for reader in live.readers)
        )
        self.blocks = Blocks(store.regulars, lambda: tuple(self._live.values()), self.send_update)
        self.homes = None if workers is None else Homes(store.homes, self, workers)
        """Which process plays which table, if several share the database."""
        self._unreadable: set[str] = set()
        """The tables that could not be loaded the last time."""
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
        return any(live.table.setup.time_limits.seconds is not None for live in self._playing)

    async def open_table(self, setup: Setup) -> LiveTable:
        """Create a table; raises `Refused` if its host has too many unfinished ones."""
        if not await self.store.tables.add(setup, self.tables_per_guest if setup.host else None):
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

    async def listed(self, table_ids: Sequence[str], guest: str | None) -> list[LiveTable | ListedTable]:
        """These tables for a list: as they are in memory, or as the database has them. No log is read, except of a
        match that another process plays and this guest sits at: only the log says whose turn it is.

        Tables that cannot be read are left out, so that the others can be listed.
        """
        found: list[LiveTable | ListedTable] = []
        for stored in await self.store.tables.listed(table_ids):
            table_id = stored.setup.id
            live = self._live.get(table_id)
            if live is not None and (not self.store.is_shared or live.is_private):
                found.append(live)
            elif table_id not in self._unreadable:
                with contextlib.suppress(Refused):
                    found.append(stored if stored.is_enough_for(guest) else await self._made_known(stored))
        return found

    async def _made_known(self, stored: ListedTable) -> LiveTable:
        """Read the log of a table, and store what lists show of it."""
        live = await self.live(stored.setup.id)
        if stored.facts is UNKNOWN:
            await self.store.tables.add_facts(stored.setup.id, facts_of(live.table))
        return live

    async def refresh(self, live: LiveTable) -> None:
        """Apply rows of other processes without waiting for a notice: a client may have seen them there already."""
        if self.store.is_shared:
            async with live.lock:
                await self._changes.catch_up(live)

    async def _load(self, table_id: str) -> LiveTable:
        try:
            table = await self._logs.read(table_id)
            self._unreadable.discard(table_id)
        except Refused as refused:
            if refused.code != "no_such_table":
                self._unreadable.add(table_id)
            raise
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
            self.spawn(self._reload_surely(table_id))
        return live

    async def fill_in_matches(self) -> None:
        """Begin to write the results of matches that ended before the house kept them, if there are any."""
        if missing := await missing_matches(self.store):
            self.spawn(fill_in_matches(self.store, self._logs.read, missing))

    async def resume_matches(self) -> None:
        """After a start: load every running match, so that its bots and clocks go on; then go on with reviews.

        Requests are served meanwhile: a table that is asked for is loaded at once.
        """
        left: list[str] | None = None
        while not self.has_resumed:
            try:
                if left is None:
                    left = [*await self.store.reviews.awaited(), *await self.store.tables.in_play()]
                while left:
                    await self.take_up(left[-1])
                    left.pop()
                self.has_resumed = True
            except SQLAlchemyError as error:
                logger.warning("the database does not answer", exc_info=error)
                await asyncio.sleep(PAUSE)

    async def take_up(self, table_id: str) -> None:
        """Load a running match, so that its bots and clocks go on, or an ended one whose review somebody waits for."""
        try:
            await self.reviews.take_up(await self.live(table_id))
        except Refused:
            pass  # those who open the table get the refusal
        except Exception as error:
            if is_outage(error):
                raise
            logger.error("a match could not be resumed", extra={"table": table_id}, exc_info=error)

    # Changing a table

    async def change(self, live: LiveTable, command: TableCommand) -> int:
        """Carry out a command: returns the version once it is committed and broadcast; raises `Refused`."""
        return await self._changes.change(live, command)

    def _after_change(self, live: LiveTable, ours: bool) -> None:
        """Called after every change of a table, by this process or another."""
        is_home = self._is_home(live.table.setup.id)
        # Only at home: others, who are not told that a match has ended, would keep it for ever.
        (self._playing.add if is_home and live.table.status is Status.PLAYING else self._playing.discard)(live)
        if self.homes is not None:
            ours = is_home
        self.scheduler.after_change(live, ours=ours)
        self.absences.after_change(live)
        if live.table.status is Status.OVER:
            self.book_writer.on_ended()
        self.tournaments.after_change(live)
        if ours:
            self.notifications.after_change(live)

    def _after_reload(self, live: LiveTable) -> None:
        """Called after a table was loaded again."""
        self.scheduler.replace_forgotten_guests(live)

    def send_update(self, live: LiveTable, reader: Reader) -> None:
        """Send one reader all that is new to them."""
        try:
            live.send_update(reader, self.timer.now())
        except Exception as error:
            raise self._changes.put_aside(live, error) from error

    # Homes

    def _is_home(self, table_id: str) -> bool:
        """Whether this process plays a table."""
        return self.homes is None or self.homes.is_mine(table_id)

    def _is_private(self, table_id: str) -> bool:
        """Whether this process is the home of a table that has no readers elsewhere."""
        return self._is_home(table_id) and table_id not in self.remote_readers.watched

    def on_home(self, table_id: str) -> None:
        """This process is the home of a table from now on."""
        if live := self._live.get(table_id):
            live.is_private = self._is_private(table_id)
            self.spawn(self._catch_up_soon(live))

    def on_resumed(self) -> None:
        """All running matches have been taken up after the start."""
        self.has_resumed = True

    def on_homes_lost(self) -> None:
        """Others play the tables of this process now. They have not heard of the last rows written here."""
        for live in self._live.values():
            live.is_private = False
            self.absences.stop(live)
            for reader in tuple(live.readers):
                reader.disconnect()  # they come back, and are passed on
        self.remote_readers.watched.clear()
        self.spawn(self.store.notify({table_id: live.table.version for table_id, live in self._live.items()}))
        self._playing.clear()

    def has_in_memory(self, table_id: str) -> bool:
        return table_id in self._live

    def _in_memory(self, table_id: str) -> Table | None:
        live = self._live.get(table_id)
        return None if live is None else live.table

    def on_homes_moved(self) -> None:
        """Other processes have ended: their tables have new homes, or soon will."""
        self.remote_readers.watch_again()

    # Other processes

    def on_notice(self, table_id: str, number: int) -> None:
        """Another process has written rows of a table up to this number (0: it has changed earlier rows; less: see
        postgres_notices.py)."""
        live = self._live.get(table_id)
        if number == REVOKED:
            self.revocations.on_revoked(table_id)
        elif number < 0:
            self.remote_readers.on_notice(table_id, number, self.absences)
        elif live is None:
            self._changed_while_loading |= {table_id} & self._loading.keys()
        elif not number:
            self.spawn(self._reload_surely(table_id))
        elif number > live.table.version:
            self.spawn(self._catch_up_soon(live))

    def catch_up_all(self) -> None:
        """Notices may have been missed: read the new rows of all tables."""
        self._changed_while_loading |= self._loading.keys()
        for live in tuple(self._live.values()):
            self.spawn(self._catch_up_soon(live))
        self.spawn(self._reload_forgotten())
        self.spawn(self.revocations.look_for_missed())

    async def _catch_up_soon(self, live: LiveTable) -> None:
        async with live.lock:
            await self._changes.catch_up(live)
            self._after_change(live, False)

    async def reload(self, table_id: str) -> None:
        """Load a table again because earlier rows were changed (a guest was forgotten)."""
        self._changed_while_loading |= {table_id} & self._loading.keys()
        if live := self._live.get(table_id):
            await self._changes.reload(live)
        # After that: a change may have stored what this process knew before.
        await self.store.tables.remove_facts(table_id)

    async def _reload_surely(self, table_id: str) -> None:
        """Like `reload`, but retries during an outage: the notice is sent only once."""
        while True:
            try:
                return await self.reload(table_id)
            except SQLAlchemyError as error:
                logger.warning("the database does not answer", exc_info=error)
                await asyncio.sleep(PAUSE)

    # Guests who are forgotten

    async def forget(self, guest_id: str) -> None:
        """Forget a guest, even if something is being changed for them at this moment."""
        for table_id in await self.store.tables.of_guest(guest_id, 10_000):
            try:
                live = await self.live(table_id)
            except Refused:
                # The table cannot be read now. When it can again, a bot takes the seat.
                continue
            with contextlib.suppress(Refused):
                await self.change(live, lambda table, at: commands.remove_guest(table, guest_id, STAND_IN_LEVEL, at))
        for table_id in await self.store.forget_guest(guest_id):
            await self.reload(table_id)

    async def clean_up(self) -> None:
        """Finish what was interrupted in the database, and remove what was deleted from the disk."""
        for table_id in await self.store.finish_forgetting():
            self.spawn(self._reload_surely(table_id))
        await self.store.purge_deleted()

    async def _reload_forgotten(self) -> None:
        """Load the tables again that name guests who are no longer there. The notice of that was missed."""
        named = {table_id: live.table.guests_named for table_id, live in self._live.items()}
        known = await self.store.guests.known(sorted(set().union(*named.values())))
        for table_id, guests in named.items():
            if guests - known:
                await self._reload_surely(table_id)

    # Closing

    def spawn(self, work: Awaitable[Any]) -> "asyncio.Task[Any]":
        """Run something in the background; its errors are logged."""
        return self._tasks.spawn(work)

    async def close(self) -> None:
        """Cancel background tasks, and wait for the commands that are being processed."""
        self.scheduler.close()
        self.timer.close()
        await self.store.until_idle()
        await self._tasks.cancel(*self._loading.values())
        for live in tuple(self._live.values()):
            if live.worker:
                await live.worker
            async with live.lock:
                pass

"""The database of the house: the log, the tables, the guests and the records."""

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Final, cast

from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.store.book import BookStore
from tablee.server.store.confirmations import ConfirmationStore
from tablee.server.store.database import BUSY_MILLISECONDS
from tablee.server.store.evenings import EveningStore
from tablee.server.store.guests import GuestStore
from tablee.server.store.heartbeat import HeartbeatStore
from tablee.server.store.homes import HomeStore
from tablee.server.store.house_keys import HouseKeyStore
from tablee.server.store.house_rules import HouseRuleStore
from tablee.server.store.idle_guests import IdleGuestStore
from tablee.server.store.log import Log
from tablee.server.store.matches import MatchStore
from tablee.server.store.members import MemberStore
from tablee.server.store.notification_choices import NotificationChoiceStore
from tablee.server.store.outages import DatabaseSilent, SilenceWatch
from tablee.server.store.outbox import OutboxStore
from tablee.server.store.ratings import RatingStore
from tablee.server.store.records import RecordStore
from tablee.server.store.regulars import RegularStore
from tablee.server.store.reports import ReportStore
from tablee.server.store.reviews import ReviewStore
from tablee.server.store.sign_in_attempts import SignInAttemptStore
from tablee.server.store.tables import TableStore
from tablee.server.store.tournaments import TournamentStore

if TYPE_CHECKING:
    from sqlalchemy import QueuePool

PING_SECONDS: Final = 1.5
"""How long a ping may take: `/ready` answers within two seconds."""
IDLE_SECONDS: Final = 5.0
"""How long a house that closes waits for what its background tasks write."""


class Store:
    """All that the house keeps."""

    def __init__(self, engine: AsyncEngine, log: Log) -> None:
        self._engine = engine
        self.log = log
        watch = SilenceWatch()
        self.tables = TableStore(engine, watch)
        self.guests = GuestStore(engine, log, watch)
        self.records = RecordStore(engine, watch)
        self.heartbeat = HeartbeatStore(engine, watch)
        self.homes = HomeStore(engine, watch)
        self.idle_guests = IdleGuestStore(engine)
        self.members = MemberStore(engine)
        self.sign_in_attempts = SignInAttemptStore(engine)
        self.house_rules = HouseRuleStore(engine)
        self.matches = MatchStore(engine)
        self.book = BookStore(engine)
        self.ratings = RatingStore(engine, log)
        self.tournaments = TournamentStore(engine)
        self.evenings = EveningStore(engine)
        self.house_keys = HouseKeyStore(engine)
        self.confirmations = ConfirmationStore(engine)
        self.notification_choices = NotificationChoiceStore(engine)
        self.outbox = OutboxStore(engine)
        self.regulars = RegularStore(engine)
        self.reports = ReportStore(engine)
        self.reviews = ReviewStore(engine, watch)
        self.is_shared = engine.dialect.name != "sqlite"
        """Whether other processes may write to it."""
        self._has_deleted_data = True
        """Whether SQLite's write-ahead log may hold deleted data. The last run may have crashed, so it may at first."""
        self._ping: asyncio.Task[None] | None = None

    async def forget_guest(self, guest_id: str) -> list[str]:
        """Delete a guest for good; returns the tables whose log was changed."""
        tables = await self.guests.forget(guest_id)
        self._has_deleted_data = True
        await self.purge_deleted()
        return tables

    async def finish_forgetting(self) -> list[str]:
        """Finish to forget guests where that was interrupted; returns the tables whose log was changed."""
        tables = await self.guests.finish_forgetting()
        self._has_deleted_data |= bool(tables)
        return tables

    async def merge_guest(self, guest: str, into: str) -> list[str]:
        """Give all that a guest has to another, and delete the guest; returns the tables whose log was changed.
        `finish_merging` has to follow."""
        tables = await self.guests.merge(guest, into)
        self._has_deleted_data = True
        return tables

    async def finish_merging(self, guest: str, into: str) -> list[str]:
        """Give what was written meanwhile to the other, too; returns the tables whose log was changed."""
        return await self.guests.finish_merging(guest, into)

    async def purge_deleted(self) -> None:
        """Truncate SQLite's write-ahead log if it may hold deleted data; in the file itself that is overwritten.

        This is not possible while others read or write. It is then tried again at the next call.
        """
        if self.is_shared or not self._has_deleted_data:
            return
        async with self._engine.connect() as connection:
            # Writers are blocked while this waits for readers.
            await connection.exec_driver_sql("PRAGMA busy_timeout=100")
            try:
                is_busy = (await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")).one()[0]
                self._has_deleted_data = bool(is_busy)
            finally:
                await connection.exec_driver_sql(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")

    async def until_idle(self) -> None:
        """Wait until nobody uses the database, but not for ever.

        Whoever is cancelled in the middle of a transaction may leave SQLite locked, also for the house that opens next.
        """
        pool = cast("QueuePool", self._engine.pool)
        with suppress(TimeoutError):
            async with asyncio.timeout(IDLE_SECONDS):
                while pool.checkedout():
                    await asyncio.sleep(0.01)

    async def notify(self, tables: Mapping[str, int]) -> None:
        """Send notices to other processes: the tables and their last rows."""
        await self.log.notify(self._engine, tables)

    async def ping(self) -> None:
        """Raises an error if the database cannot be written to, or is silent."""
        if self._ping is None or self._ping.done():
            self._ping = asyncio.create_task(self._write())  # one at a time, however many ask
        await asyncio.wait({self._ping}, timeout=PING_SECONDS)
        if self.log.is_silent or not self._ping.done():
            raise DatabaseSilent
        self._ping.result()

    async def _write(self) -> None:
        """Write the same again: a database that is locked or full could still be read."""
        async with self._engine.begin() as connection:
            await connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")

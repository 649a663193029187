"""The database of the house: the log, the tables, the guests and the records."""

from collections.abc import Mapping

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.store.database import BUSY_MILLISECONDS
from tablee.server.store.guests import GuestStore
from tablee.server.store.heartbeat import HeartbeatStore
from tablee.server.store.homes import HomeStore
from tablee.server.store.log import Log, notify_statements
from tablee.server.store.records import RecordStore
from tablee.server.store.tables import TableStore


class Store:
    """All that the house keeps."""

    def __init__(self, engine: AsyncEngine, log: Log) -> None:
        self._engine = engine
        self.log = log
        self.tables = TableStore(engine)
        self.guests = GuestStore(engine, log)
        self.records = RecordStore(engine)
        self.heartbeat = HeartbeatStore(engine)
        self.homes = HomeStore(engine)
        self.is_shared = engine.dialect.name != "sqlite"
        """Whether other processes may write to it."""
        self._has_deleted_data = True
        """Whether SQLite's write-ahead log may hold deleted data. The last run may have crashed, so it may at first."""

    async def forget_guest(self, guest_id: str) -> list[str]:
        """Delete a guest for good; returns the tables whose log was changed."""
        tables = await self.guests.forget(guest_id)
        self._has_deleted_data = True
        await self.purge_deleted()
        return tables

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

    async def notify(self, tables: Mapping[str, int]) -> None:
        """Send notices to other processes: the tables and their last rows."""
        if self.log.publish:
            self.log.publish(tables)
        else:
            async with self._engine.begin() as connection:
                for statement in notify_statements(tables):
                    await connection.execute(*statement)

    async def ping(self) -> None:
        """Raises an error if the database cannot be reached."""
        async with self._engine.connect() as connection:
            await connection.execute(select(1))

"""Reads tables from their logs."""

import asyncio
from collections.abc import Callable, Sequence
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from tablee.server.ops.long_work import in_thread
from tablee.server.refusals import Refused
from tablee.server.store.tables import TableStore
from tablee.server.table.rows import Row
from tablee.server.table.setup import Setup
from tablee.server.table.table import Table, table_from_log

SHORT_LOG: Final = 200
"""The number of rows up to which a log is played at once: that takes a few milliseconds."""


class LogReader:
    def __init__(self, tables: TableStore, trouble: Callable[[str, Exception], Refused]) -> None:
        """`trouble`: notes that a table cannot be read, and gives the refusal for those who ask for it."""
        self._tables = tables
        self._trouble = trouble
        self._long_logs = asyncio.Semaphore(1)
        """Because of the GIL, playing several at once would only slow down the event loop."""

    async def read(self, table_id: str) -> Table:
        """A table after all rows of its log; raises `Refused` if there is none, or it cannot be read."""
        try:
            setup = await self._tables.setup(table_id) if table_id.isascii() and table_id.isalnum() else None
            table = None if setup is None else await self._played(setup, await self._tables.rows(table_id))
        except (Refused, SQLAlchemyError):
            raise
        except Exception as error:
            raise self._trouble(table_id, error) from error
        if table is None:
            raise Refused("no_such_table", {"table": table_id}, status=404)
        return table

    async def _played(self, setup: Setup, rows: Sequence[Row]) -> Table:
        """Plays a long log in a thread, so that other requests do not wait."""
        if len(rows) <= SHORT_LOG:
            return table_from_log(setup, rows)
        async with self._long_logs:
            return await in_thread(table_from_log, setup, rows)

"""Writing to the log. Rows of many tables share a commit, so that durable moves stay cheap."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from time import perf_counter

import msgspec
from sqlalchemy import delete, insert, text, update
from sqlalchemy.exc import IntegrityError, OperationalError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablee.server.refusals import Refused
from tablee.server.store import schema
from tablee.server.store.notices import CHANNEL, notice
from tablee.server.table import Row

logger = logging.getLogger("tablee.log")


class NumberTaken(Exception):
    """Somebody else has written a row of this number: read on, then try again."""


@dataclass(slots=True)
class Writing:
    """Rows of one table to be written together or not at all."""

    table_id: str
    rows: Sequence[Row]
    status: str | None = None
    """The table's new status, if it changed."""
    seats: dict[int, str | None] | None = None
    """Who holds which seat, if that changed."""
    done: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Log:
    """The writer of the log: one task, one transaction at a time, everything that waits goes into the next."""

    def __init__(
        self,
        engine: AsyncEngine,
        tell: Callable[[Mapping[str, int]], None] | None = None,
        took: Callable[[float], None] | None = None,
    ) -> None:
        self._engine = engine
        self._took = took
        self.tell = tell
        """How other processes are told of rows once they are committed, if not by PostgreSQL's own way."""
        self.notifies = engine.dialect.name == "postgresql" and tell is None
        place = "?" if engine.dialect.name == "sqlite" else "%s"
        self._insertion = f"INSERT INTO entries (table_id, number, kind, data, at) VALUES ({', '.join([place] * 5)})"  # noqa: S608
        self._waiting: list[Writing] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._closing = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="log writer")

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._closing = True
        self._wake.set()
        if self._task:
            await self._task

    async def write(self, writing: Writing) -> None:
        """Returns once the rows are committed; raises `NumberTaken` if a number was not free, `Refused` if the
        database cannot be written to now."""
        self._waiting.append(writing)
        self._wake.set()
        await writing.done

    async def _run(self) -> None:
        while not (self._closing and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            if batch:
                await self._commit(batch)

    async def _commit(self, batch: list[Writing]) -> None:
        began = perf_counter()
        try:
            async with self._engine.begin() as connection:
                await self._insert(connection, batch)
        except IntegrityError:
            if len(batch) > 1:
                for writing in batch:
                    await self._commit([writing])
            else:
                self._fail(batch, NumberTaken())
        except OperationalError as error:
            logger.error("rows not saved", exc_info=error)
            self._fail(batch, Refused("not_saved", status=503))
        except Exception as error:
            self._fail(batch, error)
        else:
            for writing in batch:
                if not writing.done.done():
                    writing.done.set_result(None)
            if self.tell:
                self.tell(_last_rows(batch))
            if self._took:
                self._took(perf_counter() - began)

    @staticmethod
    def _fail(batch: list[Writing], error: Exception) -> None:
        for writing in batch:
            if not writing.done.done():
                writing.done.set_exception(error)

    async def _insert(self, connection: AsyncConnection, batch: list[Writing]) -> None:
        rows = [
            (writing.table_id, row.number, row.kind, msgspec.json.encode(row.data).decode(), row.at)
            for writing in batch
            for row in writing.rows
        ]
        # Straight to the driver: this is the one statement that every move pays for.
        await connection.exec_driver_sql(self._insertion, rows)
        for writing in batch:
            if writing.status is not None:
                changed = {"status": writing.status, "changed_at": writing.rows[-1].at}
                where = schema.tables.c.id == writing.table_id
                await connection.execute(update(schema.tables).where(where).values(changed))
            if writing.seats is not None:
                await connection.execute(delete(schema.seats).where(schema.seats.c.table_id == writing.table_id))
                held = [
                    {"table_id": writing.table_id, "seat": seat, "guest": guest}
                    for seat, guest in writing.seats.items()
                    if guest is not None
                ]
                if held:
                    await connection.execute(insert(schema.seats), held)
        if self.notifies:
            await notify(connection, _last_rows(batch))


def _last_rows(batch: Sequence[Writing]) -> dict[str, int]:
    return {writing.table_id: writing.rows[-1].number for writing in batch}


async def notify(connection: AsyncConnection, tables: Mapping[str, int]) -> None:
    """Tell the other processes of rows, in the same transaction: whoever hears of them finds them committed."""
    query = text("SELECT pg_notify(:channel, :payload)")
    for table_id, number in tables.items():
        await connection.execute(query, {"channel": CHANNEL, "payload": notice(table_id, number)})

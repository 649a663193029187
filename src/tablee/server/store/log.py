"""Writing to the log. Rows of many tables share a commit, so that durable moves stay cheap."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import perf_counter

import msgspec
from sqlalchemy import Connection, Engine, TextClause, delete, insert, text, update
from sqlalchemy.exc import IntegrityError

from tablee.server.refusals import Refused
from tablee.server.store import schema
from tablee.server.store.outages import is_outage
from tablee.server.store.postgres_notices import CHANNEL, notice
from tablee.server.table.table import Row

logger = logging.getLogger("tablee.log")
_encode = msgspec.json.Encoder().encode


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
    """The writer of the log: one thread, one transaction at a time, everything that waits goes into the next.

    The thread has a connection of its own and no event loop between it and the database: every move pays for this.
    """

    def __init__(
        self,
        engine: Engine,
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
        self._thread = ThreadPoolExecutor(1, "log writer")
        self._closing = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="log writer")

    async def close(self) -> None:
        """Write what waits, then stop."""
        self._closing = True
        self._wake.set()
        if self._task:
            await self._task
        self._thread.shutdown()
        self._engine.dispose()

    async def write(self, writing: Writing) -> None:
        """Returns once the rows are committed; raises `NumberTaken` if a number was not free, `Refused` if the
        database cannot be written to now; anything else if these rows cannot be saved, whenever it is tried."""
        self._waiting.append(writing)
        self._wake.set()
        await writing.done

    async def _run(self) -> None:
        in_thread = asyncio.get_running_loop().run_in_executor
        while not (self._closing and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            if batch:
                began = perf_counter()
                problems = await in_thread(self._thread, self._saved, batch)
                self._acknowledge(batch, problems)
                if self._took:
                    self._took(perf_counter() - began)

    def _acknowledge(self, batch: list[Writing], problems: list[Exception | None]) -> None:
        saved = []
        for writing, problem in zip(batch, problems, strict=True):
            if problem is None:
                saved.append(writing)
            if not writing.done.done():
                writing.done.set_result(None) if problem is None else writing.done.set_exception(problem)
        if self.tell and saved:
            self.tell(_last_rows(saved))

    def _saved(self, batch: list[Writing]) -> list[Exception | None]:
        """In the thread: commit these rows together; what went wrong with each, if anything did."""
        try:
            with self._engine.begin() as connection:
                self._insert(connection, batch)
        except Exception as error:
            if len(batch) > 1 and not is_outage(error):
                return [problem for writing in batch for problem in self._saved([writing])]
            if not is_outage(error):
                return [NumberTaken() if isinstance(error, IntegrityError) else error]
            logger.error("rows not saved", exc_info=error)
            return [Refused("not_saved", status=503) for _ in batch]
        return [None for _ in batch]

    def _insert(self, connection: Connection, batch: list[Writing]) -> None:
        rows = [
            (writing.table_id, row.number, row.kind, _encode(row.data).decode(), row.at)
            for writing in batch
            for row in writing.rows
        ]
        # Straight to the driver: this is the one statement that every move pays for.
        connection.exec_driver_sql(self._insertion, rows)
        for writing in batch:
            if writing.status is not None:
                changed = {"status": writing.status, "changed_at": writing.rows[-1].at}
                where = schema.tables.c.id == writing.table_id
                connection.execute(update(schema.tables).where(where).values(changed))
            if writing.seats is not None:
                connection.execute(delete(schema.seats).where(schema.seats.c.table_id == writing.table_id))
                held = [
                    {"table_id": writing.table_id, "seat": seat, "guest": guest}
                    for seat, guest in writing.seats.items()
                    if guest is not None
                ]
                if held:
                    connection.execute(insert(schema.seats), held)
        if self.notifies:
            for notice in notices_of(_last_rows(batch)):
                connection.execute(*notice)


def _last_rows(batch: Sequence[Writing]) -> dict[str, int]:
    return {writing.table_id: writing.rows[-1].number for writing in batch}


def notices_of(tables: Mapping[str, int]) -> list[tuple[TextClause, dict[str, str]]]:
    """What tells the other processes of rows, in the same transaction: whoever hears of them finds them committed."""
    query = text("SELECT pg_notify(:channel, :payload)")
    return [(query, {"channel": CHANNEL, "payload": notice(table_id, number)}) for table_id, number in tables.items()]

"""The writer of the log. Rows of many tables share a commit, so that durable moves stay cheap."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic, perf_counter
from typing import Final

import msgspec
from sqlalchemy import Connection, Engine, TextClause, delete, insert, text, update
from sqlalchemy.exc import IntegrityError

from tablee.server.refusals import Refused
from tablee.server.store import schema
from tablee.server.store.outages import is_outage
from tablee.server.store.postgres_notices import CHANNEL, notice
from tablee.server.table.rows import Row

logger = logging.getLogger("tablee.log")
_encode = msgspec.json.Encoder().encode

SQLITE_INSERT: Final = "INSERT INTO entries (table_id, number, kind, data, at) VALUES (?, ?, ?, ?, ?)"
POSTGRESQL_INSERT: Final = (
    "INSERT INTO entries (table_id, number, kind, data, at)"
    " SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::text[], %s::float8[])"
)
"""All rows as five arrays: the statement is the same for any number of rows, so it is prepared once."""
KEEP_SECONDS: Final = 1.0
"""After such a pause the writer checks its connection before it uses it."""


class NumberTaken(Exception):
    """Another process has written a row of this number: read the new rows, then try again."""


@dataclass(slots=True)
class WriteRequest:
    """Rows of one table, to be written in one transaction."""

    table_id: str
    rows: Sequence[Row]
    status: str | None = None
    """The table's new status, if it changed."""
    seats: dict[int, str | None] | None = None
    """The guest of each seat, if that changed."""
    is_private: bool = False
    """Whether no other process has to hear of these rows."""
    done: "asyncio.Future[None]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class Log:
    """Writes the log from one thread, one transaction at a time; all requests that wait go into the next one.

    The thread has its own synchronous connection: that is faster than an async one, and every move pays for it.
    """

    def __init__(
        self,
        engine: Engine,
        publish: Callable[[Mapping[str, int]], None] | None = None,
        observe_seconds: Callable[[float], None] | None = None,
    ) -> None:
        self._engine = engine
        self._observe_seconds = observe_seconds
        self.publish = publish
        """Notifies other processes after a commit. None: PostgreSQL's NOTIFY is used, within the transaction."""
        self.uses_notify = engine.dialect.name == "postgresql" and publish is None
        self._is_postgresql = engine.dialect.name == "postgresql"
        self._kept: Connection | None = None
        self._used_at = 0.0
        """The connection for batches that are one statement, and when it was last used."""
        self._waiting: list[WriteRequest] = []
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._thread = ThreadPoolExecutor(1, "log writer")
        self._closing = False

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="log writer")

    async def close(self) -> None:
        """Write the requests that wait, then stop."""
        self._closing = True
        self._wake.set()
        if self._task:
            await self._task
        self._thread.shutdown()
        self._let_go()
        self._engine.dispose()

    async def write(self, request: WriteRequest) -> None:
        """Returns once the rows are committed. Raises `NumberTaken` if a number was not free, `Refused` if the database
        is not available, anything else if these rows can never be saved."""
        self._waiting.append(request)
        self._wake.set()
        await request.done

    async def _run(self) -> None:
        in_thread = asyncio.get_running_loop().run_in_executor
        while not (self._closing and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            if batch:
                began = perf_counter()
                errors = await in_thread(self._thread, self._save, batch)
                self._acknowledge(batch, errors)
                if self._observe_seconds:
                    self._observe_seconds(perf_counter() - began)

    def _acknowledge(self, batch: list[WriteRequest], errors: list[Exception | None]) -> None:
        saved = []
        for request, error in zip(batch, errors, strict=True):
            if error is None:
                saved.append(request)
            if not request.done.done():
                request.done.set_result(None) if error is None else request.done.set_exception(error)
        if self.publish and (rows := _last_rows(saved)):
            self.publish(rows)

    def _save(self, batch: list[WriteRequest]) -> list[Exception | None]:
        """Commit these rows in one transaction; returns the error of each request, if any. Runs in the thread."""
        try:
            if self._is_postgresql and all(_is_plain(request) for request in batch):
                self._insert_at_once(batch)
            else:
                with self._engine.begin() as connection:
                    self._insert(connection, batch)
        except Exception as error:
            if len(batch) > 1 and not is_outage(error):
                # One bad request must not fail the others: try each one alone.
                return [failure for request in batch for failure in self._save([request])]
            if not is_outage(error):
                return [NumberTaken() if isinstance(error, IntegrityError) else error]
            logger.error("rows not saved", exc_info=error)
            return [Refused("not_saved", status=503) for _ in batch]
        return [None for _ in batch]

    def _insert(self, connection: Connection, batch: list[WriteRequest]) -> None:
        # Straight to the driver: every move pays for this statement.
        if self._is_postgresql:
            connection.exec_driver_sql(POSTGRESQL_INSERT, _columns(batch))
        else:
            connection.exec_driver_sql(SQLITE_INSERT, _values(batch))
        for request in batch:
            if request.status is not None:
                changed = {"status": request.status, "changed_at": request.rows[-1].at}
                where = schema.tables.c.id == request.table_id
                connection.execute(update(schema.tables).where(where).values(changed))
            if request.seats is not None:
                connection.execute(delete(schema.seats).where(schema.seats.c.table_id == request.table_id))
                held = [
                    {"table_id": request.table_id, "seat": seat, "guest": guest}
                    for seat, guest in request.seats.items()
                    if guest is not None
                ]
                if held:
                    connection.execute(insert(schema.seats), held)
        if self.uses_notify:
            for statement in notify_statements(_last_rows(batch)):
                connection.execute(*statement)

    def _insert_at_once(self, batch: list[WriteRequest]) -> None:
        """Rows that change nothing else, on PostgreSQL: one statement is a transaction, so there is one round trip."""
        if self._kept is None or monotonic() - self._used_at > KEEP_SECONDS:
            self._let_go()
            self._kept = self._engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            self._kept.exec_driver_sql(POSTGRESQL_INSERT, _columns(batch))
            self._kept.commit()  # nothing is sent: the driver commits by itself
        except Exception:
            self._let_go()
            raise
        self._used_at = monotonic()

    def _let_go(self) -> None:
        """Give the connection back: whoever takes it next checks whether it still works."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None


def _values(batch: Sequence[WriteRequest]) -> list[tuple[object, ...]]:
    return [
        (request.table_id, row.number, row.kind, _encode(row.data).decode(), row.at)
        for request in batch
        for row in request.rows
    ]


def _columns(batch: Sequence[WriteRequest]) -> tuple[list[object], ...]:
    return tuple(map(list, zip(*_values(batch), strict=True)))


def _is_plain(request: WriteRequest) -> bool:
    """Whether rows are all there is to write."""
    return request.is_private and request.status is None and request.seats is None


def _last_rows(batch: Sequence[WriteRequest]) -> dict[str, int]:
    """The rows that other processes have to hear of."""
    return {request.table_id: request.rows[-1].number for request in batch if not request.is_private}


def notify_statements(tables: Mapping[str, int]) -> list[tuple[TextClause, dict[str, str]]]:
    """Notify other processes as part of the transaction, so that they find the rows committed."""
    query = text("SELECT pg_notify(:channel, :payload)")
    return [(query, {"channel": CHANNEL, "payload": notice(table_id, number)}) for table_id, number in tables.items()]

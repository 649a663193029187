"""The writer of the log. Rows of many tables share a commit, so that durable moves stay cheap."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from time import monotonic, perf_counter
from typing import Final, TypeVar

import msgspec
from sqlalchemy import Connection, Engine, TextClause, delete, insert, text, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.refusals import Refused
from tablee.server.store import schema
from tablee.server.store.database import lock_for_writing
from tablee.server.store.forgetting import guests_named, missing, without_forgotten
from tablee.server.store.matches import EndedMatch, without_guests, write_match
from tablee.server.store.outages import SILENT_SECONDS, is_outage, silence_refusal
from tablee.server.store.postgres_notices import CHANNEL, notice
from tablee.server.table.facts import decoded
from tablee.server.table.rows import Row

logger = logging.getLogger("tablee.log")
_encode = msgspec.json.Encoder().encode

SQLITE_INSERT: Final = "INSERT INTO entries (table_id, number, kind, data, at) VALUES (?, ?, ?, ?, ?)"
POSTGRESQL_INSERT: Final = (
    "INSERT INTO entries (table_id, number, kind, data, at)"
    " SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::text[], %s::float8[])"
)
"""All rows as five arrays: the statement is the same for any number of rows, so it is prepared once."""
Result = TypeVar("Result")

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
    facts: str | None = None
    """What lists show of the table, if that changed."""
    ended: EndedMatch | None = None
    """The result of the match, if it has ended."""
    is_private: bool = False
    """Whether no other process has to hear of these rows."""
    is_anonymized: bool = False
    """Whether a guest whom the rows name was forgotten meanwhile: the rows were written without the name."""
    on_late: Callable[[str, int], None] | None = None
    """Called with the table and the last row if the rows are saved after the wait for them was given up."""
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
        self.is_silent = False
        """Whether the database has not answered for too long."""
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
        is not available, anything else if these rows can never be saved. If it is silent, they may be saved later."""
        if self.is_silent:
            raise silence_refusal()
        self._waiting.append(request)
        self._wake.set()
        await request.done

    async def in_transaction(self, work: Callable[[Connection], Result]) -> Result:
        """Do other work in the writer's thread, in a transaction of its own, between two batches of rows.

        For SQLite: whoever writes with a connection of their own keeps the writer waiting, and holds the lock for as
        long as a busy event loop takes to come back to them.
        """

        def do() -> Result:
            with self._engine.begin() as connection:
                lock_for_writing(connection)
                return work(connection)

        return await asyncio.get_running_loop().run_in_executor(self._thread, do)

    async def _run(self) -> None:
        in_thread = asyncio.get_running_loop().run_in_executor
        while not (self._closing and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            batch, self._waiting = self._waiting, []
            if batch:
                began = perf_counter()
                saving = in_thread(self._thread, self._save, batch)
                if not (await asyncio.wait({saving}, timeout=SILENT_SECONDS))[0]:
                    self._give_up(batch)
                errors = await saving
                self.is_silent = False
                self._acknowledge(batch, errors)
                if self._observe_seconds:
                    self._observe_seconds(perf_counter() - began)

    def _give_up(self, batch: list[WriteRequest]) -> None:
        """Tell all who wait that the database is silent. Their rows may still be saved: numbers make sure that nothing
        is written twice."""
        logger.error("the database does not answer")
        self.is_silent = True
        given_up, self._waiting = [*batch, *self._waiting], []
        for request in given_up:
            if not request.done.done():
                request.done.set_exception(silence_refusal())

    def _acknowledge(self, batch: list[WriteRequest], errors: list[Exception | None]) -> None:
        saved = []
        for request, error in zip(batch, errors, strict=True):
            if error is None:
                saved.append(request)
            if not request.done.done():
                request.done.set_result(None) if error is None else request.done.set_exception(error)
            elif error is None and request.on_late:
                request.on_late(request.table_id, request.rows[-1].number)
        if self.publish and (rows := _last_rows(saved)):
            self.publish(rows)

    def _save(self, batch: list[WriteRequest]) -> list[Exception | None]:
        """Commit these rows in one transaction; returns the error of each request, if any. Runs in the thread."""
        try:
            if self._is_postgresql and all(_is_plain(request) for request in batch):
                self._insert_at_once(batch)
            else:
                with self._engine.begin() as connection:
                    if not self._is_postgresql:
                        lock_for_writing(connection)
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
        if (named := _guests_named(batch)) and (gone := missing(connection, named)):
            for request in batch:
                _anonymize(request, gone)
        # Straight to the driver: every move pays for this statement.
        if self._is_postgresql:
            connection.exec_driver_sql(POSTGRESQL_INSERT, _columns(batch))
        else:
            connection.exec_driver_sql(SQLITE_INSERT, _values(batch))
        for request in batch:
            changed: dict[str, object] = {}
            if request.status is not None:
                changed = {"status": request.status, "changed_at": request.rows[-1].at}
            if request.facts is not None:
                changed["facts"] = request.facts
            if changed:
                where = schema.tables.c.id == request.table_id
                connection.execute(update(schema.tables).where(where).values(changed))
            if request.ended is not None:
                write_match(connection, request.ended)
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

    async def notify(self, engine: AsyncEngine, tables: Mapping[str, int]) -> None:
        """Send notices to other processes: the tables and their last rows."""
        if self.publish:
            self.publish(tables)
        elif self.uses_notify:
            async with engine.begin() as connection:
                for statement in notify_statements(tables):
                    await connection.execute(*statement)

    def _let_go(self) -> None:
        """Give the connection back: whoever takes it next checks whether it still works."""
        if self._kept is not None:
            self._kept.close()
            self._kept = None


def _guests_named(batch: Sequence[WriteRequest]) -> set[str]:
    named = {guest for request in batch for guest in guests_named(request.rows)}
    seated = {guest for request in batch for guest in (request.seats or {}).values() if guest is not None}
    ended = [request.ended for request in batch if request.ended is not None]
    played = {seat.guest for match in ended for seat in match.seats if seat.guest is not None}
    return named | seated | played | {guest for request in batch for guest in _listed(request)}


def _listed(request: WriteRequest) -> set[str]:
    """The guests whom lists show."""
    return {guest for guest in decoded(request.facts).held if guest is not None} if request.facts else set()


def _anonymize(request: WriteRequest, gone: set[str]) -> None:
    if gone & guests_named(request.rows):
        request.rows, request.is_anonymized = without_forgotten(request.rows, gone), True
    if gone & _listed(request):
        request.facts = ""  # made again from the log
    if request.seats is not None:
        request.seats = {seat: guest for seat, guest in request.seats.items() if guest not in gone}
    if request.ended is not None:
        request.ended = without_guests(request.ended, gone)


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
    is_all = request.is_private and request.status is None and request.seats is None and request.facts is None
    return is_all and not guests_named(request.rows)


def _last_rows(batch: Sequence[WriteRequest]) -> dict[str, int]:
    """The rows that other processes have to hear of."""
    return {request.table_id: request.rows[-1].number for request in batch if not request.is_private}


def notify_statements(tables: Mapping[str, int]) -> list[tuple[TextClause, dict[str, str]]]:
    """Notify other processes as part of the transaction, so that they find the rows committed."""
    query = text("SELECT pg_notify(:channel, :payload)")
    return [(query, {"channel": CHANNEL, "payload": notice(table_id, number)}) for table_id, number in tables.items()]

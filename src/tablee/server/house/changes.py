"""The one way to change a table: check → append → tell → acknowledge.

- check: the command is tried on the table as it stands; it raises `Refused`, or drafts rows (table/commands.py);
- append: the rows are committed to the log; no two writers can both append row n of a table (store/log.py);
- tell: the table takes the rows in, and every reader gets an update (live_table.py, table/updates.py);
- acknowledge: whoever sent the command gets the version of the table that holds it.

The changes of one table come one after the other; tables do not wait for each other. Commands that come in together, or
while others are being saved, are saved and told together.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from tablee.server.house.background import BackgroundTasks
from tablee.server.house.live_table import CHAIR_ROWS, LiveTable, PendingCommand
from tablee.server.house.timer import Timer
from tablee.server.ops.metrics import Metrics
from tablee.server.refusals import Refused, Resent
from tablee.server.store.log import NumberTaken, Writing
from tablee.server.store.outages import is_outage
from tablee.server.store.store import Store
from tablee.server.table import commands
from tablee.server.table.commands import Command
from tablee.server.table.table import Draft, Row, Status, Table, read

logger = logging.getLogger("tablee.house")

ATTEMPTS: Final = 20
"""How often a change is tried again when another process wrote first."""

Changed = Callable[[LiveTable, bool], None]
"""Called after every change of a table; the flag says whether this process made it."""


@dataclass(slots=True)
class Batch:
    """Commands that are saved together."""

    table: Table
    """The table as the batch leaves it, if it has several commands; else as it stands."""
    draft: Draft = field(default_factory=lambda: Draft([]))
    answers: list[tuple[PendingCommand, Refused | Resent | None]] = field(default_factory=list)

    @property
    def refuses(self) -> bool:
        return any(isinstance(answer, Refused) for _, answer in self.answers)

    def succeed(self, version: int) -> None:
        """All is saved: everybody gets an answer."""
        for pending, answer in self.answers:
            if pending.version.done():
                continue
            if answer is None:
                pending.version.set_result(version)
            else:
                pending.version.set_exception(answer)

    def fail(self, error: Exception) -> None:
        """Nothing is saved; those who are refused anyway are told why."""
        for pending, answer in self.answers:
            if not pending.version.done():
                pending.version.set_exception(answer if isinstance(answer, Refused) else error)


class Changes:
    """Changes live tables, and takes in what other processes changed."""

    def __init__(self, store: Store, timer: Timer, metrics: Metrics, tasks: BackgroundTasks, changed: Changed) -> None:
        self._store = store
        self._timer = timer
        self._metrics = metrics
        self._tasks = tasks
        self._changed = changed

    # The way of a command

    async def change(self, live: LiveTable, command: Command) -> int:
        """Carry out a command: returns the version once it is committed and told; raises `Refused`."""
        pending = PendingCommand(command, asyncio.get_running_loop().create_future())
        live.pending.append(pending)
        if live.worker is None:
            live.worker = asyncio.create_task(self._work_off(live))
        return await pending.version

    async def _work_off(self, live: LiveTable) -> None:
        try:
            while live.pending:
                pending, live.pending = live.pending, []
                async with live.lock:
                    try:
                        await self._carry_out(live, pending)
                    except Exception as error:
                        refused = self._failure(live, error)
                        Batch(live.table, answers=[(each, None) for each in pending]).fail(refused)
        finally:
            live.worker = None

    async def _carry_out(self, live: LiveTable, pending: Sequence[PendingCommand]) -> None:
        for _ in range(ATTEMPTS):
            if live.trouble:
                raise Refused("trouble", {"trouble": live.trouble}, status=500)
            batch = self._check(live, pending)
            try:
                if batch.draft.rows:
                    await self._append(live, batch)
                    self._tell(live, batch.draft.rows)
                    self._changed(live, True)
                elif self._store.is_shared and batch.refuses and await self.catch_up(live):
                    continue  # it was refused at a table that had moved on elsewhere
            except NumberTaken:
                await self.catch_up(live)
            except Refused as refused:
                batch.fail(refused)
                return
            else:
                batch.succeed(live.table.version)
                return
        batch.fail(Refused("busy", status=503))

    def _check(self, live: LiveTable, pending: Sequence[PendingCommand]) -> Batch:
        """What is to be written, each command checked on the table as those before it leave it."""
        alone = len(pending) == 1
        batch = Batch(live.table if alone else live.table.twin())
        for each in pending:
            try:
                draft = self._drafted(live, batch.table, each.command)
            except (Refused, Resent) as answer:
                batch.answers.append((each, answer))
                continue
            batch.answers.append((each, None))
            if draft is not None:
                batch.draft = batch.draft.followed_by(draft)
                if not alone:
                    batch.table.adopt(draft)
        return batch

    def _drafted(self, live: LiveTable, table: Table, command: Command) -> Draft | None:
        try:
            return command(table, self._timer.now())
        except (Refused, Resent):
            raise
        except Exception as error:
            # The rules themselves failed. This table is put aside with its log; the others go on.
            raise self.put_aside(live, error) from error

    async def _append(self, live: LiveTable, batch: Batch) -> None:
        """Commit the rows; only then does the table take them in."""
        table, draft, after = live.table, batch.draft, batch.table
        kinds = {row.kind for row in draft.rows}
        writing = Writing(table.setup.id, draft.rows)
        if kinds != {"play"} or draft.match is None or draft.match.over:
            # The lobby's columns follow from the rows: a twin takes them in first to know them.
            if after is table:
                after = table.twin()
                after.adopt(draft)
            writing.status = after.status if after.status is not table.status else None
            if kinds & CHAIR_ROWS:
                writing.seats = {seat: after.chairs[seat].guest for seat in table.game.seats}
        await self._store.log.write(writing)
        if after is table:
            table.adopt(draft)
        else:
            live.table = after
        self._metrics.rows_written.inc(len(draft.rows))
        live.seat_readers(draft.rows)

    def _tell(self, live: LiveTable, rows: Sequence[Row]) -> None:
        """Send all readers an update about some rows."""
        try:
            live.tell_all(rows, self._timer.now())
        except Exception as error:
            self.put_aside(live, error)

    def tell_anew(self, live: LiveTable) -> None:
        """Send all readers the whole table."""
        live.begin_anew()
        for reader in tuple(live.readers):
            try:
                live.tell(reader, self._timer.now())
            except Exception as error:
                raise self.put_aside(live, error) from error

    # What other processes wrote

    async def catch_up(self, live: LiveTable) -> bool:
        """Take in what another process wrote; returns whether it did write. Call it with the table's lock."""
        if live.trouble:
            return False
        try:
            rows = await self._store.rows(live.table.setup.id, live.table.version)
            ahead = live.table.twin() if rows else live.table
            for row in rows:
                ahead.absorb(row)
        except SQLAlchemyError:
            raise
        except Exception as error:
            self._stop_here(live, self.trouble(live.table.setup.id, error))
            return True
        if rows:
            live.table = ahead
            live.seat_readers(rows)
            self._tell(live, rows)
            self._changed(live, False)
        return bool(rows)

    async def reload(self, live: LiveTable) -> None:
        """Read a table anew: rows of its log were changed (a guest was forgotten)."""
        table_id = live.table.setup.id
        async with live.lock:
            try:
                if (setup := await self._store.setup(table_id)) is not None:
                    live.table = read(setup, await self._store.rows(table_id))
                    live.trouble = None
            except (Refused, SQLAlchemyError):
                raise
            except Exception as error:
                self._stop_here(live, self.trouble(table_id, error))
                return
            self.tell_anew(live)
            self._changed(live, False)

    # Trouble

    def _failure(self, live: LiveTable, error: Exception) -> Refused:
        """What to tell people when nothing came of what they asked for."""
        if isinstance(error, Refused):
            return error
        if is_outage(error):
            logger.error("the database does not answer", exc_info=error)
            return Refused("not_saved", status=503)
        return self.put_aside(live, error)

    def put_aside(self, live: LiveTable, error: Exception) -> Refused:
        """Stop a table that is in trouble, keeping its log; returns what to tell people."""
        refused = self.trouble(live.table.setup.id, error)
        if live.table.status is not Status.ASIDE and not live.is_going_aside:
            live.is_going_aside = True
            self._tasks.spawn(self._write_aside(live, refused))
        return refused

    async def _write_aside(self, live: LiveTable, why: Refused) -> None:
        try:
            await self.change(live, lambda table, at: commands.status(table, "aside", at, **why.details))
        except Refused as refused:
            if refused.code != "trouble":
                raise
            # Not even that can be written.
            async with live.lock:
                self._stop_here(live, why)
        finally:
            live.is_going_aside = False

    def _stop_here(self, live: LiveTable, why: Refused) -> None:
        """Stop a table whose rows this process cannot read: it must not write after them, another one perhaps may."""
        live.trouble = str(why.details["trouble"])
        live.table = live.table.twin()
        live.table.absorb(Row(live.table.version, "aside", {}, self._timer.now()))
        self._changed(live, False)
        self.tell_anew(live)

    def trouble(self, table_id: str, error: Exception) -> Refused:
        """Log an error under a code that people are told."""
        code = secrets.token_hex(4)
        logger.error("table in trouble", extra={"table": table_id, "trouble": code}, exc_info=error)
        self._metrics.trouble.inc()
        return Refused("trouble", {"trouble": code}, status=500)

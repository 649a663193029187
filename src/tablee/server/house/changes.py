"""The one way to change a table: check → append → tell → acknowledge.

- check: the command is tried on the current table; it raises `Refused` or drafts rows (table/commands.py);
- append: the rows are committed to the log, where no two writers can both append row n (store/log.py), and then applied
  to the table in memory;
- tell: every reader gets an update (live_table.py, table/updates.py);
- acknowledge: the sender of the command gets the version of the table that contains it.

Each table processes its commands in order, independently of other tables. Commands that wait at the same time are
committed and broadcast as one batch.
"""

import asyncio
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from tablee.server.house.background import BackgroundTasks
from tablee.server.house.live_table import CHAIR_ROWS, MATCH_ROWS, LiveTable, PendingCommand
from tablee.server.house.timer import Timer
from tablee.server.ops.metrics import Metrics
from tablee.server.refusals import Refused, Resent
from tablee.server.store.log import NumberTaken, WriteRequest
from tablee.server.store.matches import ended_match
from tablee.server.store.outages import is_outage, outage_refusal
from tablee.server.store.store import Store
from tablee.server.table import commands, facts
from tablee.server.table.command_parts import TableCommand
from tablee.server.table.rows import Draft, Row
from tablee.server.table.table import Table, table_from_log
from tablee.server.table.table_parts import Status

logger = logging.getLogger("tablee.house")

ATTEMPTS: Final = 20
"""How often a change is tried if other processes keep writing first."""

MAX_ROWS: Final = 20_000
LIMITED_ROWS: Final = {"ask_undo", "back", "chat", "hand_over", "link", "mute", "sit", "stand", "undo"}
"""A log of `MAX_ROWS` rows gets no more of these kinds. What a match needs to end is always written: without these,
that is not much."""

Changed = Callable[[LiveTable, bool], None]
"""Called after every change of a table; the flag says whether this process made it."""


@dataclass(slots=True)
class Batch:
    """Commands that are committed together."""

    table: Table
    """A copy with the drafts applied, if the batch has several commands; else the current table."""
    draft: Draft = field(default_factory=lambda: Draft([]))
    answers: list[tuple[PendingCommand, Refused | Resent | None]] = field(default_factory=list)

    @property
    def refuses(self) -> bool:
        return any(isinstance(answer, Refused) for _, answer in self.answers)

    def acknowledge(self, version: int) -> None:
        """Acknowledge all commands: the rows are committed."""
        for pending, answer in self.answers:
            if pending.version.done():
                continue
            if answer is None:
                pending.version.set_result(version)
            else:
                pending.version.set_exception(answer)

    def fail(self, error: Exception) -> None:
        """Nothing was committed: all get this error, except those that were refused for a reason of their own."""
        for pending, answer in self.answers:
            if not pending.version.done():
                pending.version.set_exception(answer if isinstance(answer, Refused) else error)


class Changes:
    """Changes tables, and applies the changes of other processes."""

    def __init__(
        self,
        store: Store,
        timer: Timer,
        metrics: Metrics,
        tasks: BackgroundTasks,
        changed: Changed,
        *,
        reloaded: Callable[[LiveTable], None],
        saved_late: Callable[[str, int], None],
    ) -> None:
        self._store = store
        self._timer = timer
        self._metrics = metrics
        self._tasks = tasks
        self._changed = changed
        self._reloaded = reloaded
        """Called after a table was loaded again: guests may have been forgotten."""
        self._saved_late = saved_late
        """Called if rows were saved although the database had been given up: the table, and the last row."""

    # The steps of a command

    async def change(self, live: LiveTable, command: TableCommand) -> int:
        """Carry out a command: returns the version once it is committed and broadcast; raises `Refused`."""
        pending = PendingCommand(command, asyncio.get_running_loop().create_future())
        live.pending.append(pending)
        if live.worker is None:
            live.worker = asyncio.create_task(self._process_queue(live))
        return await pending.version

    async def _process_queue(self, live: LiveTable) -> None:
        try:
            while live.pending:
                pending, live.pending = live.pending, []
                async with live.lock:
                    try:
                        await self._process_batch(live, pending)
                    except Exception as error:
                        refused = self._refusal_for(live, error)
                        Batch(live.table, answers=[(each, None) for each in pending]).fail(refused)
        finally:
            live.worker = None

    async def _process_batch(self, live: LiveTable, pending: Sequence[PendingCommand]) -> None:
        for _ in range(ATTEMPTS):
            if live.trouble:
                raise Refused("trouble", {"trouble": live.trouble}, status=500)
            batch = self._check(live, pending)
            try:
                if batch.draft.rows and await self._append(live, batch):
                    self._tell(live, batch.draft.rows)
                    self._changed(live, True)
                elif batch.draft.rows:
                    await self._load_again(live)
                elif self._store.is_shared and batch.refuses and await self.catch_up(live):
                    continue  # refused by an outdated table: check again
            except NumberTaken:
                await self.catch_up(live)
            except Refused as refused:
                batch.fail(refused)
                return
            else:
                batch.acknowledge(live.table.version)
                return
        batch.fail(Refused("busy", status=503))

    def _check(self, live: LiveTable, pending: Sequence[PendingCommand]) -> Batch:
        """Check each command on the table as the commands before it leave it, and collect the rows to write."""
        is_single = len(pending) == 1
        batch = Batch(live.table if is_single else live.table.copy())
        for each in pending:
            try:
                draft = self._draft_of(live, batch.table, each.command)
            except (Refused, Resent) as answer:
                batch.answers.append((each, answer))
                continue
            batch.answers.append((each, None))
            if draft is not None:
                batch.draft = batch.draft.followed_by(draft)
                if not is_single:
                    batch.table.apply_draft(draft)
        return batch

    def _draft_of(self, live: LiveTable, table: Table, command: TableCommand) -> Draft | None:
        try:
            draft = command(table, self._timer.now())
            if draft and table.version >= MAX_ROWS and any(row.kind in LIMITED_ROWS for row in draft.rows):
                raise Refused("log_full", {"most": MAX_ROWS})
            return draft
        except (Refused, Resent):
            raise
        except Exception as error:
            # A bug in the rules. This table is put aside with its log; other tables are not affected.
            raise self.put_aside(live, error) from error

    async def _append(self, live: LiveTable, batch: Batch) -> bool:
        """Commit the rows, then apply them to the table in memory. Returns False if the table has to be loaded again: a
        guest whom they name was forgotten meanwhile, and the log has the rows without the name."""
        table, draft, after = live.table, batch.draft, batch.table
        kinds = {row.kind for row in draft.rows}
        request = WriteRequest(table.setup.id, draft.rows, is_private=live.is_private, on_late=self._saved_late)
        if kinds != {"play"} or draft.match is None or draft.match.over:
            # The lobby's columns are written in the same transaction: apply the draft to a copy to know them.
            if after is table:
                after = table.copy()
                after.apply_draft(draft)
            if after.status is not table.status:
                request.status = after.status
                request.ended = ended_match(after, draft.rows[-1].at)
            if request.status or not kinds <= MATCH_ROWS:
                request.facts = facts.encoded(facts.facts_of(after))
            if kinds & CHAIR_ROWS:
                request.seats = {seat: after.chairs[seat].guest for seat in table.game.seats}
        await self._store.log.write(request)
        if request.is_anonymized:
            return False
        if after is table:
            table.apply_draft(draft)
        else:
            live.table = after
        self._metrics.rows_written.inc(len(draft.rows))
        live.update_reader_seats(draft.rows)
        return True

    def _tell(self, live: LiveTable, rows: Sequence[Row]) -> None:
        """Send all readers an update about some rows."""
        try:
            live.broadcast(rows, self._timer.now())
        except Exception as error:
            self.put_aside(live, error)

    def resend_all(self, live: LiveTable) -> None:
        """Send all readers the whole table again."""
        live.reset_readers()
        for reader in tuple(live.readers):
            try:
                live.send_update(reader, self._timer.now())
            except Exception as error:
                raise self.put_aside(live, error) from error

    # What other processes wrote

    async def catch_up(self, live: LiveTable) -> bool:
        """Apply rows that other processes wrote; returns whether there were any. The caller holds the table's lock."""
        if live.trouble:
            return False
        try:
            rows = await self._store.tables.rows(live.table.setup.id, live.table.version)
            if rows:
                self._timer.advance_to(rows[-1].at)
            newer = live.table.copy() if rows else live.table
            for row in rows:
                newer.apply_row(row)
        except SQLAlchemyError:
            raise
        except Exception as error:
            self._stop_locally(live, self.trouble(live.table.setup.id, error))
            return True
        if rows:
            live.table = newer
            live.update_reader_seats(rows)
            self._tell(live, rows)
            self._changed(live, False)
        return bool(rows)

    async def reload(self, live: LiveTable) -> None:
        """Load a table again because earlier rows were changed (a guest was forgotten)."""
        async with live.lock:
            await self._load_again(live)

    async def _load_again(self, live: LiveTable) -> None:
        """The caller holds the table's lock."""
        table_id = live.table.setup.id
        try:
            if (setup := await self._store.tables.setup(table_id)) is not None:
                live.table = table_from_log(setup, await self._store.tables.rows(table_id))
                live.trouble = None
        except (Refused, SQLAlchemyError):
            raise
        except Exception as error:
            self._stop_locally(live, self.trouble(table_id, error))
            return
        self.resend_all(live)
        self._changed(live, False)
        self._reloaded(live)

    # Trouble

    def _refusal_for(self, live: LiveTable, error: Exception) -> Refused:
        """The refusal for commands that failed with an unexpected error."""
        if isinstance(error, Refused):
            return error
        if is_outage(error):
            logger.error("the database does not answer", exc_info=error)
            return outage_refusal(error, "not_saved")
        return self.put_aside(live, error)

    def put_aside(self, live: LiveTable, error: Exception) -> Refused:
        """Stop a table because of an error, keeping its log; returns the refusal for its readers."""
        refused = self.trouble(live.table.setup.id, error)
        if live.table.status is not Status.ASIDE and not live.is_being_put_aside:
            live.is_being_put_aside = True
            self._tasks.spawn(self._write_aside(live, refused))
        return refused

    async def _write_aside(self, live: LiveTable, why: Refused) -> None:
        try:
            await self.change(live, lambda table, at: commands.change_status(table, "aside", at, **why.details))
        except Refused as refused:
            if refused.code != "trouble":
                raise
            # Not even that can be written: stop it in this process only.
            async with live.lock:
                self._stop_locally(live, why)
        finally:
            live.is_being_put_aside = False

    def _stop_locally(self, live: LiveTable, why: Refused) -> None:
        """Stop a table whose rows this process cannot read. Nothing is written, as another process may be able to."""
        live.trouble = str(why.details["trouble"])
        live.table = live.table.copy()
        live.table.apply_row(Row(live.table.version, "aside", {}, self._timer.now()))
        self._changed(live, False)
        self.resend_all(live)

    def trouble(self, table_id: str, error: Exception) -> Refused:
        """Log an error with a code, which is also shown to people."""
        code = secrets.token_hex(4)
        logger.error("table in trouble", extra={"table": table_id, "trouble": code}, exc_info=error)
        self._metrics.trouble.inc()
        return Refused("trouble", {"trouble": code}, status=500)

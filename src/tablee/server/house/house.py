"""The house: all tables this process has at hand, and the one way to change them.

Every change is: check (on the table as it stands) → append (committed) → acknowledge → tell. One table's changes come
one after the other; tables do not wait for each other.
"""

import asyncio
import contextlib
import logging
import secrets
from collections import deque
from collections.abc import Awaitable, Sequence
from functools import partial
from typing import Any, Final
from weakref import WeakValueDictionary

from sqlalchemy.exc import SQLAlchemyError

from tablee.server.house.background import BackgroundTasks
from tablee.server.house.batch import Batch, Command, PendingCommand
from tablee.server.house.live_table import CHAIR_ROWS, LiveTable, Reader
from tablee.server.house.scheduler import Scheduler
from tablee.server.house.timer import Timer
from tablee.server.ops.metrics import Metrics
from tablee.server.refusals import Refused, Resent
from tablee.server.store.log import NumberTaken, Writing
from tablee.server.store.outages import is_outage
from tablee.server.store.store import Store
from tablee.server.table import commands
from tablee.server.table.table import Draft, Row, Setup, Status, Table, read

logger = logging.getLogger("tablee.house")

ATTEMPTS: Final = 20
"""How often a change is tried again when another process wrote first."""

RECENT: Final = 500
"""How many tables are kept at hand though nobody plays or reads them."""

PAUSE: Final = 1.0
"""How long to wait before a database that does not answer is asked again, in seconds."""


class House:
    """All tables at hand."""

    def __init__(self, store: Store, timer: Timer, metrics: Metrics, tables_per_guest: int) -> None:
        self.store = store
        self.timer = timer
        self.metrics = metrics
        self.tables_per_guest = tables_per_guest
        self._live: WeakValueDictionary[str, LiveTable] = WeakValueDictionary()
        """All tables anybody holds, so that there is never a second one of the same id."""
        self._playing: set[LiveTable] = set()
        self._recent: deque[LiveTable] = deque(maxlen=RECENT)
        self._loading: dict[str, asyncio.Task[LiveTable]] = {}
        self._heard: set[str] = set()
        """The tables being loaded that somebody has written to meanwhile."""
        self._errands = BackgroundTasks()
        self.steward = Scheduler(timer, self._errands, self.change)
        self.is_awake = False
        """Whether every match that is being played has been taken up."""

    @property
    def is_quiet(self) -> bool:
        """Whether nobody waits for anything."""
        return not any(live.worker or live.wishes for live in self._live.values())

    # Tables at hand

    async def open_table(self, setup: Setup) -> LiveTable:
        """Put up a new table; raises `Refused` if its host has too many that are not finished."""
        if not await self.store.add_table(setup, self.tables_per_guest):
            raise Refused("too_many_tables", {"most": self.tables_per_guest}, status=429)
        self.metrics.tables_opened.inc()
        return self._at_hand(Table(setup))

    def _at_hand(self, table: Table) -> LiveTable:
        if found := self._live.get(table.setup.id):
            # Somebody who listed the tables read it from the log in the same moment.
            return found
        live = self._live[table.setup.id] = LiveTable(table)
        self._recent.append(live)
        return live

    async def live(self, table_id: str) -> LiveTable:
        """A table as it stands, read from the log if it is not at hand; raises `Refused` if there is none."""
        if found := self._live.get(table_id):
            await self.up_to_date(found)
            return found
        if table_id not in self._loading:
            self._loading[table_id] = asyncio.create_task(self._load(table_id))
        return await asyncio.shield(self._loading[table_id])

    async def several(self, table_ids: Sequence[str]) -> list[LiveTable]:
        """All these tables as they stand but those that cannot be read: one in trouble hides no other."""
        newest = await self.store.newest(table_ids) if self.store.is_shared else {}
        found = []
        for table_id in table_ids:
            live = self._live.get(table_id)
            with contextlib.suppress(Refused):
                if live is None or live.table.version < newest.get(table_id, 0):
                    live = await self.live(table_id)
                found.append(live)
        return found

    async def up_to_date(self, live: LiveTable) -> None:
        """Do not wait to hear of what another process wrote: whoever comes from there knows of it."""
        if self.store.is_shared:
            async with live.lock:
                await self._catch_up(live)

    async def _load(self, table_id: str) -> LiveTable:
        try:
            table = await self._read(table_id)
        finally:
            # Whoever asked may have gone meanwhile; and from now on what is heard is for the table at hand.
            del self._loading[table_id]
            was_heard_of = table_id in self._heard
            self._heard.discard(table_id)
        live = self._at_hand(table)
        self._go_on(live)
        self.steward.fill_in(live)
        if was_heard_of:
            self.spawn(self.reload(table_id))
        return live

    async def _read(self, table_id: str) -> Table:
        try:
            setup = await self.store.setup(table_id) if table_id.isascii() and table_id.isalnum() else None
            table = None if setup is None else read(setup, await self.store.rows(table_id))
        except (Refused, SQLAlchemyError):
            raise
        except Exception as error:
            raise self._trouble(table_id, error) from error
        if table is None:
            raise Refused("no_such_table", {"table": table_id}, status=404)
        return table

    async def wake_all(self) -> None:
        """After a start: take up every match that is being played, so that bots and clocks go on.

        The house is open meanwhile: whoever comes to a table that sleeps wakes it himself.
        """
        asleep: list[str] | None = None
        while not self.is_awake:
            try:
                if asleep is None:
                    asleep = await self.store.unfinished()
                while asleep:
                    await self._wake(asleep[-1])
                    asleep.pop()
                self.is_awake = True
            except SQLAlchemyError as error:
                logger.warning("the database does not answer", exc_info=error)
                await asyncio.sleep(PAUSE)

    async def _wake(self, table_id: str) -> None:
        try:
            await self.live(table_id)
        except Refused:
            pass  # whoever comes to it is told why
        except Exception as error:
            if is_outage(error):
                raise
            logger.error("a match was not taken up", extra={"table": table_id}, exc_info=error)

    # Changing a table

    async def change(self, live: LiveTable, command: Command) -> int:
        """Carry out a command: returns the version once it is committed and told; raises `Refused`."""
        wish = PendingCommand(command, asyncio.get_running_loop().create_future())
        live.wishes.append(wish)
        if live.worker is None:
            live.worker = asyncio.create_task(self._fulfil_all(live))
        return await wish.version

    async def _fulfil_all(self, live: LiveTable) -> None:
        """One after the other; but what came in together, or while others were saved, is saved and told together."""
        try:
            while live.wishes:
                wishes, live.wishes = live.wishes, []
                async with live.lock:
                    try:
                        await self._fulfil(live, wishes)
                    except Exception as error:
                        refused = self._failure(live, error)
                        Batch(live.table, Draft([]), [(wish, None) for wish in wishes]).fail(refused)
        finally:
            live.worker = None

    def _failure(self, live: LiveTable, error: Exception) -> Refused:
        """What to tell people when nothing came of what they asked for."""
        if isinstance(error, Refused):
            return error
        if is_outage(error):
            logger.error("the database does not answer", exc_info=error)
            return Refused("not_saved", status=503)
        return self.put_aside(live, error)

    async def _fulfil(self, live: LiveTable, wishes: list[PendingCommand]) -> None:
        for _ in range(ATTEMPTS):
            if live.trouble:
                raise Refused("trouble", {"trouble": live.trouble}, status=500)
            plan = Batch.of(live.table, wishes, partial(self._drafted, live))
            try:
                if plan.draft.rows:
                    await self._write(live, plan)
                elif self.store.is_shared and plan.refuses and await self._catch_up(live):
                    continue  # it was refused at a table that had moved on elsewhere
            except NumberTaken:
                await self._catch_up(live)
            except Refused as refused:
                plan.fail(refused)
                return
            else:
                plan.succeed(live.table.version)
                return
        plan.fail(Refused("busy", status=503))

    def _drafted(self, live: LiveTable, table: Table, command: Command) -> Draft | None:
        try:
            return command(table, self.timer.now())
        except (Refused, Resent):
            raise
        except Exception as error:
            # The rules themselves failed. This table is put aside with its log; the others go on.
            raise self.put_aside(live, error) from error

    def put_aside(self, live: LiveTable, error: Exception) -> Refused:
        """Stop a table that is in trouble, keeping its log; returns what to tell people."""
        refused = self._trouble(live.table.setup.id, error)
        if live.table.status is not Status.ASIDE and not live.is_going_aside:
            live.is_going_aside = True
            self.spawn(self._write_aside(live, refused))
        return refused

    async def _write_aside(self, live: LiveTable, why: Refused) -> None:
        try:
            await self.change(live, lambda table, at: commands.status(table, "aside", at, **why.details))
        except Refused as refused:
            if refused.code != "trouble":
                raise
            # Not even that can be written.
            async with live.lock:
                self._put_aside_here(live, why)
        finally:
            live.is_going_aside = False

    def _trouble(self, table_id: str, error: Exception) -> Refused:
        trouble = secrets.token_hex(4)
        logger.error("table in trouble", extra={"table": table_id, "trouble": trouble}, exc_info=error)
        self.metrics.trouble.inc()
        return Refused("trouble", {"trouble": trouble}, status=500)

    async def _write(self, live: LiveTable, plan: Batch) -> None:
        table, draft = live.table, plan.draft
        kinds = {row.kind for row in draft.rows}
        writing = Writing(table.setup.id, draft.rows)
        if kinds != {"play"} or not table.game.actors(draft.state):
            # What the lobby lists follows from the rows: fold them into a twin to know it before they are written.
            ahead = plan.ahead
            if ahead is table:
                ahead = table.twin()
                ahead.adopt(draft)
            writing.status = ahead.status if ahead.status is not table.status else None
            if kinds & CHAIR_ROWS:
                writing.seats = {seat: ahead.chairs[seat].guest for seat in table.game.seats}
        await self.store.log.write(writing)
        if plan.ahead is table:
            table.adopt(draft)
        else:
            live.table = plan.ahead
        self.metrics.rows_written.inc(len(draft.rows))
        live.seat_readers(draft.rows)
        self._tell(live, draft.rows)
        self._go_on(live)

    async def _catch_up(self, live: LiveTable) -> bool:
        """Take in what another process wrote; returns whether it did write."""
        if live.trouble:
            return False
        try:
            rows = await self.store.rows(live.table.setup.id, live.table.version)
            ahead = live.table.twin() if rows else live.table
            for row in rows:
                ahead.absorb(row)
        except SQLAlchemyError:
            raise
        except Exception as error:
            self._put_aside_here(live, self._trouble(live.table.setup.id, error))
            return True
        if rows:
            live.table = ahead
            live.seat_readers(rows)
            self._tell(live, rows)
            self._go_on(live, ours=False)
        return bool(rows)

    def _put_aside_here(self, live: LiveTable, why: Refused) -> None:
        """Stop a table whose rows this process cannot read: it must not write after them, another one perhaps may."""
        live.trouble = str(why.details["trouble"])
        live.table = live.table.twin()
        live.table.absorb(Row(live.table.version, "aside", {}, self.timer.now()))
        self._go_on(live, ours=False)
        self._tell_anew(live)

    def hear(self, table_id: str, number: int) -> None:
        """Another process says it has written to a table up to this row (0: it has changed the log itself)."""
        live = self._live.get(table_id)
        if live is None:
            self._heard |= {table_id} & self._loading.keys()
        elif not number:
            self.spawn(self.reload(table_id))
        elif number > live.table.version:
            self.spawn(self._catch_up_soon(live))

    def catch_up_all(self) -> None:
        """Anything may have been written."""
        self._heard |= self._loading.keys()
        for live in tuple(self._live.values()):
            self.spawn(self._catch_up_soon(live))

    async def _catch_up_soon(self, live: LiveTable) -> None:
        async with live.lock:
            await self._catch_up(live)
            self._go_on(live, ours=False)

    async def reload(self, table_id: str) -> None:
        """Read a table anew: its log itself was changed (a guest was forgotten)."""
        if live := self._live.get(table_id):
            async with live.lock:
                try:
                    if (setup := await self.store.setup(table_id)) is not None:
                        live.table = read(setup, await self.store.rows(table_id))
                        live.trouble = None
                except (Refused, SQLAlchemyError):
                    raise
                except Exception as error:
                    self._put_aside_here(live, self._trouble(table_id, error))
                    return
                self._tell_anew(live)
                self._go_on(live, ours=False)
            self.steward.fill_in(live)

    def _go_on(self, live: LiveTable, *, ours: bool = True) -> None:
        """After a change, by this process or another."""
        (self._playing.add if live.table.status is Status.PLAYING else self._playing.discard)(live)
        self.steward.go_on(live, ours=ours)

    # Telling

    def tell(self, live: LiveTable, reader: Reader) -> None:
        """Tell one reader what he does not know yet."""
        try:
            live.tell(reader, self.timer.now())
        except Exception as error:
            raise self.put_aside(live, error) from error

    def _tell_anew(self, live: LiveTable) -> None:
        """Tell all readers all of it."""
        live.begin_anew()
        for reader in tuple(live.readers):
            self.tell(live, reader)

    def _tell(self, live: LiveTable, rows: Sequence[Row]) -> None:
        """Tell all readers of some rows."""
        try:
            live.tell_all(rows, self.timer.now())
        except Exception as error:
            self.put_aside(live, error)

    def spawn(self, work: Awaitable[Any]) -> "asyncio.Task[Any]":
        """Do something on the side; its errors are logged, not lost."""
        return self._errands.spawn(work)

    async def close(self) -> None:
        """Let what is under way finish, then stop."""
        self.steward.call_bot = None
        self.timer.close()
        await self._errands.cancel(*self._loading.values())
        for live in tuple(self._live.values()):
            if live.worker:
                await live.worker
            async with live.lock:
                pass

"""What other processes write while a table is being read from the log: nothing of it is missed."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

import pytest
from sqlalchemy import text
from tests.patience import until
from tests.server.house_in_process import OpenHouse, on_sqlite
from tests.server.virtual_time import VirtualTimer

from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.ops.metrics import Metrics
from tablee.server.store.tables import TableStore
from tablee.server.table.rows import Row
from tablee.server.table.table import Table

pytestmark = [pytest.mark.anyio, on_sqlite]


@dataclass
class SlowReading:
    """Rows are read, and reach whoever wants them when a test lets them."""

    are_read: asyncio.Event = field(default_factory=asyncio.Event)
    may_arrive: asyncio.Event = field(default_factory=asyncio.Event)


@pytest.fixture
def reading(monkeypatch: pytest.MonkeyPatch) -> SlowReading:
    reading, read_rows = SlowReading(), TableStore.rows

    async def rows(store: TableStore, table_id: str, after: int = 0) -> list[Row]:
        rows = await read_rows(store, table_id, after)
        reading.are_read.set()
        await reading.may_arrive.wait()
        return rows

    monkeypatch.setattr(TableStore, "rows", rows)
    return reading


@asynccontextmanager
async def another(house: OpenHouse) -> AsyncIterator[House]:
    """Another process, which has nothing at hand."""
    other = House(house.house.store, VirtualTimer(), Metrics(), house.pool, tables_per_guest=1, absence_seconds=60)
    yield other
    await other.close()


async def a_table(house: OpenHouse) -> tuple[str, int]:
    """A table with Anne at it, and its version."""
    table = await (await house.guest("Anne")).create_table("toy_nim", seats=1)
    return table, (await house.inside(table)).version


async def say(house: OpenHouse, table: str, number: int) -> None:
    """One more row, written elsewhere."""
    said = '{"seat": null, "name": "B", "guest": null, "text": "from elsewhere"}'
    values = {"table": table, "number": number, "said": said}
    async with house.house.store._engine.begin() as connection:
        await connection.execute(text("INSERT INTO entries VALUES (:table, :number, 'chat', :said, 0.0)"), values)


async def until_it_reads(live: LiveTable, condition: Callable[[Table], bool]) -> None:
    await until(lambda: condition(live.table))


async def test_a_row_heard_of_while_its_table_is_read(house: OpenHouse, reading: SlowReading) -> None:
    table, version = await a_table(house)
    async with another(house) as other:
        asking = asyncio.create_task(other.live(table))
        await reading.are_read.wait()
        await say(house, table, version + 1)
        other.on_notice(table, version + 1)
        reading.may_arrive.set()
        await until_it_reads(await asking, lambda there: there.version == version + 1)


async def test_a_row_heard_of_in_the_moment_its_table_is_at_hand(house: OpenHouse, reading: SlowReading) -> None:
    table, version = await a_table(house)
    async with another(house) as other:
        asking = asyncio.create_task(other.live(table))
        await reading.are_read.wait()
        await say(house, table, version + 1)
        other._loading[table].add_done_callback(lambda _: other.on_notice(table, version + 1))
        reading.may_arrive.set()
        await until_it_reads(await asking, lambda there: there.version == version + 1)


async def test_a_log_changed_while_it_is_read_is_read_anew(house: OpenHouse, reading: SlowReading) -> None:
    table, _ = await a_table(house)
    async with another(house) as other:
        asking = asyncio.create_task(other.live(table))
        await reading.are_read.wait()
        async with house.house.store._engine.begin() as connection:
            await connection.execute(text("UPDATE entries SET data = replace(data, 'Anne', 'Zoe')"))
        other.on_notice(table, 0)
        reading.may_arrive.set()
        await until_it_reads(await asking, lambda there: there.chairs[0].name == "Zoe")


async def test_a_row_heard_of_after_the_one_who_asked_has_gone(house: OpenHouse, reading: SlowReading) -> None:
    table, version = await a_table(house)
    async with another(house) as other:
        impatient = asyncio.create_task(other.live(table))
        await reading.are_read.wait()
        impatient.cancel()
        await asyncio.wait([impatient])
        await say(house, table, version + 1)
        other.on_notice(table, version + 1)
        reading.may_arrive.set()
        await until_it_reads(await other.live(table), lambda there: there.version == version + 1)


async def test_what_is_heard_of_a_table_nobody_wants_is_nothing(house: OpenHouse) -> None:
    table, version = await a_table(house)
    async with another(house) as other:
        other.on_notice(table, version)
        assert not other._changed_while_loading

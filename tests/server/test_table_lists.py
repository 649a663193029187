"""Lists of tables read no logs, and tables that nobody plays leave the memory."""

import asyncio
import gc
import threading
from typing import Any

import pytest
from sqlalchemy import select, update
from tests.server.guest_client import GuestClient
from tests.server.house_in_process import OpenHouse, on_sqlite

from tablee.server.house import house as houses
from tablee.server.house import log_reader
from tablee.server.store import schema
from tablee.server.store.tables import TableStore
from tablee.server.table.facts import UNKNOWN, decoded
from tablee.server.table.table import table_from_log

pytestmark = pytest.mark.anyio


async def some_tables(anne: GuestClient, number: int) -> list[str]:
    """Tables of one guest: the first is over, the others wait for somebody."""
    first = await anne.create_table("toy_nim", options={"heap": 2}, seats=2, open=True)
    await anne.start(first)
    async with anne.at_all(first) as places:
        await asyncio.gather(*(place.play_out() for place in places))
    return [first, *[await anne.create_table("toy_nim", open=True) for _ in range(number - 1)]]


def forget_tables(house: OpenHouse) -> None:
    """Have the house keep no table that is not needed."""
    for inside in filter(None, (house.house, house.neighbour)):
        inside._recent.clear()
    gc.collect()


def counted_logs(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Whose logs are read from now on."""
    read: list[str] = []
    rows = TableStore.rows

    async def counting(store: TableStore, table_id: str, after: int = 0) -> Any:
        read.append(table_id)
        return await rows(store, table_id, after)

    monkeypatch.setattr(TableStore, "rows", counting)
    return read


async def test_a_list_reads_no_logs(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, it read those of up to 200 tables, and kept 500 tables in memory."""
    anne = await house.guest("Anne")
    tables = await some_tables(anne, 4)
    before = await anne.get("/api/my/tables")
    assert {table["id"] for table in before} == set(tables)
    forget_tables(house)
    read = counted_logs(monkeypatch)
    assert await anne.get("/api/my/tables") == before
    assert await anne.get("/api/my/tables") == before, "the other process says the same"
    lobby = await anne.get("/api/tables")
    assert {table["id"] for table in lobby} == set(tables[1:])
    assert not read
    over = next(table for table in before if table["id"] == tables[0])
    assert over["winners"]
    assert over["yours"] == [0, 1]
    assert not over["your_turn"]


async def test_whose_turn_it_is_is_listed_wherever_the_match_is_played(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", options={"heap": 30}, open=True)
    await bernard.sit(table)
    await anne.start(table)
    for _ in range(2):
        turns = []
        for person in (anne, bernard):
            [listed] = await person.get("/api/my/tables")
            turns.append(listed["your_turn"])
        assert sorted(turns) == [False, True]


@on_sqlite
async def test_tables_of_earlier_versions_are_read_once(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    anne = await house.guest("Anne")
    tables = await some_tables(anne, 2)
    before = await anne.get("/api/my/tables")
    async with house.house.store._engine.begin() as connection:
        await connection.execute(update(schema.tables).values(facts=""))
    forget_tables(house)
    read = counted_logs(monkeypatch)
    for _ in range(3):
        assert await anne.get("/api/my/tables") == before
        forget_tables(house)
    assert read
    assert set(read) <= set(tables)
    assert len(read) == len(set(read))


async def test_lists_show_no_name_that_is_forgotten(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard-Marie")
    table = await anne.create_table("toy_nim", open=True)
    await bernard.sit(table)
    assert "Bernard-Marie" in str(await anne.get("/api/tables"))
    await bernard.http.delete("/api/me")
    async with house.house.store._engine.connect() as connection:
        kept = (await connection.execute(select(schema.tables.c.facts))).scalars().all()
    assert "Bernard-Marie" not in str(kept)
    assert "Bernard-Marie" not in str(await anne.get("/api/tables"))


@on_sqlite
async def test_tables_that_nobody_plays_leave_the_memory(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    anne = await house.guest("Anne")
    playing = await anne.create_table("toy_nim", seats=2)
    await anne.start(playing)
    for _ in range(houses.RECENT + 5):
        await anne.create_table("toy_nim")
    gc.collect()
    assert len(house.house._live) <= houses.RECENT + 1
    assert house.house.has_in_memory(playing)


@on_sqlite
async def test_a_long_log_is_played_in_a_thread(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    anne = await house.guest("Anne")
    [table] = await some_tables(anne, 1)
    before = await anne.table(table)
    threads: set[threading.Thread] = set()
    playing = table_from_log

    def watched(*given: Any) -> Any:
        threads.add(threading.current_thread())
        return playing(*given)

    monkeypatch.setattr(log_reader, "SHORT_LOG", 2)
    monkeypatch.setattr(log_reader, "table_from_log", watched)
    house.house._live.clear()
    assert await anne.table(table) == before
    assert threads
    assert threading.current_thread() not in threads


def test_what_is_stored_by_another_version_is_made_again() -> None:
    assert decoded("") is decoded('{"chairs": 3}') is decoded("[]") is UNKNOWN


@on_sqlite
async def test_the_memory_of_tables_that_do_not_exist_stays_small(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    for number in range(5):
        await anne.http.get(f"/api/tables/nothing{number}")
    assert not house.house._unreadable

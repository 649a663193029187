"""What the house does by itself: after it has opened, and in quiet moments."""

import asyncio
import gc
import sqlite3
import weakref
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.patience import until
from tests.server.databases import SqliteFiles
from tests.server.guest_client import guest_client
from tests.server.house_in_process import (
    OpenHouse,
    generous_settings,
    maintenance_of,
    on_sqlite,
    open_house,
    serve_app,
    until_awake,
)
from tests.server.virtual_time import VirtualTimer

from tablee.server.house import house as houses
from tablee.server.ops import maintenance
from tablee.server.ops.maintenance import FULL_COLLECTION_SECONDS, MAX_COLLECTION_DELAY
from tablee.server.store import database as databases_of_the_house
from tablee.server.store.store import Store
from tablee.server.store.tables import TableStore
from tablee.server.table.rows import Row

pytestmark = pytest.mark.anyio


class Thing:
    """Something that holds on to itself."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def rare_collections(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Python looks for garbage by itself as it does in a house that serves, and the house only when a test does it."""
    monkeypatch.setattr(maintenance, "PAUSE", 3600.0)
    before = gc.get_threshold()
    gc.set_threshold(1_000_000, 1000, 1000)
    yield
    gc.set_threshold(*before)


def old_garbage() -> "weakref.ref[Thing]":
    thing = Thing()
    gc.collect()  # it has become old before it dies
    return weakref.ref(thing)


@on_sqlite
@pytest.mark.usefixtures("rare_collections")
async def test_garbage_goes_away_in_a_quiet_moment(house: OpenHouse) -> None:
    upkeep = maintenance_of(house.house)
    old, young = old_garbage(), weakref.ref(Thing())
    await upkeep.run_once()
    assert old() is not None
    assert young() is None
    house.timer.jump(FULL_COLLECTION_SECONDS)
    await upkeep.run_once()
    assert old() is None
    old = old_garbage()
    await upkeep.run_once()
    assert old() is not None


@on_sqlite
@pytest.mark.usefixtures("rare_collections")
async def test_nobody_who_waits_for_a_move_waits_for_that(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    live = await house.house.live(await anne.create_table("toy_nim", seats=2))
    upkeep, old = maintenance_of(house.house), old_garbage()
    house.timer.jump(FULL_COLLECTION_SECONDS)
    assert house.house.is_idle
    async with live.lock:
        command = asyncio.create_task(house.house.change(live, lambda _table, _at: None))
        await asyncio.sleep(0)
        await upkeep.run_once()
        assert old() is not None
        # But a house that is never quiet must not fill the memory for ever.
        house.timer.jump(MAX_COLLECTION_DELAY - FULL_COLLECTION_SECONDS)
        await upkeep.run_once()
        assert old() is None
    await command


@pytest.mark.usefixtures("rare_collections")
async def test_the_house_looks_around_by_itself(
    sqlite_files: SqliteFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(maintenance, "PAUSE", 0.01)
    async with open_house(generous_settings(await sqlite_files.fresh(), tmp_path)) as house:
        old = old_garbage()
        house.timer.jump(FULL_COLLECTION_SECONDS)
        await until(lambda: old() is None)


async def test_what_a_guest_wants_forgotten_goes_as_soon_as_nobody_reads_it(tmp_path: Path) -> None:
    """Somebody who reads the file, for example to copy it, keeps its write-ahead log from being emptied."""
    file, name = tmp_path / "x.sqlite", "Xanthippe"

    def is_left() -> bool:
        return any(name.encode() in part.read_bytes() for part in tmp_path.glob("x.sqlite*"))

    async with open_house(generous_settings(f"sqlite+aiosqlite:///{file}", tmp_path)) as house:
        guest, upkeep = await house.guest(name), maintenance_of(house.house)
        with closing(sqlite3.connect(file)) as reader:
            reader.execute("BEGIN")
            reader.execute("SELECT * FROM guests").fetchall()
            assert (await guest.http.delete("/api/me")).status_code == 204
            await upkeep.run_once()
            assert is_left()
        await upkeep.run_once()
        assert not is_left()


@on_sqlite
async def test_maintenance_waits_for_a_database_that_is_gone(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    upkeep = maintenance_of(house.house)
    house.house.store._has_deleted_data = True
    nowhere = databases_of_the_house.engine("sqlite+aiosqlite:////nowhere/at/all.sqlite")
    monkeypatch.setattr(house.house.store, "_engine", nowhere)
    await upkeep.run_once()
    said = [record.getMessage() for record in caplog.records if record.name == maintenance.logger.name]
    assert said == ["the database does not answer"]


@on_sqlite
async def test_a_house_is_open_before_all_its_tables_are_at_hand(
    house: OpenHouse, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2, time_limits={"seconds": 60.0})
    await anne.start(table)
    may_be_read, read = asyncio.Event(), TableStore.rows

    async def slow(store: TableStore, table_id: str, after: int = 0) -> list[Row]:
        if table_id == table:
            await may_be_read.wait()
        return await read(store, table_id, after)

    monkeypatch.setattr(TableStore, "rows", slow)
    timer = VirtualTimer()
    async with (
        serve_app(generous_settings(database, tmp_path / "again"), timer) as (url, app),
        guest_client(url, "Bob") as bob,
    ):
        other = await bob.create_table("toy_nim", seats=2)
        await bob.start(other)
        async with bob.at(other, seat=0) as his:
            await his.until_asked()
        assert not app.state.house.has_resumed
        may_be_read.set()
        await until_awake(app.state.house)
        # The clock of the match that was taken up goes on.
        await timer.let_pass(60)
        assert any(chair["absent"] for chair in (await bob.table(table))["chairs"] if "absent" in chair)


async def test_a_house_wakes_its_tables_although_the_database_was_gone_for_a_moment(
    sqlite_files: SqliteFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(houses, "PAUSE", 0.01)
    url = await sqlite_files.fresh()
    async with open_house(generous_settings(url, tmp_path)) as first:
        anne = await first.guest("Anne")
        table = await anne.create_table("toy_nim", seats=2)
        await anne.start(table)
        await _rename(first.house.store, "entries", "elsewhere")
    async with serve_app(generous_settings(url, tmp_path), VirtualTimer()) as (_, app):
        await until(lambda: caplog.records)
        assert not app.state.house.has_resumed
        await _rename(app.state.house.store, "elsewhere", "entries")
        await until_awake(app.state.house)
        assert table in app.state.house._live


async def _rename(store: Store, old: str, new: str) -> None:
    async with store._engine.begin() as connection:
        await connection.execute(text(f"ALTER TABLE {old} RENAME TO {new}"))

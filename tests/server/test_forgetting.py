"""Forgetting leaves no name behind, whatever happens at the same moment, and keeps nobody from playing."""

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from typing import Any, Final

import psycopg
import pytest
from sqlalchemy import event, make_url, select
from sqlalchemy.exc import OperationalError
from tests.server.database_dump import database_text
from tests.server.guest_client import GuestClient, RequestRefused, refused
from tests.server.house_in_process import OpenHouse, maintenance_of, on_postgresql, on_sqlite
from tests.server.test_missed_notices import SlowReading, another, reading, until_it_reads
from tests.server.test_replays import recorded

from tablee.server.house import house as houses
from tablee.server.store import guests as guest_store
from tablee.server.store import schema
from tablee.server.store.log import Log, WriteRequest
from tablee.server.store.tables import TableStore

pytestmark = pytest.mark.anyio
__all__ = ["reading"]

NAME: Final = "Xanthippe"
WORDS: Final = "hemlock again, dear?"

Deed = Callable[[OpenHouse, GuestClient, GuestClient], Awaitable[Callable[[], Awaitable[Any]]]]
"""Prepares something that a guest does, and another guest who is there."""


async def id_of(house: OpenHouse) -> str:
    """The id of the guest to be forgotten."""
    async with house.house.store._engine.connect() as connection:
        query = select(schema.guests.c.id).where(schema.guests.c.name == NAME)
        return str((await connection.execute(query)).scalar_one())


async def says(house: OpenHouse, zoe: GuestClient, anne: GuestClient) -> Callable[[], Awaitable[Any]]:
    table = await anne.create_table("toy_nim")
    place = await house.stack.enter_async_context(zoe.at(table))
    return lambda: place.ask("say", text=WORDS)


async def sits_down(_: OpenHouse, zoe: GuestClient, anne: GuestClient) -> Callable[[], Awaitable[Any]]:
    table = await anne.create_table("toy_nim")
    return lambda: zoe.sit(table)


async def takes_over_a_seat(house: OpenHouse, zoe: GuestClient, anne: GuestClient) -> Callable[[], Awaitable[Any]]:
    bernard = await house.guest("Bernard")
    table = await anne.create_table("toy_nim")
    await bernard.sit(table)
    await anne.start(table)
    seat = (await bernard.table(table))["yours"][0]
    token = (await anne.do(table, f"seats/{seat}/link"))["token"]
    await house.until_absent()
    return lambda: zoe.post("/api/take-seat", {"token": token})


async def creates_a_table(_: OpenHouse, zoe: GuestClient, __: GuestClient) -> Callable[[], Awaitable[Any]]:
    return lambda: zoe.create_table("toy_nim")


async def goes_on_from_a_record(_: OpenHouse, zoe: GuestClient, anne: GuestClient) -> Callable[[], Awaitable[Any]]:
    table = await anne.create_table("toy_nim", options={"heap": 5}, seats=2)
    await anne.start(table)
    async with anne.at_all(table) as places:
        await asyncio.gather(*(place.play_out() for place in places))
    asked = {"step": 1, "seat": 0, "bots": "random"}
    return lambda: zoe.post(f"/api/tables/{table}/from-here", asked)


async def has_a_rematch(house: OpenHouse, zoe: GuestClient, anne: GuestClient) -> Callable[[], Awaitable[Any]]:
    """The other one wants it: the chairs and what was said are taken along."""
    table = await anne.create_table("toy_nim", options={"heap": 3})
    await zoe.sit(table)
    await anne.start(table)
    async with zoe.at(table) as hers, anne.at(table) as other:
        await hers.ask("say", text=WORDS)
        await asyncio.gather(hers.play_out(), other.play_out())
    return lambda: anne.do(table, "rematch")


@pytest.mark.parametrize(
    "deed", [says, sits_down, takes_over_a_seat, creates_a_table, goes_on_from_a_record, has_a_rematch]
)
async def test_what_was_under_way_names_nobody(
    database: str, house: OpenHouse, deed: Deed, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The guest is forgotten after everything was checked, and right before it is written."""
    zoe, anne = await house.guest(NAME), await house.guest("Anne")
    guest = await id_of(house)
    does = await deed(house, zoe, anne)
    write, forgotten = Log.write, list[str]()

    async def late(log: Log, request: WriteRequest) -> None:
        if not forgotten and guest in str([row.data for row in request.rows]):
            forgotten.append(guest)
            await house.house.store.forget_guest(guest)
        await write(log, request)

    monkeypatch.setattr(Log, "write", late)
    (told,) = await asyncio.gather(does(), return_exceptions=True)
    assert not isinstance(told, Exception) or (isinstance(told, RequestRefused) and told.status < 500), told
    assert forgotten
    kept = database_text(database)
    assert NAME not in kept
    assert WORDS not in kept
    assert guest not in kept
    for table in await anne.get("/api/tables"):
        assert NAME not in str(await anne.table(table["id"]))


async def test_whatever_races_with_it(database: str, house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim")
    for _ in range(4):
        zoe, bernard = await house.guest(NAME), await house.guest("Bernard")
        guest = await id_of(house)
        async with zoe.at(table) as hers:
            done = await asyncio.gather(
                hers.ask("say", text=WORDS),
                zoe.sit(table),
                zoe.create_table("toy_nim"),
                zoe.post("/api/me/link"),
                zoe.post("/api/records", recorded("toy_nim")),
                zoe.http.delete("/api/me"),
                bernard.http.delete("/api/me"),
                hers.ask("say", text=WORDS),
                return_exceptions=True,
            )
        failures = [one for one in done if isinstance(one, BaseException)]
        assert all(isinstance(one, RequestRefused) and one.status < 500 for one in failures), failures
        kept = database_text(database)
        for trace in (NAME, WORDS, guest):
            assert trace not in kept
        await anne.get(f"/api/tables/{table}")
    assert NAME not in str(await anne.table(table))


@pytest.mark.parametrize("what", ["table", "record", "link"])
async def test_whoever_is_gone_leaves_nothing_new(
    database: str, house: OpenHouse, what: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The request knows its guest, who is forgotten before anything is stored."""
    zoe = await house.guest(NAME)
    guest = await id_of(house)
    names = {"table": (TableStore, "add"), "record": (type(house.house.store.records), "add")}
    owner, method = names.get(what, (type(house.house.store.guests), "add_link"))
    stores = getattr(owner, method)

    async def late(store: Any, *given: Any, **more: Any) -> Any:
        await house.house.store.forget_guest(guest)
        return await stores(store, *given, **more)

    monkeypatch.setattr(owner, method, late)
    asked: dict[str, Callable[[], Awaitable[Any]]] = {
        "table": lambda: zoe.create_table("toy_nim"),
        "record": lambda: zoe.post("/api/records", recorded("toy_nim")),
        "link": lambda: zoe.post("/api/me/link"),
    }
    assert (await refused("name_first", asked[what]())).status == 401
    assert guest not in database_text(database)


async def test_it_goes_on_where_it_was_interrupted(
    database: str, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    zoe, anne = await house.guest(NAME), await house.guest("Anne")
    table = await anne.create_table("toy_nim")
    await zoe.sit(table)
    with monkeypatch.context() as broken:

        async def fail(*_: Any) -> None:
            raise OperationalError("UPDATE entries", {}, Exception())

        broken.setattr(guest_store, "anonymize", fail)
        assert (await zoe.http.delete("/api/me")).status_code == 503
    await refused("name_first", zoe.get("/api/me"))
    assert NAME in database_text(database), "in the log"
    async with anne.at(table) as place:
        await maintenance_of(house.house).run_once()
        await place.until(lambda there: NAME not in str(there.around))
    assert NAME not in database_text(database)
    assert await house.house.store.finish_forgetting() == []


async def test_others_write_while_it_reads(database: str, house: OpenHouse) -> None:
    """The log is long, and nobody who plays waits for it."""
    zoe, anne = await house.guest(NAME), await house.guest("Anne")
    table = await anne.create_table("toy_nim")
    await zoe.sit(table)
    statement = "INSERT INTO heartbeat VALUES (7, 7.0)"
    written: list[str] = []

    def write(_connection: Any, _cursor: Any, running: str, *_: Any) -> None:
        if "LIKE" in running and not written:
            written.append(statement)
            if database.startswith("sqlite"):
                with closing(sqlite3.connect(make_url(database).database or "", timeout=30)) as other, other:
                    other.execute(statement)
            else:
                with psycopg.connect(database.replace("+psycopg", "")) as other_process:
                    other_process.execute(statement)

    event.listen(house.house.store._engine.sync_engine, "before_cursor_execute", write)
    assert (await zoe.http.delete("/api/me")).status_code == 204
    assert written
    assert "(7, 7.0)" in database_text(database)
    assert NAME not in database_text(database)


async def test_many_rows_are_made_anonymous_a_few_at_a_time(
    database: str, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_store, "ROWS_AT_ONCE", 2)
    zoe, anne = await house.guest(NAME), await house.guest("Anne")
    table = await anne.create_table("toy_nim")
    async with zoe.at(table) as hers:
        for _ in range(5):
            await hers.ask("say", text=WORDS)
        await zoe.http.delete("/api/me")
    assert NAME not in database_text(database)
    assert WORDS not in database_text(database)


@on_sqlite
async def test_a_table_that_is_being_read_is_read_again(house: OpenHouse, reading: SlowReading) -> None:
    zoe, anne = await house.guest(NAME), await house.guest("Anne")
    table = await anne.create_table("toy_nim")
    await zoe.sit(table)
    guest = await id_of(house)
    async with another(house) as other:
        asking = asyncio.create_task(other.live(table))
        await reading.are_read.wait()
        for changed in await other.store.forget_guest(guest):
            reading.may_arrive.set()
            await other.reload(changed)
        await until_it_reads(await asking, lambda there: NAME not in str(there.chairs))


@on_postgresql
async def test_a_process_that_missed_the_notice_finds_out(house: OpenHouse) -> None:
    zoe, anne = await house.guest(NAME), await house.guest("Anne")
    table = await anne.create_table("toy_nim")
    calm = await anne.create_table("toy_nim")
    await zoe.sit(table)
    await zoe.do(table, "stand")
    async with another(house) as other:
        live, untouched = await other.live(table), (await other.live(calm)).table
        await zoe.http.delete("/api/me")
        assert live.table.guests_named
        other.catch_up_all()
        await until_it_reads(live, lambda there: len(there.guests_named) == 1)
        assert (await other.live(calm)).table is untouched


@on_sqlite
async def test_a_reload_waits_for_a_database_that_is_away(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(houses, "PAUSE", 0.0)
    zoe, anne = await house.guest(NAME), await house.guest("Anne")
    table = await anne.create_table("toy_nim")
    await zoe.sit(table)
    guest, read = await id_of(house), TableStore.setup
    failures = [OperationalError("SELECT", {}, Exception())] * 2

    async def setup(store: TableStore, table_id: str) -> Any:
        if failures:
            raise failures.pop()
        return await read(store, table_id)

    async with another(house) as other:
        live = await other.live(table)
        await other.store.forget_guest(guest)
        monkeypatch.setattr(TableStore, "setup", setup)
        other.on_notice(table, 0)
        await until_it_reads(live, lambda there: NAME not in str(there.chairs))
    assert caplog.messages == ["the database does not answer"] * 2

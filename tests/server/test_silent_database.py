"""A database that does not answer, is locked or full: people are told so, and nothing is lost or done twice."""

import asyncio
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import event, make_url
from tests.patience import PATIENCE, until
from tests.server.databases import PostgresServer
from tests.server.guest_client import GuestClient, TableClient
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house
from tests.server.operations.cuttable_connection import cuttable_connection

from tablee.server.store import database as databases
from tablee.server.store import log as logs
from tablee.server.store import outages
from tablee.server.store import store as stores
from tablee.server.store.log import Log, WriteRequest
from tablee.server.store.outages import SilenceWatch

pytestmark = pytest.mark.anyio


@contextmanager
def impatience(*, reading: bool = True) -> Iterator[None]:
    """Nobody waits for long for what is written, or also for what is read."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr(logs, "SILENT_SECONDS", 0.05)
        if reading:
            monkeypatch.setattr(outages, "SILENT_SECONDS", 0.05)
            monkeypatch.setattr(outages, "RETRY_SECONDS", 0.05)
            monkeypatch.setattr(stores, "PING_SECONDS", 0.05)
        yield


SECONDS: Final = outages.SILENT_SECONDS, outages.RETRY_SECONDS, stores.PING_SECONDS
"""As they are outside of tests."""


def test_people_and_machines_are_told_in_time() -> None:
    silent, retry, ping = SECONDS
    assert silent + retry < 5
    assert silent > databases.BUSY_MILLISECONDS / 1000, "who waits for a lock is told that it was not saved"
    assert ping < 2


async def is_ready(person: GuestClient, house: str = "") -> bool:
    answer = await person.http.get(f"{house}/ready")
    assert answer.status_code in (200, 503)
    return answer.status_code == 200


async def until_ready(person: GuestClient) -> None:
    async with asyncio.timeout(PATIENCE):
        while not await is_ready(person):
            await asyncio.sleep(0.01)


async def test_postgresql_falls_silent(postgres: PostgresServer, tmp_path: Path) -> None:
    """Moves, chat, requests and whoever comes: all are told. Then it speaks again, and the match goes on."""
    url = await postgres.fresh()
    async with cuttable_connection(url) as cable:
        settings = generous_settings(cable.url.replace("postgresql:", "postgresql+psycopg:"), tmp_path)
        async with open_house(settings) as house:
            anne = await house.guest("Anne")
            table = await anne.create_table("toy_nim", options={"heap": 20}, seats=2)
            await anne.start(table)
            async with anne.at_all(table) as places:
                mover = await asked(places)
                cable.silence()
                with impatience():
                    answers = [await mover.play(), await mover.play(), await mover.ask("say", text="Hello?")]
                    told = await anne.http.get("/api/me", headers={"Accept-Language": "fr"})
                    assert not await is_ready(anne)
                for answer in answers:
                    assert (answer["type"], answer["code"]) == ("refused", "database_silent")
                    assert answer["sentence"].startswith("The database of the house does not answer.")
                    assert answer["wait"] == 1
                assert (told.status_code, told.json()["code"]) == (503, "database_silent")
                assert told.json()["sentence"].startswith("La base de données de la maison ne répond pas.")
                assert told.headers["retry-after"] == "1"
                cable.speak()
                await until_ready(anne)
                await asyncio.gather(*(place.play_out() for place in places))
                assert places[0].table["status"] == "over"
            rows = await house.house.store.tables.rows(table)
            assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    postgres.done_with(url)


async def asked(places: list[TableClient]) -> TableClient:
    """Whoever has to choose."""
    async with asyncio.timeout(PATIENCE):
        while not (found := [place for place in places if place.prompt]):
            await asyncio.sleep(0.01)
    return found[0]


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Iterator[threading.Event]:
    """Rows are not saved before a test lets them."""
    may_save, save = threading.Event(), Log._save

    def wait_and_save(log: Log, batch: list[WriteRequest]) -> list[Exception | None]:
        may_save.wait()
        return save(log, batch)

    may_save.set()
    monkeypatch.setattr(Log, "_save", wait_and_save)
    yield may_save
    may_save.set()


async def test_a_move_that_was_saved_late_is_told_and_made_once(house: OpenHouse, held: threading.Event) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"heap": 20}, seats=2)
    await anne.start(table)
    async with anne.at_all(table) as places:
        mover = await asked(places)
        version, prompt, action = mover.version, mover.prompt, mover.any_action()
        assert prompt
        held.clear()
        with impatience(reading=False):
            assert (await mover.play(action))["code"] == "database_silent"
        assert (await mover.play(action))["code"] == "database_silent", "at once"
        assert not all([await is_ready(anne, url) for url in house.urls]), "where the table is played"
        held.set()
        for place in places:
            await place.until_version(version + 1)
        answer = await mover.play(action, prompt["id"])
        assert (answer["type"], answer["version"]) == ("done", version + 1)
        await until_ready(anne)
    rows = await house.house.store.tables.rows(table)
    assert len([row for row in rows if row.kind == "play" and row.number > version]) == 1


async def test_whoever_waits_behind_it_is_told_too(house: OpenHouse, held: threading.Event) -> None:
    anne = await house.guest("Anne")
    tables = [await anne.create_table("toy_nim", options={"heap": 20}, seats=2) for _ in range(3)]
    held.clear()
    async with anne.at(tables[0]) as one, anne.at(tables[1]) as two, anne.at(tables[2]) as three:
        with impatience(reading=False):
            answers = await asyncio.gather(*(place.ask("say", text="Hello?") for place in (one, two, three)))
        assert {answer["code"] for answer in answers} == {"database_silent"}
        held.set()
        await until_ready(anne)
        assert (await three.ask("say", text="I am back"))["type"] == "done"


@on_sqlite
async def test_a_database_that_another_program_has_locked(
    database: str, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is kept from reading: only a write shows it."""
    monkeypatch.setattr(databases, "BUSY_MILLISECONDS", 10)
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)
    await anew(house)
    async with anne.at(table, seat=0) as place:
        with closing(sqlite3.connect(make_url(database).database or "", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert not await is_ready(anne)
            assert (await place.ask("say", text="Hello?"))["code"] == "not_saved"
            assert (await anne.get("/api/me"))["name"] == "Anne"
            other.execute("ROLLBACK")
        assert await is_ready(anne)
        assert (await place.ask("say", text="I am back"))["type"] == "done"


async def anew(house: OpenHouse) -> None:
    """Close all connections to the database."""
    await house.house.store._engine.dispose()
    house.house.store.log._engine.dispose()


FULL: Final = (
    "CREATE TEMP TRIGGER full_{0} BEFORE {1} ON main.{0} BEGIN INSERT INTO taken VALUES (zeroblob(1000000)); END"
)


def without_room(connection: sqlite3.Connection, _record: object) -> None:
    """Make a connection on which nothing more fits into the database."""
    cursor = connection.cursor()
    cursor.execute("CREATE TEMP TABLE taken (x)")
    cursor.execute("PRAGMA temp.max_page_count = 1")
    for table, deed in (("alembic_version", "UPDATE"), ("entries", "INSERT")):
        cursor.execute(FULL.format(table, deed))
    cursor.close()


@on_sqlite
async def test_a_database_that_is_full(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)
    engines: list[Any] = [house.house.store._engine.sync_engine, house.house.store.log._engine]
    async with anne.at(table, seat=0) as place:
        for engine in engines:
            event.listen(engine, "connect", without_room)
        await anew(house)
        assert not await is_ready(anne)
        assert (await place.ask("say", text="Hello?"))["code"] == "not_saved"
        for engine in engines:
            event.remove(engine, "connect", without_room)
        await anew(house)
        assert await is_ready(anne)
        assert (await place.ask("say", text="There is room"))["type"] == "done"


async def test_one_statement_that_hangs_makes_nobody_else_wait() -> None:
    """It may wait for a lock. Others are answered, and then the database is not silent."""
    watch, hung = SilenceWatch(), asyncio.Event()
    with impatience(), pytest.raises(outages.DatabaseSilent):
        await watch.answer(asyncio.wait_for(hung.wait(), PATIENCE))
    assert watch._is_silent
    assert await watch.answer(asyncio.sleep(0, "there")) == "there"
    assert not watch._is_silent
    with impatience(), pytest.raises(outages.DatabaseSilent):
        await watch.answer(asyncio.wait_for(hung.wait(), PATIENCE))
    hung.set()
    await until(lambda: not watch._is_silent)


async def test_what_is_overdue_may_be_cancelled_with_the_house() -> None:
    watch = SilenceWatch()
    tasks: list[asyncio.Task[Any]] = []

    async def work() -> None:
        tasks.append(asyncio.current_task())  # type: ignore[arg-type]
        await asyncio.Event().wait()

    with impatience(), pytest.raises(outages.DatabaseSilent):
        await watch.answer(work())
    tasks[0].cancel()
    asking = asyncio.create_task(watch.answer(work()))
    await until(lambda: len(tasks) >= 2)
    asking.cancel()
    await asyncio.wait({asking, *tasks})
    assert asking.cancelled()
    assert tasks[1].cancelled()


def test_connections_to_postgresql_are_given_up_in_time() -> None:
    url = databases.with_timeouts("postgresql+psycopg://house.example/tablee?connect_timeout=9")
    assert url.query["connect_timeout"] == "9", "what the host has chosen stays"
    assert url.query["tcp_user_timeout"] == "4000"
    assert not databases.with_timeouts("sqlite:///x.sqlite").query

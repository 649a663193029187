"""While the database is gone people are told so, and go on as soon as it is back."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine
from tests.patience import PATIENCE, SOCKET, until
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, maintenance_of, on_postgresql, on_sqlite
from tests.server.virtual_time import VirtualTimer
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tablee.server.house import house as houses
from tablee.server.house.house import House
from tablee.server.ops.metrics import Metrics
from tablee.server.store import postgres_notices

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def without(house: OpenHouse, table: str) -> AsyncIterator[None]:
    """A part of the database cannot be had for a while."""
    for old, new in ((table, "elsewhere"), ("elsewhere", table)):
        async with house.house.store._engine.begin() as connection:
            await connection.execute(text(f"ALTER TABLE {old} RENAME TO {new}"))
        if old == table:
            yield


@asynccontextmanager
async def connections_in_use(house: OpenHouse, database: str) -> AsyncIterator[None]:
    """All connections to the database are in use for a while, by others."""
    engine = house.house.store._engine.sync_engine  # which all parts of the store share
    one = create_async_engine(database, pool_size=1, max_overflow=0, pool_timeout=0.01)
    async with one.connect():
        engine.pool, before = one.sync_engine.pool, engine.pool
        yield
        engine.pool = before
    await one.dispose()


async def connect_in_vain(house: OpenHouse, anne: GuestClient, table: str) -> tuple[dict[str, str], int | None]:
    """What Anne is told who connect_in_vain to a table and finds the door closed, and with which code it closes."""
    url = f"{house.url.replace('http', 'ws', 1)}/api/tables/{table}/socket?lang=fr"
    cookies = {"Cookie": "; ".join(f"{name}={value}" for name, value in anne.http.cookies.items())}
    async with connect(url, additional_headers=cookies, **SOCKET) as socket, asyncio.timeout(PATIENCE):
        told = json.loads(await socket.recv())
        await socket.wait_closed()
        return told, socket.close_code


async def test_a_socket_outlives_what_the_database_cannot_answer(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)
    async with anne.at(table) as hers:
        async with without(house, "guests"):
            answer = await hers.ask("say", text="Is anybody there?")
        assert answer["type"] == "refused"
        # One database says that it cannot be asked, the other that it was asked for what there is not.
        assert answer["code"] in ("not_saved", "fault")
        assert answer["sentence"]
        assert (await hers.ask("say", text="I am back"))["type"] == "done"
        await hers.until(lambda place: [line["text"] for line in place.chat] == ["I am back"])


@on_sqlite
async def test_whoever_comes_while_the_database_is_gone_is_told_to_come_again(house: OpenHouse, database: str) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)
    for lost in (without(house, "devices"), connections_in_use(house, database)):
        async with lost:
            told, closed_with = await connect_in_vain(house, anne, table)
            assert (await refused("not_ready", anne.table(table))).status == 503
        assert (told["code"], told["sentence"]) == ("not_ready", "La maison n’est pas encore prête.")
        assert closed_with == 4503


@on_postgresql
async def test_a_database_that_answers_what_nobody_expects_is_a_fault_of_the_house(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)
    async with without(house, "devices"):
        assert (await refused("fault", anne.table(table))).status == 500
        with pytest.raises(InvalidStatus):
            await connect_in_vain(house, anne, table)


@on_sqlite
async def test_no_table_is_in_trouble_because_no_connection_is_free(
    house: OpenHouse, database: str, caplog: pytest.LogCaptureFixture
) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0) as hers:
        await hers.until_asked()
        async with house.house.store._engine.begin() as connection:
            said = '{"seat": null, "name": "B", "guest": null, "text": "from elsewhere"}'
            row = {"table": table, "number": hers.version + 1, "said": said}
            await connection.execute(text("INSERT INTO entries VALUES (:table, :number, 'chat', :said, 0.0)"), row)
        async with connections_in_use(house, database):
            assert (await hers.play())["code"] == "not_saved"
            assert (await hers.ask("say", text="Is anybody there?"))["code"] == "not_saved"
            house.house.on_notice(table, 0)
            house.house.store._has_deleted_data = True
            await maintenance_of(house.house).run_once()
        assert (await hers.play())["type"] == "done"
    assert not house.house.metrics.registry.get_sample_value("tablee_trouble_total")
    assert "the database does not answer" in caplog.messages


@on_sqlite
async def test_a_house_wakes_its_tables_as_soon_as_a_connection_is_free(
    house: OpenHouse, database: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(houses, "PAUSE", 0.01)
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)
    await anne.start(table)
    again = House(house.house.store, VirtualTimer(), Metrics(), house.pool, tables_per_guest=1, absence_seconds=60)
    async with connections_in_use(house, database), asyncio.timeout(PATIENCE):
        waking = asyncio.create_task(again.resume_matches())
        while "the database does not answer" not in caplog.messages:
            await asyncio.sleep(0.01)
    await waking
    assert table in again._live
    await again.close()


async def test_whoever_listens_listens_again_whatever_the_driver_says(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(postgres_notices, "PAUSE", 0.01)
    unheard_of = "postgresql+psycopg://?unheard_of=1"
    listening = asyncio.create_task(postgres_notices.listen(unheard_of, lambda *_: None, lambda: None))
    await until(lambda: len(caplog.messages) >= 2 or listening.done())
    assert listening.cancel()

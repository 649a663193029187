"""What one guest or one address may leave behind: guests, tables, rows, records, bytes."""

import asyncio
import threading
from typing import Any

import pytest
from sqlalchemy import func, select, update
from sqlalchemy.exc import OperationalError
from tests.server.guest_client import RequestRefused, refused
from tests.server.house_in_process import OpenHouse, on_sqlite
from tests.server.safety.conftest import Opening
from tests.server.test_work_queue import a_record

from tablee.server.house import changes
from tablee.server.house.guest_expiry import DAY, GuestExpiry
from tablee.server.http import records
from tablee.server.http.work_queue import WorkQueue
from tablee.server.refusals import Refused
from tablee.server.store import schema
from tablee.server.store.idle_guests import IdleGuestStore

pytestmark = pytest.mark.anyio


async def test_an_address_makes_so_many_guests_an_hour(opened: Opening) -> None:
    """Before, it could make 20 a second for ever, each with 20 tables."""
    house = await opened(guests_per_hour=2)
    ada = await house.guest("Ada")
    await house.guest("Bo")
    stranger = await house.guest("")
    assert (await refused("too_fast", stranger.post("/api/me", {"name": "Cy"}))).status == 429
    await ada.post("/api/me", {"name": "Ada the second"})
    house.timer.jump(1800)
    await stranger.post("/api/me", {"name": "Cy"})


async def test_an_address_makes_so_many_tables_an_hour(opened: Opening) -> None:
    house = await opened(tables_per_hour=3)
    ada, bo = await house.guest("Ada"), await house.guest("Bo")
    record = (await ada.post("/api/records", a_record()))["id"]
    for person in (ada, bo, ada):
        await person.create_table("toy_nim")
    await refused("too_fast", bo.create_table("toy_nim"))
    await refused("too_fast", bo.post(f"/api/records/{record}/from-here", {"step": 0, "seat": 0}))
    house.timer.jump(1200)
    await bo.create_table("toy_nim")


async def test_an_address_has_so_many_bytes_written_a_day(opened: Opening) -> None:
    house = await opened(megabytes_per_day=0.005)
    ada = await house.guest("Ada")
    table = await ada.create_table("toy_nim")
    async with ada.at(table) as place:
        answers: list[Any] = []
        while not answers or answers[-1]["type"] == "done":
            answers.append(await place.ask("say", text="x" * 300))
            house.timer.jump(5)  # not too fast for a chat
        assert answers[-1]["code"] == "too_fast"
        version = place.version
        assert (await place.ask("look", seat=0))["type"] == "done", "to look costs nothing"
    with pytest.raises(RequestRefused) as caught:
        await ada.post(f"/api/tables/{table}/sit", {"name": "x" * 5000})
    assert caught.value.code == "too_fast"
    assert (await house.inside(table)).version == version
    house.timer.jump(86_400)
    await ada.start(await ada.create_table("toy_nim", seats=2))


async def test_a_table_gets_no_more_rows_than_a_match_needs(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, its log grew for ever."""
    house = await opened()
    ada = await house.guest("Ada")
    table = await ada.create_table("toy_nim", options={"heap": 9}, seats=2)
    await ada.start(table)
    async with ada.at_all(table) as places:
        monkeypatch.setattr(changes, "MAX_ROWS", (await house.inside(table)).version)
        told = await places[0].ask("say", text="once more")
        assert (told["type"], told["code"]) == ("refused", "log_full")
        await asyncio.gather(*(place.play_out() for place in places))
        assert places[0].table["status"] == "over"
        assert (await places[0].ask("say", text="well played"))["code"] == "log_full"


async def test_the_records_of_a_guest_have_a_size(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    house = await opened()
    ada, bo = await house.guest("Ada"), await house.guest("Bo")
    first = (await ada.post("/api/records", a_record()))["id"]
    size = len((await ada.http.get(f"/api/records/{first}")).text)
    monkeypatch.setattr(records, "MAX_RECORDS_BYTES", 2 * size - 1)
    assert (await refused("too_many_records", ada.post("/api/records", a_record()))).status == 429
    assert len(await ada.get("/api/my/records")) == 1
    await bo.post("/api/records", a_record())


async def test_an_address_fills_a_quarter_of_a_queue() -> None:
    """Before, one address could fill it, and all others were refused."""
    charged: list[str] = []
    queue, may_go_on = WorkQueue(1, 8, lambda address, _: charged.append(address)), threading.Event()
    work = [asyncio.create_task(queue.of("greedy").run(may_go_on.wait, 30)) for _ in range(3)]
    await asyncio.sleep(0)
    with pytest.raises(Refused) as caught:
        await queue.of("greedy").run(may_go_on.wait, 30)
    assert caught.value.code == "queue_full"
    modest = asyncio.create_task(queue.of("modest").run(may_go_on.wait, 30))
    await asyncio.sleep(0)
    may_go_on.set()
    assert await asyncio.gather(*work, modest) == [True] * 4
    assert charged.count("greedy") == 3
    assert not queue._by_address
    assert await WorkQueue(1, 1).of("anybody").run(divmod, 7, 2) == (3, 1)


async def number_of_guests(house: OpenHouse) -> int:
    async with house.house.store._engine.connect() as connection:
        return int((await connection.execute(select(func.count()).select_from(schema.guests))).scalar_one())


async def test_guests_who_never_did_anything_are_deleted(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, they stayed for ever."""
    sits, hosts, keeps, writes, idle = [await house.guest(name) for name in ("Ada", "Bo", "Cy", "Di", "Ed")]
    table = await hosts.create_table("toy_nim", seats=0)
    await sits.sit(table)
    await keeps.post("/api/records", a_record())
    async with writes.at(table) as place:
        assert (await place.ask("say", text="I only watch"))["type"] == "done"
    await idle.post("/api/me/link")
    expiry = GuestExpiry(house.house.store, house.timer.now, 30)
    house.timer.jump(29 * DAY)
    await expiry.run_once()
    assert await number_of_guests(house) == 5
    young = await house.guest("Flo")
    house.timer.jump(2 * DAY)
    await GuestExpiry(house.house.store, house.timer.now, 0).run_once()
    assert await number_of_guests(house) == 6
    await expiry.run_once()
    assert await number_of_guests(house) == 5
    for person in (sits, hosts, keeps, writes, young):
        assert (await person.get("/api/me"))["name"]
    await refused("name_first", idle.get("/api/me"))
    async with house.house.store._engine.connect() as connection:
        for left in (schema.devices, schema.links):
            assert len((await connection.execute(select(left))).all()) == (5 if left is schema.devices else 0)


@on_sqlite
async def test_a_guest_who_sits_down_in_the_last_moment_stays(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = await house.guest("Ada")
    async with house.house.store._engine.begin() as connection:
        await connection.execute(update(schema.guests).values(created_at=0.0))
    writers = IdleGuestStore._writers

    async def slow(store: IdleGuestStore) -> set[str]:
        found = await writers(store)
        await ada.create_table("toy_nim")
        return found

    monkeypatch.setattr(IdleGuestStore, "_writers", slow)
    await house.house.store.idle_guests.delete(house.timer.now())
    assert (await ada.get("/api/me"))["name"] == "Ada"


@on_sqlite
async def test_expiry_waits_for_its_hour_and_for_the_database(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) > 2:
            raise asyncio.CancelledError

    async def fail(store: IdleGuestStore, before: float) -> int:
        raise OperationalError("", {}, Exception())

    monkeypatch.setattr("tablee.server.house.guest_expiry.sleep", sleep)
    monkeypatch.setattr(IdleGuestStore, "delete", fail)
    with pytest.raises(asyncio.CancelledError):
        await GuestExpiry(house.house.store, house.timer.now, 1).run()
    monkeypatch.undo()
    assert slept == [DAY / 24, DAY, DAY]
    assert [record.message for record in caplog.records].count("the database does not answer") == 2

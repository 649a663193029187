"""Whoever signs in where they played as a guest keeps what they had there; nobody who plays waits for that."""

import sqlite3
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, make_url, select
from tests.server.database_dump import database_text
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house
from tests.server.member_client import PHRASE, member

from tablee.server.refusals import Refused
from tablee.server.store import forgetting, guest_merge, schema
from tablee.server.store.forgetting import rows_of

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("quick_passphrases")]


async def sign_in(person: GuestClient) -> Any:
    return await person.post("/api/sign-in", {"name": "Zoé", "passphrase": PHRASE})


async def id_of(house: OpenHouse, name: str) -> str:
    async with house.house.store._engine.connect() as connection:
        query = select(schema.guests.c.id).where(schema.guests.c.name == name)
        return str((await connection.execute(query)).scalar_one())


@on_sqlite
async def test_others_write_while_the_log_is_read(database: str, house: OpenHouse) -> None:
    """The log is long: it is read before anything is changed, and after everything is."""
    await member(house, "Zoé")
    tablet = await house.guest("Tablette")
    await tablet.create_table("toy_nim")
    statement = "UPDATE heartbeat SET at = at + 1"
    written: list[str] = []

    def write(_connection: Any, _cursor: Any, running: str, *_: Any) -> None:
        if "LIKE" in running:
            written.append(statement)
            with closing(sqlite3.connect(make_url(database).database or "", timeout=0)) as other, other:
                other.execute(statement)

    event.listen(house.house.store._engine.sync_engine, "before_cursor_execute", write)
    assert (await sign_in(tablet))["name"] == "Zoé"
    assert len(written) == 2
    (table,) = await tablet.get("/api/my/tables")
    assert table["yours"] == [0]


@on_sqlite
async def test_many_rows_are_given_a_few_at_a_time_also_those_of_the_last_moment(
    database: str, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guest_merge, "ROWS_AT_ONCE", 2)
    zoe, tablet = await member(house, "Zoé"), await house.guest("Tablette")
    guest = await id_of(house, "Tablette")
    table = await tablet.create_table("toy_nim")

    async with tablet.at(table) as place:
        for number in range(3):
            assert (await place.ask("say", text=f"line {number}"))["type"] == "done"

        async def then_more(*given: Any) -> Any:
            rows = await rows_of(*given)
            assert len(rows) == 4
            assert (await place.ask("say", text="at the last moment"))["type"] == "done"
            return rows

        with monkeypatch.context() as late:
            late.setattr(guest_merge, "rows_of", then_more)
            await house.house.store.merge_guest(guest, await id_of(house, "Zoé"))
    assert await house.house.store.finish_merging(guest, await id_of(house, "Zoé")) == [table]
    await house.house.reload(table)
    assert guest not in database_text(database)
    assert (await zoe.table(table))["yours"] == [0]


@pytest.mark.parametrize("is_playing", [False, True], ids=["open", "playing"])
async def test_who_has_two_seats_keeps_one(house: OpenHouse, is_playing: bool) -> None:
    """Else somebody would see two hands."""
    zoe, tablet, luc = await member(house, "Zoé"), await house.guest("Tablette"), await house.guest("Luc")
    table = await luc.create_table("toy_nim", options={"players": 3})
    for person in (zoe, tablet):
        await person.sit(table)
    if is_playing:
        await luc.start(table)
    (hers,) = (await zoe.table(table))["yours"]
    (seat,) = (await tablet.table(table))["yours"]
    await sign_in(tablet)
    told = await tablet.table(table)
    assert told["yours"] == [hers]
    chair = told["chairs"][seat]
    assert (chair["kind"], chair.get("left", False)) == (("person", True) if is_playing else ("empty", False))
    if not is_playing:
        await (await house.guest("Marie")).sit(table)
        assert (await luc.start(table))["status"] == "playing"


@on_sqlite
async def test_one_device_has_all_its_seats(house: OpenHouse) -> None:
    await member(house, "Zoé")
    tablet = await house.guest("Tablette")
    table = await tablet.create_table("toy_nim", seats=2)
    await sign_in(tablet)
    assert (await tablet.table(table))["yours"] == [0, 1]


@on_sqlite
async def test_signing_in_as_a_guest_counts_as_reading_the_log(database: str, tmp_path: Any) -> None:
    async with open_house(generous_settings(database, tmp_path, requests_per_second=2)) as house:
        await member(house, "Zoé")
        tablet = await house.guest("Tablette")
        await tablet.get("/api/me/data")
        assert (await refused("too_fast", sign_in(tablet))).status == 429
        assert (await sign_in(await house.guest("")))["name"] == "Zoé", "no guest, nothing to look for"


async def test_a_member_who_is_gone_inherits_nothing(house: OpenHouse) -> None:
    tablet = await house.guest("Tablette")
    table = await tablet.create_table("toy_nim")
    with pytest.raises(Refused):
        await house.house.store.merge_guest(await id_of(house, "Tablette"), "nobody")
    assert (await tablet.table(table))["yours"] == [0]


@pytest.mark.parametrize("gone", [False, True])
async def test_a_crash_in_the_middle_is_made_good_after_the_next_start(
    database: str, tmp_path: Path, gone: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some rows are the member's already, others are not; the member may be gone by then."""
    monkeypatch.setattr(guest_merge, "ROWS_AT_ONCE", 2)
    settings = generous_settings(database, tmp_path)
    async with open_house(settings) as house:
        zoe, tablet = await member(house, "Zoé"), await house.guest("Tablette")
        guest = await id_of(house, "Tablette")
        table = await tablet.create_table("toy_nim")
        async with tablet.at(table) as place:
            for number in range(4):
                assert (await place.ask("say", text=f"line {number}"))["type"] == "done"
        parts = count(1)

        async def rewrite(*given: Any) -> None:
            if next(parts) == 2:
                raise ConnectionError("the machine stops")
            await forgetting.rewrite(*given)

        with monkeypatch.context() as crash:
            crash.setattr(guest_merge, "rewrite", rewrite)
            with pytest.raises(ConnectionError):
                await house.house.store.merge_guest(guest, await id_of(house, "Zoé"))
        if gone:
            await zoe.http.delete("/api/me")
        await house.leave_tables()
        cookies = zoe.http.cookies
    async with open_house(settings) as again:
        await again.house.clean_up()
        back = await again.guest("")
        back.http.cookies.update(cookies)
        async with again.house.store._engine.connect() as connection:
            assert (await connection.execute(select(schema.forgettings))).all() == []
        if gone:
            assert await id_of(again, "Tablette") == guest, "still a guest, who can sign in again"
            return
        assert guest not in database_text(database)
        assert (await back.table(table))["yours"] == [0]
        async with back.at(table) as place:
            assert [line["text"] for line in place.table["chat"]] == [f"line {number}" for number in range(4)]

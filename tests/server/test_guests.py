"""What the house keeps of a guest: he can take it along, and he can have it forgotten."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event, insert, make_url
from tests.server.database_dump import database_bytes, database_text
from tests.server.databases import SqliteFiles
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house
from tests.server.logged_table import LoggedTable
from tests.toy_nim import ToyNim

from tablee.core.seat import Seat
from tablee.core.verify import verify
from tablee.server.store import schema
from tablee.server.table import commands
from tablee.server.table.chairs import Chair

pytestmark = pytest.mark.anyio
NAME, WORDS = "Zénobie", "Mes mots à moi"


async def test_a_guest_takes_a_name_and_another(house: OpenHouse) -> None:
    anne = await house.guest("  Anne\t\x07 Marie ")
    assert await anne.get("/api/me") == {"name": "Anne Marie"}
    await anne.http.patch("/api/me", json={"name": "Anne"})
    assert await anne.get("/api/me") == {"name": "Anne"}
    await refused("name_empty", anne.post("/api/me", {"name": "\u200b \n"}))
    await refused("name_too_long", anne.post("/api/me", {"name": "x" * 31}))
    table = await anne.create_table("toy_nim")
    assert await anne.post("/api/me", {"name": "Annette"}) == {"name": "Annette"}  # the same guest
    assert [mine["id"] for mine in await anne.get("/api/my/tables")] == [table]
    stranger = await house.guest("")
    await refused("name_first", stranger.get("/api/me"))
    await refused("name_first", stranger.create_table("toy_nim"))


async def test_a_guest_takes_all_his_data_along(house: OpenHouse) -> None:
    zoe, other = await house.guest(NAME), await house.guest("Anne")
    table = await other.create_table("toy_nim", options={"heap": 3}, open=True)
    await zoe.sit(table)
    await other.start(table)
    async with zoe.at(table) as place, other.at(table) as hers:
        await place.ask("say", text=WORDS)
        await hers.ask("say", text="not hers")
        await asyncio.gather(place.play_out(), hers.play_out())
        moves = [event for event in place.events if event["event"]["seat"] == place.mine]
    kept = await zoe.get("/api/me/data")
    assert kept["name"] == NAME
    now = house.timer.now()
    assert kept["devices"] == [{"about": "", "added_at": now, "seen_at": now}]
    assert kept["tables"] == [table]
    assert [(row["kind"], row.get("text"), row["name"]) for row in kept["log"]] == [
        ("sit", None, NAME),
        ("chat", WORDS, NAME),
    ]
    assert [move["number"] for move in kept["moves"]] == [event["number"] for event in moves]
    assert all(move["action"]["type"] == "take" for move in kept["moves"])
    assert "not hers" not in str(kept)
    assert "Anne" not in str(kept)


async def test_a_guest_is_forgotten(database: str, house: OpenHouse) -> None:
    zoe, anne = await house.guest(NAME), await house.guest("Anne")
    finished = await anne.create_table("toy_nim", options={"heap": 3})
    await zoe.sit(finished, name=f"{NAME} II")
    await anne.start(finished)
    async with zoe.at(finished) as place, anne.at(finished) as hers:
        await place.ask("say", text=WORDS)
        await asyncio.gather(place.play_out(), hers.play_out())
        seat = place.mine
    mine = await zoe.create_table("toy_nim", seats=1)
    await anne.sit(mine)
    await zoe.post("/api/me/link")
    async with zoe.at(mine) as place:
        await place.ask("say", text=WORDS)
    watched = await anne.create_table("toy_nim")
    async with zoe.at(watched) as place:
        await place.ask("say", text=WORDS)
    assert NAME in database_text(database)
    record = (await anne.http.get(f"/api/tables/{finished}/record")).json()
    async with anne.at(finished) as hers, zoe.at(watched) as still_there:
        response = await zoe.http.delete("/api/me")
        assert response.status_code == 204
        assert not zoe.http.cookies
        # Whoever is there sees it at once.
        await hers.until(lambda place: place.around["chairs"][seat]["name"] == "")
        assert [line["text"] for line in hers.chat] == [""]
        assert (await still_there.ask("say", text=WORDS))["code"] == "name_first"
    kept = database_text(database)
    for trace in (NAME, WORDS):
        assert trace not in kept
        assert trace.encode() not in database_bytes(database)
        assert trace not in str(await anne.get(f"/api/tables/{mine}"))
        assert trace not in str(await anne.get(f"/api/tables/{watched}"))
    await refused("name_first", zoe.get("/api/me"))
    # Her moves stay, without a name, and the record holds.
    again = (await anne.http.get(f"/api/tables/{finished}/record")).json()
    assert again["entries"] == record["entries"]
    assert again["seats"][seat] == {"name": ""}
    verify(again)
    told = await anne.table(mine)
    assert [chair["kind"] for chair in told["chairs"]] == ["empty", "person"]


async def test_a_table_that_nobody_could_start_any_more_is_closed(house: OpenHouse) -> None:
    zoe, anne = await house.guest(NAME), await house.guest("Anne")
    waiting = await zoe.create_table("toy_nim", seats=0)
    await anne.sit(waiting)
    aside = await zoe.create_table("toy_nim")
    assert await administer(house, zoe, aside, "aside") == "aside"
    playing = await zoe.create_table("toy_nim", options={"heap": 60}, seats=1)
    await anne.sit(playing)
    await zoe.start(playing)
    of_others = await anne.create_table("toy_nim")
    await zoe.sit(of_others)
    async with anne.at(waiting) as hers:
        assert (await zoe.http.delete("/api/me")).status_code == 204
        await hers.until(lambda place: place.table["status"] == "closed")
    for table, status in ((aside, "closed"), (playing, "playing"), (of_others, "open")):
        assert (await anne.table(table))["status"] == status


async def test_the_others_play_on_without_whoever_was_forgotten(house: OpenHouse) -> None:
    zoe, anne = await house.guest(NAME), await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"heap": 60})
    await zoe.sit(table)
    await anne.start(table)
    async with anne.at(table) as hers:
        await zoe.http.delete("/api/me")
        seat = 1 - hers.mine
        await hers.until(lambda place: place.around["chairs"][seat]["name"] == "")
        assert hers.around["chairs"][seat] == {
            "name": "",
            "kind": "person",
            "level": "cuisinier",
            "absent": True,
            "left": True,
        }
        await refused("nobody_stands_in", anne.do(table, f"seats/{seat}/person"))
        await hers.play_out()
        assert hers.table["status"] == "over"


async def administer(house: OpenHouse, person: GuestClient, table: str, what: str) -> str:
    """What whoever runs the house does with a table; returns its status."""
    headers = {"Authorization": f"Bearer {house.admin_token}"}
    told = (await person.http.post(f"/api/admin/tables/{table}/{what}", headers=headers)).json()
    return str(told["status"])


async def test_whoever_is_forgotten_while_a_table_is_aside_leaves_no_empty_chair(house: OpenHouse) -> None:
    zoe, anne = await house.guest(NAME), await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"heap": 60})
    await zoe.sit(table)
    await anne.start(table)
    waiting = await anne.create_table("toy_nim")
    await zoe.sit(waiting)
    closed = await anne.create_table("toy_nim")
    await zoe.sit(closed)
    await anne.do(closed, "close")
    assert [await administer(house, anne, there, "aside") for there in (table, waiting)] == ["aside"] * 2
    async with anne.at(table) as hers:
        await zoe.http.delete("/api/me")
        await hers.until(lambda place: all(chair["name"] != NAME for chair in place.around["chairs"]))
        assert await administer(house, anne, table, "restore") == "playing"
        await hers.until(lambda place: place.table["status"] == "playing")
        theirs = [chair for seat, chair in enumerate(hers.around["chairs"]) if seat != hers.mine]
        assert theirs == [{"name": "", "kind": "person", "level": "cuisinier", "absent": True, "left": True}]
        await hers.play_out()
        assert hers.table["status"] == "over"
    # At a table that had not begun, the seat is free.
    assert await administer(house, anne, waiting, "restore") == "open"
    assert [chair["kind"] for chair in (await anne.table(waiting))["chairs"]] == ["person", "empty"]
    bernard = await house.guest("Bernard")
    await bernard.sit(waiting)
    assert (await anne.start(waiting))["status"] == "playing"


async def test_whoever_is_forgotten_while_a_table_cannot_be_read_leaves_no_empty_chair(
    database: str, tmp_path: Path, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    zoe, anne = await house.guest(NAME), await house.guest("Anne")
    table = await zoe.create_table(
        "toy_nim", options={"heap": 60}
    )  # she is the host: nobody else could put a bot there
    await anne.sit(table)
    await zoe.start(table)
    await house.leave_tables()
    with monkeypatch.context() as other_rules:
        other_rules.setattr(ToyNim, "rules_version", 99)
        async with open_house(generous_settings(database, tmp_path / "later")) as later:
            elsewhere = GuestClient(later.url)
            elsewhere.http.cookies = zoe.http.cookies
            async with elsewhere.http:
                await refused("old_rules", elsewhere.table(table))
                assert (await elsewhere.http.delete("/api/me")).status_code == 204
    async with open_house(generous_settings(database, tmp_path / "mended")) as mended:
        again = GuestClient(mended.url)
        again.http.cookies = anne.http.cookies
        async with again.http, again.at(table) as hers:
            await hers.play_out()
            assert hers.table["status"] == "over"
    kinds = [row.kind for row in await house.house.store.tables.rows(table)]
    assert kinds.count("stand_in") == 1


def test_a_bot_of_the_hosts_choice_plays_for_whoever_was_forgotten() -> None:
    logged = LoggedTable(ToyNim()).all_sit()
    logged.table.chairs[1] = Chair()
    assert logged.table.abandoned_seats == (1,)
    logged.do(commands.stand_in, Seat(1), "greedy", "host")
    assert not logged.table.abandoned_seats
    assert logged.table.chairs[1].played_by == "greedy"
    assert logged.tries(commands.replace_forgotten_guests, bot="random") is None
    assert logged.rows[-1].data["bot"] == "greedy"


async def test_whoever_took_over_a_seat_is_forgotten_with_his_own_name(database: str, house: OpenHouse) -> None:
    """The name of whoever had the seat before is not written down under another's."""
    anne, zoe = await house.guest("Anne"), await house.guest(NAME)
    table = await anne.create_table("toy_nim")
    await zoe.sit(table)
    await anne.start(table)
    seat = (await zoe.table(table))["yours"][0]
    token = (await anne.do(table, f"seats/{seat}/link"))["token"]
    bernard = await house.guest("Bernard")
    await house.until_absent()
    await bernard.post("/api/take-seat", {"token": token})
    await zoe.http.delete("/api/me")
    assert NAME not in database_text(database)
    assert (await anne.table(table))["chairs"][seat]["name"] == "Bernard"


async def test_rows_that_nobody_can_read_hinder_no_export_and_are_forgotten(database: str, house: OpenHouse) -> None:
    zoe = await house.guest(NAME)
    table = await zoe.create_table("toy_nim")
    guest = (await house.inside(table)).setup.host
    async with house.house.store._engine.begin() as connection:
        for number, data in enumerate([f'{{"text": "{WORDS}", "guest": "{guest}"', f'["{guest}", "{WORDS}"]'], 1000):
            values = {"table_id": table, "number": number, "kind": "chat", "data": data, "at": 0.0}
            await connection.execute(insert(schema.entries).values(values))
    assert (await zoe.get("/api/me/data"))["tables"] == [table]
    assert (await zoe.http.delete("/api/me")).status_code == 204
    kept = database_text(database)
    assert NAME not in kept
    assert WORDS not in kept


@on_sqlite
async def test_what_is_written_at_the_last_moment_is_forgotten_too(database: str, house: OpenHouse) -> None:
    zoe, anne = await house.guest(NAME), await house.guest("Anne")
    table, hers = await anne.create_table("toy_nim"), await zoe.create_table("toy_nim")
    guest = (await house.inside(hers)).setup.host
    said = json.dumps({"seat": None, "name": NAME, "text": WORDS, "guest": guest, "program": None})

    def say_something(_connection: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith("DELETE FROM guests"):
            with closing(sqlite3.connect(make_url(database).database or "")) as other, other:
                other.execute("INSERT INTO entries VALUES (?, 2, 'chat', ?, 0.0)", (table, said))

    event.listen(house.house.store._engine.sync_engine, "before_cursor_execute", say_something)
    assert (await zoe.http.delete("/api/me")).status_code == 204
    assert "chat" in database_text(database)
    assert NAME not in database_text(database)


async def test_an_address_asks_so_often_for_all_of_its_data(sqlite_files: SqliteFiles, tmp_path: Path) -> None:
    settings = generous_settings(await sqlite_files.fresh(), tmp_path, requests_per_second=40.0)
    async with open_house(settings) as house:
        anne = await house.guest("Anne")
        for _ in range(20):
            await anne.get("/api/me/data")
        assert (await refused("too_fast", anne.get("/api/me/data"))).status == 429
        assert (await anne.http.delete("/api/me")).status_code == 429
        house.timer.jump(1)
        assert (await anne.http.delete("/api/me")).status_code == 204

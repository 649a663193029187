"""Nobody acts for a person who is there: who is absent, since when, and what others may do then."""

from pathlib import Path
from typing import Any

import pytest
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_postgresql, on_sqlite, open_house
from tests.server.logged_table import LoggedTable
from tests.server.test_links import changes
from tests.server.test_lost_database import without
from tests.toy_nim import ToyNim

from tablee.core.seat import Seat
from tablee.server.table import commands
from tablee.server.table.rows import Row

pytestmark = [pytest.mark.anyio, pytest.mark.two_by_night]
BOT = {"level": "random"}


async def two_at_table(house: OpenHouse) -> tuple[str, GuestClient, GuestClient, int]:
    """A match between Anne, who is the host, and Bernard; his seat."""
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", options={"heap": 200})
    await bernard.sit(table)
    await anne.start(table)
    return table, anne, bernard, (await bernard.table(table))["yours"][0]


async def test_the_host_puts_no_bot_on_somebody_who_is_there(house: OpenHouse) -> None:
    table, anne, bernard, seat = await two_at_table(house)
    async with bernard.at(table) as his:
        for _ in range(3):
            await refused("still_here", anne.do(table, f"seats/{seat}/bot", BOT))
            await house.until_absent()
        chair = his.around["chairs"][seat]
        assert "absent" not in chair
        assert "away" not in chair


async def test_an_absence_has_a_length_and_is_shown(house: OpenHouse) -> None:
    table, anne, bernard, seat = await two_at_table(house)
    async with anne.at(table) as hers:
        async with bernard.at(table):
            pass
        await house.timer.let_pass(house.house.absences.seconds - 1)
        await refused("still_here", anne.do(table, f"seats/{seat}/bot", BOT))
        await house.timer.let_pass(1)
        await hers.until(lambda place: place.around["chairs"][seat].get("away"))
        assert [told["kind"] for told in changes(hers) if told["seat"] == seat] == ["away"]
        async with bernard.at(table):
            await hers.until(lambda place: not place.around["chairs"][seat].get("away"))
            last = [told for told in changes(hers) if told["seat"] == seat][-1]
            assert (last["kind"], last["by"], last["name"]) == ("here", "self", "Bernard")
            await refused("still_here", anne.do(table, f"seats/{seat}/bot", BOT))


@pytest.mark.parametrize("databases", ["sqlite", "postgresql"], indirect=True)
async def test_who_comes_back_in_time_was_never_absent(house: OpenHouse) -> None:
    table, anne, bernard, seat = await two_at_table(house)
    async with bernard.at(table):
        pass
    await house.timer.let_pass(house.house.absences.seconds - 1)
    async with bernard.at(table):
        await house.timer.let_pass(10)
    await house.timer.let_pass(house.house.absences.seconds - 11)
    await refused("still_here", anne.do(table, f"seats/{seat}/bot", BOT))
    rows = await house.house.store.tables.rows(table)
    assert [row.data["seat"] for row in rows if row.kind == "away"] == [1 - seat], "Anne was never there"


async def test_a_seat_link_dies_when_another_is_made_and_everybody_is_told(house: OpenHouse) -> None:
    table, anne, bernard, seat = await two_at_table(house)
    namesake = await house.guest("Bernard")
    async with bernard.at(table) as his:
        first = (await anne.do(table, f"seats/{seat}/link"))["token"]
        second = (await anne.do(table, f"seats/{seat}/link"))["token"]
        await his.until(lambda place: [told["kind"] for told in changes(place)].count("link") == 2)
        await refused("still_here", namesake.post("/api/take-seat", {"token": second}))
    await house.until_absent()
    await refused("bad_link", namesake.post("/api/take-seat", {"token": first}))
    await namesake.post("/api/take-seat", {"token": second})
    assert (await namesake.table(table))["yours"] == [seat]


async def play_to_the_end(anne: GuestClient, table: str) -> None:
    """Anne plays all the seats."""
    async with anne.at_all(table) as places:
        while places[0].table["status"] == "playing":
            (mover,) = (place for place in places if place.table["actors"] == [place.mine])
            await mover.play_on()
            for place in places:
                await place.until_version(mover.version)


async def test_after_the_end_names_and_seats_are_fixed(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", options={"heap": 5}, seats=2)
    await anne.start(table)
    token = (await anne.do(table, "seats/0/link"))["token"]
    await play_to_the_end(anne, table)
    before = (await anne.get(f"/api/tables/{table}/record"))["seats"]
    await refused("wrong_status", bernard.post("/api/take-seat", {"token": token}))
    await refused("wrong_status", anne.do(table, "seats/0/link"))
    assert (await anne.get(f"/api/tables/{table}/record"))["seats"] == before


async def test_one_guest_holds_one_seat(house: OpenHouse) -> None:
    table, anne, bernard, seat = await two_at_table(house)
    waiting = await anne.create_table("toy_nim")
    await refused("one_seat", anne.sit(waiting))
    token = (await anne.do(table, f"seats/{seat}/link"))["token"]
    await house.until_absent()
    await refused("one_seat", anne.post("/api/take-seat", {"token": token}))
    together = await anne.create_table("toy_nim", options={"players": 3}, seats=2)
    assert len((await anne.sit(together))["yours"]) == 3
    assert (await bernard.post("/api/take-seat", {"token": token}))["yours"] == [seat]


async def test_a_rematch_at_one_device_is_at_one_device(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"heap": 5}, seats=2)
    await anne.start(table)
    await play_to_the_end(anne, table)
    assert (await anne.do(table, "rematch"))["yours"] == [0, 1]


@on_postgresql
async def test_whoever_is_connected_to_another_process_is_not_absent(
    house: OpenHouse, database: str, tmp_path: Path
) -> None:
    """Whoever arrives elsewhere is passed on to the home of the table, which sees everybody."""
    table, anne, bernard, seat = await two_at_table(house)
    async with open_house(generous_settings(database, tmp_path / "two")) as other:
        there = GuestClient(other.url)
        there.http.cookies = bernard.http.cookies
        async with there.http, there.at(table) as his:
            await refused("still_here", anne.do(table, f"seats/{seat}/bot", BOT))
            await house.until_absent()
            await refused("still_here", anne.do(table, f"seats/{seat}/bot", BOT))
            await his.ask("say", text="here")
            assert not [told for told in changes(his) if told["seat"] == seat]


@on_sqlite
async def test_an_absence_that_could_not_be_saved_is_noted_later(house: OpenHouse) -> None:
    table, _, _, seat = await two_at_table(house)
    async with without(house, "entries"):
        await house.until_absent()
    assert not (await house.inside(table)).chairs[seat].away
    await house.until_absent()
    assert (await house.inside(table)).chairs[seat].away


def test_presence_is_noted_once_and_only_in_a_match() -> None:
    logged = LoggedTable(ToyNim())
    everybody = list(logged.table.game.seats)
    assert not logged.do(lambda table, at: commands.note_presence(table, everybody, at, away=True))
    logged.all_sit(bots=1)
    assert logged.do(lambda table, at: commands.note_presence(table, everybody, at, away=True))
    assert [chair.away for chair in logged.table.chairs] == [chair.bot is None for chair in logged.table.chairs]
    assert not logged.do(lambda table, at: commands.note_presence(table, everybody, at, away=True))
    assert logged.do(lambda table, at: commands.note_presence(table, everybody, at, away=False))
    assert not any(chair.away for chair in logged.table.chairs)


def test_old_rows_do_not_say_who_did_it() -> None:
    logged = LoggedTable(ToyNim()).all_sit()
    rows: list[tuple[str, dict[str, Any]]] = [
        ("stand_in", {"seat": 0, "bot": "random", "why": why}) for why in ("host", "time", "left")
    ]
    for kind, data in [*rows, ("back", {"seat": 0})]:
        logged.table.apply_row(Row(logged.table.version + 1, kind, data, logged.now))
    assert [change.by for change in logged.table.chair_changes] == ["host", "clock", "self", "self"]
    assert logged.table.chair_changes[0].seat == Seat(0)

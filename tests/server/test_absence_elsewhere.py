"""Who is absent is for the home of a table to say: before, any process that had read it could call everybody away."""

import gc
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from tests.patience import until
from tests.server.guest_client import GuestClient, on_another_device, refused
from tests.server.house_in_process import OpenHouse, on_postgresql
from tests.server.test_links import changes
from tests.server.two_houses import TwoHouses, homes_of

from tablee.core.seat import Seat
from tablee.server.house.absences import TIME_TO_CONTRADICT
from tablee.server.peers import listener
from tablee.server.store.homes import Process
from tablee.server.table import commands

pytestmark = [pytest.mark.anyio, on_postgresql]
BOT = {"level": "random"}


async def rivals(two: TwoHouses) -> tuple[str, GuestClient, Seat]:
    """A match of Anne, who is the host, and Bernard, with the first process as its home; his seat."""
    bernard = await two.one.guest("Bernard")
    table = await two.table(options={"heap": 200}, time_limits={"seconds": 86_400})
    await bernard.sit(table)
    await two.here.start(table)
    return table, bernard, Seat((await bernard.table(table))["yours"][0])


@contextmanager
def late_contradictions(house: OpenHouse) -> Iterator[None]:
    """A process does not say yet that somebody is connected there."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(house.house.absences, "mark_present", lambda _: None)
        yield


async def test_only_the_home_of_a_table_calls_somebody_away(two: TwoHouses) -> None:
    """A list reads the table at another process. So did a path with two slashes, which was answered there."""
    table, bernard, seat = await rivals(two)
    async with bernard.at(table) as his, two.here.at(table):
        spelled = await two.there.http.post(f"{two.two.url}//api//tables/{table}/seats/{seat}/bot", json=BOT)
        assert spelled.json()["code"] == "still_here"
        assert table not in two.two.house._live
        await two.there.get("/api/my/tables")
        there = two.two.house._live[table]
        two.two.house.absences.watch(there, there.table.game.seats)
        assert not there.missed
        await two.two.until_absent()
        await two.one.until_absent()
        await refused("still_here", two.here.do(table, f"seats/{seat}/bot", BOT))
        assert not changes(his)


async def test_the_home_contradicts_whoever_calls_somebody_away_who_is_there(two: TwoHouses) -> None:
    table, bernard, seat = await rivals(two)
    token = (await two.here.do(table, f"seats/{seat}/link"))["token"]
    mole = await two.one.guest("Bernard")
    async with bernard.at(table) as his:
        there = await two.two.house.live(table)
        live = two.one.house._live[table]
        with late_contradictions(two.one):
            await two.two.house.change(there, lambda known, at: commands.note_presence(known, [seat], at, away=True))
            await until(lambda: live.table.chairs[seat].away)
            await two.one.timer.let_pass(TIME_TO_CONTRADICT)
            await refused("still_here", two.here.do(table, f"seats/{seat}/bot", BOT))
            await refused("still_here", mole.post("/api/take-seat", {"token": token}))
        await two.here.do(table, f"seats/{seat}/link")
        await his.until(lambda place: [told["kind"] for told in changes(place)][-1] == "here")


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> None:
    """The processes reach each other only through the log."""
    monkeypatch.setattr(listener, "HAS_UNIX_SOCKETS", False)


@pytest.mark.usefixtures("wall")
async def test_somebody_behind_a_wall_is_there_as_long_as_they_are_connected(two: TwoHouses) -> None:
    table, bernard, seat = await rivals(two)
    at_two = await on_another_device(bernard, two.two.url, two.two.stack)
    live = two.one.house._live[table]
    async with two.here.at(table):
        async with at_two.at(table) as his:
            await until(lambda: not live.is_private)
            with late_contradictions(two.two):
                await two.one.until_absent()
                await his.until(changes)
                await refused("still_here", two.here.do(table, f"seats/{seat}/bot", BOT))
            two.two.house.absences.mark_present(two.two.house._live[table])
            await his.until(lambda place: [told["kind"] for told in changes(place)] == ["away", "here"])
            await two.one.timer.let_pass(TIME_TO_CONTRADICT)
            await refused("still_here", two.here.do(table, f"seats/{seat}/bot", BOT))
            live.missed.clear()
        await until(lambda: live.missed == {seat})  # his process has told the home that he left
        await two.one.until_absent()
        await refused("still_here", two.here.do(table, f"seats/{seat}/bot", BOT))
        await two.one.timer.let_pass(TIME_TO_CONTRADICT)
        await two.here.do(table, f"seats/{seat}/bot", BOT)


@pytest.mark.usefixtures("wall")
async def test_a_new_home_is_told_who_watches_behind_a_wall(two: TwoHouses) -> None:
    """Before, it took itself for the only one with readers, and told the others nothing."""
    table, bernard, _ = await rivals(two)
    at_two = await on_another_device(bernard, two.two.url, two.two.stack)
    watched = two.one.house.remote_readers.watched
    async with at_two.at(table):
        await until(lambda: watched)
        watched.clear()  # as for a process that has just taken the table over
        homes_of(two.two)._processes["ended"] = Process("ended", "", "", "")
        await homes_of(two.two).renew()
        await until(lambda: watched == {table})


async def test_a_process_that_loses_its_tables_measures_nothing_any_more(two: TwoHouses) -> None:
    table, _, _ = await rivals(two)
    live = two.one.house._live[table]
    assert live.missed
    await two.execute("DELETE FROM processes WHERE id = :id", id=homes_of(two.one).me.id)
    await homes_of(two.one).renew()
    assert await homes_of(two.two).claim(table)
    await two.one.until_absent()
    assert not [row for row in await two.one.house.store.tables.rows(table) if row.kind == "away"]
    assert live not in two.one.house._playing


async def test_a_list_keeps_no_match_in_memory_that_another_process_plays(two: TwoHouses) -> None:
    """Before, it stayed for ever: nobody tells another process that it has ended."""
    table, _, _ = await rivals(two)
    [listed] = await two.there.get("/api/my/tables")
    assert listed["id"] == table
    two.two.house._recent.clear()
    gc.collect()
    assert table not in two.two.house._live
    assert table in two.one.house._live

"""A table has one home, the process that plays it; another takes it over when that one ends."""

import asyncio
import socket
from pathlib import Path
from unittest.mock import AsyncMock

import pytest
from sqlalchemy.exc import OperationalError
from tests.patience import PATIENCE, until
from tests.server.house_in_process import OpenHouse, on_postgresql
from tests.server.two_houses import TwoHouses, homes_of

from tablee.server.house import homes as homes_of_the_house
from tablee.server.house.homes import Homes, PeerAddresses
from tablee.server.house.scheduler import GRACE
from tablee.server.peers import calls
from tablee.server.store import homes as homes_in_store

pytestmark = [pytest.mark.anyio, on_postgresql]


# A process ends


def end(house: OpenHouse) -> None:
    """As kill -9 leaves it: its sockets refuse, and its lease is not renewed any more."""
    homes_of(house)._has_left = True
    doors = house.listener
    assert doors is not None
    path = homes_of(house).me.path
    doors.close()
    Path(path).parent.mkdir()
    for name in (path, calls.handover_path(path)):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM if name != path else socket.SOCK_STREAM) as dead:
            dead.bind(name)


async def test_a_table_moves_as_soon_as_its_home_refuses(two: TwoHouses) -> None:
    table = await two.table(seats=2, options={"heap": 60})
    await two.here.start(table)
    end(two.one)
    async with two.there.at(table, seat=0) as hers:
        assert homes_of(two.two).is_mine(table)
        assert (await hers.play_on())["type"] == "done"


async def test_a_request_moves_a_table_as_soon_as_its_home_refuses(two: TwoHouses) -> None:
    table = await two.table(seats=2)
    end(two.one)
    assert (await two.there.start(table))["status"] == "playing"
    assert homes_of(two.two).is_mine(table)


async def test_matches_are_taken_up_when_the_lease_of_their_home_has_run_out(two: TwoHouses) -> None:
    """Also those that nobody asks for: bots and clocks go on."""
    table = await two.table(seats=1, bots=["random"], options={"heap": 60})
    two.one.house.scheduler.close()
    homes_of(two.one)._has_left = True
    await two.here.start(table)
    await two.execute("UPDATE processes SET lease_until = 0 WHERE id = :id", id=homes_of(two.one).me.id)
    await homes_of(two.two).renew()
    await until(lambda: homes_of(two.two).is_mine(table))
    async with two.there.at(table, seat=None) as hers:
        await hers.until_asked()


async def test_a_process_that_was_declared_dead_starts_anew(two: TwoHouses) -> None:
    table = await two.table(seats=2, options={"heap": 60})
    await two.here.start(table)
    before = homes_of(two.one).me
    async with two.here.at(table, seat=0) as hers:
        await two.execute("DELETE FROM processes WHERE id = :id", id=before.id)
        there = await two.two.house.live(table)
        assert await homes_of(two.two).claim(table)
        # It has not noticed yet: what it writes is saved, and the new home hears of it when it notices.
        assert (await hers.play_on())["type"] == "done"
        await homes_of(two.one).renew()
        assert homes_of(two.one).me.id != before.id
        assert not homes_of(two.one).is_mine(table)
        await hers.until(lambda place: place.closed == 1001)
        await until(lambda: there.table.version == hers.version)
    async with two.here.at(table, seat=0):
        assert there.present() == (True, True)


async def test_nobody_is_declared_dead_after_a_silence_of_the_database(two: TwoHouses) -> None:
    homes = homes_of(two.two)
    await two.execute("UPDATE processes SET lease_until = 0")
    homes._renewed_at -= homes_in_store.LEASE_SECONDS
    await homes.renew()
    assert len(await two.one.house.store.homes.processes()) == 2
    await homes.renew()
    assert [process.id for process in await two.one.house.store.homes.processes()] == [homes.me.id]


async def test_a_house_that_has_left_renews_nothing(two: TwoHouses) -> None:
    table = await two.table()
    await two.one.leave_tables()
    await homes_of(two.one).renew()
    await homes_of(two.one).leave()
    assert await homes_of(two.one).find(table) is None
    assert len(await two.one.house.store.homes.processes()) == 1
    assert (await two.there.table(table))["id"] == table


# What a process knows of homes


async def test_homes_of_tables_no_longer_in_memory_are_released(two: TwoHouses) -> None:
    kept, dropped = await two.table(), await two.table()
    homes = homes_of(two.one)
    two.one.house._live.pop(dropped)
    await homes.release_unused()
    await homes.release_unused()
    assert homes.is_mine(kept)
    assert not homes.is_mine(dropped)
    assert await homes_of(two.two).claim(dropped)
    assert not await homes_of(two.two).claim(kept)


async def test_other_homes_are_forgotten_when_there_are_too_many(
    two: TwoHouses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(homes_of_the_house, "MAX_KNOWN", 2)
    theirs, mine = await two.table(), await two.there.create_table("toy_nim")
    homes = homes_of(two.two)
    assert await homes.find(theirs) == homes_of(two.one).me
    assert await homes.claim(mine)
    assert await homes.claim(await two.there.create_table("toy_nim"))
    assert homes.is_mine(mine)
    assert theirs not in homes._homes
    assert await homes.find("nosuchtable") is None


async def test_a_process_that_is_taken_for_the_home_becomes_it(two: TwoHouses) -> None:
    """Another process remembers a home that was released meanwhile."""
    table = await two.table(seats=2)
    await two.there.table(table)
    two.one.house._live.pop(table)
    await homes_of(two.one).release_unused()
    assert not homes_of(two.one).is_mine(table)
    assert (await two.there.start(table))["status"] == "playing"
    assert homes_of(two.one).is_mine(table)


async def test_a_home_given_by_another_process_is_taken_up(two: TwoHouses) -> None:
    """Whoever gave it may have ended before it could pass anything on."""
    table = await two.here.create_table("toy_nim", seats=1, bots=["random"], options={"heap": 60})
    await two.one.leave_tables()
    await two.here.start(table)
    homes = homes_of(two.two)
    await two.one.house.store.homes.claim(table, homes.me.id)
    assert not homes.is_mine(table)
    homes._orphans.set()
    await until(lambda: homes.is_mine(table) and table in two.two.house._live)


async def test_bots_are_not_started_from_what_was_read_long_ago(
    two: TwoHouses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A list reads a table elsewhere, where nobody says what its home plays. Before, bots there thought about it."""
    started = []
    monkeypatch.setattr(two.two.house.bot_turns, "play", AsyncMock(side_effect=lambda *given: started.append(given)))
    table = await two.table(seats=1, bots=["random"], options={"heap": 60})
    at_home = two.one.house.scheduler
    at_home.close()
    await two.here.start(table)
    async with two.here.at(table) as hers:
        if hers.mine == 0:
            await hers.play_on()
        there = await two.two.house.live(table)
        assert there.table.bots_to_play()
        at_home._is_closed = False
        at_home.after_change(two.one.house._live[table])
        await hers.until_asked()
        assert there.table.version < hers.version
        await two.two.timer.let_pass(GRACE)
        assert (there.table.version, started) == (hers.version, [])


async def test_workers_that_start_together_wait_for_each_other(two: TwoHouses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(homes_of_the_house, "RENEW_SECONDS", 0.01)
    third = Homes(two.one.house.store.homes, two.one.house, workers=3)
    await third.open(PeerAddresses())
    async with asyncio.timeout(PATIENCE):
        await third._wait_for_workers()
    fourth = Homes(two.one.house.store.homes, two.one.house, workers=5)
    monkeypatch.setattr(homes_of_the_house, "LEASE_SECONDS", 0.05)
    await fourth.open(PeerAddresses())
    async with asyncio.timeout(PATIENCE):
        await fourth._wait_for_workers()
        assert fourth._all_here.is_set()


async def test_the_lease_is_kept_although_the_database_is_silent_for_a_while(
    two: TwoHouses, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures, releases = [0, 1], []

    async def renew(_: Homes) -> None:
        if failures:
            failures.pop()
            raise OperationalError("", {}, Exception())

    async def take_up(homes: Homes) -> None:
        await renew(homes)

    async def release(_: Homes) -> None:
        releases.append(1)

    monkeypatch.setattr(homes_of_the_house, "RENEW_SECONDS", 0.001)
    monkeypatch.setattr(homes_of_the_house, "RELEASE_ROUNDS", 2)
    monkeypatch.setattr(Homes, "renew", renew)
    monkeypatch.setattr(Homes, "_take_up", take_up)
    monkeypatch.setattr(Homes, "release_unused", release)
    homes = homes_of(two.one)
    keeping = asyncio.create_task(homes.keep_lease())
    await until(lambda: releases)
    failures.append(0)
    going = asyncio.create_task(homes.keep_matches_going())
    homes._orphans.set()
    await until(lambda: not failures and not homes._orphans.is_set())
    for task in (keeping, going):
        task.cancel()
    assert "the database does not answer" in caplog.messages

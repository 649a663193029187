"""A table has one home, the process that plays it. Whoever comes elsewhere is passed on."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError
from tests.server.guest_client import PATIENCE, GuestClient, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_postgresql, open_house
from tests.server.test_races import on_another_device

from tablee.server.house import homes as homes_of_the_house
from tablee.server.house.homes import Doors, Homes
from tablee.server.house.live_table import LiveTable
from tablee.server.http.home_proxy import MAX_BODY_BYTES
from tablee.server.peers import calls, listener, messages
from tablee.server.peers.listener import Listener
from tablee.server.peers.messages import PassedRequest, PassedSocket
from tablee.server.store.homes import LEASE_SECONDS, HomeStore
from tablee.server.store.postgres_notices import WATCHED

pytestmark = [pytest.mark.anyio, on_postgresql]


@dataclass
class TwoHouses:
    """Two processes of one house, and a guest who is known at both."""

    one: OpenHouse
    two: OpenHouse
    here: GuestClient
    there: GuestClient
    database: str

    async def table(self, game: str = "toy_nim", **given: Any) -> str:
        """A table whose home is the first process."""
        table = await self.here.create_table(game, **given)
        assert await homes_of(self.one).claim(table)
        return table

    async def execute(self, statement: str, **values: object) -> None:
        async with self.one.house.store._engine.begin() as connection:
            await connection.execute(text(statement), values)


def homes_of(house: OpenHouse) -> Homes:
    assert house.house.homes is not None
    return house.house.homes


@pytest.fixture
def doors() -> dict[str, Any]:
    """Settings by which the processes reach each other."""
    return {}


@pytest.fixture
async def two(
    database: str, tmp_path: Path, doors: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[TwoHouses]:
    """Their leases are renewed only when a test does it."""
    monkeypatch.setattr(homes_of_the_house, "RENEW_SECONDS", 3600.0)
    async with (
        open_house(generous_settings(database, tmp_path / "one", **doors)) as one,
        open_house(generous_settings(database, tmp_path / "two", **doors)) as other,
    ):
        await homes_of(one)._look_around()
        anne = await one.guest("Anne")
        yield TwoHouses(one, other, anne, await on_another_device(anne, other.url, other.stack), database)


@pytest.fixture(params=["the same machine", "another machine", "a wall"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, doors: dict[str, Any]) -> str:
    """How the processes reach each other: by Unix sockets, over the network, or only through the log."""
    if request.param != "the same machine":
        monkeypatch.setattr(listener, "HAS_UNIX_SOCKETS", False)
    if request.param == "another machine":
        doors["internal_address"] = "127.0.0.1"
    return str(request.param)


def connected(live: LiveTable) -> tuple[bool, ...]:
    return live.present()


async def until(condition: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.001)


async def test_people_at_two_processes_play_a_match(way: str, two: TwoHouses) -> None:
    table = await two.table("toy_auction", options={"players": 2, "rounds": 3}, seats=2)
    with psycopg.connect(two.database.replace("+psycopg", ""), autocommit=True) as overhearing:
        await two.there.start(table)
        async with two.here.at(table, seat=0) as first, two.there.at(table, seat=1) as second:
            if way != "a wall":
                assert (await two.one.house.live(table)).present() == (True, True), "both sockets are at its home"
                assert table not in two.two.house._live
            overhearing.execute("LISTEN tablee_tables")
            await asyncio.gather(first.play_out(), second.play_out())
            assert first.version == second.version
            assert first.table["winners"] == second.table["winners"]
            versions = [message["version"] for message in second.told if message["type"] == "table"]
            assert versions == sorted(set(versions)), "nothing is told twice"
        assert (list(overhearing.notifies(timeout=0)) == []) == (way != "a wall")
    assert (await two.there.table(table))["status"] == "over"


async def test_requests_are_answered_at_home(way: str, two: TwoHouses) -> None:
    table = await two.table(options={"players": 3}, seats=2)
    assert (await two.there.sit(table))["yours"] == [0, 1, 2]
    assert (await two.there.start(table))["status"] == "playing"
    bernard = await two.one.guest("Bernard")
    link = await two.there.do(table, "seats/2/link")
    at_two = await on_another_device(bernard, two.two.url, two.two.stack)
    assert (await at_two.post("/api/take-seat", {"token": link["token"]}))["yours"] == [2]
    assert (await two.here.table(table))["yours"] == [0, 1]
    assert (table in two.two.house._live) == (way == "a wall")
    missing = await two.there.http.head(f"/api/tables/{table}")
    assert (missing.status_code, missing.content) == (200, b"")
    assert missing.headers.get_list("x-content-type-options") == ["nosniff"]


NONSENSE = [
    ("/api/take-seat", b'{"token": "unknown"}', 404),
    ("/api/take-seat", b"[" * 20_000, 400),
    ("/api/take-seat", b"\xff", 400),
    ("/api/tables/TABLE/sit", b" " * (MAX_BODY_BYTES + 1), 413),
    ("/api/tables/TABLE/sit", b"nonsense", 400),
    ("/api/tables/nosuchtable/sit", b"{}", 404),
]


async def test_nonsense_is_refused_wherever_it_is_said(two: TwoHouses) -> None:
    table = await two.table()
    for path, body, status in NONSENSE:
        headers = {"Content-Type": "application/json"}
        answer = await two.there.http.post(path.replace("TABLE", table), content=body, headers=headers)
        assert answer.status_code == status
        assert answer.json()["sentence"]


async def abort(_: object, transport: asyncio.Transport, __: object) -> None:
    transport.abort()


async def test_a_request_whose_answer_is_lost_is_repeated_if_nothing_was_done(
    two: TwoHouses, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if its home had ended in the middle of it, and then was gone."""
    table = await two.table(options={"players": 3}, seats=2)
    monkeypatch.setattr(Listener, "answer", abort)
    assert (await two.there.table(table))["yours"] == [0, 1]
    assert (await two.there.sit(table))["yours"] == [0, 1, 2]
    assert (await two.here.table(table))["yours"] == [0, 1, 2]


async def test_a_request_whose_answer_is_lost_is_not_repeated_if_something_was_done(
    two: TwoHouses, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def sit_and_end(_: Listener, transport: asyncio.Transport, __: object) -> None:
        await two.here.sit(table)
        transport.abort()

    table = await two.table(options={"players": 4}, seats=2)
    monkeypatch.setattr(Listener, "answer", sit_and_end)
    refused_with = await refused("not_ready", two.there.sit(table))
    assert refused_with.status == 503
    assert (await two.here.table(table))["yours"] == [0, 1, 2]


async def test_an_answer_is_not_waited_for_for_ever(two: TwoHouses, monkeypatch: pytest.MonkeyPatch) -> None:
    async def wait(*_: object) -> None:
        await asyncio.sleep(0)

    table = await two.table()
    monkeypatch.setattr(calls, "ANSWER_SECONDS", 0.01)
    monkeypatch.setattr(Listener, "answer", wait)
    assert (await refused("not_ready", two.there.table(table))).status == 503


async def test_a_silent_database_is_told_by_the_table_itself(two: TwoHouses, monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(*_: object) -> None:
        raise OperationalError("", {}, Exception())

    table = await two.table()
    monkeypatch.setattr(HomeStore, "claim", silent)
    assert (await two.there.table(table))["id"] == table
    async with two.there.at(table) as watching:
        assert watching.table["status"] == "open"


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
        assert connected(there) == (True, True)


async def test_nobody_is_declared_dead_after_a_silence_of_the_database(two: TwoHouses) -> None:
    homes = homes_of(two.two)
    await two.execute("UPDATE processes SET lease_until = 0")
    homes._renewed_at -= LEASE_SECONDS
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


async def test_workers_that_start_together_wait_for_each_other(two: TwoHouses, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(homes_of_the_house, "RENEW_SECONDS", 0.01)
    third = Homes(two.one.house.store.homes, two.one.house, workers=3)
    await third.open(Doors())
    async with asyncio.timeout(PATIENCE):
        await third._wait_for_workers()
    fourth = Homes(two.one.house.store.homes, two.one.house, workers=5)
    monkeypatch.setattr(homes_of_the_house, "LEASE_SECONDS", 0.05)
    await fourth.open(Doors())
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


# The doors


async def test_a_stranger_is_not_let_in(two: TwoHouses, caplog: pytest.LogCaptureFixture) -> None:
    me = homes_of(two.one).me
    request = PassedRequest("wrong", "GET", "/health", b"/health", b"", "http", None, [], b"")
    with pytest.raises(calls.AnswerLost):
        await calls.forward(me, request)
    for garbage in (b"\xff" * 8, messages.packed(request)[:-1] + b"\xc1"):
        reader, writer = await asyncio.open_unix_connection(me.path)
        for part in (garbage[:2], garbage[2:]):
            writer.write(part)
            await writer.drain()
        assert await reader.read() == b""
        writer.close()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert await calls.hand_over(me, theirs.fileno(), PassedSocket("wrong", "ws", None, b""))
        theirs.close()
        ours.setblocking(False)
        assert await asyncio.get_running_loop().sock_recv(ours, 1) == b""
    assert not caplog.records


async def test_a_request_that_fails_is_logged_and_closed(
    two: TwoHouses, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def fail(*_: object) -> None:
        raise RuntimeError

    assert two.one.listener is not None
    monkeypatch.setattr(two.one.listener, "_app", fail)
    me = homes_of(two.one).me
    with pytest.raises(calls.AnswerLost):
        await calls.forward(me, PassedRequest(me.token, "GET", "/health", b"/health", b"", "http", None, [], b""))
    assert "something passed on failed" in caplog.messages


async def test_a_socket_is_relayed_if_it_cannot_be_handed_over(two: TwoHouses, monkeypatch: pytest.MonkeyPatch) -> None:
    """The queue of the other process is full, or there is none."""
    table = await two.table(seats=2, options={"heap": 60})
    await two.here.start(table)

    def full(*_: object) -> None:
        raise BlockingIOError

    monkeypatch.setattr(socket, "send_fds", full)
    monkeypatch.setattr(calls, "HANDOVER_ATTEMPTS", 2)
    async with two.there.at(table, seat=0) as hers:
        assert (await hers.play_on())["type"] == "done"
        Path(calls.handover_path(homes_of(two.one).me.path)).unlink()
        async with two.there.at(table, seat=1) as second:
            assert (await second.play_on())["type"] == "done"
            assert connected(await two.one.house.live(table)) == (True, True)


async def test_only_the_home_minds_that_a_table_is_watched(two: TwoHouses) -> None:
    table = await two.table()
    live = await two.one.house.live(table)
    assert live.is_private
    two.two.house.on_notice(table, WATCHED)
    assert not two.two.house._watched
    two.one.house.on_notice(table, WATCHED)
    assert not live.is_private
    await two.one.house.watch(live)
    two.one.house._live.pop(table)
    two.one.house.on_notice(table, WATCHED)
    assert two.one.house._watched == {table}

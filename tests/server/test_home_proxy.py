"""Whoever comes to another process than the home of a table is passed on to it."""

import asyncio
import socket
from pathlib import Path

import psycopg
import pytest
from msgspec.structs import replace
from sqlalchemy.exc import OperationalError
from tests.server.guest_client import on_another_device, refused
from tests.server.house_in_process import on_postgresql
from tests.server.two_houses import TwoHouses, homes_of

from tablee.server.http.home_proxy import MAX_BODY_BYTES
from tablee.server.peers import calls, messages
from tablee.server.peers.listener import Listener
from tablee.server.peers.messages import PassedRequest, PassedSocket
from tablee.server.store.homes import HomeStore
from tablee.server.store.postgres_notices import WATCHED

pytestmark = [pytest.mark.anyio, on_postgresql]


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


async def test_a_stranger_is_not_let_in(two: TwoHouses, caplog: pytest.LogCaptureFixture) -> None:
    me = homes_of(two.one).me
    stranger = replace(me, token=f"not {me.token}")
    request = PassedRequest("GET", "/health", b"/health", b"", "http", None, [], b"")
    with pytest.raises(calls.AnswerLost):
        await calls.forward(stranger, request)
    message = messages.addressed(request, me.token)
    for garbage in (b"\xff" * 64, message[: messages.KEY_BYTES] + b"\xff" * 8, message[:-1] + b"\xc1"):
        reader, writer = await asyncio.open_unix_connection(me.path)
        for part in (garbage[:2], garbage[2:]):
            writer.write(part)
            await writer.drain()
        assert await reader.read() == b""
        writer.close()
    ours, theirs = socket.socketpair()
    with ours, theirs:
        assert await calls.hand_over(stranger, theirs.fileno(), PassedSocket("ws", None, b""))
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
        await calls.forward(me, PassedRequest("GET", "/health", b"/health", b"", "http", None, [], b""))
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
            assert (await two.one.house.live(table)).present() == (True, True)


async def test_only_the_home_minds_that_a_table_is_watched(two: TwoHouses) -> None:
    table = await two.table()
    live = await two.one.house.live(table)
    assert live.is_private
    two.two.house.on_notice(table, WATCHED)
    assert not two.two.house.remote_readers.watched
    two.one.house.on_notice(table, WATCHED)
    assert not live.is_private
    await two.one.house.remote_readers.watch(live)
    two.one.house._live.pop(table)
    two.one.house.on_notice(table, WATCHED)
    assert two.one.house.remote_readers.watched == {table}

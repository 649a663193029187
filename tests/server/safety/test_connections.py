"""Connections that are slow, endless, too many or too busy cost their own address, and nobody else."""

import asyncio
import logging
import resource
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit

import pytest
from tests.patience import PATIENCE, SOCKET, until
from tests.server.house_in_process import OpenHouse
from tests.server.safety.conftest import Opening
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tablee.server import app, connection_limits
from tablee.server.connection_limits import PIECE_BYTES, ConnectionLimits, file_limit
from tablee.server.http import http_protocol, middleware
from tablee.server.http.http_protocol import MAX_HEAD_BYTES, HttpProtocol
from tablee.server.http.middleware import cost_of
from tablee.server.settings import Settings
from tablee.server.socket import message_budget
from tablee.server.socket.connection import Connection
from tablee.server.socket.websocket import EXTRA_FRAMES, MAX_UNREAD_MESSAGES, FrameSocket

pytestmark = pytest.mark.anyio
REQUEST: Final = b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n"
NO_PROXY: Final = "192.0.2.1"
"""As a setting: this machine is no proxy, and has limits like everybody."""


@asynccontextmanager
async def connection(house: OpenHouse) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    url = urlsplit(house.url)
    reader, writer = await asyncio.open_connection(url.hostname, url.port)
    try:
        async with asyncio.timeout(PATIENCE):
            yield reader, writer
    finally:
        writer.transport.abort()


@pytest.mark.parametrize("said", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: a\r\n", b"\r\n\r\n"])
async def test_whoever_never_finishes_a_request_is_cut(
    opened: Opening, said: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, such a connection stayed open for ever."""
    monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.05)
    async with connection(await opened()) as (reader, writer):
        writer.write(said)
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")


async def test_the_second_request_has_no_more_time_than_the_first(
    opened: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = await opened()
    async with connection(house) as (reader, writer):
        writer.write(REQUEST)
        assert b"200 OK" in await reader.readuntil(b"\r\n")
        await reader.readuntil(b'{"status":"ok"}')
        monkeypatch.setattr(http_protocol, "HEAD_SECONDS", 0.05)
        writer.write(b"\r\n")
        assert (await reader.read()).startswith(b"HTTP/1.1 408 ")


async def test_whoever_never_finishes_a_body_is_cut(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_protocol, "BODY_SECONDS", 0.05)
    async with connection(await opened()) as (reader, writer):
        writer.write(
            b"POST /api/me HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
        )
        assert not await reader.read()


@pytest.mark.parametrize("endless", [b"a: b\r\n", b"x"])
async def test_an_endless_head_is_cut(opened: Opening, endless: bytes) -> None:
    """Before, the house read on until its memory was full, and answered nobody else."""
    async with connection(await opened()) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\na: " + endless * (2 * MAX_HEAD_BYTES // len(endless)))
        assert (await reader.readuntil(b"\r\n")).startswith(b"HTTP/1.1 431 ")


async def test_nothing_large_is_kept_of_a_head_that_was_cut(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, thousands of fields stayed in memory until garbage was collected: 600 MB after 6 seconds."""
    cut: list[HttpProtocol] = []
    losing = HttpProtocol.connection_lost

    def lose(protocol: HttpProtocol, exc: Exception | None) -> None:
        had = len(protocol.headers)
        losing(protocol, exc)
        if had > 1000:
            cut.append(protocol)

    monkeypatch.setattr(HttpProtocol, "connection_lost", lose)
    async with connection(await opened()) as (reader, writer):
        writer.write(b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * MAX_HEAD_BYTES)
        await reader.readuntil(b"\r\n")
    await until(lambda: cut)
    assert not cut[0].headers
    assert not cut[0].scope


async def test_requests_in_a_row_are_parsed_as_they_are_answered(
    opened: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, all that was received was parsed at once: 1.2 GB in 8 seconds."""
    longest = 0
    feeding = HttpProtocol.feed

    def feed(protocol: HttpProtocol, piece: bytes) -> None:
        nonlocal longest
        feeding(protocol, piece)
        longest = max(longest, len(protocol.pipeline))

    monkeypatch.setattr(HttpProtocol, "feed", feed)
    async with connection(await opened()) as (reader, writer):
        writer.write(REQUEST * 500)
        for _ in range(500):
            await reader.readuntil(b'{"status":"ok"}')
    assert 0 < longest <= PIECE_BYTES // len(REQUEST) + 1


async def test_an_address_has_so_many_connections(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "MORE_CONNECTIONS", 1)
    house = await opened(sockets_per_address=1, proxies=NO_PROXY)
    async with connection(house) as first, connection(house) as second:
        async with connection(house) as (reader, _):
            assert not await reader.read()
        for reader, writer in (first, second):
            writer.write(REQUEST)
            await reader.readuntil(b"200 OK")
    answer = b""
    while not answer:  # the house may not have noticed yet that they have gone
        async with connection(house) as (reader, writer):
            writer.write(REQUEST)
            with suppress(OSError):
                answer = await reader.read(15)
    assert answer == b"HTTP/1.1 200 OK"


async def test_a_proxy_has_as_many_connections_as_it_needs(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "MORE_CONNECTIONS", 0)
    house = await opened(sockets_per_address=1)
    async with connection(house), connection(house), connection(house) as (reader, writer):
        writer.write(REQUEST)
        await reader.readuntil(b"200 OK")


@pytest.mark.parametrize(
    ("proxies", "host", "known"),
    [
        ("127.0.0.1,::1", "127.0.0.1", True),
        ("10.0.0.0/8", "10.1.2.3", True),
        ("10.0.0.0/8", "11.1.2.3", False),
        ("*", "192.0.2.7", True),
        ("", "192.0.2.7", False),
        ("a name, 192.0.2.7", "192.0.2.7", True),
        ("a name", "a name", True),
    ],
)
def test_proxies(proxies: str, host: str, known: bool) -> None:
    assert ConnectionLimits(Settings(proxies=proxies)).is_proxy(host) == known


async def test_what_an_address_sends_too_fast_waits(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is all answered, but no faster than its share of the time allows."""
    monkeypatch.setattr(connection_limits, "BURST_SECONDS", 0.0)
    waited: list[float] = []
    charging = ConnectionLimits.__init__

    def prepared(limits: ConnectionLimits, settings: Settings) -> None:
        charging(limits, settings, lambda: 0.0)  # no time passes: on a busy machine the debt would be paid meanwhile
        charge = limits.work.charge

        def counted(address: str, cost: float) -> float:
            wait = charge(address, cost)
            waited.append(wait)
            return min(wait, 0.001)

        monkeypatch.setattr(limits.work, "charge", counted)

    monkeypatch.setattr(ConnectionLimits, "__init__", prepared)
    house = await opened(share_per_address=0.05, proxies=NO_PROXY)
    async with connection(house) as (reader, writer):
        writer.write(REQUEST * 200)
        for _ in range(200):
            await reader.readuntil(b'{"status":"ok"}')
        writer.write(REQUEST)
        await reader.readuntil(b'{"status":"ok"}')
    assert max(waited) > 0
    # A connection that becomes a socket waits no longer as what it was.
    table = await (await house.guest("Ada")).create_table()
    async with raw_socket(house, table) as socket:
        await socket.send('{"type":"look","id":"7","seat":null}')
        while '"done"' not in str(await socket.recv()):
            pass


# Sockets


@asynccontextmanager
async def raw_socket(house: OpenHouse, table: str) -> AsyncIterator[Any]:
    address = f"{house.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    async with asyncio.timeout(PATIENCE), connect(address, **SOCKET) as socket:
        await socket.recv()
        yield socket


@pytest.mark.parametrize("frame", [b"\x00", b"\x89", b"\x8a"])
async def test_frames_that_say_nothing_close_the_socket(opened: Opening, frame: bytes) -> None:
    """Before, empty fragments and pings were taken for ever, and one socket could keep the house from all else."""
    house = await opened()
    ada = await house.guest("Ada")
    table = await ada.create_table()
    empty = b"\x80\0\0\0\0"
    async with raw_socket(house, table) as socket:
        socket.transport.write(b"\x01" + empty + (frame + empty) * 2 * EXTRA_FRAMES)
        await socket.wait_closed()
        assert socket.close_code == 1008
    async with ada.at(table) as place:
        assert (await place.ask("look", seat=0))["type"] == "done"


async def test_pings_whose_answers_nobody_reads_close_the_socket(
    opened: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = await opened()
    table = await (await house.guest("Ada")).create_table()
    async with raw_socket(house, table) as socket:
        monkeypatch.setattr(FrameSocket, "unsent_bytes", property(lambda _: 1_000_000))
        socket.transport.write(b"\x89\x80\0\0\0\0")
        with pytest.raises(ConnectionClosed):
            await socket.recv()


@pytest.mark.parametrize(
    "parts", [['{"type":"lo', 'ok","id":"7",', '"seat":null}'], [b'{"type":"look","id":"7",', b'"seat":null}']]
)
async def test_a_message_in_a_few_pieces_is_a_message(opened: Opening, parts: list[Any]) -> None:
    house = await opened()
    table = await (await house.guest("Ada")).create_table()
    async with raw_socket(house, table) as socket:
        await socket.send(parts)
        while '"done"' not in (answer := str(await socket.recv())):
            assert '"table"' in answer
        await (await socket.ping())


async def test_messages_wait_outside_until_the_house_reads_them(
    opened: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, all that was received at once was parsed at once: 40,000 messages."""
    house = await opened()
    ada = await house.guest("Ada")
    table = await ada.create_table()
    longest = 0
    sending = FrameSocket.send_receive_event_to_app

    def counted(socket: FrameSocket) -> None:
        nonlocal longest
        sending(socket)
        longest = max(longest, socket.queue.qsize())

    monkeypatch.setattr(FrameSocket, "send_receive_event_to_app", counted)
    async with raw_socket(house, table) as socket:
        socket.transport.write(b"\x81\x81\0\0\0\0x" * 2000)
        for _ in range(2000):
            assert '"bad_message"' in str(await socket.recv())
    assert MAX_UNREAD_MESSAGES <= longest <= MAX_UNREAD_MESSAGES + PIECE_BYTES // 7 + 2


async def test_looks_within_the_limits_are_paced(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, 200 sockets of an address could ask for seven seconds of work each second."""
    monkeypatch.setattr(message_budget, "LONGEST_PAUSE", 0.05)
    house = await opened(share_per_address=0.25)
    ada = await house.guest("Ada")
    table = await ada.create_table()
    live = await house.house.live(table)
    async with ada.at(table) as place:
        live.view_seconds = 0.2
        assert (await place.ask("look", seat=0))["code"] == "too_fast"
        monkeypatch.undo()
        live.view_seconds = 0.02
        assert (await place.ask("look", seat=0))["type"] == "done"
        assert live.view_seconds != 0.02, "it was measured"


async def test_requests_that_would_wait_too_long_are_refused(opened: Opening, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(middleware, "LONGEST_PAUSE", 0.05)
    # No time passes: on a busy machine the debt would be paid meanwhile.
    monkeypatch.setattr(app, "ConnectionLimits", partial(ConnectionLimits, now=lambda: 0.0))
    house = await opened(share_per_address=0.1)
    stranger = await house.guest("")
    answers = [await stranger.http.get("/api/tables") for _ in range(20)]
    assert {answer.status_code for answer in answers} == {200, 429}
    assert "too_fast" in {answer.json()["code"] for answer in answers if answer.is_error}


async def test_a_path_costs_the_same_however_it_is_spelled(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    charged: list[str] = []

    def noted(path: str) -> float:
        charged.append(path)
        return cost_of(path)

    monkeypatch.setattr(middleware, "cost_of", noted)
    stranger = await house.guest("")
    charged.clear()
    spelled = ["//api/tables", "/api/tables/", "/api//tables", "/api%2Ftables", "/%2fapi/tables//"]
    for path in spelled:
        answer = await stranger.http.get(f"{str(stranger.http.base_url).rstrip('/')}{path}")
        assert answer.status_code == 200, path
        assert answer.headers["Cache-Control"] == "no-store", path
    assert charged == ["/api/tables"] * len(spelled)


def test_what_takes_long_costs_more() -> None:
    paths = ["/app.js", "/api/me/data", "/api/tables", "/api/records/abc/from-here"]
    assert [cost_of(path) for path in paths] == sorted({cost_of(path) for path in paths})
    assert cost_of("/api/tables/abc/replay/turns") == cost_of("/api/records")


# Open files


async def test_a_house_with_hardly_a_file_left_says_so(
    opened: Opening, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(connection_limits, "file_limit", lambda: 4)
    house = await opened()
    caplog.set_level(logging.WARNING)
    async with connection(house), connection(house):
        stranger = await house.guest("")
        for _ in range(3):
            answer = await stranger.http.get("/api/tables", headers={"Accept-Language": "fr"})
            assert answer.status_code == 503
            assert answer.headers["Retry-After"] == "30"
            assert answer.json()["sentence"].startswith("Trop de monde")
    assert [record.message for record in caplog.records].count("close to the limit of open files") == 1
    while house_connections(house):
        await asyncio.sleep(0)
    assert (await stranger.http.get("/api/tables")).status_code == 200


def house_connections(house: OpenHouse) -> int:
    return sum(1 for task in asyncio.all_tasks() if "run_asgi" in repr(task.get_coro()))


def test_the_limit_of_open_files(monkeypatch: pytest.MonkeyPatch) -> None:
    assert file_limit() == resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    monkeypatch.setattr(resource, "getrlimit", lambda _: (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert file_limit() is None
    assert not ConnectionLimits(Settings()).is_full
    monkeypatch.setitem(sys.modules, "resource", None)
    assert file_limit() is None


# Guests


async def test_a_guest_has_so_many_sockets(opened: Opening) -> None:
    house = await opened(sockets_per_guest=2)
    ada, bo = await house.guest("Ada"), await house.guest("Bo")
    table = await ada.create_table()
    async with ada.at(table):
        async with ada.at(table), ada.at(table) as third, bo.at(table) as his:
            assert third.closed == 4429
            assert third.told[0]["code"] == "too_many_sockets_of_guest"
            assert his.table
        async with ada.at(table) as another:
            assert another.table
    assert not [reader for reader in (await house.house.live(table)).readers if isinstance(reader, Connection)]

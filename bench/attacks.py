"""One address does its worst to a house. Run by abuse.py, which kills it; prints a line of JSON when it has begun."""

import argparse
import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final
from urllib.parse import urlsplit

import httpx
import uvloop

from bench.load import HANDSHAKE, Tally, all_seats, seat, start_tables
from tablee.core import record as records
from tablee.core.match import Match
from tablee.core.registry import GAMES, game

SOURCE: Final = "127.0.0.2"
"""The attacker's address. The house believes no proxy there."""
SOCKETS: Final = 20
MANY_SOCKETS: Final = 190
CONNECTIONS: Final = 2_000
BLOB: Final = 10_000
"""Frames or requests that are written at once."""
EMPTY: Final = b"\x80\0\0\0\0"
"""The rest of an empty frame: no length, a mask."""


@dataclass
class Target:
    """The house, a guest of the attacker's, and a table with a long match."""

    address: str
    http: httpx.AsyncClient
    cookie: str
    socket: str
    """The URL of a socket at the table."""
    record: dict[str, Any]
    record_id: str

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        url = urlsplit(self.address)
        return await asyncio.open_connection(url.hostname, url.port, local_addr=(SOURCE, 0))

    async def open_socket(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        url = urlsplit(self.socket)
        reader, writer = await self.connect()
        asked = HANDSHAKE.format(path=url.path, query=url.query, host=url.netloc, cookie=self.cookie)
        writer.write(asked.encode())
        await reader.readuntil(b"\r\n\r\n")
        return reader, writer


Attack = Callable[[Target], Awaitable[None]]


async def forever(number: int, work: Callable[[], Awaitable[None]]) -> None:
    """Do it again and again, so many at a time, whatever the house makes of it."""

    async def again() -> None:
        while True:
            with suppress(OSError, EOFError, httpx.HTTPError, asyncio.IncompleteReadError):
                await work()
            await asyncio.sleep(0)

    await asyncio.gather(*(again() for _ in range(number)))


def frames(first: bytes, following: bytes) -> Attack:
    """Sockets that write the same frame for ever, and read nothing."""

    async def attack(target: Target) -> None:
        async def work() -> None:
            _, writer = await target.open_socket()
            writer.write(first)
            while not writer.is_closing():
                writer.write(following * BLOB)
                await writer.drain()

        await forever(SOCKETS, work)

    return attack


async def looks(target: Target) -> None:
    """As many sockets as an address may have, each looking at the whole table as often as it may."""
    look = b'{"type":"look","id":"1","seat":0}'
    frame = b"\x81%c\0\0\0\0%b" % (0x80 | len(look), look)

    async def work() -> None:
        reader, writer = await target.open_socket()
        reading = asyncio.create_task(_drain(reader))
        try:
            while not writer.is_closing():
                writer.write(frame)
                await asyncio.sleep(0.1)
        finally:
            reading.cancel()

    await forever(MANY_SOCKETS, work)


async def _drain(reader: asyncio.StreamReader) -> None:
    while await reader.read(1 << 16):
        pass


def requests(method: str, path: str, body: Callable[[Target], Any] = lambda _: None, number: int = SOCKETS) -> Attack:
    """Requests as fast as they are answered."""

    async def attack(target: Target) -> None:
        async def work() -> None:
            await target.http.request(method, path.format(record=target.record_id), json=body(target))

        await forever(number, work)

    return attack


async def new_guests(target: Target) -> None:
    """New guests, each with a table."""

    async def work() -> None:
        async with _client(target.address) as http:
            if (await http.post("/api/me", json={"name": "Nobody"})).is_success:
                await http.post("/api/tables", json={"game": target.record["game"], "open": True})

    await forever(SOCKETS, work)


async def hints(target: Target) -> None:
    """As many tables against the strongest bots as a guest may have, and hints at all of them."""
    paths = []
    for _ in range(19):
        body = {"game": target.record["game"], "bots": ["toque"]}
        table = (await target.http.post("/api/tables", json=body)).json().get("id")
        await target.http.post(f"/api/tables/{table}/start")
        paths.append(f"/api/tables/{table}/seats/0/hint")

    async def work() -> None:
        await target.http.post(random.choice(paths))

    await forever(SOCKETS, work)


async def lists(target: Target) -> None:
    """As many tables as a guest may have, each with a match under way or over, and lists of them."""
    for _ in range(19):
        body = {"step": len(target.record["entries"]) - 2, "seat": 0, "bots": "plongeur"}
        await target.http.post(f"/api/records/{target.record_id}/from-here", json=body)
    await requests("GET", "/api/my/tables")(target)


def bytes_for_ever(first: bytes, following: bytes) -> Attack:
    """Connections that write for ever and read nothing."""

    async def attack(target: Target) -> None:
        async def work() -> None:
            _, writer = await target.connect()
            writer.write(first)
            while not writer.is_closing():
                writer.write(following)
                await writer.drain()

        await forever(SOCKETS, work)

    return attack


async def connections(target: Target) -> None:
    """Connections that are opened and dropped."""

    async def work() -> None:
        _, writer = await target.connect()
        writer.transport.abort()

    await forever(SOCKETS, work)


async def half_open(target: Target) -> None:
    """Connections that say half a word, and stay."""

    async def work() -> None:
        reader, writer = await target.connect()
        writer.write(b"GET / HT")
        await _drain(reader)

    await forever(CONNECTIONS, work)


ATTACKS: Final[dict[str, Attack]] = {
    "empty fragments": frames(b"\x01" + EMPTY, b"\x00" + EMPTY),
    "pings nobody reads": frames(b"", b"\x89" + EMPTY),
    "garbage messages": frames(b"", b"\x81\x81\0\0\0\0x"),
    "looks": looks,
    "hints": hints,
    "from-here": requests("POST", "/api/records/{record}/from-here", lambda _: {"step": 1, "seat": 0}),
    "imports": requests("POST", "/api/records", lambda target: target.record),
    "replays": requests("GET", "/api/records/{record}/replay/turns?words=fr&reader=all"),
    "lists": lists,
    "requests": requests("GET", "/health", number=100),
    "new guests": new_guests,
    "pipelines": bytes_for_ever(b"", b"GET /health HTTP/1.1\r\nHost: a\r\n\r\n" * BLOB),
    "endless headers": bytes_for_ever(b"GET / HTTP/1.1\r\n", b"a: b\r\n" * BLOB),
    "connections": connections,
    "half-open": half_open,
}


def _client(address: str, cookie: str = "") -> httpx.AsyncClient:
    limits = httpx.Limits(max_connections=None)
    transport = httpx.AsyncHTTPTransport(local_address=SOURCE, limits=limits)
    return httpx.AsyncClient(
        base_url=address, timeout=60, transport=transport, headers={"Cookie": cookie} if cookie else None
    )


def _long_record() -> dict[str, Any]:
    """The longest of some matches played at random."""
    rng = random.Random(1)
    played = [_random_match(rng, name) for name in sorted(GAMES)]
    return dict(records.opened(max(played, key=lambda match: len(match.log)).record()))


def _random_match(rng: random.Random, name: str) -> Match:
    match = Match(game(name))
    while not match.over:
        mover = match.actors()[0]
        match.play(mover, match.game.random_action(match.state, mover, rng))
    return match


async def prepare(address: str) -> Target:
    """A guest with a table and a record."""
    cookie, seats = await start_tables(address, 1, 1, SOURCE)
    players = await all_seats(seats, cookie, Tally(), 0.0, SOURCE)
    playing = [asyncio.create_task(seat(each)) for each in players]
    await asyncio.wait(playing, timeout=3)
    for each in players:
        each[0].close()
    http, record = _client(address, cookie), _long_record()
    kept = (await http.post("/api/records", json=record)).raise_for_status().json()
    return Target(address, http, cookie, seats[0][0] + "&words=fr", record, kept["id"])


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("attack", choices=ATTACKS)
    asked = parser.parse_args()
    target = await prepare(asked.address)
    print(json.dumps({"attack": asked.attack}), flush=True)
    await ATTACKS[asked.attack](target)


if __name__ == "__main__":
    uvloop.run(main())

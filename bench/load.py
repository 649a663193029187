"""The load on a house: one process that plays many tables at once. Run by house.py; prints one line of JSON.

Every seat has its own socket and answers each prompt as soon as it comes (or at a steady pace), so the moves of a table
wait for each other as they do between people. A move is counted when the house has acknowledged it, that is, saved it.
Frames are written and read by hand: the load must cost less than the house, or it would measure itself.
"""

import argparse
import asyncio
import json
import os
import random
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol, cast
from urllib.parse import urlsplit

import httpx
import uvloop

from bench.measurement import tree_cpu_seconds

OPTIONS: Final = {"hands": 5, "hotdog_values": [1] * 10}
"""Short bids and long matches: the house is to be measured, not the rules."""
BID: Final = b'{"type":"play","id":"1","seat":%b,"prompt":%b,"action":{"type":"bid","table":5,"hotdogs":[1]}}'
PROMPT: Final = b'"prompt":{"id":'
ASKED: Final = b'"replace":false'
HANDSHAKE: Final = (
    "GET {path}?{query} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\nCookie: {cookie}\r\n\r\n"
)
SLOW_SECONDS: Final = 0.05


@dataclass
class Tally:
    latencies: list[float] = field(default_factory=list)
    slow: list[tuple[float, float]] = field(default_factory=list)
    """When those moves were sent that took long, and how long they took."""
    refused: int = 0

    def add(self, sent: float) -> None:
        """A move that was sent at a moment is acknowledged now."""
        latency = time.perf_counter() - sent
        self.latencies.append(latency)
        if latency > SLOW_SECONDS:
            self.slow.append((sent, latency))


class RawSocket(asyncio.Protocol):
    """A WebSocket of the barest kind: `heard` is called with the text of each message."""

    def __init__(self, url: str, cookie: str) -> None:
        self._url = urlsplit(url)
        self._cookie = cookie
        self._buffer = b""
        self._open = False
        self._transport: asyncio.Transport | None = None
        self.closed = asyncio.Event()
        self.opened = asyncio.Event()

    async def connect(self, source: str | None = None) -> None:
        """Connect from an address of this machine."""
        loop = asyncio.get_running_loop()
        local = None if source is None else (source, 0)
        await loop.create_connection(lambda: self, self._url.hostname or "", self._url.port or 0, local_addr=local)
        await self.opened.wait()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        url = self._url
        asked = HANDSHAKE.format(path=url.path, query=url.query, host=url.netloc, cookie=self._cookie)
        self._transport.write(asked.encode())

    def connection_lost(self, exc: Exception | None) -> None:
        self.opened.set()
        self.closed.set()

    def data_received(self, data: bytes) -> None:
        buffer = self._buffer + data if self._buffer else data
        if not self._open:
            head, found, buffer = buffer.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            self._open = True
            self.opened.set()
        self._buffer = self._frames(buffer)

    def _frames(self, buffer: bytes) -> bytes:
        """Hear the frames that are whole; returns the rest. The house sends short, whole, unmasked frames."""
        start, end = 0, len(buffer)
        while end - start >= 2:
            length, body = buffer[start + 1], start + 2
            if length == 126:
                body += 2
                length = int.from_bytes(buffer[start + 2 : body], "big") if end >= body else end
            elif length == 127:
                body += 8
                length = int.from_bytes(buffer[start + 2 : body], "big") if end >= body else end
            if end < body + length:
                break
            if buffer[start] == 0x81:
                self.heard(buffer[body : body + length])
            elif buffer[start] == 0x89 and self._transport is not None:
                self._transport.write(b"\x8a%c\0\0\0\0%b" % (0x80 | length, buffer[body : body + length]))
            start = body + length
        return buffer[start:]

    def heard(self, message: bytes) -> None:
        """A message came in."""

    def say(self, message: bytes) -> None:
        """Send a short one, masked with zeros: as the standard wants it, and for free."""
        assert self._transport is not None
        length = len(message)
        if length < 126:
            self._transport.write(b"\x81%c\0\0\0\0%b" % (0x80 | length, message))
        else:
            self._transport.write(b"\x81\xfe%b\0\0\0\0%b" % (length.to_bytes(2, "big"), message))

    def close(self) -> None:
        if self._transport is not None:
            self._transport.abort()


class Player(RawSocket):
    """Answers every prompt of its seat, from when it is told to go until the match is over."""

    def __init__(self, url: str, cookie: str, tally: Tally, pause: float) -> None:
        super().__init__(url, cookie)
        self._tally = tally
        self._pause = pause
        self._answered = self._held = b""
        self._goes = False
        self._sent: deque[float] = deque()

    def heard(self, message: bytes) -> None:
        if message.startswith(b'{"type":"done"'):
            self._tally.add(self._sent.popleft())
        elif message.startswith(b'{"type":"refused"'):
            self._tally.refused += 1
        elif (at := message.find(PROMPT)) >= 0 and message.startswith(ASKED, message.index(b'"replace"', at)):
            prompt, _, rest = message[at + len(PROMPT) :].partition(b',"seat":')
            if prompt != self._answered:
                self._answered = prompt
                self._held = BID % (rest[:1], prompt)
                if self._goes:
                    self.go()
        elif b'"status":"over"' in message:
            self.close()

    def go(self) -> None:
        """Answer what was asked. People do not all begin in the same moment: nor does a steady pace."""
        pause = paused(self._pause, first=not self._goes)
        self._goes = True
        if self._held and pause:
            asyncio.get_running_loop().call_later(pause, self._play)
        elif self._held:
            self._play()

    @property
    def waiting_seconds(self) -> float:
        """How long a move has been waiting to be acknowledged; 0 if none does."""
        return time.perf_counter() - self._sent[0] if self._sent else 0.0

    def _play(self) -> None:
        self._sent.append(time.perf_counter())
        self.say(self._held)
        self._held = b""


class AnyPlayer(Protocol):
    """Somebody at a seat."""

    closed: asyncio.Event

    def go(self) -> None: ...


def paused(pause: float, *, first: bool) -> float:
    """How long somebody thinks: people differ. With equal pauses all who were answered by one commit would come back in
    the same moment, and wait for each other."""
    return pause * random.random() * (1 if first else 2)


def pause_for(tables: int, pace: float) -> float:
    """How long people think on average if all tables together are to play so many moves a second (0: as fast as it
    goes).

    Three bid at once, and the next round begins when the slowest has: of three pauses that lie evenly between 0 and
    twice the average, the longest takes one and a half times the average.

    >>> pause_for(200, 1000)
    0.4
    """
    return 2 * tables / pace if pace else 0.0


async def seat(players: Sequence[AnyPlayer]) -> None:
    """Play one seat of some tables, one table after the other."""
    for player in players:
        player.go()
        await player.closed.wait()


async def all_seats(
    urls: list[list[str]], cookie: str, tally: Tally, pause: float, source: str | None = None
) -> list[list[Player]]:
    """Sockets on all seats, open before anything is measured: what is measured are moves."""
    seats = [[Player(url, cookie, tally, pause) for url in tables] for tables in urls]
    for players in seats:
        for player in players:
            await player.connect(source)
    return seats


async def start_tables(address: str, tables: int, each: int, source: str | None = None) -> tuple[str, list[list[str]]]:
    """A guest who sits on all three seats of every table; the sockets of each seat."""
    transport = httpx.AsyncHTTPTransport(local_address=source)
    async with httpx.AsyncClient(base_url=address, timeout=60, transport=transport) as http:
        (await http.post("/api/me", json={"name": "Load"})).raise_for_status()
        cookie = "; ".join(f"{key}={value}" for key, value in http.cookies.items())
        seats: list[list[str]] = []
        for _ in range(tables):
            three: list[list[str]] = [[], [], []]
            for _ in range(each):
                body = {"game": "hotdog", "options": OPTIONS, "seats": 3}
                table = (await http.post("/api/tables", json=body)).raise_for_status().json()["id"]
                (await http.post(f"/api/tables/{table}/start")).raise_for_status()
                for number in range(3):
                    three[number].append(f"{address}/api/tables/{table}/socket?seat={number}")
            seats += three
    return cookie, seats


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--each", type=int, default=4, help="matches at each table, one after the other")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--pace", type=float, default=0.0, help="moves per second in all; 0: as fast as it goes")
    parser.add_argument("--pid", type=int, required=True, help="the process of the house, for its CPU time")
    parser.add_argument("--database-pid", type=int, default=0, help="the process of its database, if it has one")
    parser.add_argument("--meet-in", help="a folder in which the processes of the load meet before they begin")
    parser.add_argument("--wait-for", type=int, default=1, help="how many there are")
    return parser.parse_args()


async def main() -> None:
    asked = arguments()
    cookie, seats = await start_tables(asked.address, asked.tables, asked.each)
    tally = Tally()
    pause = pause_for(asked.tables, asked.pace)
    await play_and_print(asked, tally, await all_seats(seats, cookie, tally, pause))


async def play_and_print(asked: argparse.Namespace, tally: Tally, seats: Sequence[Sequence[AnyPlayer]]) -> None:
    """Play all seats for a while, and print what was measured."""
    await meet(asked.meet_in, asked.wait_for)
    measure = Measure(asked.pid, asked.database_pid)
    playing = [asyncio.create_task(seat(players)) for players in seats]
    await asyncio.wait(playing, timeout=asked.seconds)
    figures = measure.figures(tally)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    print(json.dumps({"tables": asked.tables, **figures}), flush=True)


async def meet(folder: str | None, number: int) -> None:
    """Wait until so many processes have come here."""
    if folder is not None:
        (Path(folder) / str(os.getpid())).touch()
        while len(os.listdir(folder)) < number:
            await asyncio.sleep(0.01)


class Measure:
    """What a load did to a house, from now on."""

    def __init__(self, pid: int, database_pid: int = 0) -> None:
        self._pids = pid, database_pid
        self._began = self._now()

    def _now(self) -> tuple[float, ...]:
        house, database = (tree_cpu_seconds(pid) if pid else 0.0 for pid in self._pids)
        return time.perf_counter(), house, database, time.process_time()

    def figures(self, tally: Tally) -> dict[str, Any]:
        passed, house, database, load = (after - before for after, before in zip(self._now(), self._began, strict=True))
        latencies = sorted(tally.latencies)
        return {
            "moves_per_second": len(latencies) / passed,
            "moves_per_cpu_second": len(latencies) / house if house else 0.0,
            "house_cpu": house / passed,
            "database_cpu": database / passed,
            "load_cpu": load / passed,
            "p50_ms": 1e3 * latencies[len(latencies) // 2],
            "p99_ms": 1e3 * latencies[int(len(latencies) * 0.99)],
            "longest_ms": 1e3 * latencies[-1],
            "slow": tally.slow,
            "refused": tally.refused,
        }


if __name__ == "__main__":
    uvloop.run(main())

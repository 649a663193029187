"""Calls to another process: a request is forwarded, a WebSocket is handed over or relayed."""

import asyncio
import socket
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, TypeVar

import msgspec

from tablee.server.house.homes import Homes
from tablee.server.peers.messages import (
    LENGTH_BYTES,
    LimitNews,
    PassedRequest,
    PassedResponse,
    PassedSocket,
    addressed,
    response_in,
)
from tablee.server.refusals import Refused
from tablee.server.store.homes import Process

P = TypeVar("P", bound=asyncio.Protocol)

ATTEMPTS: Final = 5
"""How often something is passed on, if processes end meanwhile."""
CONNECT_SECONDS: Final = 2.0
ANSWER_SECONDS: Final = 60.0
HANDOVER_ATTEMPTS: Final = 200
HANDOVER_PAUSE: Final = 0.005
"""How often a handover is tried while the other process has too many in its queue."""


class PeerGone(Exception):
    """A process of this machine has ended: its socket refuses connections."""


class AnswerLost(Exception):
    """A process ended before it answered."""


def handover_path(path: str) -> str:
    """The Unix socket that takes descriptors, beside the one that takes connections."""
    return f"{path}d"


async def at_home(homes: Homes, table_id: str, pass_on: Callable[[Process], Awaitable[bool]]) -> bool:
    """Pass something on to the home of a table, if that is another process and can be reached; returns whether that was
    done. Otherwise the caller does it here: that is slower, but the log keeps it correct."""
    for _ in range(ATTEMPTS):
        home = await homes.find(table_id)
        if home is None or home.id == homes.me.id:
            return False
        try:
            return await pass_on(home)
        except AnswerLost:
            pass  # the home has ended, which the next attempt finds out
        except PeerGone:
            await homes.remove(home)
        except OSError:
            return False
    return False


async def _connect(home: Process, protocol: Callable[[], P]) -> tuple[asyncio.Transport, P]:
    """Raises `PeerGone`, or another OSError if the process cannot be reached."""
    loop = asyncio.get_running_loop()
    if home.path and Path(home.path).exists():
        try:
            return await loop.create_unix_connection(protocol, home.path)
        except ConnectionRefusedError:
            raise PeerGone from None
    if not home.address:
        raise ConnectionRefusedError
    host, _, port = home.address.rpartition(":")
    async with asyncio.timeout(CONNECT_SECONDS):
        return await loop.create_connection(protocol, host, int(port))


# Requests


class Call(asyncio.Protocol):
    """Sends a request, and collects the answer until the other side closes the connection."""

    def __init__(self) -> None:
        self._received: list[bytes] = []
        self.ended = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        self._received.append(data)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.ended.done():
            self.ended.set_result(None)

    async def answer(self) -> PassedResponse:
        """Raises `AnswerLost`, or `Refused` if there is none after a long time."""
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.ended
            return response_in(b"".join(self._received)[LENGTH_BYTES:])
        except TimeoutError:
            raise Refused("not_ready", {"seconds": 1}, status=503) from None
        except msgspec.DecodeError:
            raise AnswerLost from None


async def forward(home: Process, request: PassedRequest) -> PassedResponse:
    """Have another process answer a request; raises OSError or `PeerGone` if it cannot be reached."""
    transport, call = await _connect(home, Call)
    try:
        transport.write(addressed(request, home.token))
        return await call.answer()
    finally:
        transport.close()


async def tell(process: Process, news: LimitNews) -> None:
    """Send another process news; raises OSError or `PeerGone` if it cannot be reached."""
    transport, _ = await _connect(process, asyncio.Protocol)
    transport.write(addressed(news, process.token))
    transport.close()


# WebSockets


async def hand_over(home: Process, descriptor: int, passed: PassedSocket) -> bool:
    """Give a connection to another process of this machine, which answers it; returns whether that was possible."""
    path = home.path and handover_path(home.path)
    if not path or not Path(path).exists():
        return False
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as out:
        out.setblocking(False)
        try:
            out.connect(path)
            for _ in range(HANDOVER_ATTEMPTS):
                try:
                    socket.send_fds(out, [addressed(passed, home.token)], [descriptor])
                except BlockingIOError:
                    await asyncio.sleep(HANDOVER_PAUSE)
                else:
                    return True
        except ConnectionRefusedError:
            raise PeerGone from None
        except OSError:
            pass
    return False


class Pipe(asyncio.Protocol):
    """One end of a relay: what comes in goes out at the other end."""

    def __init__(self) -> None:
        self.other: asyncio.Transport | None = None
        self.ended = asyncio.get_running_loop().create_future()

    def data_received(self, data: bytes) -> None:
        if self.other is not None:
            self.other.write(data)

    def pause_writing(self) -> None:
        if self.other is not None:
            self.other.pause_reading()

    def resume_writing(self) -> None:
        if self.other is not None:
            self.other.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        if self.other is not None:
            self.other.close()
        if not self.ended.done():
            self.ended.set_result(None)


async def relay(
    home: Process, client: asyncio.Transport, passed: PassedSocket, on_connected: Callable[[], None]
) -> None:
    """Pass a connection on byte by byte until it ends; raises OSError or `PeerGone` if the home cannot be reached."""
    transport, far = await _connect(home, Pipe)
    on_connected()
    near = Pipe()
    near.other, far.other = transport, client
    client.set_protocol(near)
    transport.write(addressed(passed, home.token))
    await asyncio.gather(near.ended, far.ended)

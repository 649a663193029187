"""Where other processes of the house reach this one: Unix sockets, and an address for other machines."""

import asyncio
import hmac
import logging
import os
import socket
import tempfile
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final, cast

import msgspec

from tablee.server.house.homes import PeerAddresses
from tablee.server.ops.metrics import METRICS_FOLDER
from tablee.server.peers.calls import handover_path
from tablee.server.peers.messages import (
    KEY_BYTES,
    PASSED_ON,
    LimitNews,
    Passed,
    PassedRequest,
    PassedResponse,
    PassedSocket,
    key_of,
    message_in,
    packed,
    passed_in,
)
from tablee.server.settings import split_address

logger = logging.getLogger("tablee.peers")

HAS_UNIX_SOCKETS: Final = hasattr(socket, "AF_UNIX")
MAX_HANDOVER_BYTES: Final = 262_144
INTAKE_SECONDS: Final = 10.0
"""How long a message may take to arrive."""
MAX_UNADMITTED: Final = 500
"""How many connections may be open that have not shown the key yet. If there are more, the oldest are closed: who knows
the key shows it at once."""
PORTS: Final = 100
"""How many ports are tried, from the one in the settings on: each worker needs one."""

App = Callable[[Any, Any, Any], Awaitable[None]]
SocketFactory = Callable[[PassedSocket], asyncio.Protocol]
"""Makes the protocol that answers a WebSocket that was passed on."""


class Listener:
    """Takes what other processes pass on."""

    def __init__(
        self,
        app: App,
        new_socket: SocketFactory,
        token: str,
        internal_address: str,
        *,
        on_news: Callable[[LimitNews], object],
    ) -> None:
        """`token`: whoever passes something on has to show it; `on_news`: called with what another process tells about
        limits."""
        self._app = app
        self._new_socket = new_socket
        self._key = key_of(token)
        self._internal_address = internal_address
        self._servers: list[asyncio.Server] = []
        self._handovers: socket.socket | None = None
        self.on_news = on_news
        self._folder: tempfile.TemporaryDirectory[str] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._unadmitted: dict[Intake, None] = {}
        """The connections that have not shown the key yet, the oldest first."""

    async def open(self) -> PeerAddresses:
        """Listen; returns where."""
        loop = asyncio.get_running_loop()
        path = ""
        if HAS_UNIX_SOCKETS:
            # Workers have a folder that their parent removes, however they end. Paths of sockets have to be short.
            self._folder = tempfile.TemporaryDirectory(prefix="tablee-", dir=os.environ.get(METRICS_FOLDER))
            path = str(Path(self._folder.name) / "peer")
            self._servers.append(await loop.create_unix_server(self._intake, path, backlog=1024))
            self._handovers = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
            self._handovers.setblocking(False)
            self._handovers.bind(handover_path(path))
            loop.add_reader(self._handovers.fileno(), self._take_handovers, self._handovers)
        return PeerAddresses(path, await self._listen_for_machines())

    async def _listen_for_machines(self) -> str:
        if not self._internal_address:
            return ""
        host, port = split_address(self._internal_address)
        loop = asyncio.get_running_loop()
        for chosen in range(port, port + PORTS) if port else (0,):
            with suppress(OSError):
                server = await loop.create_server(self._intake, host, chosen, backlog=1024)
                self._servers.append(server)
                return f"{host}:{server.sockets[0].getsockname()[1]}"
        logger.warning("the internal address cannot be used", extra={"address": self._internal_address})
        return ""

    def _intake(self) -> "Intake":
        return Intake(self)

    def is_admitted(self, key: bytes) -> bool:
        return hmac.compare_digest(key, self._key)

    def on_connected(self, intake: "Intake") -> None:
        """Somebody has connected who has not shown the key yet."""
        self._unadmitted[intake] = None
        if len(self._unadmitted) > MAX_UNADMITTED:
            next(iter(self._unadmitted)).abort()

    def on_admitted_or_gone(self, intake: "Intake") -> None:
        self._unadmitted.pop(intake, None)

    # Descriptors

    def _take_handovers(self, handovers: socket.socket) -> None:
        with suppress(BlockingIOError):
            while True:
                data, descriptors, _, _ = socket.recv_fds(handovers, MAX_HANDOVER_BYTES, 1)
                for descriptor in descriptors:
                    self.spawn(self._adopt(data, descriptor))

    async def _adopt(self, data: bytes, descriptor: int) -> None:
        """Answer a connection that another process of this machine has accepted."""
        with socket.socket(fileno=descriptor) as client:
            client.setblocking(False)
            passed = passed_in(message_in(data[KEY_BYTES:]) or b"") if self.is_admitted(data[:KEY_BYTES]) else None
            if isinstance(passed, PassedSocket):
                own = socket.socket(fileno=client.detach())
                loop = asyncio.get_running_loop()
                await loop.connect_accepted_socket(lambda: self._new_socket(passed), own)

    # Connections

    def take(self, transport: asyncio.Transport, passed: PassedSocket) -> None:
        """Answer a WebSocket that is relayed over this connection."""
        protocol = self._new_socket(passed)
        transport.set_protocol(protocol)
        protocol.connection_made(transport)

    async def answer(self, transport: asyncio.Transport, request: PassedRequest) -> None:
        """Have the application answer a request."""
        answer = PassedResponse(500, [], b"")
        bodies: list[bytes] = []
        messages = iter([{"type": "http.request", "body": request.body, "more_body": False}])

        async def receive() -> Any:
            return next(messages, {"type": "http.disconnect"})

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                answer.headers = [(bytes(name), bytes(value)) for name, value in message["headers"]]
            else:
                bodies.append(message.get("body", b""))

        try:
            await self._app(scope_of(request), receive, send)
            answer.body = b"".join(bodies)
            transport.write(packed(answer))
        finally:
            transport.close()

    def spawn(self, work: Any) -> None:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            logger.error("something passed on failed", exc_info=error)

    # Closing

    def close(self) -> None:
        """Take nothing more."""
        for server in self._servers:
            server.close()
        if self._handovers is not None:
            asyncio.get_running_loop().remove_reader(self._handovers.fileno())
            self._handovers.close()
        if self._folder is not None:
            self._folder.cleanup()
        self._servers, self._handovers, self._folder = [], None, None

    async def finish(self) -> None:
        """Wait for the requests that are being answered."""
        await asyncio.gather(*self._tasks, return_exceptions=True)


class Intake(asyncio.Protocol):
    """A connection from another process, until its message is complete."""

    def __init__(self, listener: Listener) -> None:
        self._listener = listener
        self._buffer = bytearray()
        self._is_admitted = False
        self._transport: asyncio.Transport | None = None
        self._timeout: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)
        self._timeout = asyncio.get_running_loop().call_later(INTAKE_SECONDS, self.abort)
        self._listener.on_connected(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._end()

    def abort(self) -> None:
        """Close the connection at once."""
        self._end()
        if self._transport is not None:
            self._transport.abort()

    def _end(self) -> None:
        """Nothing more is waited for."""
        self._listener.on_admitted_or_gone(self)
        self._buffer.clear()
        if self._timeout is not None:
            self._timeout.cancel()

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        if not self._is_admitted:
            if len(self._buffer) < KEY_BYTES:
                return
            if not self._listener.is_admitted(bytes(self._buffer[:KEY_BYTES])):
                self.abort()
                return
            self._is_admitted = True
            self._listener.on_admitted_or_gone(self)
            del self._buffer[:KEY_BYTES]
        try:
            message = message_in(self._buffer)
            passed = None if message is None else passed_in(message)
        except (ValueError, msgspec.DecodeError):
            self.abort()
            return
        if passed is not None:
            self._end()
            self._take(cast("asyncio.Transport", self._transport), passed)

    def _take(self, transport: asyncio.Transport, passed: Passed) -> None:
        if isinstance(passed, PassedSocket):
            self._listener.take(transport, passed)
        elif isinstance(passed, LimitNews):
            self._listener.on_news(passed)
            transport.close()
        else:
            self._listener.spawn(self._listener.answer(transport, passed))


def scope_of(request: PassedRequest) -> dict[str, Any]:
    """The ASGI scope of a request that was passed on."""
    return {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "server": None,
        "client": request.client,
        "scheme": request.scheme,
        "root_path": "",
        "method": request.method,
        "path": request.path,
        "raw_path": request.raw_path,
        "query_string": request.query,
        "headers": request.headers,
        "extensions": {PASSED_ON: {}},
        "state": {},
    }

"""uvicorn's WebSocket, extended to send frames that are encoded once and shared by many readers."""

from asyncio import BaseTransport
from typing import TYPE_CHECKING, Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

from tablee.server.peers.calls import hand_over, relay
from tablee.server.peers.messages import PASSED_ON, PassedSocket
from tablee.server.store.homes import Process

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

EXTENSION: Final = "tablee.socket"
"""The key of the `FrameSocket` in the extensions of the ASGI scope."""
MAX_UNREAD_MESSAGES: Final = 16
"""How many messages may wait unread before the client is paused."""


def text_frame(message: bytes) -> bytes:
    """The frame of a text message (RFC 6455, section 5.2): unfragmented, unmasked, uncompressed.

    >>> text_frame(b"Bonjour")
    b'\\x81\\x07Bonjour'
    """
    length = len(message)
    if length < 126:
        return b"\x81%c%b" % (length, message)
    if length < 1 << 16:
        return b"\x81\x7e%b%b" % (length.to_bytes(2, "big"), message)
    return b"\x81\x7f%b%b" % (length.to_bytes(8, "big"), message)


class FrameSocket(WebSocketsSansIOProtocol):
    """One socket. Handshake, pings and closing are left to uvicorn."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, Any]", self.scope["extensions"])[EXTENSION] = self

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._unsent: list[bytes] = []

    def send_frame(self, frame: bytes) -> None:
        """Send a frame soon, together with others of the same moment. Does not wait."""
        if not self._unsent:
            self.loop.call_soon(self.flush)
        self._unsent.append(frame)

    def flush(self) -> None:
        """Send the collected frames, unless the socket is closing."""
        frames, self._unsent = self._unsent, []
        if frames and not self.close_sent and not self.transport.is_closing():
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    async def send(self, message: "ASGISendEvent") -> None:
        self.flush()
        await super().send(message)

    async def pass_on(self, home: Process) -> bool:
        """Have another process answer this socket; returns whether it does. It was not accepted yet.

        On the same machine it gets the connection itself, so that nothing is paid twice; else all bytes are relayed.
        """
        passed = PassedSocket(home.token, self.scope["scheme"], self.scope["client"], self.request.serialize())
        if await hand_over(home, self.transport.get_extra_info("socket").fileno(), passed):
            self._leave()
            self.transport.abort()
            return True
        await relay(home, self.transport, passed, self._leave)
        self.connection_lost(None)
        return True

    def _leave(self) -> None:
        """uvicorn answers this socket no more."""
        self.handshake_complete = self.close_sent = True

    @property
    def unsent_bytes(self) -> int:
        """How many bytes the client has not received yet."""
        return self.transport.get_write_buffer_size()

    def send_receive_event_to_app(self) -> None:
        """Like uvicorn, but pause the client only when many messages wait, not after every message."""
        if self.read_paused or self.queue.qsize() >= MAX_UNREAD_MESSAGES:
            super().send_receive_event_to_app()
        else:
            self.read_paused = True  # so that uvicorn does not pause it now
            super().send_receive_event_to_app()
            self.read_paused = False


class PassedFrameSocket(FrameSocket):
    """A socket that another process has passed on."""

    def __init__(self, passed: PassedSocket, **given: Any) -> None:
        super().__init__(**given)
        self._passed = passed

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.client = self._passed.client
        self.scheme = cast("Any", self._passed.scheme)
        self.data_received(self._passed.handshake)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        cast("dict[str, Any]", self.scope["extensions"])[PASSED_ON] = {}

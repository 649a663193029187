"""uvicorn's WebSocket, extended to send frames that are encoded once and shared by many readers."""

from asyncio import BaseTransport
from typing import TYPE_CHECKING, Any, Final, cast

from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Request

from tablee.server.connection_limits import PIECE_BYTES, RateLimitedInput
from tablee.server.peers.calls import hand_over, relay
from tablee.server.peers.messages import PASSED_ON, PassedSocket
from tablee.server.rate_limit import TokenBucket
from tablee.server.store.homes import Process

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

EXTENSION: Final = "tablee.socket"
"""The key of the `FrameSocket` in the extensions of the ASGI scope."""
MAX_UNREAD_MESSAGES: Final = 16
"""How many messages may wait unread before the client is paused."""
EXTRA_FRAMES: Final = 100
EXTRA_FRAMES_PER_SECOND: Final = 5.0
"""How many frames a client may send that are no whole message: pings, pongs, fragments."""
MAX_UNREAD_PONGS: Final = 65_536
"""The most bytes that a client may leave unread while it sends pings."""
POLICY: Final = 1008


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


class FrameSocket(RateLimitedInput, WebSocketsSansIOProtocol):
    """One socket. Handshake, pings and closing are left to uvicorn."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, Any]", self.scope["extensions"])[EXTENSION] = self

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._unsent: list[bytes] = []
        self._extra_frames = TokenBucket(EXTRA_FRAMES_PER_SECOND, EXTRA_FRAMES, self.loop.time())

    # In

    def data_received(self, data: bytes) -> None:
        if len(data) <= PIECE_BYTES and not (self._unparsed or self._waits or self.read_paused):
            self.parse_piece(data)  # nearly always
        else:
            super().data_received(data)

    @property
    def is_held_up(self) -> bool:
        """Whether enough messages wait to be handled."""
        return self.read_paused

    async def receive(self) -> "ASGIReceiveEvent":
        """Like uvicorn, but what was received is parsed before more is read."""
        message = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.go_on()
        return message

    def handle_text(self, event: Frame) -> None:
        if event.fin or self._may_send_extra_frame():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if event.fin or self._may_send_extra_frame():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_send_extra_frame():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self.unsent_bytes > MAX_UNREAD_PONGS:
            self.transport.abort()
        elif self._may_send_extra_frame():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_send_extra_frame():
            super().handle_pong(event)

    def _may_send_extra_frame(self) -> bool:
        """Count a frame that is no whole message; the socket is closed if there are too many."""
        if self.close_sent:
            return False
        if not self._extra_frames.take(self.loop.time()):
            return True
        self.conn.fail(POLICY, "too many frames")
        self.handle_parser_exception()
        return False

    # Out

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
        passed = PassedSocket(self.scope["scheme"], self.scope["client"], self.request.serialize())
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

    def client_host(self) -> str:
        return self._passed.client[0] if self._passed.client else ""

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self.client = self._passed.client
        self.scheme = cast("Any", self._passed.scheme)
        self.data_received(self._passed.handshake)

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        cast("dict[str, Any]", self.scope["extensions"])[PASSED_ON] = {}

"""uvicorn's WebSocket, with a short way out: many readers are told the same bytes, and framing them once is enough."""

from asyncio import BaseTransport
from typing import TYPE_CHECKING, Any, Final, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request

if TYPE_CHECKING:
    from uvicorn._types import ASGISendEvent

EXTENSION: Final = "tablee.socket"
"""Under which name the application finds it among the extensions of its scope."""
UNREAD: Final = 16
"""How many messages may come in before the first is looked at; then the other side has to wait."""


def framed(message: bytes) -> bytes:
    """A text message as it goes over the wire (RFC 6455, section 5.2): whole, not masked, not compressed.

    >>> framed(b"Bonjour")
    b'\\x81\\x07Bonjour'
    """
    length = len(message)
    if length < 126:
        return b"\x81%c%b" % (length, message)
    if length < 1 << 16:
        return b"\x81\x7e%b%b" % (length.to_bytes(2, "big"), message)
    return b"\x81\x7f%b%b" % (length.to_bytes(8, "big"), message)


class FrameSocket(WebSocketsSansIOProtocol):
    """One socket. Handshake, pings and closing are uvicorn's own."""

    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if not self.close_sent:
            cast("dict[str, Any]", self.scope["extensions"])[EXTENSION] = self

    def connection_made(self, transport: BaseTransport) -> None:
        super().connection_made(transport)
        self._unsent: list[bytes] = []

    def tell(self, frame: bytes) -> None:
        """Send a frame soon: all that are told at one moment go out together. Nobody waits for it."""
        if not self._unsent:
            self.loop.call_soon(self.flush)
        self._unsent.append(frame)

    def flush(self) -> None:
        """Send what was told, unless the socket is closing."""
        frames, self._unsent = self._unsent, []
        if frames and not self.close_sent and not self.transport.is_closing():
            self.transport.write(frames[0] if len(frames) == 1 else b"".join(frames))

    async def send(self, message: "ASGISendEvent") -> None:
        self.flush()
        await super().send(message)

    @property
    def waiting(self) -> int:
        """How many bytes the other side has not taken yet."""
        return self.transport.get_write_buffer_size()

    def send_receive_event_to_app(self) -> None:
        """As uvicorn does it; but the other side is stopped only when it is far ahead, not after every message."""
        if self.read_paused or self.queue.qsize() >= UNREAD:
            super().send_receive_event_to_app()
        else:
            self.read_paused = True  # so that it is not stopped now
            super().send_receive_event_to_app()
            self.read_paused = False

"""uvicorn's HTTP, with limits for clients that are slow, endless or too many."""

import asyncio
from typing import Final

from uvicorn.protocols.http.flow_control import FlowControl
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle

from tablee.server.connection_limits import RateLimitedInput

HEAD_SECONDS: Final = 10.0
"""How long a client may take for the head of a request."""
BODY_SECONDS: Final = 60.0
"""How long a client may take for the rest of it."""
MAX_HEAD_BYTES: Final = 32_768
TOO_LARGE: Final = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TIMED_OUT: Final = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class RateLimitedFlow(FlowControl):
    """Goes on with what was received when uvicorn wants more."""

    def __init__(self, protocol: "HttpProtocol") -> None:
        super().__init__(protocol.transport)
        self._protocol = protocol

    def resume_reading(self) -> None:
        if self.read_paused:
            self.read_paused = False
            self._protocol.loop.call_soon(self._protocol.go_on)


class HttpProtocol(RateLimitedInput, HttpToolsProtocol):
    """One connection."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.flow: FlowControl = RateLimitedFlow(self)
        self._timer: asyncio.TimerHandle | None = None
        self._head_bytes = 0
        self._is_in_head = True
        self._set_timer(HEAD_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        self._set_timer(None)
        super().connection_lost(exc)
        # A connection and its flow know each other, so both are collected late: what is large goes at once.
        self.headers = []
        self.scope = None  # type: ignore[assignment]

    @property
    def is_held_up(self) -> bool:
        """Whether a request waits for the answer to the one before."""
        return self.flow.read_paused or bool(self.pipeline)

    def parse(self) -> None:
        if self._unparsed and self._timer is None and _is_idle(self.cycle):
            self._set_timer(HEAD_SECONDS)
        super().parse()

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        self._set_timer(BODY_SECONDS)
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._is_in_head, self._head_bytes = True, 0
        self._set_timer(None)
        super().on_message_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_reading():
            self.loop.call_soon(self.go_on)

    def handle_websocket_upgrade(self) -> None:
        self._set_timer(None)
        self.leave()  # the socket is counted by itself
        super().handle_websocket_upgrade()
        self._unparsed.clear()

    def feed(self, piece: bytes) -> None:
        super().feed(piece)
        if self._is_in_head:
            self._head_bytes += len(piece)
            if self._head_bytes > MAX_HEAD_BYTES and not self.transport.is_closing():
                self._cut(TOO_LARGE)

    def _set_timer(self, seconds: float | None) -> None:
        """The time for what the client is sending now."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None if seconds is None else self.loop.call_later(seconds, self._cut, TIMED_OUT)

    def _cut(self, answer: bytes) -> None:
        if _is_idle(self.cycle):
            self.transport.write(answer)
        self.transport.close()


def _is_idle(cycle: RequestResponseCycle | None) -> bool:
    """Whether no request is being answered."""
    return cycle is None or cycle.response_complete

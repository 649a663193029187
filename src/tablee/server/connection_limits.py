"""What the connections of one address may cost: how many there are, and how long the house reads what they send.

Work is counted in seconds of the event loop. An address that has used up its share waits, so that the others do not.
"""

import asyncio
import logging
import time
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any, Final

from tablee.server.network_address import counted_address
from tablee.server.rate_limit import RateLimiter
from tablee.server.settings import Settings
from tablee.server.shared_limits import OpenCount

logger = logging.getLogger("tablee.connections")

BURST_SECONDS: Final = 0.03
"""How long an address may keep the event loop busy at once."""
MORE_CONNECTIONS: Final = 100
"""How many connections an address may have besides its sockets."""
PIECE_BYTES: Final = 1024
"""How much of what a client sends is parsed at once."""
SECONDS_PER_BYTE: Final = 5e-6
"""A generous maximum for parsing. If it took longer, the machine was busy with something else."""
CONNECTION_SECONDS: Final = 0.0005
"""What a new connection costs."""
FILE_RESERVE: Final = 100
"""Files and sockets that the house needs besides the connections of clients."""


def file_limit() -> int | None:
    """How many files this process may open; None if there is no limit, or it is unknown."""
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return None
    limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if limit == resource.RLIM_INFINITY else limit


class ConnectionLimits:
    """All connections of a process, by address."""

    def __init__(self, settings: Settings, now: Callable[[], float] = time.monotonic) -> None:
        self.work = RateLimiter(settings.share_per_address, BURST_SECONDS, now)
        """Seconds of the event loop."""
        self.connections = OpenCount(settings.sockets_per_address + MORE_CONNECTIONS)
        self._proxies = [part.strip() for part in settings.proxies.split(",") if part.strip()]
        self._of_proxies = 0
        self._file_limit = file_limit()
        self._was_full = False

    def is_proxy(self, host: str) -> bool:
        """Whether many clients are behind this address: then it has no limits of its own."""
        return any(_is_in(host, proxy) for proxy in self._proxies)

    def enter(self, key: str | None) -> bool:
        """Count a connection; returns whether it may stay. `key`: None for a proxy."""
        if key is not None:
            return self.connections.enter(key)
        self._of_proxies += 1
        return True

    def leave(self, key: str | None) -> None:
        if key is None:
            self._of_proxies -= 1
        else:
            self.connections.leave(key)

    @property
    def is_full(self) -> bool:
        """Whether the open connections leave too few files for anything else."""
        if self._file_limit is None:
            return False
        reserve = min(FILE_RESERVE, self._file_limit // 2)
        is_full = self.connections.here + self._of_proxies > self._file_limit - reserve
        if is_full and not self._was_full:
            logger.warning("close to the limit of open files")
        self._was_full = is_full
        return is_full


def _is_in(host: str, proxy: str) -> bool:
    if proxy in ("*", host):
        return True
    try:
        return ip_address(host) in ip_network(proxy)
    except ValueError:
        return False


if TYPE_CHECKING:
    Parser = asyncio.Protocol
else:
    Parser = object


class RateLimitedInput(Parser):
    """A mix-in for protocols: parses what a client sends in small pieces, and no faster than its address is allowed.

    What waits stays unread in the operating system, but for what was read at once.
    """

    if TYPE_CHECKING:
        config: Any
        loop: asyncio.AbstractEventLoop
        transport: asyncio.Transport
        client: tuple[str, int] | None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        app = self.config.loaded_app
        self.limits: ConnectionLimits = getattr(app, "app", app).state.connection_limits
        host = self.client_host()
        self._key = None if not host or self.limits.is_proxy(host) else counted_address(host)
        self.charged_address = self._key
        """The address that the work is charged to; None: it is not limited."""
        self._unparsed = bytearray()
        self._waits = False
        self._is_counted = True
        if not self.limits.enter(self._key):
            self.transport.abort()
        else:
            self._charge(CONNECTION_SECONDS)

    def client_host(self) -> str:
        return self.client[0] if self.client else ""

    def connection_lost(self, exc: Exception | None) -> None:
        self.leave()
        self._unparsed.clear()  # the parser refers to this object, so it may stay in memory for a while
        super().connection_lost(exc)

    def leave(self) -> None:
        """Count this connection no longer."""
        if self._is_counted:
            self._is_counted = False
            self.limits.leave(self._key)

    @property
    def is_held_up(self) -> bool:
        """Whether nothing more is to be parsed now."""
        return False

    def data_received(self, data: bytes) -> None:
        self._unparsed += data
        self.parse()
        if self._unparsed:
            self.transport.pause_reading()

    def parse(self) -> None:
        """Parse what was received, as far as that is possible now."""
        while self._unparsed and not self._waits and not self.is_held_up and not self.transport.is_closing():
            piece = bytes(self._unparsed[:PIECE_BYTES])
            del self._unparsed[:PIECE_BYTES]
            self.parse_piece(piece)

    def parse_piece(self, piece: bytes) -> None:
        began = time.perf_counter()
        self.feed(piece)
        seconds, most = time.perf_counter() - began, SECONDS_PER_BYTE * len(piece)
        self._charge(min(most, seconds))

    def _charge(self, seconds: float) -> None:
        """Read nothing more until the address has paid for this."""
        if self.charged_address is None:
            return
        wait = self.limits.work.charge(self.charged_address, seconds)
        if wait and self._is_counted:  # else another protocol has the connection now
            self._waits = True
            self.transport.pause_reading()
            self.loop.call_later(wait, self._wait_is_over)

    def feed(self, piece: bytes) -> None:
        """Parse a piece."""
        super().data_received(piece)

    def _wait_is_over(self) -> None:
        self._waits = False
        self.go_on()

    def go_on(self) -> None:
        """Parse more, and read more if all is parsed."""
        self.parse()
        is_ready = not self._unparsed and not self._waits and not self.is_held_up
        if is_ready and self._is_counted and not self.transport.is_closing():
            self.transport.resume_reading()

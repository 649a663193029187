"""How many messages a socket may send, and how much work the sockets of an address may make."""

import asyncio
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from tablee.server.house.live_table import LiveTable
from tablee.server.rate_limit import RateLimiter, TokenBucket
from tablee.server.refusals import too_fast

MESSAGE_SECONDS: Final = 0.001
"""The time of the event loop that a message takes, roughly as measured."""
ROW_BYTES: Final = 300
"""The bytes that a message writes besides its own."""
PREPAID_BYTES: Final = 4_096
"""The bytes that a socket pays for in advance."""
LONGEST_PAUSE: Final = 2.0
LONGEST_OPENING: Final = 10.0
"""Who would have to wait longer, for an answer or until the socket is open, is refused."""
REFUSAL_PAUSE: Final = 0.25
"""The most seconds that a socket is not read after it was too fast."""


class MessageBudget:
    """The limits of one socket."""

    def __init__(
        self,
        per_second: float,
        now: float,
        *,
        address: str,
        guest: str | None,
        work: RateLimiter,
        written: RateLimiter,
    ) -> None:
        """`work`: seconds of the event loop; `written`: bytes on the disk."""
        self._bucket = TokenBucket(per_second, 10 * per_second, now)
        self.address = address
        self._work = work
        self._written = written
        self._writers = (address,) if guest is None else (f"guest {guest}", address)
        self._prepaid = 0
        """Bytes that were paid for and are not written yet."""
        self.pause = 0.0
        """Seconds in which nothing is to be read because the last message was too fast: refusals are work, too."""

    def take(self, now: float) -> float:
        """Count a message: returns 0, or how many seconds to wait if there were too many."""
        wait = self._bucket.take(now)
        self.pause = min(REFUSAL_PAUSE, wait)
        return wait

    def pay_for_message(self) -> float:
        """How many seconds a message has to wait until the address has time left; raises `Refused` if that is long."""
        return self._charge(MESSAGE_SECONDS, LONGEST_PAUSE)

    def pay_for_row(self, size: int) -> None:
        """Count what a message writes to the disk; raises `Refused` if the address or the guest has written much."""
        cost = ROW_BYTES + size
        if self._prepaid < cost:
            self._prepay(cost - self._prepaid)
        self._prepaid -= cost

    def _prepay(self, missing: int) -> None:
        """Pay for some rows at once, so that few moves have to; if that is too much, for this one alone."""
        for size in (missing + PREPAID_BYTES, missing):
            wait = next((wait for writer in self._writers if (wait := self._written.take(writer, size))), 0.0)
            if not wait:
                self._prepaid += size
                return
        raise too_fast(wait)

    async def pay_for_view(self, live: LiveTable, *, opening: bool = False) -> None:
        """Wait until the address has time left to look at the whole table, by what that took the last time."""
        wait = self._charge(live.view_seconds, LONGEST_OPENING if opening else LONGEST_PAUSE)
        if wait:
            await asyncio.sleep(wait)

    def _charge(self, seconds: float, longest: float) -> float:
        wait = self._work.charge(self.address, seconds)
        if wait > longest:
            self._work.charge(self.address, -seconds)
            raise too_fast(wait)
        return wait

    @contextmanager
    def measured(self, live: LiveTable) -> Iterator[None]:
        """Charge the time that viewing the table really takes, instead of the estimate already charged."""
        paid, began = live.view_seconds, time.thread_time()
        try:
            yield
        finally:
            live.view_seconds = time.thread_time() - began
            self._work.charge(self.address, live.view_seconds - paid)

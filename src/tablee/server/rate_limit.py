"""How much one address or one socket may ask for."""

import logging
from collections.abc import Callable

logger = logging.getLogger("tablee.rate_limit")


class TokenBucket:
    """A bucket that fills by `rate` a second up to `burst`; each request takes one out."""

    __slots__ = ("_at", "_burst", "_left", "_rate", "is_overdrawn")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._left, self._at = rate, burst, burst, now
        self.is_overdrawn = False
        """Whether more was asked for than there was, since it was last full."""

    def take(self, now: float) -> float:
        """Take one: 0 if there was one, else how many seconds to wait for it."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= 1:
            self.is_overdrawn = self.is_overdrawn and self._left < self._burst
            self._left -= 1
            return 0.0
        self.is_overdrawn = True
        return (1 - self._left) / self._rate

    def is_full(self, now: float) -> bool:
        """Whether nothing of it is missing, so that it can be forgotten."""
        return self._left + (now - self._at) * self._rate >= self._burst


class RateLimiter:
    """A budget for each address; those that are full again are forgotten."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float], most: int = 10_000) -> None:
        self._rate, self._burst, self._now, self._most = rate, burst, now, most
        self._by_address: dict[str, TokenBucket] = {}

    def take(self, address: str) -> float:
        """0 if the address may go on, else how many seconds it should wait."""
        now = self._now()
        budget = self._by_address.get(address)
        if budget is None:
            if len(self._by_address) >= self._most:
                self._forget(now)
            budget = self._by_address[address] = TokenBucket(self._rate, self._burst, now)
        was_overdrawn = budget.is_overdrawn
        wait = budget.take(now)
        if wait and not was_overdrawn:
            # Once, not for every request: whoever floods the house should not flood its log.
            logger.warning("an address asks too fast", extra={"address": address})
        return wait

    def _forget(self, now: float) -> None:
        """Make room: those whose budget is full again lose nothing; if there are too few of them, the oldest half."""
        left = {key: budget for key, budget in self._by_address.items() if not budget.is_full(now)}
        if len(left) > self._most // 2:
            left = dict(list(left.items())[len(left) // 2 :])
        self._by_address = left

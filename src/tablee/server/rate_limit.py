"""Rate limits for requests, messages and work, by token buckets."""

import logging
from collections.abc import Callable

logger = logging.getLogger("tablee.rate_limit")


class TokenBucket:
    """A token bucket: `rate` tokens are added per second, up to `burst`; each request takes one or more."""

    __slots__ = ("_at", "_burst", "_left", "_rate", "is_exceeded")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._left, self._at = rate, burst, burst, now
        self.is_exceeded = False
        """Whether a request was refused since the bucket was last full."""

    def take(self, now: float, cost: float = 1.0) -> float:
        """Take tokens: returns 0, or how many seconds to wait for them if there are too few."""
        self._fill(now)
        if self._left >= cost:
            self.is_exceeded = self.is_exceeded and self._left < self._burst
            self._left -= cost
            return 0.0
        self.is_exceeded = True
        return (cost - self._left) / self._rate

    def charge(self, now: float, cost: float) -> float:
        """Take tokens even if there are too few: returns how many seconds to wait until they are paid for."""
        self._fill(now)
        self._left = left = min(self._burst, self._left - cost)
        return 0.0 if left >= 0.0 else -left / self._rate

    def _fill(self, now: float) -> None:
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now

    def is_full(self, now: float) -> bool:
        """Whether no token is missing, so that the bucket can be dropped."""
        return self._left + (now - self._at) * self._rate >= self._burst


class RateLimiter:
    """A token bucket for each address. Full buckets are dropped when memory is needed."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float], most: int = 10_000) -> None:
        self._rate, self._burst, self._now, self._most = rate, burst, now, most
        self._buckets: dict[str, TokenBucket] = {}
        self.is_shared = False
        """Whether other processes count with this one: then what an address takes is noted for them."""
        self._worth_telling = max(rate / 20, burst / 1000)
        """Smaller amounts are not told: they are collected first, so that most moves of most people cost nothing."""
        self._collected: dict[str, float] = {}
        self._untold: dict[str, float] = {}

    def take(self, address: str, cost: float = 1.0) -> float:
        """Take tokens of an address: returns 0, or how many seconds the client should wait if there are too few."""
        now = self._now()
        bucket = self._bucket(address, now)
        was_exceeded = bucket.is_exceeded
        wait = bucket.take(now, cost)
        if wait and not was_exceeded:
            # Once, not for every request: a flood of requests must not flood the log.
            logger.warning("rate limit exceeded", extra={"address": address})
        if self.is_shared and not wait:
            self._note(address, cost)
        return wait

    def charge(self, address: str, cost: float) -> float:
        """Take tokens of an address even if there are too few: returns how many seconds it has to wait for that."""
        now = self._now()
        return (self._buckets.get(address) or self._bucket(address, now)).charge(now, cost)

    def _note(self, address: str, cost: float) -> None:
        taken = self._collected.pop(address, 0.0) + cost
        if taken >= self._worth_telling:
            self._untold[address] = self._untold.get(address, 0.0) + taken
        else:
            if len(self._collected) >= self._most:
                self._collected.clear()
            self._collected[address] = taken

    def news(self) -> dict[str, float]:
        """What addresses took here since the last call."""
        news, self._untold = self._untold, {}
        return news

    def _bucket(self, address: str, now: float) -> TokenBucket:
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._drop_buckets(now)
            bucket = self._buckets[address] = TokenBucket(self._rate, self._burst, now)
        return bucket

    def _drop_buckets(self, now: float) -> None:
        """Make room: drop the full buckets, which changes nothing; if too few are full, also the older half."""
        left = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        if len(left) > self._most // 2:
            left = dict(list(left.items())[len(left) // 2 :])
        self._buckets = left

"""Rate limits for requests and messages, by token buckets."""

import logging
from collections.abc import Callable

logger = logging.getLogger("tablee.rate_limit")


class TokenBucket:
    """A token bucket: `rate` tokens are added per second, up to `burst`; each request takes one."""

    __slots__ = ("_at", "_burst", "_left", "_rate", "is_exceeded")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._left, self._at = rate, burst, burst, now
        self.is_exceeded = False
        """Whether a request was refused since the bucket was last full."""

    def take(self, now: float) -> float:
        """Take a token: returns 0, or how many seconds to wait for the next one if there is none."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left >= 1:
            self.is_exceeded = self.is_exceeded and self._left < self._burst
            self._left -= 1
            return 0.0
        self.is_exceeded = True
        return (1 - self._left) / self._rate

    def is_full(self, now: float) -> bool:
        """Whether no token is missing, so that the bucket can be dropped."""
        return self._left + (now - self._at) * self._rate >= self._burst


class RateLimiter:
    """A token bucket for each address. Full buckets are dropped when memory is needed."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float], most: int = 10_000) -> None:
        self._rate, self._burst, self._now, self._most = rate, burst, now, most
        self._buckets: dict[str, TokenBucket] = {}

    def take(self, address: str) -> float:
        """Take a token of an address: returns 0, or how many seconds the client should wait if there is none."""
        now = self._now()
        bucket = self._buckets.get(address)
        if bucket is None:
            if len(self._buckets) >= self._most:
                self._drop_buckets(now)
            bucket = self._buckets[address] = TokenBucket(self._rate, self._burst, now)
        was_exceeded = bucket.is_exceeded
        wait = bucket.take(now)
        if wait and not was_exceeded:
            # Once, not for every request: a flood of requests must not flood the log.
            logger.warning("rate limit exceeded", extra={"address": address})
        return wait

    def _drop_buckets(self, now: float) -> None:
        """Make room: drop the full buckets, which changes nothing; if too few are full, also the older half."""
        left = {key: bucket for key, bucket in self._buckets.items() if not bucket.is_full(now)}
        if len(left) > self._most // 2:
            left = dict(list(left.items())[len(left) // 2 :])
        self._buckets = left

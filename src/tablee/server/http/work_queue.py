"""A queue for slow work, such as replaying records. It runs in a few threads, so that the event loop is not blocked."""

import asyncio
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from tablee.server.refusals import Refused

RETRY_SECONDS: Final = 5
"""After how many seconds a client may try again if the queue is full."""

P = ParamSpec("P")
T = TypeVar("T")


class WorkQueue:
    """Runs `at_once` jobs at the same time and lets `waiting` more wait; further ones are refused."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._size = 0

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run this in a thread when it is its turn; raises `Refused` if the queue is full."""
        if self._size >= self._most:
            raise Refused("room_full", {"seconds": RETRY_SECONDS}, status=429)
        self._size += 1
        try:
            async with self._slots:
                return await asyncio.to_thread(work, *args, **kwargs)
        finally:
            self._size -= 1

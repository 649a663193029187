"""A queue for long work, such as replaying records: a few at a time in threads, so that no table waits for it."""

import asyncio
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from tablee.server.refusals import Refused

AGAIN: Final = 5
"""After how many seconds somebody who found the queue full may try again."""

P = ParamSpec("P")
T = TypeVar("T")


class WorkQueue:
    """So much is done at once, so much waits; after that requests are refused for a while."""

    def __init__(self, at_once: int, waiting: int) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._size = 0

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do this work in a thread as soon as there is room; raises `Refused` if too many wait already."""
        if self._size >= self._most:
            raise Refused("room_full", {"seconds": AGAIN}, status=429)
        self._size += 1
        try:
            async with self._slots:
                return await asyncio.to_thread(work, *args, **kwargs)
        finally:
            self._size -= 1

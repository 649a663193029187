"""Where records are replayed: on the side and a few at a time, so that nobody at a table waits for it."""

import asyncio
from collections.abc import Callable
from typing import Final, ParamSpec, TypeVar

from tablee.server.refusals import Refused

AGAIN: Final = 5
"""After how many seconds somebody who found the room full may try again."""

P = ParamSpec("P")
T = TypeVar("T")


class WorkQueue:
    """So many read at once, so many wait; whoever comes then is told to come again."""

    def __init__(self, places: int, waiting: int) -> None:
        self._places = asyncio.Semaphore(places)
        self._most = places + waiting
        self._inside = 0

    async def read(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Do this work in a thread as soon as there is a place; raises `Refused` if too many wait already."""
        if self._inside >= self._most:
            raise Refused("room_full", {"seconds": AGAIN}, status=429)
        self._inside += 1
        try:
            async with self._places:
                return await asyncio.to_thread(work, *args, **kwargs)
        finally:
            self._inside -= 1

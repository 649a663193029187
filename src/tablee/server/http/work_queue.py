"""A queue for slow work, such as replaying records. It runs in a few threads, so that the event loop is not blocked."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from time import thread_time
from typing import Final, ParamSpec, TypeVar

from tablee.server.ops.long_work import in_thread
from tablee.server.refusals import Refused

RETRY_SECONDS: Final = 5
"""After how many seconds a client may try again if the queue is full."""

P = ParamSpec("P")
T = TypeVar("T")


class WorkQueue:
    """Runs `at_once` jobs at the same time and lets `waiting` more wait; further ones are refused.

    An address may fill a quarter of it. `charge` is told the seconds that the work of an address took.
    """

    def __init__(self, at_once: int, waiting: int, charge: Callable[[str, float], object] | None = None) -> None:
        self._slots = asyncio.Semaphore(at_once)
        self._most = at_once + waiting
        self._most_of_address = at_once + waiting // 4
        self._charge = charge
        self._size = 0
        self._by_address: Counter[str] = Counter()

    def of(self, address: str) -> "QueueOfAddress":
        return QueueOfAddress(self, address)

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run this in a thread when it is its turn; raises `Refused` if the queue is full."""
        if self._size >= self._most:
            raise Refused("queue_full", {"seconds": RETRY_SECONDS}, status=429)
        self._size += 1
        try:
            async with self._slots:
                return await in_thread(work, *args, **kwargs)
        finally:
            self._size -= 1

    async def run_for(self, address: str, work: Callable[[], T]) -> T:
        """The same for an address, which is charged for it."""
        if self._by_address[address] >= self._most_of_address:
            raise Refused("queue_full", {"seconds": RETRY_SECONDS}, status=429)
        self._by_address[address] += 1
        try:
            result, seconds = await self.run(_measured, work)
        finally:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]
        if self._charge is not None:
            self._charge(address, seconds)
        return result


@dataclass(frozen=True)
class QueueOfAddress:
    """The queue as an address has it."""

    queue: WorkQueue
    address: str

    async def run(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        return await self.queue.run_for(self.address, partial(work, *args, **kwargs))


def _measured(work: Callable[[], T]) -> tuple[T, float]:
    began = thread_time()
    return work(), thread_time() - began

"""What a house does on the side, while nobody waits for it."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any

from tablee.server.refusals import Refused, Resent

logger = logging.getLogger("tablee.house")


class BackgroundTasks:
    """All that is under way on the side."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Awaitable[Any]) -> "asyncio.Task[Any]":
        """Do something on the side; its errors are logged, not lost."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, Refused | Resent):
            logger.error("work on the side failed", exc_info=error)

    async def cancel(self, *others: "asyncio.Task[Any]") -> None:
        """Stop all of it, and other tasks with it."""
        under_way = (*self._tasks, *others)
        for task in under_way:
            task.cancel()
        await asyncio.gather(*under_way, return_exceptions=True)

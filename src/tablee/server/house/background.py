"""Background tasks."""

import asyncio
import logging
from collections.abc import Awaitable
from typing import Any

from tablee.server.refusals import Refused, Resent

logger = logging.getLogger("tablee.house")


class BackgroundTasks:
    """The running background tasks of a house."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Awaitable[Any]) -> "asyncio.Task[Any]":
        """Run something in the background; its errors are logged."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: "asyncio.Task[Any]") -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) and not isinstance(error, Refused | Resent):
            logger.error("background task failed", exc_info=error)

    async def cancel(self, *others: "asyncio.Task[Any]") -> None:
        """Cancel all of them and some other tasks, and wait for their end."""
        tasks = (*self._tasks, *others)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

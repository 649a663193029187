"""Once a day, guests who never did anything are deleted."""

import logging
from asyncio import sleep
from collections.abc import Callable
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from tablee.server.store.store import Store

logger = logging.getLogger("tablee.guests")

DAY: Final = 86_400.0


class GuestExpiry:
    """Deletes guests after `days`; 0: never."""

    def __init__(self, store: Store, now: Callable[[], float], days: float) -> None:
        self._store = store
        self._now = now
        self._days = days

    async def run(self) -> None:
        """Once a day, the first time an hour after the start."""
        await sleep(DAY / 24)
        while True:
            await self.run_once()
            await sleep(DAY)

    async def run_once(self) -> None:
        if not self._days:
            return
        try:
            await self._store.idle_guests.delete(self._now() - self._days * DAY)
        except SQLAlchemyError as error:
            logger.warning("the database does not answer", exc_info=error)

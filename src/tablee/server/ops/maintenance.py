"""Periodic maintenance: collects garbage and removes deleted data from the disk, preferably while the house is idle."""

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

logger = logging.getLogger("tablee.maintenance")

PAUSE: Final = 10.0
"""Seconds between two rounds."""
FULL_COLLECTION_SECONDS: Final = 300.0
"""Seconds between two full garbage collections; one takes about 20 ms with 200 tables."""
MAX_COLLECTION_DELAY: Final = 900.0
"""The seconds after which a full collection is done even if the house is not idle."""


class Maintenance:
    """The rounds of maintenance. Automatic garbage collection is made rare in run.py, so cycles are collected here."""

    def __init__(
        self, clean_up: Callable[[], Awaitable[None]], now: Callable[[], float], is_idle: Callable[[], bool]
    ) -> None:
        """`clean_up`: the maintenance of the database; `is_idle`: whether no command is waiting."""
        self._clean_up = clean_up
        self._now = now
        self._is_idle = is_idle
        self._collected_at = now()
        """When the last full garbage collection was done."""

    async def run(self) -> None:
        """Do rounds until cancelled."""
        while True:
            await asyncio.sleep(PAUSE)
            await self.run_once()

    async def run_once(self) -> None:
        """Do one round."""
        try:
            await self._clean_up()
        except SQLAlchemyError as error:
            logger.warning("the database does not answer", exc_info=error)
        now, is_idle = self._now(), self._is_idle()
        if now - self._collected_at >= (FULL_COLLECTION_SECONDS if is_idle else MAX_COLLECTION_DELAY):
            gc.collect()
            self._collected_at = now
        elif is_idle:
            gc.collect(1)

"""What the house does in quiet moments: it frees memory and empties what was deleted from the disk."""

import asyncio
import gc
import logging
from collections.abc import Awaitable, Callable
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

logger = logging.getLogger("tablee.maintenance")

PAUSE: Final = 10.0
"""How long to wait between two rounds, in seconds."""
THOROUGH: Final = 300.0
"""After how many seconds all of memory is searched for garbage: with 200 tables, that takes some 20 ms."""
OVERDUE: Final = 900.0
"""After how many seconds that is done although there was no quiet moment."""


class Maintenance:
    """Python rarely searches for garbage by itself here (see run.py): cycles of dead objects are found by this."""

    def __init__(
        self, clean_up: Callable[[], Awaitable[None]], now: Callable[[], float], is_quiet: Callable[[], bool]
    ) -> None:
        """`clean_up`: what the database has to do; `is_quiet`: whether nobody waits for anything."""
        self._clean_up = clean_up
        self._now = now
        self._is_quiet = is_quiet
        self._done_at = now()
        """When all of memory was last searched."""

    async def run(self) -> None:
        """A round now and then, for ever."""
        while True:
            await asyncio.sleep(PAUSE)
            await self.do_round()

    async def do_round(self) -> None:
        """Do what is due."""
        try:
            await self._clean_up()
        except SQLAlchemyError as error:
            logger.warning("the database does not answer", exc_info=error)
        now, is_quiet = self._now(), self._is_quiet()
        if now - self._done_at >= (THOROUGH if is_quiet else OVERDUE):
            gc.collect()
            self._done_at = now
        elif is_quiet:
            gc.collect(1)

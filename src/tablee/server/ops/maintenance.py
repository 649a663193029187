"""What the house does in quiet moments: it lets go of what nobody holds any more, in memory and on the disk."""

import asyncio
import gc
import logging
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from tablee.server.house.house import House

logger = logging.getLogger("tablee.housekeeping")

PAUSE: Final = 10.0
"""How long to wait between two looks around, in seconds."""
THOROUGH: Final = 300.0
"""After how many seconds everything is looked through: with 200 tables, that stops the house for some 20 ms."""
OVERDUE: Final = 900.0
"""After how many seconds that is done although there was no quiet moment."""


class Maintenance:
    """Python looks for garbage rarely by itself here: see `serving`. Cycles of what has died are found by this."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._done_at = house.timer.now()
        """When everything was last looked through."""

    async def run(self) -> None:
        """Look around now and then, for ever."""
        while True:
            await asyncio.sleep(PAUSE)
            await self.look_around()

    async def look_around(self) -> None:
        """Do what is due."""
        try:
            await self._house.store.leave_nothing_behind()
        except SQLAlchemyError as error:
            logger.warning("the database does not answer", exc_info=error)
        now, is_quiet = self._house.timer.now(), self._house.is_quiet
        if now - self._done_at >= (THOROUGH if is_quiet else OVERDUE):
            gc.collect()
            self._done_at = now
        elif is_quiet:
            gc.collect(1)

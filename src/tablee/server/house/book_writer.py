"""Enters ended matches into the book. What was not entered before a stop is entered after the next start."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from tablee.core.registry import manifests
from tablee.server.refusals import Refused
from tablee.server.store.ratings import RatingStore
from tablee.server.table.table import Table

logger = logging.getLogger("tablee.book")
PAUSE: Final = 1.0
"""Seconds before an unavailable database is tried again."""
GATHER_SECONDS: Final = 1.0
"""How long nothing is entered after matches were: those that end meanwhile share a transaction."""
AT_ONCE: Final = 50
"""How many matches are entered in one transaction."""


class BookWriter:
    """Writes the book of the house in this process."""

    def __init__(
        self,
        ratings: RatingStore,
        in_memory: Callable[[str], Table | None],
        read: Callable[[str], Awaitable[Table]],
    ) -> None:
        """`in_memory`: a table that this process has at hand; `read`: reads one from its log."""
        self._ratings = ratings
        self._in_memory = in_memory
        self._read = read
        self._ended = asyncio.Event()

    def on_ended(self) -> None:
        """A match has ended."""
        self._ended.set()

    async def run(self) -> None:
        """Enter what is missing, now and whenever a match has ended; where many end, those of a second at once."""
        while True:
            self._ended.clear()
            try:
                await self.enter_all()
            except SQLAlchemyError as error:
                logger.warning("the book waits for the database", exc_info=error)
                await asyncio.sleep(PAUSE)
                continue
            await asyncio.sleep(GATHER_SECONDS)
            await self._ended.wait()

    async def enter_all(self) -> None:
        """Enter all ended matches that are not in the book yet."""
        pending = await self._ratings.pending()
        for first in range(0, len(pending), AT_ONCE):
            some = pending[first : first + AT_ONCE]
            await self._ratings.enter({table_id: await self._openings(table_id) for table_id in some})

    async def _openings(self, table_id: str) -> Sequence[Mapping[str, int]]:
        """What the players liked to do, without those for whom a bot has played on; nothing if the match cannot be read
        any more."""
        try:
            table = self._in_memory(table_id) or await self._read(table_id)
        except Refused:
            return ()
        found = manifests().get(table.game.name)
        if found is None or found.openings is None or not table.match.over:
            return ()
        try:
            liked = await asyncio.to_thread(found.openings, table.match)
        except Exception as error:
            # A game may be wrong about its own matches. The book does not wait for that.
            logger.error("a match has no openings", extra={"table": table_id}, exc_info=error)
            return ()
        return [{} if chair.has_left else each for chair, each in zip(table.chairs, liked, strict=False)]

"""Processes on one PostgreSQL database tell each other what they wrote, through LISTEN and NOTIFY."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from psycopg import AsyncConnection, Error

logger = logging.getLogger("tablee.notices")

CHANNEL: Final = "tablee_tables"
PAUSE: Final = 1.0
"""How long to wait before listening again once the database was lost, in seconds."""


def notice(table_id: str, number: int) -> str:
    """That a table was written to, up to this row (0: rows of it were changed, read it anew)."""
    return f"{table_id} {number}"


async def listen(url: str, hear: Callable[[str, int], None], missed: Callable[[], None]) -> None:
    """Hear of all that is written; `missed` is called whenever something may have been written unheard."""
    address = url.replace("postgresql+psycopg", "postgresql", 1)
    while True:
        try:
            async with await AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                missed()
                async for heard in connection.notifies():
                    table_id, number = heard.payload.split()
                    hear(table_id, int(number))
        except Error:
            logger.warning("lost the database, listening again soon")
        await asyncio.sleep(PAUSE)

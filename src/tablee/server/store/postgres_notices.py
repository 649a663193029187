"""Notices between processes through PostgreSQL's LISTEN and NOTIFY."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from psycopg import AsyncConnection, Error

logger = logging.getLogger("tablee.notices")

CHANNEL: Final = "tablee_tables"
WATCHED: Final = -1
"""Instead of the number of a row: the table has readers here, so its home has to send notices."""
PAUSE: Final = 1.0
"""Seconds before the next attempt after the connection was lost."""


def notice(table_id: str, number: int) -> str:
    """Says that a table has rows up to this number (0: earlier rows were changed, reload the table)."""
    return f"{table_id} {number}"


async def listen(url: str, on_notice: Callable[[str, int], None], on_missed: Callable[[], None]) -> None:
    """Receive notices until cancelled; `on_missed` is called whenever some may have been missed."""
    address = url.replace("postgresql+psycopg", "postgresql", 1)
    while True:
        try:
            async with await AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                on_missed()
                async for received in connection.notifies():
                    table_id, number = received.payload.split()
                    on_notice(table_id, int(number))
        except Error:
            logger.warning("lost the database, listening again soon")
        await asyncio.sleep(PAUSE)

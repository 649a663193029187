"""Notices between processes through PostgreSQL's LISTEN and NOTIFY."""

import asyncio
import logging
from collections.abc import Callable
from typing import Final

from tablee.server.store.database import with_timeouts

logger = logging.getLogger("tablee.notices")

CHANNEL: Final = "tablee_tables"
WATCHED: Final = -1
"""Instead of the number of a row: the sender has readers of the table, so its home has to send notices."""
REVOKED: Final = -2
"""Instead of the number of a row: a device was signed out. It is named in place of the table."""
MISSED: Final = -10
"""`MISSED - seat` instead of the number of a row: the sender has no connection to that seat, so the home of the table
has to measure the absence."""
PAUSE: Final = 1.0
"""Seconds before the next attempt after the connection was lost."""


def notice(table_id: str, number: int) -> str:
    """Says that a table has rows up to this number (0: earlier rows were changed, reload the table)."""
    return f"{table_id} {number}"


def deliver(payload: str | bytes, on_notice: Callable[[str, int], None]) -> None:
    """Hand on a notice. One that cannot be read is left out: anybody may write to the channel."""
    try:
        text = payload if isinstance(payload, str) else payload.decode()
        table_id, number = text.split()
        on_notice(table_id, int(number))
    except Exception as error:
        # Whatever it is: the next notice must not be missed because of it.
        logger.warning("a notice could not be read", extra={"why": type(error).__name__})


async def listen(url: str, on_notice: Callable[[str, int], None], on_missed: Callable[[], None]) -> None:
    """Receive notices until cancelled; `on_missed` is called whenever some may have been missed."""
    from psycopg import AsyncConnection, Error  # noqa: PLC0415 - a house on SQLite needs neither it nor its 9 MB

    address = with_timeouts(url).set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            async with await AsyncConnection.connect(address, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                on_missed()
                async for received in connection.notifies():
                    deliver(received.payload, on_notice)
        except (Error, OSError, UnicodeDecodeError):
            logger.warning("lost the database, listening again soon")
        await asyncio.sleep(PAUSE)

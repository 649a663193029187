"""Notices between processes through Redis, instead of PostgreSQL's LISTEN and NOTIFY."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final

from tablee.server.refusals import Refused
from tablee.server.store.postgres_notices import CHANNEL, PAUSE, deliver, notice

if TYPE_CHECKING:
    from redis.asyncio import Redis

logger = logging.getLogger("tablee.notices")

SEND_SECONDS: Final = 5.0
"""A Redis that takes nothing for so long is lost."""


class RedisNotices:
    """Publishes and receives notices. Publishing never blocks: notices wait until Redis has taken them."""

    def __init__(self, url: str) -> None:
        self._redis = _redis(url)
        self._waiting: dict[tuple[str, int], int] = {}
        """By table, and what it is about: 0 for rows."""
        self._wake = asyncio.Event()

    def publish(self, tables: Mapping[str, int]) -> None:
        """Send notices soon: the tables and their last rows (0: reload the table; less: see postgres_notices.py)."""
        self._add({(table_id, min(number, 0)): number for table_id, number in tables.items()})

    def _add(self, notices: Mapping[tuple[str, int], int]) -> None:
        for key, number in notices.items():
            if self._waiting.get(key) != 0:
                self._waiting[key] = number
        self._wake.set()

    async def deliver(self) -> None:
        """Send waiting notices until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if not await self._send_waiting():
                self._wake.set()
                await asyncio.sleep(PAUSE)

    async def _send_waiting(self) -> bool:
        """Returns whether Redis has taken them; if not, they keep waiting."""
        from redis.exceptions import RedisError  # noqa: PLC0415 - not installed everywhere

        batch, self._waiting = self._waiting, {}
        try:
            async with asyncio.timeout(SEND_SECONDS), self._redis.pipeline(transaction=False) as pipe:
                for (table_id, _), number in batch.items():
                    pipe.publish(CHANNEL, notice(table_id, number))
                await pipe.execute()
        except (RedisError, OSError):
            logger.warning("lost Redis, publishing again soon")
            newer, self._waiting = self._waiting, batch
            self._add(newer)
            return False
        return True

    async def listen(self, on_notice: Callable[[str, int], None], on_missed: Callable[[], None]) -> None:
        """Receive notices until cancelled; `on_missed` is called whenever some may have been missed."""
        from redis.exceptions import RedisError  # noqa: PLC0415 - not installed everywhere

        while True:
            try:
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    async for message in subscription.listen():
                        if message["type"] == "subscribe":
                            on_missed()
                        elif message["type"] == "message":
                            deliver(message["data"], on_notice)
            except (RedisError, OSError):
                logger.warning("lost Redis, listening again soon")
            await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        """Try once to send what still waits, then disconnect."""
        if self._waiting:
            await self._send_waiting()
        await self._redis.aclose()


def _redis(url: str) -> "Redis":
    try:
        from redis.asyncio import Redis  # noqa: PLC0415 - not installed everywhere
    except ImportError:
        raise Refused("no_redis") from None
    try:
        return Redis.from_url(url, socket_connect_timeout=5)
    except ValueError:
        raise Refused("settings_redis") from None

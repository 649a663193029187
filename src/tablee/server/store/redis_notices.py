"""Processes tell each other what they wrote through Redis, where PostgreSQL's own way is not wanted."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from tablee.server.refusals import Refused
from tablee.server.store.postgres_notices import CHANNEL, PAUSE, notice

if TYPE_CHECKING:
    from redis.asyncio import Redis

logger = logging.getLogger("tablee.notices")


class RedisNotices:
    """Carries notices of rows that are committed. It keeps what it could not deliver, and nobody waits for it."""

    def __init__(self, url: str) -> None:
        self._redis = _redis(url)
        self._waiting: dict[str, int] = {}
        self._wake = asyncio.Event()

    def tell(self, tables: Mapping[str, int]) -> None:
        """Tell the others, soon, of tables written to, up to these rows (0: to be read anew)."""
        for table_id, number in tables.items():
            if self._waiting.get(table_id) != 0:
                self._waiting[table_id] = number
        self._wake.set()

    async def deliver(self) -> None:
        """Deliver what waits, for ever."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            if not await self._delivered():
                self._wake.set()
                await asyncio.sleep(PAUSE)

    async def _delivered(self) -> bool:
        from redis.exceptions import RedisError  # noqa: PLC0415 - not installed everywhere

        batch, self._waiting = self._waiting, {}
        try:
            async with self._redis.pipeline(transaction=False) as pipe:
                for table_id, number in batch.items():
                    pipe.publish(CHANNEL, notice(table_id, number))
                await pipe.execute()
        except (RedisError, OSError):
            logger.warning("lost Redis, telling again soon")
            newer, self._waiting = self._waiting, batch
            self.tell(newer)
            return False
        return True

    async def listen(self, hear: Callable[[str, int], None], missed: Callable[[], None]) -> None:
        """Hear of all that is written; `missed` is called whenever something may have been written unheard."""
        from redis.exceptions import RedisError  # noqa: PLC0415 - not installed everywhere

        while True:
            try:
                async with self._redis.pubsub() as heard:
                    await heard.subscribe(CHANNEL)
                    async for message in heard.listen():
                        if message["type"] == "subscribe":
                            missed()
                        elif message["type"] == "message":
                            table_id, number = message["data"].decode().split()
                            hear(table_id, int(number))
            except (RedisError, OSError):
                logger.warning("lost Redis, listening again soon")
            await asyncio.sleep(PAUSE)

    async def close(self) -> None:
        """Deliver what still waits, if that is possible at once."""
        if self._waiting:
            await self._delivered()
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

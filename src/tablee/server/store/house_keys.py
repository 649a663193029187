"""The keys of the house: secrets that it makes when it first needs them, and that all its processes share."""

from collections.abc import Callable

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.store.insert_new import insert_new
from tablee.server.store.notification_schema import house_keys


class HouseKeyStore:
    """Keys by name."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def value(self, name: str, make: Callable[[], str]) -> str:
        """A key; it is made if there is none. Of several processes that make one at once the first wins."""
        query = select(house_keys.c.value).where(house_keys.c.name == name)
        async with self._engine.connect() as connection:
            found: str | None = (await connection.execute(query)).scalar_one_or_none()
        if found is not None:
            return found
        async with self._engine.begin() as connection:
            await insert_new(connection, house_keys, [{"name": name, "value": make()}])
            return str((await connection.execute(query)).scalar_one())

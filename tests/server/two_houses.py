"""Two processes of one house on one database."""

from dataclasses import dataclass
from typing import Any

from sqlalchemy import text
from tests.server.guest_client import GuestClient
from tests.server.house_in_process import OpenHouse

from tablee.server.house.homes import Homes


@dataclass
class TwoHouses:
    """Two processes of one house, and a guest who is known at both."""

    one: OpenHouse
    two: OpenHouse
    here: GuestClient
    there: GuestClient
    database: str

    async def table(self, game: str = "toy_nim", **given: Any) -> str:
        """A table whose home is the first process."""
        table = await self.here.create_table(game, **given)
        assert await homes_of(self.one).claim(table)
        return table

    async def execute(self, statement: str, **values: object) -> None:
        async with self.one.house.store._engine.begin() as connection:
            await connection.execute(text(statement), values)


def homes_of(house: OpenHouse) -> Homes:
    assert house.house.homes is not None
    return house.house.homes

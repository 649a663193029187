"""Guests who gave a name and never did anything."""

import re
from typing import Final

from sqlalchemy import ColumnElement, and_, delete, select
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.store import schema

BATCH: Final = 500
"""How many guests are deleted in one transaction."""
_GUEST: Final = re.compile(r'"guest":"([^"]+)"')


class IdleGuestStore:
    """Finds and deletes them."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def delete(self, before: float) -> int:
        """Delete guests from before a moment who never sat or wrote at a table, created one or uploaded a record;
        returns how many. Links that have expired by then go, too."""
        idle = sorted(set(await self._without_tables(before)) - await self._writers())
        for first in range(0, len(idle), BATCH):
            async with self._engine.begin() as connection:
                # Checked again: somebody may have sat down in the meantime.
                some = and_(schema.guests.c.id.in_(idle[first : first + BATCH]), _has_nothing())
                found = select(schema.guests.c.id).where(some).scalar_subquery()
                for table in (schema.devices, schema.links):
                    await connection.execute(delete(table).where(table.c.guest.in_(found)))
                await connection.execute(delete(schema.guests).where(some))
        async with self._engine.begin() as connection:
            await connection.execute(delete(schema.links).where(schema.links.c.expires_at < before))
        return len(idle)

    async def _without_tables(self, before: float) -> list[str]:
        guests = schema.guests.c
        async with self._engine.connect() as connection:
            query = select(guests.id).where(and_(guests.created_at < before, _has_nothing()))
            return list((await connection.execute(query)).scalars())

    async def _writers(self) -> set[str]:
        """All who wrote at a table or were at one in whatever way. Their traces are removed when they are forgotten,
        and for that the house must know them."""
        entries = schema.entries.c
        query = select(entries.data).where(entries.kind.in_(["sit", "hand_over", "chat", "mute"]))
        async with self._engine.connect() as connection:
            return {guest async for data in await connection.stream_scalars(query) for guest in _GUEST.findall(data)}


def _has_nothing() -> "ColumnElement[bool]":
    guest = schema.guests.c.id
    occasions = (
        schema.tournaments.c.organiser,
        schema.tournament_players.c.guest,
        schema.evenings.c.host,
        schema.evening_people.c.guest,
    )
    return and_(
        *(guest.not_in(select(column).where(column.is_not(None))) for column in occasions),
        guest.not_in(select(schema.seats.c.guest).where(schema.seats.c.guest.is_not(None))),
        guest.not_in(select(schema.tables.c.host).where(schema.tables.c.host.is_not(None))),
        guest.not_in(select(schema.records.c.guest)),
        guest.not_in(select(schema.members.c.guest)),
    )

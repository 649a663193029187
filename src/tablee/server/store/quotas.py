"""Counting what a guest has, so that he gets no more of it than he may."""

from typing import Any

from sqlalchemy import Select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablee.server.store import schema


async def counted(connection: AsyncConnection, guest: str | None, query: "Select[Any]") -> int:
    """The number that a query finds; until the transaction ends nobody else counts what this guest has."""
    guests = schema.guests
    # Written to, so that of several who count at once, in whatever processes, all but one wait.
    await connection.execute(update(guests).where(guests.c.id == guest).values(name=guests.c.name))
    return int((await connection.execute(query)).scalar_one())

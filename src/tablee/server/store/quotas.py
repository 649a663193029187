"""Quotas: how many tables or records a guest may have."""

from typing import Any

from sqlalchemy import Select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from tablee.server.store import schema


async def locked_count(connection: AsyncConnection, guest: str | None, query: "Select[Any]") -> int:
    """The result of a counting query, with the guest locked until the transaction ends."""
    guests = schema.guests
    # An update that changes nothing locks the row: others who count for this guest wait, in any process.
    await connection.execute(update(guests).where(guests.c.id == guest).values(name=guests.c.name))
    return int((await connection.execute(query)).scalar_one())

"""Inserts rows that are not there yet, on either kind of database."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Table
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection


async def insert_new(connection: AsyncConnection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert rows, except those whose key is taken."""
    if not rows:
        return
    if connection.dialect.name == "postgresql":
        await connection.execute(postgresql.insert(table).on_conflict_do_nothing(), rows)
    else:
        await connection.execute(sqlite.insert(table).on_conflict_do_nothing(), rows)

"""Records that guests bring along, as the database keeps them."""

from typing import Any

import msgspec
from sqlalchemy import Select, and_, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.store import schema
from tablee.server.store.quotas import counted


class Kept(msgspec.Struct, frozen=True):
    """A record on the shelf: all of it but the match itself."""

    id: str
    game: str
    about: dict[str, Any]
    """What a list shows of it: options, seats, result."""
    created_at: float


class RecordStore:
    """The records of all guests."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, guest: str, kept: Kept, text: str, most: int) -> bool:
        """Keep a record, unless the guest has so many already; returns whether it was done."""
        values = {
            "id": kept.id,
            "guest": guest,
            "game": kept.game,
            "about": msgspec.json.encode(kept.about).decode(),
            "data": text,
            "created_at": kept.created_at,
        }
        async with self._engine.begin() as connection:
            if await counted(connection, guest, _records_of(guest)) >= most:
                return False
            await connection.execute(insert(schema.records).values(values))
        return True

    async def text(self, record_id: str) -> str | None:
        """A record as it came; None if there is none."""
        query = select(schema.records.c.data).where(schema.records.c.id == record_id)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def of(self, guest: str) -> list[Kept]:
        """The records of a guest, the newest first."""
        records = schema.records.c
        query = (
            select(records.id, records.game, records.about, records.created_at)
            .where(records.guest == guest)
            .order_by(records.created_at.desc())
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [Kept(row.id, row.game, msgspec.json.decode(row.about), row.created_at) for row in found]

    async def number_of(self, guest: str) -> int:
        async with self._engine.connect() as connection:
            return int((await connection.execute(_records_of(guest))).scalar_one())

    async def remove(self, guest: str, record_id: str) -> bool:
        """Whether there was one of this guest to be removed."""
        where = and_(schema.records.c.id == record_id, schema.records.c.guest == guest)
        async with self._engine.begin() as connection:
            removed = await connection.execute(delete(schema.records).where(where).returning(schema.records.c.id))
            return removed.first() is not None


def _records_of(guest: str) -> "Select[Any]":
    """How many records a guest has brought along."""
    return select(func.count()).where(schema.records.c.guest == guest)

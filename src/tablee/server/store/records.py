"""The records that guests have uploaded."""

from typing import Any

import msgspec
from sqlalchemy import Select, and_, delete, func, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.store import schema
from tablee.server.store.forgetting import forgotten
from tablee.server.store.outages import SilenceWatch, watched
from tablee.server.store.quotas import locked_count


class StoredRecord(msgspec.Struct, frozen=True):
    """An uploaded record without its text."""

    id: str
    game: str
    about: dict[str, Any]
    """What lists show: options, seats, result."""
    created_at: float


class Quota(msgspec.Struct, frozen=True):
    """How many records a guest may have, and how many characters they may have together."""

    records: int
    size: int


@watched()
class RecordStore:
    """The uploaded records of all guests."""

    def __init__(self, engine: AsyncEngine, watch: SilenceWatch) -> None:
        self._engine = engine
        self.watch = watch

    async def add(self, guest: str, record: StoredRecord, text: str, quota: Quota) -> bool:
        """Store a record, unless the guest has too many already; returns whether it was stored.

        Raises `Refused` if the guest was forgotten meanwhile.
        """
        values = {
            "id": record.id,
            "guest": guest,
            "game": record.game,
            "about": msgspec.json.encode(record.about).decode(),
            "data": text,
            "created_at": record.created_at,
        }
        async with self._engine.begin() as connection:
            if await locked_count(connection, guest, _count_of(guest)) >= quota.records:
                return False
            size = (await connection.execute(_size_of(guest))).scalar_one()
            if size + len(text) > quota.size:
                return False
            try:
                await connection.execute(insert(schema.records).values(values))
            except IntegrityError:
                raise forgotten() from None
        return True

    async def text(self, record_id: str) -> str | None:
        """The text of a record; None if there is none."""
        query = select(schema.records.c.data).where(schema.records.c.id == record_id)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def of(self, guest: str) -> list[StoredRecord]:
        """The records of a guest, the newest first."""
        records = schema.records.c
        query = (
            select(records.id, records.game, records.about, records.created_at)
            .where(records.guest == guest)
            .order_by(records.created_at.desc())
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [StoredRecord(row.id, row.game, msgspec.json.decode(row.about), row.created_at) for row in found]

    async def count(self, guest: str) -> int:
        async with self._engine.connect() as connection:
            return int((await connection.execute(_count_of(guest))).scalar_one())

    async def remove(self, guest: str, record_id: str) -> bool:
        """Delete a record of this guest; returns whether there was one."""
        where = and_(schema.records.c.id == record_id, schema.records.c.guest == guest)
        async with self._engine.begin() as connection:
            removed = await connection.execute(delete(schema.records).where(where).returning(schema.records.c.id))
            return removed.first() is not None


def _count_of(guest: str) -> "Select[Any]":
    return select(func.count()).where(schema.records.c.guest == guest)


def _size_of(guest: str) -> "Select[Any]":
    return select(func.coalesce(func.sum(func.length(schema.records.c.data)), 0)).where(schema.records.c.guest == guest)

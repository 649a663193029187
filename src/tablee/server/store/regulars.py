"""Regulars: people who like to play with each other; and people who are kept apart."""

from collections.abc import Collection, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Table, and_, delete, func, or_, select, union_all
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablee.server.store import schema
from tablee.server.store.forgetting import forgotten
from tablee.server.store.insert_new import insert_new
from tablee.server.store.regular_schema import blocks, regulars, table_invitations


class Acquaintance(msgspec.Struct, frozen=True):
    """Somebody whom a guest has played with."""

    guest: str
    name: str
    is_member: bool
    matches: int
    last_at: float


class SharedMatch(msgspec.Struct, frozen=True):
    """An ended match, and the others who played it."""

    table_id: str
    game: str
    ended_at: float
    others: tuple[str, ...]


class RegularStore:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    # Who has played with whom

    async def acquaintances(self, guest: str, limit: int) -> list[Acquaintance]:
        """The people whom a guest has played with to the end, the last ones first."""
        mine, theirs = schema.match_seats.alias("mine"), schema.match_seats.alias("theirs")
        last = func.max(schema.matches.c.ended_at).label("last_at")
        matches = func.count().label("matches")
        query = (
            select(theirs.c.guest, schema.guests.c.name, func.max(schema.members.c.id).label("member"), matches, last)
            .select_from(mine)
            .join(theirs, theirs.c.table_id == mine.c.table_id)
            .join(schema.matches, schema.matches.c.table_id == mine.c.table_id)
            .join(schema.guests, schema.guests.c.id == theirs.c.guest)
            .outerjoin(schema.members, schema.members.c.guest == theirs.c.guest)
            .where(and_(mine.c.guest == guest, mine.c.is_own == 1, theirs.c.is_own == 1, theirs.c.guest != guest))
            .group_by(theirs.c.guest, schema.guests.c.name)
            .order_by(last.desc(), theirs.c.guest)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [Acquaintance(row.guest, row.name, row.member is not None, row.matches, row.last_at) for row in rows]

    async def shared_matches(self, guest: str, limit: int) -> list[SharedMatch]:
        """The last matches of a guest with other people, the newest first. Bots do not count."""
        matches, seats = schema.matches.c, schema.match_seats.c
        own = select(seats.table_id).where(and_(seats.guest == guest, seats.is_own == 1))
        last = (
            select(matches.table_id, matches.game, matches.ended_at)
            .where(matches.table_id.in_(own))
            .order_by(matches.ended_at.desc(), matches.table_id)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(last)).all()
            there = select(seats.table_id, seats.guest).where(seats.table_id.in_([row.table_id for row in found]))
            held = (await connection.execute(there.where(and_(seats.guest.is_not(None), seats.guest != guest)))).all()
        others = {
            row.table_id: tuple(sorted({seat.guest for seat in held if seat.table_id == row.table_id})) for row in found
        }
        return [
            SharedMatch(row.table_id, row.game, row.ended_at, others[row.table_id])
            for row in found
            if others[row.table_id]
        ]

    # Regulars

    async def wanted(self, guest: str) -> tuple[set[str], set[str]]:
        """Whom a guest wants as regulars, and who wants the guest. Those in both are regulars."""
        mine = select(regulars.c.other).where(regulars.c.guest == guest)
        theirs = select(regulars.c.guest).where(regulars.c.other == guest)
        async with self._engine.connect() as connection:
            return set((await connection.execute(mine)).scalars()), set((await connection.execute(theirs)).scalars())

    async def add(self, guest: str, other: str, at: float) -> None:
        await self._add(regulars, {"guest": guest, "other": other, "at": at})

    async def remove(self, guest: str, other: str) -> None:
        """The two are no longer regulars, whichever of them had asked."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(regulars).where(_between(regulars, guest, other)))

    # People who are kept apart

    async def kept_apart(self, guest: str) -> frozenset[str]:
        """All whom a guest has blocked, and all who have blocked the guest."""
        mine = select(blocks.c.other).where(blocks.c.guest == guest)
        theirs = select(blocks.c.guest).where(blocks.c.other == guest)
        async with self._engine.connect() as connection:
            return frozenset((await connection.execute(union_all(mine, theirs))).scalars())

    async def pairs_apart(self, guests: Collection[str]) -> set[frozenset[str]]:
        """Those two of these guests, each time, of whom one has blocked the other."""
        among = select(blocks.c.guest, blocks.c.other).where(
            and_(blocks.c.guest.in_(guests), blocks.c.other.in_(guests))
        )
        async with self._engine.connect() as connection:
            return {frozenset((row.guest, row.other)) for row in (await connection.execute(among)).all()}

    async def blocked(self, guest: str) -> set[str]:
        """Those whom a guest has blocked."""
        async with self._engine.connect() as connection:
            return set((await connection.execute(select(blocks.c.other).where(blocks.c.guest == guest))).scalars())

    async def block(self, guest: str, other: str, at: float) -> None:
        """Keep two people apart. They are regulars no longer."""
        await self.remove(guest, other)
        await self._add(blocks, {"guest": guest, "other": other, "at": at})

    async def unblock(self, guest: str, other: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(blocks).where(and_(blocks.c.guest == guest, blocks.c.other == other)))

    async def names(self, guests: Collection[str]) -> dict[str, str]:
        """The names that these guests have now."""
        query = select(schema.guests.c.id, schema.guests.c.name).where(schema.guests.c.id.in_(guests))
        async with self._engine.connect() as connection:
            return {row.id: row.name for row in (await connection.execute(query)).all()}

    # Invitations to tables

    async def invite(self, table_id: str, guests: Sequence[str], by: str, at: float) -> None:
        """Invite guests to a table; who was invited before stays invited."""
        try:
            async with self._engine.begin() as connection:
                rows = [{"table_id": table_id, "guest": guest, "by": by, "at": at} for guest in guests]
                await insert_new(connection, table_invitations, rows)
        except IntegrityError:
            if len(guests) > 1:
                for guest in guests:
                    await self.invite(table_id, [guest], by, at)

    async def invitations(self, guest: str) -> dict[str, str]:
        """The tables that wait for their players and that a guest is invited to: who has invited, by table."""
        query = (
            select(table_invitations.c.table_id, schema.guests.c.name)
            .join(schema.tables, schema.tables.c.id == table_invitations.c.table_id)
            .join(schema.guests, schema.guests.c.id == table_invitations.c.by)
            .where(and_(table_invitations.c.guest == guest, schema.tables.c.status == "open"))
            .order_by(table_invitations.c.at.desc())
        )
        async with self._engine.connect() as connection:
            return {row.table_id: row.name for row in (await connection.execute(query)).all()}

    async def decline(self, table_id: str, guest: str) -> None:
        """A guest does not come to a table."""
        invited = and_(table_invitations.c.table_id == table_id, table_invitations.c.guest == guest)
        async with self._engine.begin() as connection:
            await connection.execute(delete(table_invitations).where(invited))

    async def _add(self, table: Table, row: Mapping[str, Any]) -> None:
        try:
            async with self._engine.begin() as connection:
                await insert_new(connection, table, [dict(row)])
        except IntegrityError:
            raise forgotten() from None


def _between(table: Table, guest: str, other: str) -> Any:
    """The rows about two people, whoever wrote them."""
    c = table.c
    return or_(and_(c.guest == guest, c.other == other), and_(c.guest == other, c.other == guest))


async def merge_pairs(connection: AsyncConnection, guest: str, into: str) -> None:
    """Give what a guest has said about others, and they about the guest, to another guest."""
    for table in (regulars, blocks):
        about = or_(table.c.guest == guest, table.c.other == guest)
        found = (await connection.execute(delete(table).where(about).returning(*table.c))).all()
        moved = [
            {
                "guest": into if row.guest == guest else row.guest,
                "other": into if row.other == guest else row.other,
                "at": row.at,
            }
            for row in found
        ]
        await insert_new(connection, table, [row for row in moved if row["guest"] != row["other"]])

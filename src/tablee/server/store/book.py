"""The ended matches as the book reads them: from indexed rows, never from the logs."""

from collections.abc import Iterable
from typing import Any

import msgspec
from sqlalchemy import Select, and_, case, func, select
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.book.rating_model import Strength
from tablee.server.book.statistics import BookMatch, BookSeat
from tablee.server.store import schema

_decode = msgspec.json.Decoder(dict[str, int]).decode


class MemberTotal(msgspec.Struct, frozen=True):
    """A member in a game, in all matches."""

    guest: str
    game: str
    played: int
    won: int
    best: int | None
    last_at: float


class BookStore:
    """Reads the book."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of_guest(self, guest: str) -> list[BookMatch]:
        """All matches that somebody has played, the oldest first."""
        seats = schema.match_seats.c
        own = select(seats.table_id).where(and_(seats.guest == guest, seats.is_own == 1))
        return await self._matches(_rows().where(schema.matches.c.table_id.in_(own)))

    async def since(self, at: float, limit: int) -> list[BookMatch]:
        """The matches since a moment, the oldest first; the newest ones if there are too many."""
        matches = schema.matches.c
        newest = select(matches.table_id).where(matches.ended_at >= at).order_by(matches.ended_at.desc()).limit(limit)
        return await self._matches(_rows().where(matches.table_id.in_(newest)))

    async def after(self, last: tuple[float, str], limit: int) -> list[BookMatch]:
        """Some matches after one, which is named by its end and its table, the oldest first."""
        matches = schema.matches.c
        at, table = last
        later = (matches.ended_at > at) | and_(matches.ended_at == at, matches.table_id > table)
        next_ones = select(matches.table_id).where(later).order_by(matches.ended_at, matches.table_id).limit(limit)
        return await self._matches(_rows().where(matches.table_id.in_(next_ones)))

    async def numbers_since(self, at: float) -> dict[str, int]:
        """By game: how many matches have ended since a moment."""
        matches = schema.matches.c
        query = select(matches.game, func.count().label("number")).where(matches.ended_at >= at).group_by(matches.game)
        async with self._engine.connect() as connection:
            return {row.game: row.number for row in (await connection.execute(query)).all()}

    async def member_totals(self) -> list[MemberTotal]:
        """By member and game: how much they have played and won."""
        matches, seats, members = schema.matches.c, schema.match_seats.c, schema.members.c
        query = (
            select(
                seats.guest,
                matches.game,
                func.count(),
                func.sum(case((and_(seats.rank == 1, seats.has_left == 0), 1), else_=0)),
                func.max(case((seats.has_left == 0, seats.score))),
                func.max(matches.ended_at),
            )
            .join(schema.matches, matches.table_id == seats.table_id)
            .join(schema.members, members.guest == seats.guest)
            .where(seats.is_own == 1)
            .group_by(seats.guest, matches.game)
        )
        async with self._engine.connect() as connection:
            return [MemberTotal(*row) for row in (await connection.execute(query)).all()]

    async def _matches(self, query: "Select[Any]") -> list[BookMatch]:
        async with self._engine.connect() as connection:
            return _gathered((await connection.execute(query)).all())


def _rows() -> "Select[Any]":
    matches, seats = schema.matches, schema.match_seats
    return (
        select(matches.c.table_id, matches.c.game, matches.c.ended_at, matches.c.rated, seats)
        .join(seats, seats.c.table_id == matches.c.table_id)
        .order_by(matches.c.ended_at, matches.c.table_id, seats.c.seat)
    )


def _gathered(rows: Iterable[Any]) -> list[BookMatch]:
    """Matches from their rows, one for each seat."""
    found: dict[str, tuple[Any, list[BookSeat]]] = {}
    for row in rows:
        found.setdefault(row.table_id, (row, []))[1].append(_seat(row))
    return [
        BookMatch(row.table_id, row.game, row.ended_at, bool(row.rated), tuple(seats)) for row, seats in found.values()
    ]


def _seat(row: Any) -> BookSeat:
    return BookSeat(
        guest=row.guest,
        is_own=bool(row.is_own),
        name=row.name,
        bot=row.bot,
        rank=row.rank,
        score=row.score,
        has_left=bool(row.has_left),
        strength=None if row.mu is None else Strength(row.mu, row.sigma),
        openings=_decode(row.openings) if row.openings else {},
    )

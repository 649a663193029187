"""The matches that have ended: who played, and how it went. Written with the end of a match, read without the log."""

from collections.abc import Collection

import msgspec
from sqlalchemy import Connection, and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.core.seat import Seat
from tablee.server.store import schema
from tablee.server.table.rating import rating_state
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status


class SeatResult(msgspec.Struct, frozen=True):
    """How the match went for a seat."""

    guest: str | None
    is_own: bool
    """Whether it is the guest's own seat, where several people share a device."""
    name: str
    bot: str | None
    rank: int
    """From 1; winners who share a win have the same, and so have all who did not stay: the last."""
    score: int | None
    """None if the match was not played to its end."""
    has_left: bool = False
    """Whether the player did not stay to the end."""


class EndedMatch(msgspec.Struct, frozen=True):
    """A match that has ended."""

    table_id: str
    game: str
    ended_at: float
    seats: tuple[SeatResult, ...]
    rated: bool = False


class OwnMatch(msgspec.Struct, frozen=True):
    """An ended match as one of its players has it."""

    table: str
    game: str
    players: int
    ended_at: float
    seat: int
    rank: int
    score: int | None


def ended_match(table: Table, at: float) -> EndedMatch | None:
    """The result of a table; None if its match is not over, or was played on from a record, for practice."""
    if table.status is not Status.OVER or table.origin is not None:
        return None
    ranks, scores, own = _ranks(table), table.scores(), _own_seats(table)
    seats = tuple(
        SeatResult(
            chair.guest,
            seat in own,
            chair.name,
            chair.bot,
            ranks[seat],
            int(scores[seat]) if scores else None,
            chair.has_left,
        )
        for seat, chair in enumerate(table.chairs)
    )
    return EndedMatch(table.setup.id, table.game.name, at, seats, rating_state(table) == "on")


def _ranks(table: Table) -> list[int]:
    """Winners are first, then the score decides. All who did not stay are last, whatever score their bots reached."""
    winners, scores = table.winners(), table.scores() or (0,) * table.game.players
    keys = [(table.chairs[seat].has_left, seat not in winners, -scores[seat]) for seat in table.game.seats]
    return [len(keys) if key[0] else 1 + sum(other < key for other in keys) for key in keys]


def _own_seats(table: Table) -> set[Seat]:
    """Of each guest the seat that they sat down on first, or the one under the name of the member they are."""
    first: dict[str, Seat] = {}
    for seat in sorted(table.game.seats, key=lambda seat: (not table.chairs[seat].is_member, table.places[seat])):
        if (guest := table.chairs[seat].guest) is not None:
            first.setdefault(guest, seat)
    return set(first.values())


def without_guests(match: EndedMatch, gone: Collection[str]) -> EndedMatch:
    """A match without the names of guests who were forgotten."""
    seats = (msgspec.structs.replace(seat, guest=None, name="") if seat.guest in gone else seat for seat in match.seats)
    return msgspec.structs.replace(match, seats=tuple(seats))


def write_match(connection: Connection, match: EndedMatch) -> None:
    """Write a match, instead of what was there: a table put aside and restored ends twice. One that has counted for
    ratings stays as it is."""
    counted = select(schema.matches.c.rating_number).where(schema.matches.c.table_id == match.table_id)
    if connection.execute(counted).scalar_one_or_none() is not None:
        return
    connection.execute(delete(schema.match_seats).where(schema.match_seats.c.table_id == match.table_id))
    connection.execute(delete(schema.matches).where(schema.matches.c.table_id == match.table_id))
    values: dict[str, object] = {
        "table_id": match.table_id,
        "game": match.game,
        "players": len(match.seats),
        "ended_at": match.ended_at,
    }
    values["rated"] = int(match.rated)
    connection.execute(insert(schema.matches).values(values))
    rows = [{"table_id": match.table_id, "seat": seat, **_columns(result)} for seat, result in enumerate(match.seats)]
    connection.execute(insert(schema.match_seats), rows)


def _columns(result: SeatResult) -> dict[str, object]:
    flags = {"is_own": int(result.is_own), "has_left": int(result.has_left)}
    return msgspec.structs.asdict(result) | flags


class MatchStore:
    """All ended matches."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of_guest(self, guest: str, limit: int) -> list[OwnMatch]:
        """The matches that a guest has played, the newest first."""
        matches, seats = schema.matches.c, schema.match_seats.c
        query = (
            select(
                matches.table_id, matches.game, matches.players, matches.ended_at, seats.seat, seats.rank, seats.score
            )
            .join(schema.match_seats, seats.table_id == matches.table_id)
            .where(and_(seats.guest == guest, seats.is_own == 1))
            .order_by(matches.ended_at.desc(), matches.table_id)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [OwnMatch(*row) for row in (await connection.execute(query)).all()]

    async def missing(self) -> list[tuple[str, float]]:
        """The tables, and when they last changed, whose match has ended and was not written by an earlier version."""
        tables, matches = schema.tables.c, schema.matches.c
        query = (
            select(tables.id, tables.changed_at)
            .outerjoin(schema.matches, matches.table_id == tables.id)
            .where(and_(tables.status == "over", matches.table_id.is_(None)))
            .order_by(tables.changed_at)
        )
        async with self._engine.connect() as connection:
            return [(row.id, row.changed_at) for row in (await connection.execute(query)).all()]

    async def add(self, match: EndedMatch) -> None:
        """Write a match that was missing."""
        tables = schema.tables
        async with self._engine.begin() as connection:
            # An update that changes nothing locks the row: another process may write the same match.
            same = update(tables).where(tables.c.id == match.table_id).values(status=tables.c.status)
            await connection.execute(same)
            await connection.run_sync(write_match, match)

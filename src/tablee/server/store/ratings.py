"""The ratings of members, and the rated matches from which they follow."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Connection, and_, bindparam, delete, func, insert, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.book.rating_model import (
    RatedMatch,
    RatedSeat,
    Recomputed,
    Season,
    SeasonRating,
    Strength,
    after,
    before,
    recomputed,
)
from tablee.server.book.seasons import SEASONS_IN_A_QUARTER, season_of
from tablee.server.ops.long_work import in_thread
from tablee.server.refusals import Refused
from tablee.server.store import schema
from tablee.server.store.forgetting import known
from tablee.server.store.house_rules import SET
from tablee.server.store.log import Log

LOCK = "ratings"
"""The rule of the house whose row those hold who write ratings; its value changes with every match that counts."""
CLOSED = "seasons_closed"
"""The rule of the house that says when its host closed seasons: a list in JSON, the oldest first."""
ROWS_AT_ONCE = 500

Result = TypeVar("Result")


class RatedMember(msgspec.Struct, frozen=True):
    """A member in the ranking of a game."""

    id: str
    guest: str
    name: str
    book: str
    standing: SeasonRating


class RatingStore:
    """All ratings."""

    def __init__(self, engine: AsyncEngine, log: Log) -> None:
        self._engine = engine
        self._log = log

    # The book gets a match

    async def pending(self) -> list[str]:
        """The tables whose ended match is not in the book yet, the oldest first."""
        matches = schema.matches.c
        query = select(matches.table_id).where(matches.is_entered == 0).order_by(matches.ended_at, matches.table_id)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def enter(self, openings: Mapping[str, Sequence[Mapping[str, int]]]) -> None:
        """Enter matches into the book, each of them once: what their players liked to do, by table and seat, and what
        they change about ratings."""

        def work(connection: Connection) -> None:
            _lock(connection)
            for table_id, liked in openings.items():
                _enter(connection, table_id, liked)

        await self._in_transaction(work)

    async def _in_transaction(self, work: Callable[[Connection], Result]) -> Result:
        if self._engine.dialect.name == "sqlite":
            return await self._log.in_transaction(work)
        async with self._engine.begin() as connection:
            return await connection.run_sync(work)

    # All of them again

    async def recompute(self) -> int:
        """Compute all ratings again from the rated matches; returns how many matches that are."""
        while True:
            async with self._engine.connect() as connection:
                version = await connection.run_sync(_version)
                matches = await connection.run_sync(_rated_matches)
            told = await in_thread(recomputed, matches)
            if await self._in_transaction(partial(_write_if_current, version=version, told=told)):
                return len(matches)

    # Seasons that the host closes

    async def close_season(self, season: str, now: float) -> None:
        """Close the season that runs. Raises `Refused` if it is another one, or nobody has played in it."""

        def work(connection: Connection) -> None:
            _lock(connection)
            closed = _closed(connection)
            if season_of(now, closed) != season or now <= max(closed, default=0.0):
                raise Refused("season_over")
            ratings, matches = schema.ratings.c, schema.matches.c
            if connection.execute(select(ratings.guest).where(ratings.season == season).limit(1)).first() is None:
                raise Refused("season_empty")
            if season.endswith(f"-{SEASONS_IN_A_QUARTER}"):
                raise Refused("too_many_seasons")
            # What counts already counts in this season, by whatever clock it ended: computed again, nothing changes.
            latest = select(func.max(matches.ended_at)).where(matches.rating_number.is_not(None))
            at = max(now, connection.execute(latest).scalar_one() or now)
            connection.execute(SET, {"name": CLOSED, "value": msgspec.json.encode([*closed, at]).decode()})

        await self._in_transaction(work)

    async def closed_seasons(self) -> list[float]:
        """When seasons were closed by the host, the oldest first."""
        async with self._engine.connect() as connection:
            return await connection.run_sync(_closed)

    # Questions

    async def of_guest(self, guest: str) -> list[Season]:
        """The ratings of somebody, by game and season."""
        ratings = schema.ratings.c
        query = select(schema.ratings).where(ratings.guest == guest).order_by(ratings.game, ratings.season)
        async with self._engine.connect() as connection:
            return [Season(row.guest, row.game, _standing(row)) for row in (await connection.execute(query)).all()]

    async def ranking(self, game: str, season: str) -> list[RatedMember]:
        """The members who have played a rated match of a game in a season."""
        ratings, members, guests = schema.ratings, schema.members, schema.guests
        query = (
            select(ratings, members.c.id, members.c.book, guests.c.name)
            .join(members, members.c.guest == ratings.c.guest)
            .join(guests, guests.c.id == ratings.c.guest)
            .where(and_(ratings.c.game == game, ratings.c.season == season))
        )
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query)).all()
        return [RatedMember(row.id, row.guest, row.name, row.book, _standing(row)) for row in rows]

    async def seasons(self) -> list[tuple[str, str]]:
        """The games and seasons in which there were rated matches."""
        ratings = schema.ratings.c
        query = select(ratings.game, ratings.season).distinct().order_by(ratings.game, ratings.season.desc())
        async with self._engine.connect() as connection:
            return [(row.game, row.season) for row in (await connection.execute(query)).all()]


def _standing(row: Any) -> SeasonRating:
    return SeasonRating(Strength(row.mu, row.sigma), row.season, row.matches)


def _enter(connection: Connection, table_id: str, openings: Sequence[Mapping[str, int]]) -> None:
    matches, seats = schema.matches, schema.match_seats
    entered = update(matches).where(and_(matches.c.table_id == table_id, matches.c.is_entered == 0))
    is_new = connection.execute(entered.values(is_entered=1).returning(matches.c.rated)).first()
    if is_new is None:
        return  # another process was faster
    for seat, liked in enumerate(openings):
        where = and_(seats.c.table_id == table_id, seats.c.seat == seat)
        told = msgspec.json.encode(dict(liked)).decode() if liked else ""
        connection.execute(update(seats).where(where).values(openings=told))
    if is_new.rated:
        _count(connection, table_id)


def _lock(connection: Connection) -> None:
    """One at a time writes ratings. On SQLite this also begins to write, before anything is read."""
    rules = schema.house_rules
    same = update(rules).where(rules.c.name == LOCK).values(value=rules.c.value).returning(rules.c.name)
    if connection.execute(same).first() is None:
        connection.execute(SET, {"name": LOCK, "value": "0"})


def _rule(connection: Connection, name: str) -> str | None:
    query = select(schema.house_rules.c.value).where(schema.house_rules.c.name == name)
    found: str | None = connection.execute(query).scalar_one_or_none()
    return found


def _version(connection: Connection) -> tuple[str | None, str | None]:
    """Changes with all that ratings follow from."""
    return _rule(connection, LOCK), _rule(connection, CLOSED)


def _closed(connection: Connection) -> list[float]:
    return msgspec.json.decode(_rule(connection, CLOSED) or "[]", type=list[float])


def _count(connection: Connection, table_id: str) -> None:
    """Count a rated match, as the last of them."""
    matches, seats, ratings = schema.matches, schema.match_seats, schema.ratings
    (match,) = _rated_matches(connection, table_id)
    latest: dict[str, SeasonRating] = {}
    guests = [seat.guest for seat in match.seats if seat.guest is not None]
    query = select(ratings).where(and_(ratings.c.game == match.game, ratings.c.guest.in_(guests)))
    for row in connection.execute(query.order_by(ratings.c.season)).all():
        latest[row.guest] = _standing(row)
    for seat, strength in enumerate(before(match, latest)):
        where = and_(seats.c.table_id == table_id, seats.c.seat == seat)
        connection.execute(update(seats).where(where).values(mu=strength.mu, sigma=strength.sigma))
    for guest, standing in after(match, latest).items():
        same = and_(ratings.c.guest == guest, ratings.c.game == match.game, ratings.c.season == standing.season)
        connection.execute(delete(ratings).where(same))
        connection.execute(insert(ratings).values(_row(Season(guest, match.game, standing))))
    number = connection.execute(select(func.coalesce(func.max(matches.c.rating_number), 0))).scalar_one() + 1
    numbered = update(matches).where(matches.c.table_id == table_id).values(rating_number=number)
    connection.execute(numbered)
    connection.execute(SET, {"name": LOCK, "value": str(number)})


def _rated_matches(connection: Connection, table_id: str | None = None) -> list[RatedMatch]:
    """The rated matches that count, in their order; or one that does not yet."""
    matches, seats = schema.matches, schema.match_seats
    where = matches.c.rating_number.is_not(None) if table_id is None else matches.c.table_id == table_id
    query = (
        select(matches.c.table_id, matches.c.game, matches.c.ended_at, seats)
        .join(seats, seats.c.table_id == matches.c.table_id)
        .where(where)
        .order_by(matches.c.rating_number, seats.c.seat)
    )
    found: dict[str, tuple[Any, list[RatedSeat]]] = {}
    for row in connection.execute(query).all():
        known = None if row.mu is None else Strength(row.mu, row.sigma)
        seat = RatedSeat(row.guest, row.bot, row.rank, bool(row.has_left), known)
        found.setdefault(row.table_id, (row, []))[1].append(seat)
    closed = _closed(connection)
    return [
        RatedMatch(row.table_id, row.game, season_of(row.ended_at, closed), tuple(sat)) for row, sat in found.values()
    ]


def _write(connection: Connection, told: Recomputed) -> None:
    seats, ratings = schema.match_seats, schema.ratings
    connection.execute(delete(ratings))
    for first in range(0, len(told.seasons), ROWS_AT_ONCE):
        some = told.seasons[first : first + ROWS_AT_ONCE]
        # Somebody may have been forgotten since the matches were read.
        here = {str(guest) for guest in connection.execute(known({each.guest for each in some})).scalars()}
        if rows := [_row(season) for season in some if season.guest in here]:
            connection.execute(insert(ratings), rows)
    changed = [
        {"table": table, "place": place, "new_mu": strength.mu, "new_sigma": strength.sigma}
        for table, came in told.before.items()
        for place, strength in enumerate(came)
    ]
    where = and_(seats.c.table_id == bindparam("table"), seats.c.seat == bindparam("place"))
    statement = update(seats).where(where).values(mu=bindparam("new_mu"), sigma=bindparam("new_sigma"))
    for first in range(0, len(changed), ROWS_AT_ONCE):
        connection.execute(statement, changed[first : first + ROWS_AT_ONCE])


def _write_if_current(connection: Connection, version: tuple[str | None, str | None], told: Recomputed) -> bool:
    """Write what was computed, unless another match was counted or a season closed meanwhile."""
    _lock(connection)
    if _version(connection) != version:
        return False
    _write(connection, told)
    return True


def _row(season: Season) -> dict[str, object]:
    standing = season.standing
    return {
        "guest": season.guest,
        "game": season.game,
        "season": standing.season,
        "mu": standing.strength.mu,
        "sigma": standing.strength.sigma,
        "matches": standing.matches,
    }

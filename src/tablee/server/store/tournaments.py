"""Tournaments as the database has them: what was announced, who plays, and the rows of what happened."""

from collections.abc import Sequence
from dataclasses import dataclass

import msgspec
from sqlalchemy import and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablee.server.store import schema
from tablee.server.store.forgetting import forgotten, known
from tablee.server.table.clocks import OnTimeout, TimeLimits
from tablee.tournament import Format, TournamentRow, TournamentRules


class TournamentSettings(msgspec.Struct, frozen=True):
    """What the organiser has decided."""

    game: str
    options: dict[str, object]
    """Of the game, without the number of players."""
    format: Format
    seats: int
    least: int
    rounds: int | None
    bots: bool
    level: str
    """Of bots that fill up a table, or play for somebody who has not come."""
    time_limits: TimeLimits
    arrival_seconds: float
    """How long players have to come to their table."""
    no_show: OnTimeout
    """What happens with the seat of somebody who has not."""
    is_automatic: bool
    """Whether a round begins by itself when the one before has ended."""

    @property
    def rules(self) -> TournamentRules:
        return TournamentRules(self.format, self.seats, self.least, self.rounds, self.bots)


@dataclass(frozen=True)
class TournamentSetup:
    """A tournament as it was announced."""

    id: str
    organiser: str | None
    title: str
    settings: TournamentSettings
    created_at: float


@dataclass(frozen=True)
class TournamentPlayer:
    number: int
    guest: str | None
    """None if the guest was forgotten."""
    name: str


class ListedTournament(msgspec.Struct, frozen=True):
    """A tournament in a list."""

    id: str
    title: str
    game: str
    status: str
    created_at: float
    is_organiser: bool


class TournamentStore:
    """All tournaments."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, setup: TournamentSetup) -> None:
        """Raises `Refused` if the organiser was forgotten meanwhile."""
        async with self._engine.begin() as connection:
            await _check_known(connection, setup.organiser)
            await connection.execute(
                insert(schema.tournaments).values(
                    id=setup.id,
                    organiser=setup.organiser,
                    title=setup.title,
                    settings=msgspec.json.encode(setup.settings).decode(),
                    status="open",
                    created_at=setup.created_at,
                )
            )

    async def setup(self, tournament: str) -> TournamentSetup | None:
        async with self._engine.connect() as connection:
            query = select(schema.tournaments).where(schema.tournaments.c.id == tournament)
            row = (await connection.execute(query)).first()
        if row is None:
            return None
        settings = msgspec.json.decode(row.settings, type=TournamentSettings)
        return TournamentSetup(row.id, row.organiser, row.title, settings, row.created_at)

    async def players(self, tournament: str) -> list[TournamentPlayer]:
        players = schema.tournament_players.c
        query = select(schema.tournament_players).where(players.tournament == tournament).order_by(players.player)
        async with self._engine.connect() as connection:
            return [TournamentPlayer(row.player, row.guest, row.name) for row in await connection.execute(query)]

    async def rows(self, tournament: str) -> list[tuple[TournamentRow, float]]:
        """The rows of a tournament, and when they were written."""
        rows = schema.tournament_rows.c
        query = select(schema.tournament_rows).where(rows.tournament == tournament).order_by(rows.number)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [(TournamentRow(row.kind, msgspec.json.decode(row.data)), row.at) for row in found]

    async def append(
        self, tournament: str, number: int, row: TournamentRow, at: float, *, joins: TournamentPlayer | None = None
    ) -> bool:
        """Write the row of this number, and the player who joins by it; False if somebody else was faster."""
        status = {"begin": "running", "end": "over"}.get(row.kind)
        values = {"tournament": tournament, "number": number, "kind": row.kind, "at": at}
        try:
            async with self._engine.begin() as connection:
                if joins is not None:
                    await _check_known(connection, joins.guest)
                    player = {"player": joins.number, "guest": joins.guest, "name": joins.name}
                    await connection.execute(insert(schema.tournament_players).values(tournament=tournament, **player))
                data = msgspec.json.encode(row.data).decode()
                await connection.execute(insert(schema.tournament_rows).values(data=data, **values))
                if status is not None:
                    where = schema.tournaments.c.id == tournament
                    await connection.execute(update(schema.tournaments).where(where).values(status=status))
        except IntegrityError:
            return False
        return True

    async def running(self) -> list[str]:
        query = select(schema.tournaments.c.id).where(schema.tournaments.c.status == "running")
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def unfinished(self, organiser: str) -> int:
        """How many tournaments of an organiser are not over."""
        tournaments = schema.tournaments.c
        query = select(func.count()).where(and_(tournaments.organiser == organiser, tournaments.status != "over"))
        async with self._engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def of_guest(self, guest: str, limit: int) -> list[ListedTournament]:
        """The tournaments that a guest organises or plays in, the newest first."""
        tournaments, players = schema.tournaments.c, schema.tournament_players.c
        plays = select(players.tournament).where(players.guest == guest)
        query = (
            select(schema.tournaments)
            .where(or_(tournaments.organiser == guest, tournaments.id.in_(plays)))
            .order_by(tournaments.created_at.desc(), tournaments.id)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [
            ListedTournament(
                row.id,
                row.title,
                msgspec.json.decode(row.settings, type=TournamentSettings).game,
                row.status,
                row.created_at,
                row.organiser == guest,
            )
            for row in found
        ]


async def _check_known(connection: AsyncConnection, guest: str | None) -> None:
    if guest is not None and not (await connection.execute(known([guest]))).scalars().all():
        raise forgotten()


def names(players: Sequence[TournamentPlayer]) -> dict[int, str]:
    """The names of players by their numbers."""
    return {player.number: player.name for player in players}

"""Evenings as the database has them: who came, and which matches were played. Points come from the ended matches."""

from dataclasses import dataclass

import msgspec
from sqlalchemy import and_, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.store import schema
from tablee.server.store.forgetting import forgotten, known


@dataclass(frozen=True)
class EveningSetup:
    id: str
    host: str | None
    title: str
    created_at: float


@dataclass(frozen=True)
class EveningPerson:
    number: int
    guest: str | None
    """None if the guest was forgotten."""
    name: str
    is_here: bool


@dataclass(frozen=True)
class EveningSeat:
    """How an ended match of an evening went for somebody."""

    table: str
    guest: str | None
    is_own: bool
    name: str
    is_bot: bool
    rank: int
    players: int
    has_left: bool


@dataclass(frozen=True)
class EveningTable:
    id: str
    game: str
    status: str


class ListedEvening(msgspec.Struct, frozen=True):
    """An evening in a list."""

    id: str
    title: str
    created_at: float


class EveningStore:
    """All evenings."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, setup: EveningSetup) -> None:
        """Raises `Refused` if the host was forgotten meanwhile."""
        async with self._engine.begin() as connection:
            if setup.host is not None and not (await connection.execute(known([setup.host]))).scalars().all():
                raise forgotten()
            values = {"id": setup.id, "host": setup.host, "title": setup.title, "created_at": setup.created_at}
            await connection.execute(insert(schema.evenings).values(values))

    async def setup(self, evening: str) -> EveningSetup | None:
        query = select(schema.evenings).where(schema.evenings.c.id == evening)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else EveningSetup(row.id, row.host, row.title, row.created_at)

    async def people(self, evening: str) -> list[EveningPerson]:
        """In the order in which they came."""
        people = schema.evening_people.c
        query = select(schema.evening_people).where(people.evening == evening).order_by(people.person)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [EveningPerson(row.person, row.guest, row.name, bool(row.is_here)) for row in found]

    async def add_person(self, evening: str, guest: str, name: str, number: int) -> bool:
        """Somebody comes; False if this number is taken already."""
        values = {"evening": evening, "person": number, "guest": guest, "name": name, "is_here": 1}
        try:
            async with self._engine.begin() as connection:
                if not (await connection.execute(known([guest]))).scalars().all():
                    raise forgotten()
                await connection.execute(insert(schema.evening_people).values(values))
        except IntegrityError:
            return False
        return True

    async def set_here(self, evening: str, guest: str, name: str, *, is_here: bool) -> None:
        people = schema.evening_people
        where = and_(people.c.evening == evening, people.c.guest == guest)
        async with self._engine.begin() as connection:
            await connection.execute(update(people).where(where).values(is_here=int(is_here), name=name))

    async def tables(self, evening: str) -> list[EveningTable]:
        """The matches of an evening, in order, without those that were given up before they began."""
        tables, played = schema.tables.c, schema.evening_tables.c
        query = (
            select(tables.id, tables.game, tables.status)
            .join(schema.evening_tables, played.table_id == tables.id)
            .where(and_(played.evening == evening, tables.status != "closed"))
            .order_by(played.number)
        )
        async with self._engine.connect() as connection:
            return [EveningTable(row.id, row.game, row.status) for row in (await connection.execute(query)).all()]

    async def add_table(self, evening: str, table: str, after: int) -> bool:
        """Add a match to an evening that has this number of them; False if another was added first."""
        values = {"evening": evening, "number": after + 1, "table_id": table}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(schema.evening_tables).values(values))
        except IntegrityError:
            return False
        return True

    async def number_of_tables(self, evening: str) -> int:
        """The number of the last match, also of those that were given up."""
        played = schema.evening_tables.c
        query = select(func.coalesce(func.max(played.number), 0)).where(played.evening == evening)
        async with self._engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def results(self, evening: str) -> list[EveningSeat]:
        """All seats of all matches that have ended, in order."""
        played, matches, seats = schema.evening_tables.c, schema.matches.c, schema.match_seats.c
        query = (
            select(schema.match_seats, matches.players)
            .join(schema.evening_tables, played.table_id == seats.table_id)
            .join(schema.matches, matches.table_id == seats.table_id)
            .where(played.evening == evening)
            .order_by(played.number, seats.seat)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [
            EveningSeat(
                row.table_id,
                row.guest,
                bool(row.is_own),
                row.name,
                row.bot is not None,
                row.rank,
                row.players,
                bool(row.has_left),
            )
            for row in found
        ]

    async def of_guest(self, guest: str, limit: int) -> list[ListedEvening]:
        """The evenings that a guest has begun or came to, the newest first."""
        evenings, people = schema.evenings.c, schema.evening_people.c
        came = select(people.evening).where(people.guest == guest)
        query = (
            select(schema.evenings)
            .where(or_(evenings.host == guest, evenings.id.in_(came)))
            .order_by(evenings.created_at.desc(), evenings.id)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [ListedEvening(row.id, row.title, row.created_at) for row in (await connection.execute(query)).all()]

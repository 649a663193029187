"""The tables as the database has them: their setup, their log, and lists of them."""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from typing import Any

import msgspec
from sqlalchemy import Select, and_, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.core.errors import TableeError
from tablee.core.registry import game_of_version
from tablee.server.refusals import Refused
from tablee.server.store import schema
from tablee.server.store.forgetting import forgotten, known
from tablee.server.store.outages import SilenceWatch, watched
from tablee.server.store.quotas import locked_count
from tablee.server.table.clocks import TimeLimits
from tablee.server.table.facts import UNKNOWN, TableFacts, decoded, encoded
from tablee.server.table.rows import Row
from tablee.server.table.setup import Occasion, Setup
from tablee.server.table.table_parts import Status


@dataclass(frozen=True)
class ListedTable:
    """A table in a list."""

    setup: Setup
    status: Status
    facts: TableFacts

    def is_enough_for(self, guest: str | None) -> bool:
        """Whether what is stored of the table tells a guest all that a list shows."""
        is_elsewhere = self.status is Status.PLAYING and bool(self.facts.seats_of(guest))
        return self.facts is not UNKNOWN and not is_elsewhere


@watched()
class TableStore:
    """All tables and their logs. The log is read here and written in log.py."""

    def __init__(self, engine: AsyncEngine, watch: SilenceWatch) -> None:
        self._engine = engine
        self.watch = watch

    async def add(self, setup: Setup, most: int | None = None) -> bool:
        """Add a table, unless its host has `most` unfinished ones already; returns whether it was added.

        Raises `Refused` if the host was forgotten meanwhile.
        """
        if most is not None and await self._number_of(setup.host) >= most:
            return False  # found out without keeping those who write waiting
        async with self._engine.begin() as connection:
            if most is not None and await locked_count(connection, setup.host, _count_of(setup.host)) >= most:
                return False
            if setup.host is not None and not (await connection.execute(known([setup.host]))).scalars().all():
                raise forgotten()
            await connection.execute(
                insert(schema.tables).values(
                    id=setup.id,
                    game=setup.game.name,
                    options=msgspec.json.encode(setup.game.options()).decode(),
                    rules_version=setup.game.rules_version,
                    settings=_settings(setup),
                    host=setup.host,
                    secret=setup.secret.hex(),
                    status="open",
                    is_open=int(setup.is_open),
                    created_at=setup.created_at,
                    changed_at=setup.created_at,
                )
            )
        return True

    async def _number_of(self, host: str | None) -> int:
        async with self._engine.connect() as connection:
            return int((await connection.execute(_count_of(host))).scalar_one())

    async def setup(self, table_id: str) -> Setup | None:
        """The setup of a table; None if there is none. Raises `Refused` if the house no longer has its rules."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(schema.tables).where(schema.tables.c.id == table_id))).first()
        return None if row is None else _setup(row)

    async def listed(self, table_ids: Sequence[str]) -> list[ListedTable]:
        """These tables, as far as the house has their rules and understands them, in the same order. No log is read."""
        query = select(schema.tables).where(schema.tables.c.id.in_(table_ids))
        async with self._engine.connect() as connection:
            found = {row.id: row for row in (await connection.execute(query)).all()}
        listed = []
        for row in (found[table_id] for table_id in table_ids if table_id in found):
            with suppress(Refused, msgspec.MsgspecError, ValueError, LookupError, TypeError):
                listed.append(ListedTable(_setup(row), Status(row.status), decoded(row.facts)))
        return listed

    async def add_facts(self, table_id: str, facts: TableFacts) -> None:
        """Store what lists show of a table, unless that is known already."""
        tables = schema.tables
        async with self._engine.begin() as connection:
            where = and_(tables.c.id == table_id, tables.c.facts == "")
            await connection.execute(update(tables).where(where).values(facts=encoded(facts)))

    async def remove_facts(self, table_id: str) -> None:
        """Have what lists show of a table made again from its log."""
        tables = schema.tables
        async with self._engine.begin() as connection:
            await connection.execute(update(tables).where(tables.c.id == table_id).values(facts=""))

    async def rows(self, table_id: str, after: int = 0) -> list[Row]:
        """The log of a table after row `after`."""
        entries = schema.entries.c
        query = (
            select(entries.number, entries.kind, entries.data, entries.at)
            .where(and_(entries.table_id == table_id, entries.number > after))
            .order_by(entries.number)
        )
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        return [Row(row.number, row.kind, msgspec.json.decode(row.data), row.at) for row in found]

    async def readable_rows(self, table_id: str) -> list[Row]:
        """The log of a table up to the first row that cannot be decoded."""
        entries = schema.entries.c
        query = select(schema.entries).where(entries.table_id == table_id).order_by(entries.number)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query)).all()
        rows: list[Row] = []
        for row in found:
            try:
                data = msgspec.json.decode(row.data, type=dict[str, Any])
            except msgspec.DecodeError:
                break
            rows.append(Row(row.number, row.kind, data, row.at))
        return rows

    async def last_numbers(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The number of the last row of each of these tables."""
        last = select(func.max(schema.entries.c.number)).where(schema.entries.c.table_id == schema.tables.c.id)
        query = select(schema.tables.c.id, last.scalar_subquery().label("last")).where(
            schema.tables.c.id.in_(table_ids)
        )
        async with self._engine.connect() as connection:
            return {row.id: row.last or 0 for row in (await connection.execute(query)).all()}

    async def lobby(self, limit: int) -> list[str]:
        """The ids of open tables that can be joined or watched, the newest first."""
        tables = schema.tables.c
        query = (
            select(tables.id)
            .where(and_(tables.is_open == 1, tables.status.in_(["open", "playing"])))
            .order_by(tables.status, tables.changed_at.desc())
            .limit(limit)
        )
        return await self._ids(query)

    async def of_guest(self, guest: str, limit: int) -> list[str]:
        """The ids of the tables where a guest sits or is the host, the newest first."""
        tables, seats = schema.tables.c, schema.seats.c
        sits = select(seats.table_id).where(seats.guest == guest)
        query = (
            select(tables.id)
            .where(or_(tables.host == guest, tables.id.in_(sits)))
            .order_by(tables.changed_at.desc())
            .limit(limit)
        )
        return await self._ids(query)

    async def in_play(self) -> list[str]:
        """The ids of the tables with a running match, the newest last."""
        tables = schema.tables.c
        return await self._ids(select(tables.id).where(tables.status == "playing").order_by(tables.changed_at))

    async def all(self, limit: int) -> list[dict[str, Any]]:
        """Id, game, status and times of all tables, for the administrator."""
        tables = schema.tables.c
        query = (
            select(tables.id, tables.game, tables.status, tables.created_at, tables.changed_at)
            .order_by(tables.changed_at.desc())
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [dict(row._mapping) for row in (await connection.execute(query)).all()]

    async def _ids(self, query: Any) -> list[str]:
        async with self._engine.connect() as connection:
            return [row.id for row in (await connection.execute(query)).all()]


def _count_of(host: str | None) -> "Select[Any]":
    """Counts the unfinished tables of a host."""
    tables = schema.tables.c
    return select(func.count()).where(and_(tables.host == host, tables.status.in_(["open", "playing"])))


def _settings(setup: Setup) -> str:
    told = {"time_limits": asdict(setup.time_limits), "one_device": setup.one_device, "rated": setup.rated}
    if setup.occasion is not None:
        told["occasion"] = asdict(setup.occasion)
    return msgspec.json.encode(told).decode()


def _time_limits(settings: dict[str, Any]) -> TimeLimits:
    """Those of a table; up to version 0.1 they were called its pace."""
    return msgspec.convert(settings["pace" if "pace" in settings else "time_limits"], TimeLimits)


def _setup(row: Any) -> Setup:
    settings = msgspec.json.decode(row.settings)
    try:
        rules = game_of_version(row.game, msgspec.json.decode(row.options), row.rules_version)
    except TableeError as error:
        raise Refused("old_rules") from error
    return Setup(
        id=row.id,
        game=rules,
        secret=bytes.fromhex(row.secret),
        host=row.host,
        is_open=bool(row.is_open),
        time_limits=_time_limits(settings),
        created_at=row.created_at,
        one_device=settings.get("one_device", False),
        rated=settings.get("rated", False),
        occasion=msgspec.convert(settings["occasion"], Occasion) if "occasion" in settings else None,
    )

"""What the house asks of its database."""

import asyncio
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, Select, and_, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablee.core.errors import TableeError
from tablee.core.registry import game_of_version
from tablee.core.seat import Seat
from tablee.server.refusals import Refused
from tablee.server.store import schema
from tablee.server.store.database import BUSY_MILLISECONDS
from tablee.server.store.log import Log, notices_of
from tablee.server.store.quotas import counted
from tablee.server.store.records import RecordStore
from tablee.server.table.clocks import Pace
from tablee.server.table.table import Row, Setup


class Guest(msgspec.Struct, frozen=True):
    """Somebody who gave a name."""

    id: str
    name: str


class Store:
    """The database of the house. The log is written through `log`; everything else here."""

    def __init__(self, engine: AsyncEngine, log: Log) -> None:
        self._engine = engine
        self.log = log
        self.shelf = RecordStore(engine)
        self.is_shared = engine.dialect.name != "sqlite"
        """Whether other processes may write to it."""
        self._looking_through = asyncio.Lock()
        """Held while all of the log is looked through."""
        self._is_left_behind = True
        """Whether deleted bytes may be left: who knows what a house did that was killed?"""

    # Tables

    async def add_table(self, setup: Setup, most: int | None = None) -> bool:
        """Put up a table, unless its host has so many already that are not finished; returns whether it was done."""
        async with self._engine.begin() as connection:
            if most is not None and await counted(connection, setup.host, _tables_of(setup.host)) >= most:
                return False
            await connection.execute(
                insert(schema.tables).values(
                    id=setup.id,
                    game=setup.game.name,
                    options=msgspec.json.encode(setup.game.options()).decode(),
                    rules_version=setup.game.rules_version,
                    settings=msgspec.json.encode({"pace": asdict(setup.pace)}).decode(),
                    host=setup.host,
                    secret=setup.secret.hex(),
                    status="open",
                    is_open=int(setup.is_open),
                    created_at=setup.created_at,
                    changed_at=setup.created_at,
                )
            )
        return True

    async def setup(self, table_id: str) -> Setup | None:
        """What a table was made with; None if there is none, `Refused` if the house no longer has its rules."""
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(schema.tables).where(schema.tables.c.id == table_id))).first()
        return None if row is None else _setup(row)

    async def rows(self, table_id: str, after: int = 0) -> list[Row]:
        """The log of a table from a number on."""
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
        """The log of a table, as far as it can be read."""
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

    async def newest(self, table_ids: Sequence[str]) -> dict[str, int]:
        """The number of the last row of each of these tables."""
        last = select(func.max(schema.entries.c.number)).where(schema.entries.c.table_id == schema.tables.c.id)
        query = select(schema.tables.c.id, last.scalar_subquery().label("last")).where(
            schema.tables.c.id.in_(table_ids)
        )
        async with self._engine.connect() as connection:
            return {row.id: row.last or 0 for row in (await connection.execute(query)).all()}

    async def lobby(self, limit: int) -> list[str]:
        """The ids of open tables that wait for people or can be watched, the newest first."""
        tables = schema.tables.c
        query = (
            select(tables.id)
            .where(and_(tables.is_open == 1, tables.status.in_(["open", "playing"])))
            .order_by(tables.status, tables.changed_at.desc())
            .limit(limit)
        )
        return await self._ids(query)

    async def tables_of(self, guest: str, limit: int) -> list[str]:
        """The ids of the tables a guest sits at or has made, the newest first."""
        tables, seats = schema.tables.c, schema.seats.c
        sits = select(seats.table_id).where(seats.guest == guest)
        query = (
            select(tables.id)
            .where(or_(tables.host == guest, tables.id.in_(sits)))
            .order_by(tables.changed_at.desc())
            .limit(limit)
        )
        return await self._ids(query)

    async def unfinished(self) -> list[str]:
        """The ids of tables that are being played, the newest last."""
        tables = schema.tables.c
        return await self._ids(select(tables.id).where(tables.status == "playing").order_by(tables.changed_at))

    async def all_tables(self, limit: int) -> list[dict[str, Any]]:
        """For the administrator: id, game, status and times of all tables."""
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

    # Guests

    async def add_guest(self, guest: Guest, secret_hash: str, at: float) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(insert(schema.guests).values(id=guest.id, name=guest.name, created_at=at))
            await connection.execute(
                insert(schema.devices).values(secret_hash=secret_hash, guest=guest.id, created_at=at)
            )

    async def guest(self, secret_hash: str) -> Guest | None:
        """The guest a device's secret belongs to."""
        query = (
            select(schema.guests.c.id, schema.guests.c.name)
            .join(schema.devices, schema.devices.c.guest == schema.guests.c.id)
            .where(schema.devices.c.secret_hash == secret_hash)
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Guest(row.id, row.name)

    async def name_of(self, guest_id: str) -> str | None:
        """The name a guest has now; None if he was forgotten."""
        query = select(schema.guests.c.name).where(schema.guests.c.id == guest_id)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def devices_of(self, guest_id: str) -> list[float]:
        """Since when a guest has played from each of his devices."""
        devices = schema.devices.c
        query = select(devices.created_at).where(devices.guest == guest_id).order_by(devices.created_at)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def links_of(self, guest_id: str) -> list[float]:
        """Until when each of the links to come back by works that a guest has not used."""
        links = schema.links.c
        query = select(links.expires_at).where(links.guest == guest_id).order_by(links.expires_at)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def rename(self, guest_id: str, name: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(update(schema.guests).where(schema.guests.c.id == guest_id).values(name=name))

    async def tables_naming(self, guest_id: str) -> list[str]:
        """The ids of all tables whose log tells of a guest. All of the log is looked through, by one at a time."""
        entries = schema.entries.c
        query = select(entries.table_id).where(_naming(guest_id)).distinct().order_by(entries.table_id)
        async with self._looking_through, self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def forget(self, guest_id: str) -> list[str]:
        """Delete a guest: name, devices, links, records, what he wrote. His moves stay, without a name.

        Returns his tables.
        """
        async with self._looking_through, self._engine.begin() as connection:
            # First of all: from now on nobody learns the name and writes it down.
            await connection.execute(delete(schema.guests).where(schema.guests.c.id == guest_id))
            for table in (schema.devices, schema.links, schema.seats, schema.records):
                await connection.execute(delete(table).where(table.c.guest == guest_id))
            await connection.execute(update(schema.tables).where(schema.tables.c.host == guest_id).values(host=None))
            tables = sorted(await _make_nameless(connection, guest_id))
            if self.log.notifies:
                for notice in notices_of(dict.fromkeys(tables, 0)):
                    await connection.execute(*notice)
        if self.log.tell:
            self.log.tell(dict.fromkeys(tables, 0))
        self._is_left_behind = True
        await self.leave_nothing_behind()
        return tables

    async def leave_nothing_behind(self) -> None:
        """What was deleted is overwritten in SQLite's file; its write-ahead log may still have it: empty that.

        It cannot be emptied while somebody reads it or writes to it. Nobody has to wait: it is done another time.
        """
        if self.is_shared or not self._is_left_behind:
            return
        async with self._engine.connect() as connection:
            # While it waits for a reader, nobody else can write.
            await connection.exec_driver_sql("PRAGMA busy_timeout=100")
            try:
                emptied = await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
                self._is_left_behind = bool(emptied.one()[0])
            finally:
                await connection.exec_driver_sql(f"PRAGMA busy_timeout={BUSY_MILLISECONDS}")

    # Links

    async def add_link(
        self,
        token_hash: str,
        expires_at: float,
        guest: str | None = None,
        table_id: str | None = None,
        seat: int | None = None,
    ) -> None:
        values = {
            "token_hash": token_hash,
            "expires_at": expires_at,
            "guest": guest,
            "table_id": table_id,
            "seat": seat,
        }
        async with self._engine.begin() as connection:
            await connection.execute(insert(schema.links).values(values))

    async def come_back(self, token_hash: str, secret_hash: str, at: float) -> Guest | None:
        """Give a device to the guest of a link, which is gone afterwards; None if there is none, or it is too old.

        Both or neither: of several who try at once one succeeds, and a link that did not work is not lost.
        """
        guests, links = schema.guests.c, schema.links
        where = and_(links.c.token_hash == token_hash, links.c.guest.is_not(None), links.c.expires_at >= at)
        async with self._engine.begin() as connection:
            used = (await connection.execute(delete(links).where(where).returning(links.c.guest))).first()
            if used is None:
                return None
            device = {"secret_hash": secret_hash, "guest": used.guest, "created_at": at}
            await connection.execute(insert(schema.devices).values(device))
            found = await connection.execute(select(guests.id, guests.name).where(guests.id == used.guest))
            guest = found.one()
            await connection.execute(delete(links).where(links.c.expires_at < at))
        return Guest(guest.id, guest.name)

    async def seat_link(self, token_hash: str, now: float) -> tuple[str, Seat] | None:
        """The table and the seat that a link stands for; None if there is none, or it is too old."""
        links = schema.links.c
        where = and_(links.token_hash == token_hash, links.table_id.is_not(None), links.expires_at >= now)
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(links.table_id, links.seat).where(where))).first()
        return None if row is None else (row.table_id, Seat(row.seat))

    async def throw_away_link(self, token_hash: str, now: float) -> None:
        """This link was used; those that are too old go with it."""
        links = schema.links
        async with self._engine.begin() as connection:
            gone = or_(links.c.token_hash == token_hash, links.c.expires_at < now)
            await connection.execute(delete(links).where(gone))

    async def answers(self) -> bool:
        """Whether the database can be reached."""
        async with self._engine.connect() as connection:
            return bool((await connection.execute(select(1))).scalar_one())


def _tables_of(host: str | None) -> "Select[Any]":
    """How many unfinished tables a guest has made."""
    tables = schema.tables.c
    return select(func.count()).where(and_(tables.host == host, tables.status.in_(["open", "playing"])))


def _naming(guest_id: str) -> "ColumnElement[bool]":
    """What is true of the rows of the log that tell of a guest: where he sat, what he wrote."""
    entries = schema.entries.c
    tells = entries.kind.in_(["sit", "hand_over", "chat", "mute"])
    return and_(tells, entries.data.contains(f'"{guest_id}"', autoescape=True))


async def _make_nameless(connection: AsyncConnection, guest_id: str) -> set[str]:
    """Take a guest and his words out of the log; returns the tables it was done at."""
    entries = schema.entries
    found = (await connection.execute(select(entries).where(_naming(guest_id)))).all()
    for row in found:
        where = and_(entries.c.table_id == row.table_id, entries.c.number == row.number)
        await connection.execute(update(entries).where(where).values(data=_nameless(row.data)))
    return {row.table_id for row in found}


def _nameless(written: str) -> str:
    """A row without the guest it names. Of one that nobody can read nothing is kept, so that nobody can read it."""
    try:
        data = msgspec.json.decode(written, type=dict[str, Any])
    except msgspec.DecodeError:
        return ""
    blank = {"guest": None} | {key: "" for key in ("name", "text") if key in data}
    return msgspec.json.encode(data | blank).decode()


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
        pace=msgspec.convert(settings["pace"], Pace),
        created_at=row.created_at,
    )

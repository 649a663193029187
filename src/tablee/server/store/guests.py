"""The guests as the database has them: names, devices, links, and what of the log is theirs."""

import asyncio
from typing import Any

import msgspec
from sqlalchemy import ColumnElement, and_, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablee.core.seat import Seat
from tablee.server.store import schema
from tablee.server.store.log import Log, notify_statements


class Guest(msgspec.Struct, frozen=True):
    """Somebody who has given a name."""

    id: str
    name: str


class GuestStore:
    """All guests, their devices and their links."""

    def __init__(self, engine: AsyncEngine, log: Log) -> None:
        self._engine = engine
        self._log = log
        self._log_scan = asyncio.Lock()
        """Held while the whole log is scanned: that is slow, so one scan at a time."""

    async def add(self, guest: Guest, secret_hash: str, at: float) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(insert(schema.guests).values(id=guest.id, name=guest.name, created_at=at))
            await connection.execute(
                insert(schema.devices).values(secret_hash=secret_hash, guest=guest.id, created_at=at)
            )

    async def by_device(self, secret_hash: str) -> Guest | None:
        """The guest of a device's secret."""
        query = (
            select(schema.guests.c.id, schema.guests.c.name)
            .join(schema.devices, schema.devices.c.guest == schema.guests.c.id)
            .where(schema.devices.c.secret_hash == secret_hash)
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else Guest(row.id, row.name)

    async def name_of(self, guest_id: str) -> str | None:
        """The current name of a guest; None if the guest was forgotten."""
        query = select(schema.guests.c.name).where(schema.guests.c.id == guest_id)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def devices_of(self, guest_id: str) -> list[float]:
        """When each device of a guest was added."""
        devices = schema.devices.c
        query = select(devices.created_at).where(devices.guest == guest_id).order_by(devices.created_at)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def links_of(self, guest_id: str) -> list[float]:
        """When each unused link of a guest expires."""
        links = schema.links.c
        query = select(links.expires_at).where(links.guest == guest_id).order_by(links.expires_at)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def rename(self, guest_id: str, name: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(update(schema.guests).where(schema.guests.c.id == guest_id).values(name=name))

    async def tables_mentioning(self, guest_id: str) -> list[str]:
        """The ids of all tables whose log mentions a guest. Scans the whole log."""
        entries = schema.entries.c
        query = select(entries.table_id).where(_mentions(guest_id)).distinct().order_by(entries.table_id)
        async with self._log_scan, self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def forget(self, guest_id: str) -> list[str]:
        """Delete a guest: name, devices, links, records, chat. The moves stay, anonymously.

        Returns the tables whose log was changed; other processes get notices to reload them.
        """
        async with self._log_scan, self._engine.begin() as connection:
            # The name goes first: from now on no other transaction can read it and write it elsewhere.
            await connection.execute(delete(schema.guests).where(schema.guests.c.id == guest_id))
            for table in (schema.devices, schema.links, schema.seats, schema.records):
                await connection.execute(delete(table).where(table.c.guest == guest_id))
            await connection.execute(update(schema.tables).where(schema.tables.c.host == guest_id).values(host=None))
            changed = dict.fromkeys(sorted(await _anonymize_rows(connection, guest_id)), 0)
            if self._log.uses_notify:
                for statement in notify_statements(changed):
                    await connection.execute(*statement)
        if self._log.publish:
            self._log.publish(changed)
        return list(changed)

    # Links

    async def add_link(self, token_hash: str, expires_at: float, guest: str) -> None:
        """Add a link by which a guest comes back."""
        values = {"token_hash": token_hash, "expires_at": expires_at, "guest": guest}
        async with self._engine.begin() as connection:
            await connection.execute(insert(schema.links).values(values))

    async def add_seat_link(self, token_hash: str, expires_at: float, table_id: str, seat: int) -> None:
        """Add a link to a seat. Earlier ones to the same seat work no longer."""
        links = schema.links
        values = {"token_hash": token_hash, "expires_at": expires_at, "table_id": table_id, "seat": seat}
        async with self._engine.begin() as connection:
            earlier = and_(links.c.table_id == table_id, links.c.seat == seat)
            await connection.execute(delete(links).where(earlier))
            await connection.execute(insert(links).values(values))

    async def add_device_by_link(self, token_hash: str, secret_hash: str, at: float) -> Guest | None:
        """Add a device to the guest of a link, and delete the link; None if there is no such link or it has expired.

        One transaction: of several attempts at once one succeeds, and a failed attempt does not use up the link.
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
        """The table and the seat of a link; None if there is no such link or it has expired."""
        links = schema.links.c
        where = and_(links.token_hash == token_hash, links.table_id.is_not(None), links.expires_at >= now)
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(links.table_id, links.seat).where(where))).first()
        return None if row is None else (row.table_id, Seat(row.seat))

    async def delete_link(self, token_hash: str, now: float) -> None:
        """Delete a link that was used, and all that have expired."""
        links = schema.links
        async with self._engine.begin() as connection:
            unwanted = or_(links.c.token_hash == token_hash, links.c.expires_at < now)
            await connection.execute(delete(links).where(unwanted))


def _mentions(guest_id: str) -> "ColumnElement[bool]":
    """Selects the rows of the log that hold a guest's id: seats taken, chat, muting."""
    entries = schema.entries.c
    may_mention = entries.kind.in_(["sit", "hand_over", "chat", "mute"])
    return and_(may_mention, entries.data.contains(f'"{guest_id}"', autoescape=True))


async def _anonymize_rows(connection: AsyncConnection, guest_id: str) -> set[str]:
    """Remove a guest's id, name and chat from the log; returns the tables that were changed."""
    entries = schema.entries
    found = (await connection.execute(select(entries).where(_mentions(guest_id)))).all()
    for row in found:
        where = and_(entries.c.table_id == row.table_id, entries.c.number == row.number)
        await connection.execute(update(entries).where(where).values(data=_anonymous(row.data)))
    return {row.table_id for row in found}


def _anonymous(text: str) -> str:
    """The data of a row without the guest. Data that cannot be decoded is removed entirely."""
    try:
        data = msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError:
        return ""
    blank = {"guest": None} | {key: "" for key in ("name", "text") if key in data}
    return msgspec.json.encode(data | blank).decode()

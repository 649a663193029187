"""Forgetting a guest. The name and everything that identifies the guest go at once, in a short transaction. Then the
log is read, without a lock, for what is left of the guest there.

From the first step on nobody writes the guest's name again: whoever writes rows that name guests looks in the same
transaction whether the guests are still there (`without_forgotten`). A forgetting that is interrupted after its first
step is written down, so that it is finished later.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, Connection, Select, and_, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablee.server.refusals import Refused
from tablee.server.store import schema
from tablee.server.table.rows import NAMING_ROWS, Row

ROWS_AT_ONCE: Final = 200
"""How many rows are changed in one transaction, so that moves do not wait long."""


async def begin_forgetting(engine: AsyncEngine, guest_id: str) -> None:
    """Delete a guest: name, devices, links, records. Nobody can write the name anywhere from now on."""
    async with engine.begin() as connection:
        # First: whoever is just writing the name is waited for, and whoever comes later does not find the guest.
        await connection.execute(delete(schema.guests).where(schema.guests.c.id == guest_id))
        await connection.execute(delete(schema.forgettings).where(schema.forgettings.c.guest == guest_id))
        await connection.execute(insert(schema.forgettings).values(guest=guest_id))
        for table in (schema.devices, schema.links, schema.seats, schema.records):
            await connection.execute(delete(table).where(table.c.guest == guest_id))
        await connection.execute(update(schema.tables).where(schema.tables.c.host == guest_id).values(host=None))
        played = update(schema.match_seats).where(schema.match_seats.c.guest == guest_id)
        await connection.execute(played.values(guest=None, name=""))
        for people in (schema.tournament_players, schema.evening_people):
            there = update(people).where(people.c.guest == guest_id)
            await connection.execute(there.values(guest=None, name=""))
        organised = update(schema.tournaments).where(schema.tournaments.c.organiser == guest_id)
        await connection.execute(organised.values(organiser=None))
        await connection.execute(update(schema.evenings).where(schema.evenings.c.host == guest_id).values(host=None))


async def rows_of(engine: AsyncEngine, guest_id: str) -> list[tuple[str, int]]:
    """The rows of the log that name a guest: table and number. Scans the whole log, and locks nothing."""
    entries = schema.entries.c
    async with engine.connect() as connection:
        found = await connection.execute(select(entries.table_id, entries.number).where(mentions(guest_id)))
        return [(row.table_id, row.number) for row in found]


async def anonymize(engine: AsyncEngine, rows: Sequence[tuple[str, int]]) -> None:
    """Remove guests, names and what was said from these rows."""
    async with engine.begin() as connection:
        await rewrite(connection, rows, anonymous)


async def rewrite(connection: AsyncConnection, rows: Sequence[tuple[str, int]], changed: Callable[[str], str]) -> None:
    """Change the data of these rows, where they are still there."""
    entries = schema.entries
    for table_id, number in rows:
        where = and_(entries.c.table_id == table_id, entries.c.number == number)
        text = (await connection.execute(select(entries.c.data).where(where).with_for_update())).scalar_one_or_none()
        if text is not None:
            await connection.execute(update(entries).where(where).values(data=changed(text)))
    # What lists show has names in it, too: it is made again from the log.
    tables = schema.tables.c.id.in_(sorted({table_id for table_id, _ in rows}))
    await connection.execute(update(schema.tables).where(tables).values(facts=""))


async def end_forgetting(engine: AsyncEngine, guest_id: str) -> None:
    """Nothing is left of a guest."""
    async with engine.begin() as connection:
        await connection.execute(delete(schema.forgettings).where(schema.forgettings.c.guest == guest_id))


async def unfinished(engine: AsyncEngine) -> list[tuple[str, str | None]]:
    """The guests who are being forgotten or merged, or where that was interrupted, and into whom they are merged."""
    async with engine.connect() as connection:
        found = await connection.execute(select(schema.forgettings))
        return [(row.guest, row.merged_into) for row in found]


def mentions(guest_id: str) -> "ColumnElement[bool]":
    """Selects the rows of the log that hold a guest's id: seats taken, chat, muting."""
    entries = schema.entries.c
    return and_(entries.kind.in_(NAMING_ROWS), entries.data.contains(f'"{guest_id}"', autoescape=True))


def anonymous(text: str) -> str:
    """The data of a row without the guest. Data that cannot be decoded is removed entirely."""
    try:
        data = msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError:
        return ""
    return msgspec.json.encode(_blank(data)).decode()


def _blank(data: Mapping[str, Any]) -> dict[str, Any]:
    kept = {key: value for key, value in data.items() if key != "member"}
    return kept | {"guest": None} | {key: "" for key in ("name", "text") if key in data}


# Whoever writes


def known(guests: Collection[str]) -> "Select[tuple[str]]":
    """Those of these guests who are there. They cannot be forgotten before the transaction ends."""
    ids = schema.guests.c.id
    return select(ids).where(ids.in_(guests)).order_by(ids).with_for_update(read=True, key_share=True)


def guests_named(rows: Sequence[Row]) -> set[str]:
    """The guests whom rows name."""
    return {row.guest for row in rows if row.guest is not None}


def without_forgotten(rows: Sequence[Row], gone: Collection[str]) -> list[Row]:
    """Rows as a forgetting right after them would leave them."""
    return [replace(row, data=_blank(row.data)) if row.guest in gone else row for row in rows]


def missing(connection: Connection, guests: Collection[str]) -> set[str]:
    """Those of these guests who were forgotten. Before anything else in a transaction that names them, which has begun:
    SQLite's driver would begin it too late, with the first row (`lock_for_writing`)."""
    return {*guests} - set(connection.execute(known(guests)).scalars())


def forgotten() -> Refused:
    """The refusal for a guest who was forgotten while a request was under way."""
    return Refused("name_first", status=401)

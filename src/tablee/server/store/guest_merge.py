"""Merging guests: whoever signs in on a device where they played as a guest keeps what they had there.

The log is read without a lock, and its rows are changed a few at a time, so that nobody who plays waits. The last of
them change together with everything else, in a short transaction after which nobody can write rows that name the guest.
Rows that were written meanwhile are looked for afterwards. Before anything is changed it is noted who is merged into
whom, so that an interrupted merging is finished later: each step may be taken again.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from sqlalchemy import and_, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablee.server.store import schema
from tablee.server.store.forgetting import ROWS_AT_ONCE, end_forgetting, forgotten, known, rewrite, rows_of
from tablee.server.store.insert_new import insert_new
from tablee.server.store.log import Log, notify_statements
from tablee.server.store.notification_schema import notification_choices, outbox, push_devices
from tablee.server.store.regular_schema import reports, table_invitations
from tablee.server.store.regulars import merge_pairs


async def merge_guest(engine: AsyncEngine, log: Log, guest: str, into: str) -> list[str]:
    """Give the seats, tables, records and matches of a guest to another, and delete the guest.

    Other devices of the guest are signed out: only this one has shown that it is the other's. Returns the tables whose
    log was changed; other processes get notices to reload them. `finish_merging` has to follow.
    """
    given = _giving(guest, into)
    await _note(engine, guest, into)
    rows = await rows_of(engine, guest)
    changed = dict.fromkeys(sorted({table_id for table_id, _ in rows}), 0)
    while len(rows) > ROWS_AT_ONCE:
        async with engine.begin() as connection:
            await rewrite(connection, rows[:ROWS_AT_ONCE], given)
        rows = rows[ROWS_AT_ONCE:]
    async with engine.begin() as connection:
        await _move_all(connection, guest, into)
        await rewrite(connection, rows, given)
        await connection.execute(delete(schema.guests).where(schema.guests.c.id == guest))
        for statement in notify_statements(changed) if log.uses_notify else ():
            await connection.execute(*statement)
    if log.publish:
        log.publish(changed)
    return list(changed)


async def finish_merging(engine: AsyncEngine, log: Log, guest: str, into: str) -> list[str]:
    """Give the rows to the other that were written while the guests were merged; returns their tables."""
    rows = await rows_of(engine, guest)
    for first in range(0, len(rows), ROWS_AT_ONCE):
        async with engine.begin() as connection:
            await rewrite(connection, rows[first : first + ROWS_AT_ONCE], _giving(guest, into))
    changed = sorted({table_id for table_id, _ in rows})
    if changed:
        await log.notify(engine, dict.fromkeys(changed, 0))
    await end_forgetting(engine, guest)
    return changed


async def _note(engine: AsyncEngine, guest: str, into: str) -> None:
    """Write down who is merged into whom; raises `Refused` if the other was forgotten."""
    forgettings = schema.forgettings
    async with engine.begin() as connection:
        await connection.execute(delete(forgettings).where(forgettings.c.guest == guest))
        if (await connection.execute(known([into]))).first() is not None:
            await insert_new(connection, forgettings, [{"guest": guest, "merged_into": into}])
            return
    raise forgotten()


async def _move_all(connection: AsyncConnection, guest: str, into: str) -> None:
    """Give everything to the other that is not in the log."""
    # First: whoever is just writing something about the guest is waited for, before anything else is locked.
    await connection.execute(select(schema.guests.c.id).where(schema.guests.c.id == guest).with_for_update())
    if (await connection.execute(known([into]))).first() is None:
        raise forgotten()
    await _join_evening_people(connection, guest, into)
    for table in (
        schema.seats,
        schema.records,
        schema.match_seats,
        schema.tournament_players,
        schema.evening_people,
    ):
        await connection.execute(update(table).where(table.c.guest == guest).values(guest=into))
    await connection.execute(update(schema.tables).where(schema.tables.c.host == guest).values(host=into))
    await connection.execute(update(schema.evenings).where(schema.evenings.c.host == guest).values(host=into))
    organised = update(schema.tournaments).where(schema.tournaments.c.organiser == guest)
    await connection.execute(organised.values(organiser=into))
    await _move_notifications(connection, guest, into)
    await _move_company(connection, guest, into)


async def _join_evening_people(connection: AsyncConnection, guest: str, into: str) -> None:
    """Where both came to an evening, one is left, who is here if either was. The points follow the seats. In a
    tournament both numbers stay, since its rows name them: only the first one plays on."""
    people = schema.evening_people
    came = select(people.c.evening).where(people.c.guest == into)
    here = select(people.c.evening).where(people.c.guest == guest, people.c.is_here == 1)
    stays = and_(people.c.guest == into, people.c.evening.in_(here))
    await connection.execute(update(people).where(stays).values(is_here=1))
    await connection.execute(delete(people).where(people.c.guest == guest, people.c.evening.in_(came)))


async def _move_notifications(connection: AsyncConnection, guest: str, into: str) -> None:
    """What the guest had chosen counts if the other has chosen nothing; what was sent is not sent again; whoever
    signs in is told of the reviews that the guest waits for."""
    await connection.execute(update(push_devices).where(push_devices.c.guest == guest).values(guest=into))
    has_chosen = select(notification_choices.c.guest).where(notification_choices.c.guest == into)
    if (await connection.execute(has_chosen)).first() is None:
        chosen = update(notification_choices).where(notification_choices.c.guest == guest)
        await connection.execute(chosen.values(guest=into))
    requests = schema.review_requests
    asked = select(requests.c.table_id).where(requests.c.guest == into)
    not_asked = and_(requests.c.guest == guest, requests.c.table_id.not_in(asked))
    await connection.execute(update(requests).where(not_asked).values(guest=into))
    told = select(outbox.c.event).where(outbox.c.guest == into)
    unknown = and_(outbox.c.guest == guest, outbox.c.event.not_in(told))
    await connection.execute(update(outbox).where(unknown).values(guest=into))


async def _move_company(connection: AsyncConnection, guest: str, into: str) -> None:
    """Regulars, blocked people, invitations and reports."""
    await merge_pairs(connection, guest, into)
    invitations = table_invitations
    known = select(invitations.c.table_id).where(invitations.c.guest == into)
    unknown = and_(invitations.c.guest == guest, invitations.c.table_id.not_in(known))
    await connection.execute(update(invitations).where(unknown).values(guest=into))
    await connection.execute(update(invitations).where(invitations.c.by == guest).values(by=into))
    for column in (reports.c.reporter, reports.c.about):
        await connection.execute(update(reports).where(column == guest).values({column.name: into}))


def _giving(guest: str, into: str) -> Callable[[str], str]:
    return partial(_with_guest, guest=guest, into=into)


def _with_guest(text: str, guest: str, into: str) -> str:
    """The data of a row with another guest; unchanged if it cannot be decoded."""
    try:
        data = msgspec.json.decode(text, type=dict[str, Any])
    except msgspec.DecodeError:
        return text
    return msgspec.json.encode(data | {"guest": into}).decode() if data.get("guest") == guest else text

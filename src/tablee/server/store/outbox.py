"""The outbox: what is to be sent to whom. Written when something happens, emptied in the background.

A process that sends something claims its rows first, so that no other process sends them. A claim runs out: if the
process dies, another one sends them.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, and_, case, delete, func, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.store.insert_new import insert_new
from tablee.server.store.notification_choices import Channel, ChosenNotifications, Kind, choices_in
from tablee.server.store.notification_schema import notification_choices, outbox, push_devices

KEPT_SECONDS: Final = 40 * 86_400.0
"""How long a row stays after it was sent: longer than a choice may take."""

Details = Mapping[str, str | int]
"""What the words need: ids, numbers, titles. No names of people: they are looked up when it is sent."""


@dataclass(frozen=True)
class Recipient:
    """A guest who wants to be told something, and where."""

    guest: str
    choices: ChosenNotifications
    push_devices: tuple[str, ...]


@dataclass(frozen=True)
class Outgoing:
    """A row of the outbox."""

    event: str
    guest: str
    channel: Channel
    target: str
    kind: Kind
    path: str
    details: Details
    created_at: float
    due_at: float
    attempts: int = 0


class OutboxStore:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def recipients(self, guests: Collection[str]) -> list[Recipient]:
        """Those of these guests who have chosen to be told anything."""
        choices = select(notification_choices).where(notification_choices.c.guest.in_(guests))
        devices = select(push_devices.c.guest, push_devices.c.id).where(push_devices.c.guest.in_(guests))
        async with self._engine.connect() as connection:
            chosen = (await connection.execute(choices)).all()
            found = (await connection.execute(devices)).all() if chosen else []
        return [
            Recipient(row.guest, choices_in(row), tuple(device.id for device in found if device.guest == row.guest))
            for row in chosen
        ]

    async def add(self, rows: Sequence[Outgoing]) -> None:
        """Add rows, except those of events that are there already. A guest who was forgotten is told nothing."""
        try:
            async with self._engine.begin() as connection:
                await insert_new(connection, outbox, [_values(row) for row in rows])
        except IntegrityError:
            if len(rows) > 1:
                for row in rows:
                    await self.add([row])

    async def claim(self, now: float, until: float, most: int) -> list[list[Outgoing]]:
        """Claim what is due, for `most` places; all that is due at one place together."""
        is_due = and_(outbox.c.done_at.is_(None), outbox.c.due_at <= now, outbox.c.claimed_until <= now)
        place = (outbox.c.guest, outbox.c.channel, outbox.c.target)
        query = select(*place).where(is_due).group_by(*place).order_by(func.min(outbox.c.due_at)).limit(most)
        async with self._engine.connect() as connection:
            places = (await connection.execute(query)).all()
        claimed = []
        for guest, channel, target in places:
            where = and_(is_due, *_at(guest, channel, target))
            statement = update(outbox).where(where).values(claimed_until=until).returning(*outbox.c)
            async with self._engine.begin() as connection:
                rows = (await connection.execute(statement)).all()
            if rows:  # else another process was faster
                claimed.append(sorted((_outgoing(row) for row in rows), key=lambda row: (row.created_at, row.event)))
        return claimed

    async def finish(self, rows: Sequence[Outgoing], at: float, *, is_sent: bool = True) -> None:
        """These were sent, or are not to be sent any more. They are of one place."""
        if not rows:
            return
        async with self._engine.begin() as connection:
            await connection.execute(update(outbox).where(_these(rows)).values(done_at=at, claimed_until=0.0))
            if is_sent and rows[0].channel is Channel.EMAIL:
                guest = notification_choices.c.guest == rows[0].guest
                await connection.execute(update(notification_choices).where(guest).values(mailed_at=at))

    async def postpone(self, rows: Sequence[Outgoing], due_at: float, *, has_failed: bool) -> None:
        """Send these later. They are of one place."""
        attempts = outbox.c.attempts + int(has_failed)
        changed = update(outbox).where(_these(rows)).values(due_at=due_at, attempts=attempts, claimed_until=0.0)
        async with self._engine.begin() as connection:
            await connection.execute(changed)

    async def next_due(self) -> float | None:
        """When there will be something to send; None: nothing waits."""
        moment = case((outbox.c.claimed_until > outbox.c.due_at, outbox.c.claimed_until), else_=outbox.c.due_at)
        async with self._engine.connect() as connection:
            query = select(func.min(moment)).where(outbox.c.done_at.is_(None))
            found: float | None = (await connection.execute(query)).scalar_one_or_none()
            return found

    async def release_claims(self) -> None:
        """Release all claims: the only process of the house starts, so those that made them have ended."""
        async with self._engine.begin() as connection:
            await connection.execute(update(outbox).where(outbox.c.claimed_until > 0.0).values(claimed_until=0.0))

    async def prune(self, now: float) -> None:
        """Delete what was sent long ago."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(outbox).where(outbox.c.done_at < now - KEPT_SECONDS))

    async def of_guest(self, guest: str) -> list[Outgoing]:
        """All that a guest was or will be told."""
        query = select(outbox).where(outbox.c.guest == guest).order_by(outbox.c.created_at, outbox.c.event)
        async with self._engine.connect() as connection:
            return [_outgoing(row) for row in (await connection.execute(query)).all()]


def _values(row: Outgoing) -> dict[str, Any]:
    return {
        "event": row.event,
        "guest": row.guest,
        "channel": row.channel,
        "target": row.target,
        "kind": row.kind,
        "path": row.path,
        "details": msgspec.json.encode(row.details).decode(),
        "created_at": row.created_at,
        "due_at": row.due_at,
        "attempts": row.attempts,
        "claimed_until": 0.0,
        "done_at": None,
    }


def _outgoing(row: Any) -> Outgoing:
    details: Details = msgspec.json.decode(row.details)
    channel, kind = Channel(row.channel), Kind(row.kind)
    return Outgoing(
        row.event, row.guest, channel, row.target, kind, row.path, details, row.created_at, row.due_at, row.attempts
    )


def _at(guest: str, channel: str, target: str) -> "tuple[ColumnElement[bool], ...]":
    return outbox.c.guest == guest, outbox.c.channel == channel, outbox.c.target == target


def _these(rows: Sequence[Outgoing]) -> "ColumnElement[bool]":
    first = rows[0]
    return and_(*_at(first.guest, first.channel, first.target), outbox.c.event.in_([row.event for row in rows]))

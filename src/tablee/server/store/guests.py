"""The guests as the database has them: names, devices, links, and what of the log is theirs."""

import asyncio
from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Final

import msgspec
from sqlalchemy import and_, delete, func, insert, or_, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.core.seat import Seat
from tablee.server.refusals import Refused
from tablee.server.store import schema
from tablee.server.store.forgetting import (
    ROWS_AT_ONCE,
    anonymize,
    begin_forgetting,
    end_forgetting,
    forgotten,
    known,
    mentions,
    rows_of,
    unfinished,
)
from tablee.server.store.guest_merge import finish_merging, merge_guest
from tablee.server.store.log import Log
from tablee.server.store.outages import SilenceWatch, watched


class Role(StrEnum):
    """What a member is in the house."""

    HOST = "host"
    HELPER = "helper"
    MEMBER = "member"


class Guest(msgspec.Struct, frozen=True):
    """Somebody who has given a name."""

    id: str
    name: str
    role: Role | None = None
    """What the guest is in the house, if a member."""


class Device(msgspec.Struct, frozen=True):
    """A browser in which somebody is a guest."""

    id: str
    about: str
    added_at: float
    seen_at: float


DEVICE_ID_LENGTH: Final = 16
SEEN_SECONDS: Final = 3600.0
"""How exactly it is known when a device was last used."""


def device_id(secret_hash: str) -> str:
    """The id of a device, which says nothing about its secret."""
    return secret_hash[:DEVICE_ID_LENGTH]


@watched("forget", "finish_forgetting", "tables_mentioning", "merge", "finish_merging")
class GuestStore:
    """All guests, their devices and their links."""

    def __init__(self, engine: AsyncEngine, log: Log, watch: SilenceWatch) -> None:
        self._engine = engine
        self.watch = watch
        self._log = log
        self._log_scan = asyncio.Lock()
        """Held while the whole log is scanned: that is slow, so one scan at a time."""
        self._may_be_unfinished = True
        """Whether a guest may be forgotten only in part. The last run may have been interrupted, so it may at first."""

    async def add(self, guest: Guest, secret_hash: str, at: float, about: str) -> None:
        """Add a guest with a device; `about`: what that is."""
        async with self._engine.begin() as connection:
            await connection.execute(insert(schema.guests).values(id=guest.id, name=guest.name, created_at=at))
            await connection.execute(insert(schema.devices).values(_device(secret_hash, guest.id, at, about)))

    async def by_device(self, secret_hash: str) -> Guest | None:
        """The guest of a device's secret."""
        query = (
            select(schema.guests.c.id, schema.guests.c.name, schema.members.c.role)
            .join(schema.devices, schema.devices.c.guest == schema.guests.c.id)
            .outerjoin(schema.members, schema.members.c.guest == schema.guests.c.id)
            .where(schema.devices.c.secret_hash == secret_hash)
        )
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else _guest(row)

    async def name_of(self, guest_id: str) -> str | None:
        """The current name of a guest; None if the guest was forgotten."""
        query = select(schema.guests.c.name).where(schema.guests.c.id == guest_id)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    # Devices

    async def devices_of(self, guest_id: str) -> list[Device]:
        """The devices of a guest, the last used first."""
        devices = schema.devices.c
        query = select(devices.secret_hash, devices.about, devices.created_at, devices.seen_at)
        async with self._engine.connect() as connection:
            found = (await connection.execute(query.where(devices.guest == guest_id))).all()
        all_of_them = [
            Device(device_id(row.secret_hash), row.about, row.created_at, row.seen_at or row.created_at)
            for row in found
        ]
        return sorted(all_of_them, key=lambda device: (-device.seen_at, device.id))

    async def note_use(self, secret_hash: str, at: float, about: str) -> None:
        """Note that a device is used now, and what it is."""
        devices = schema.devices
        is_old = or_(devices.c.seen_at.is_(None), devices.c.seen_at < at - SEEN_SECONDS)
        query = select(devices.c.secret_hash).where(devices.c.secret_hash == secret_hash, is_old)
        async with self._engine.begin() as connection:
            if (await connection.execute(query)).first() is not None:
                where = devices.c.secret_hash == secret_hash
                await connection.execute(update(devices).where(where).values(seen_at=at, about=about))

    async def remove_devices(self, guest_id: str, *, only: str | None = None, but: str | None = None) -> list[str]:
        """Sign out devices of a guest: one, or all but one; returns their ids."""
        devices = schema.devices
        ids = func.substr(devices.c.secret_hash, 1, DEVICE_ID_LENGTH)
        chosen = ids == only if only is not None else ids != but
        query = delete(devices).where(devices.c.guest == guest_id, chosen).returning(devices.c.secret_hash)
        async with self._engine.begin() as connection:
            return [device_id(row.secret_hash) for row in (await connection.execute(query)).all()]

    async def known_devices(self, ids: Sequence[str]) -> set[str]:
        """Those of these devices that are not signed out."""
        column = func.substr(schema.devices.c.secret_hash, 1, DEVICE_ID_LENGTH)
        async with self._engine.connect() as connection:
            return set((await connection.execute(select(column).where(column.in_(ids)))).scalars().all())

    # Links

    async def links_of(self, guest_id: str) -> list[float]:
        """When each unused link of a guest expires."""
        links = schema.links.c
        query = select(links.expires_at).where(links.guest == guest_id).order_by(links.expires_at)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    # Names and forgetting

    async def tables_mentioning(self, guest_id: str) -> list[str]:
        """The ids of all tables whose log mentions a guest. Scans the whole log."""
        entries = schema.entries.c
        query = select(entries.table_id).where(mentions(guest_id)).distinct().order_by(entries.table_id)
        async with self._log_scan, self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

    async def forget(self, guest_id: str) -> list[str]:
        """Delete a guest: name, devices, links, records, chat. The moves stay, anonymously.

        Returns the tables whose log was changed; other processes get notices to reload them.
        """
        await self.watch.answer(begin_forgetting(self._engine, guest_id))
        return await self._finish_forgetting(guest_id)

    async def finish_forgetting(self) -> list[str]:
        """Finish what was interrupted; returns the tables whose log was changed."""
        if not self._may_be_unfinished:
            return []
        changed: list[str] = []
        for guest, into in await unfinished(self._engine):
            if into is None:
                changed += await self._finish_forgetting(guest)
            else:
                changed += await self._merge_again(guest, into)
        self._may_be_unfinished = False
        return changed

    async def _finish_forgetting(self, guest_id: str) -> list[str]:
        self._may_be_unfinished = True
        async with self._log_scan:
            rows = await rows_of(self._engine, guest_id)
            for first in range(0, len(rows), ROWS_AT_ONCE):
                await anonymize(self._engine, rows[first : first + ROWS_AT_ONCE])
            changed = sorted({table_id for table_id, _ in rows})
            await self._log.notify(self._engine, dict.fromkeys(changed, 0))
            await end_forgetting(self._engine, guest_id)
        return changed

    async def merge(self, guest: str, into: str) -> list[str]:
        """Give all that a guest has to another; returns the tables whose log was changed."""
        self._may_be_unfinished = True
        async with self._log_scan:
            return await merge_guest(self._engine, self._log, guest, into)

    async def _merge_again(self, guest: str, into: str) -> list[str]:
        """Merge what is left of a guest after an interruption."""
        try:
            return await self.merge(guest, into) + await self.finish_merging(guest, into)
        except Refused:  # the other was forgotten meanwhile: so is the guest, unless still there
            return [] if await self.known([guest]) else await self._finish_forgetting(guest)

    async def finish_merging(self, guest: str, into: str) -> list[str]:
        """Give what was written meanwhile to the other, too; returns the tables whose log was changed."""
        self._may_be_unfinished = True
        async with self._log_scan:
            return await finish_merging(self._engine, self._log, guest, into)

    async def known(self, guests: Sequence[str]) -> set[str]:
        """Those of these guests who are there."""
        async with self._engine.connect() as connection:
            return {row.id for row in await connection.execute(known(guests))}

    async def add_device(self, guest_id: str, secret_hash: str, at: float, about: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(insert(schema.devices).values(_device(secret_hash, guest_id, at, about)))

    async def add_link(self, token_hash: str, expires_at: float, guest: str) -> None:
        """Add a link by which a guest comes back."""
        values = {"token_hash": token_hash, "expires_at": expires_at, "guest": guest}
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(schema.links).values(values))
        except IntegrityError:
            raise forgotten() from None

    async def add_seat_link(self, token_hash: str, expires_at: float, table_id: str, seat: int) -> None:
        """Add a link to a seat. Earlier ones to the same seat work no longer."""
        links = schema.links
        values = {"token_hash": token_hash, "expires_at": expires_at, "table_id": table_id, "seat": seat}
        async with self._engine.begin() as connection:
            earlier = and_(links.c.table_id == table_id, links.c.seat == seat)
            await connection.execute(delete(links).where(earlier))
            await connection.execute(insert(links).values(values))

    async def add_device_by_link(self, token_hash: str, secret_hash: str, at: float, about: str) -> Guest | None:
        """Add a device to the guest of a link, and delete the link; None if there is no such link or it has expired.

        One transaction: of several attempts at once one succeeds, and a failed attempt does not use up the link.
        """
        guests, links = schema.guests.c, schema.links
        where = and_(links.c.token_hash == token_hash, links.c.guest.is_not(None), links.c.expires_at >= at)
        async with self._engine.begin() as connection:
            used = (await connection.execute(delete(links).where(where).returning(links.c.guest))).first()
            if used is None or not (await connection.execute(known([used.guest]))).scalars().all():
                return None
            await connection.execute(insert(schema.devices).values(_device(secret_hash, used.guest, at, about)))
            found = await connection.execute(
                select(guests.id, guests.name, schema.members.c.role)
                .outerjoin(schema.members, schema.members.c.guest == guests.id)
                .where(guests.id == used.guest)
            )
            guest = found.one()
            await connection.execute(delete(links).where(links.c.expires_at < at))
        return _guest(guest)

    async def seat_link(self, token_hash: str, now: float) -> tuple[str, Seat] | None:
        """The table and the seat of a link; None if there is no such link or it has expired."""
        links = schema.links.c
        where = and_(links.token_hash == token_hash, links.table_id.is_not(None), links.expires_at >= now)
        async with self._engine.connect() as connection:
            row = (await connection.execute(select(links.table_id, links.seat).where(where))).first()
        return None if row is None else (row.table_id, Seat(row.seat))

    async def use_link(self, token_hash: str, guest: str, now: float) -> bool:
        """Use up a link of this guest; returns whether there was one that has not expired."""
        links = schema.links
        where = and_(links.c.token_hash == token_hash, links.c.guest == guest, links.c.expires_at >= now)
        async with self._engine.begin() as connection:
            return (await connection.execute(delete(links).where(where).returning(links.c.guest))).first() is not None

    async def delete_link(self, token_hash: str, now: float) -> None:
        """Delete a link that was used, and all that have expired."""
        links = schema.links
        async with self._engine.begin() as connection:
            unwanted = or_(links.c.token_hash == token_hash, links.c.expires_at < now)
            await connection.execute(delete(links).where(unwanted))


def _device(secret_hash: str, guest_id: str, at: float, about: str) -> dict[str, object]:
    return {"secret_hash": secret_hash, "guest": guest_id, "created_at": at, "seen_at": at, "about": about}


def _guest(row: Any) -> Guest:
    return Guest(row.id, row.name, Role(row.role) if row.role else None)

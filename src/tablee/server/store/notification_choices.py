"""What people want to be told and how, and the devices that take push messages."""

import secrets
from enum import StrEnum
from typing import Any, Final

import msgspec
from sqlalchemy import and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablee.core.texts import Lang
from tablee.server.store.forgetting import forgotten
from tablee.server.store.insert_new import insert_new
from tablee.server.store.notification_schema import notification_choices, outbox, push_devices
from tablee.server.store.quotas import locked_count

TOKEN_BYTES: Final = 24


class Kind(StrEnum):
    """What people are told about."""

    TURN = "turn"
    INVITATION = "invitation"
    REMATCH = "rematch"
    ROUND = "round"
    REVIEW = "review"
    CONFIRMATION = "confirmation"
    """Is this e-mail address yours? Nobody can turn it off."""
    TRIAL = "trial"
    """Somebody wants to see whether it works."""


CHOSEN_KINDS: Final = (Kind.TURN, Kind.INVITATION, Kind.REMATCH, Kind.ROUND, Kind.REVIEW)
"""Those that people choose."""


class Channel(StrEnum):
    PUSH = "push"
    EMAIL = "email"


class Digest(StrEnum):
    """How often e-mails may come."""

    NONE = "none"
    HOUR = "hour"
    DAY = "day"


class ChosenNotifications(msgspec.Struct, frozen=True):
    """What a guest has chosen."""

    lang: Lang = "en"
    zone: str = "UTC"
    quiet_from: int | None = None
    """Minutes of the day; None: no quiet hours."""
    quiet_until: int | None = None
    digest: Digest = Digest.NONE
    off: frozenset[str] = frozenset()
    """What is not wanted: `kind/channel`."""
    off_token: str = ""
    email: str | None = None
    email_token: str | None = None
    email_confirmed_at: float | None = None
    mailed_at: float = 0.0
    """When the last e-mail was sent."""

    def wants(self, kind: str, channel: str) -> bool:
        return f"{kind}/{channel}" not in self.off


class PushDevice(msgspec.Struct, frozen=True):
    """A browser that takes push messages; keys are base64url."""

    id: str
    guest: str
    device: str
    """The hash of the device's secret."""
    endpoint: str
    public_key: str
    auth: str
    about: str
    created_at: float


class NotificationChoiceStore:
    """The choices of all guests, and their push devices."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def of(self, guest: str) -> ChosenNotifications:
        """The choices of a guest; those of the house if they have made none."""
        query = select(notification_choices).where(notification_choices.c.guest == guest)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return ChosenNotifications() if row is None else choices_in(row)

    async def set(self, guest: str, **values: Any) -> None:
        """Change some of the choices; raises `Refused` if the guest was forgotten."""
        try:
            async with self._engine.begin() as connection:
                await _ensure(connection, guest)
                where = notification_choices.c.guest == guest
                await connection.execute(update(notification_choices).where(where).values(values))
        except IntegrityError:
            raise forgotten() from None

    async def set_email(self, guest: str, address: str, lang: Lang) -> None:
        """Take an address that is not confirmed yet."""
        token = secrets.token_urlsafe(TOKEN_BYTES)
        await self.set(guest, email=address, email_token=token, email_confirmed_at=None, lang=lang)

    async def confirm_email(self, token: str, at: float) -> bool:
        """Confirm the address to which this token was sent; returns whether the token is known."""
        choices = notification_choices
        where = and_(choices.c.email_token == token, choices.c.email.is_not(None))
        changed = update(choices).where(where).values(email_confirmed_at=at).returning(choices.c.guest)
        async with self._engine.begin() as connection:
            return (await connection.execute(changed)).first() is not None

    async def turn_off(self, token: str, unwanted: frozenset[str], *, on: bool = False) -> bool:
        """Turn something off, or on again, with the token of a link; returns whether the token is known."""
        choices = notification_choices
        async with self._engine.begin() as connection:
            row = (await connection.execute(select(choices).where(choices.c.off_token == token))).first()
            if row is None:
                return False
            before = choices_in(row).off
            off = " ".join(sorted(before - unwanted if on else before | unwanted))
            await connection.execute(update(choices).where(choices.c.off_token == token).values(off=off))
        return True

    # Push devices

    async def push_devices(self, guest: str) -> list[PushDevice]:
        """The push devices of a guest, the newest first."""
        query = select(push_devices).where(push_devices.c.guest == guest).order_by(push_devices.c.created_at.desc())
        async with self._engine.connect() as connection:
            return [PushDevice(**row._mapping) for row in (await connection.execute(query)).all()]

    async def push_device(self, device_id: str) -> PushDevice | None:
        query = select(push_devices).where(push_devices.c.id == device_id)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else PushDevice(**row._mapping)

    async def add_push_device(self, new: PushDevice, most: int, lang: Lang) -> bool:
        """Add a device, unless the guest has `most`; returns whether it was added. One endpoint belongs to one guest,
        the last one: a browser has only one. If the guest has it already, it keeps its id, and what waits for it."""
        counting = select(func.count()).where(
            and_(push_devices.c.guest == new.guest, push_devices.c.endpoint != new.endpoint)
        )
        try:
            async with self._engine.begin() as connection:
                if await locked_count(connection, new.guest, counting) >= most:
                    return False
                await _ensure(connection, new.guest, lang)
                if not await _renewed(connection, new):
                    await connection.execute(insert(push_devices).values(msgspec.structs.asdict(new)))
        except IntegrityError:
            raise forgotten() from None
        return True

    async def remove_push_device(self, device_id: str, guest: str | None = None) -> None:
        """Remove a device (of this guest), with all that waits for it."""
        where = [push_devices.c.id == device_id] + ([push_devices.c.guest == guest] if guest is not None else [])
        async with self._engine.begin() as connection:
            removed = await connection.execute(delete(push_devices).where(*where).returning(push_devices.c.id))
            # A device that was signed out is gone already: what waits for it goes, too.
            if removed.first() is not None or guest is None:
                await connection.execute(delete(outbox).where(outbox.c.target == device_id))

    async def move_push_device(self, before: str, after: str, guest: str) -> None:
        """A browser is another guest's from now on: the hashes of its secrets before and after, and that guest."""
        where = push_devices.c.device == before
        async with self._engine.begin() as connection:
            await connection.execute(update(push_devices).where(where).values(device=after, guest=guest))


async def _renewed(connection: AsyncConnection, new: PushDevice) -> bool:
    """Change the device of this endpoint, if the guest has it; returns whether it was so. That of another guest is
    removed, with all that waits for it."""
    endpoint = push_devices.c.endpoint == new.endpoint
    others = delete(push_devices).where(endpoint, push_devices.c.guest != new.guest).returning(push_devices.c.id)
    for device in (await connection.execute(others)).scalars().all():
        await connection.execute(delete(outbox).where(outbox.c.target == device))
    values = {name: value for name, value in msgspec.structs.asdict(new).items() if name != "id"}
    renewed = update(push_devices).where(endpoint).values(values).returning(push_devices.c.id)
    return (await connection.execute(renewed)).first() is not None


async def _ensure(connection: AsyncConnection, guest: str, lang: Lang = "en") -> None:
    """Give a guest the choices of the house, if they have none yet."""
    given = msgspec.structs.asdict(ChosenNotifications(lang=lang)) | {
        "guest": guest,
        "off": "",
        "off_token": secrets.token_urlsafe(TOKEN_BYTES),
    }
    await insert_new(connection, notification_choices, [given])


def choices_in(row: Any) -> ChosenNotifications:
    """The choices in a row of the database."""
    values = {name: getattr(row, name) for name in ChosenNotifications.__struct_fields__}
    return ChosenNotifications(**values | {"off": frozenset(row.off.split()), "digest": Digest(row.digest)})

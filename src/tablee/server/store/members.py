"""The members of the house: guests with a name of their own and a way to sign in."""

from collections.abc import Collection, Iterable
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, and_, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablee.server.ops.long_work import in_thread
from tablee.server.plain_text import folded
from tablee.server.store import schema
from tablee.server.store.guests import Role


class Member(msgspec.Struct, frozen=True):
    """A member, with all that is needed to check who signs in."""

    id: str
    guest: str
    name: str
    role: Role
    passphrase: str | None
    """Its hash."""
    joined_at: float
    book: str = "members"
    """Who may read the member's book."""


class Passkey(msgspec.Struct, frozen=True):
    """A passkey of a member; id and public key are base64url."""

    id: str
    site: str
    """The host name under which it works."""
    public_key: str
    sign_count: int
    created_at: float
    used_at: float | None = None


class NewMember(msgspec.Struct, frozen=True):
    """A guest who becomes a member."""

    id: str
    guest: str
    name: str
    passphrase: str | None = None
    passkey: Passkey | None = None
    code_hashes: Collection[str] = ()
    invitation: str | None = None
    """The hash of the invitation that is used, if one is needed."""


class NotAdded(Exception):
    """The member was not added; `code` is that of the refusal."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class MemberStore:
    """All members and their ways to sign in."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    # Names

    async def owner_of_name(self, name: str) -> str | None:
        """The guest id of the member whose name this is, or is taken for; None if it is free."""
        query = select(schema.members.c.guest).where(schema.members.c.folded == folded(name))
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def rename(self, guest: str, name: str) -> bool:
        """Give a member or a guest another name; returns whether no other member has it."""
        members, guests = schema.members, schema.guests
        try:
            async with self._engine.begin() as connection:
                changed = update(members).where(members.c.guest == guest).values(folded=folded(name))
                is_member = (await connection.execute(changed.returning(members.c.id))).first() is not None
                taken = select(members.c.id).where(and_(members.c.folded == folded(name), members.c.guest != guest))
                if not is_member and (await connection.execute(taken)).first() is not None:
                    return False
                await connection.execute(update(guests).where(guests.c.id == guest).values(name=name))
                if is_member:
                    await _rename_others(connection, guest, name)
        except IntegrityError:
            return False
        return True

    # Members

    async def add(self, new: NewMember, at: float) -> None:
        """Add a member; raises `NotAdded` if the name is taken, the guest is one already or the invitation is void."""
        row = {"id": new.id, "guest": new.guest, "folded": folded(new.name), "role": Role.MEMBER, "joined_at": at}
        guests = schema.guests
        try:
            async with self._engine.begin() as connection:
                await connection.execute(insert(schema.members).values(passphrase=new.passphrase, **row))
                if new.invitation is not None and not await _use_invitation(connection, new.invitation, at):
                    raise NotAdded("registration_closed")
                await connection.execute(update(guests).where(guests.c.id == new.guest).values(name=new.name))
                if new.passkey is not None:
                    await _add_passkey(connection, new.id, new.passkey)
                await _add_codes(connection, new.id, new.code_hashes)
                await _rename_others(connection, new.guest, new.name)
        except IntegrityError:
            raise NotAdded("already_member" if await self.of_guest(new.guest) else "name_taken") from None

    async def of_guest(self, guest: str) -> Member | None:
        return await self._one(schema.members.c.guest == guest)

    async def by_id(self, member: str) -> Member | None:
        return await self._one(schema.members.c.id == member)

    async def by_name(self, name: str) -> Member | None:
        return await self._one(schema.members.c.folded == folded(name))

    async def by_passkey(self, passkey: str) -> tuple[Member, Passkey] | None:
        """The member of a passkey, and the passkey."""
        query = select(schema.passkeys).where(schema.passkeys.c.id == passkey)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        member = None if row is None else await self.by_id(row.member)
        return None if row is None or member is None else (member, _passkey(row))

    async def all(self) -> "list[Member]":
        """All members, by name."""
        query = select(*_MEMBER).join(schema.guests, schema.guests.c.id == schema.members.c.guest)
        async with self._engine.connect() as connection:
            found = [_member(row) for row in (await connection.execute(query)).all()]
        return sorted(found, key=lambda member: folded(member.name))

    async def _one(self, where: "ColumnElement[bool]") -> Member | None:
        query = select(*_MEMBER).join(schema.guests, schema.guests.c.id == schema.members.c.guest).where(where)
        async with self._engine.connect() as connection:
            row = (await connection.execute(query)).first()
        return None if row is None else _member(row)

    async def set_role(self, member: str, role: Role) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(update(schema.members).where(schema.members.c.id == member).values(role=role))

    async def set_book(self, member: str, book: str) -> None:
        """Who may read a member's book."""
        async with self._engine.begin() as connection:
            await connection.execute(update(schema.members).where(schema.members.c.id == member).values(book=book))

    async def set_passphrase(self, member: str, passphrase: str) -> None:
        """Replace the hash of the passphrase."""
        changed = update(schema.members).where(schema.members.c.id == member).values(passphrase=passphrase)
        async with self._engine.begin() as connection:
            await connection.execute(changed)

    # Passkeys

    async def passkeys(self, member: str) -> list[Passkey]:
        """The passkeys of a member, the oldest first."""
        passkeys = schema.passkeys
        query = select(passkeys).where(passkeys.c.member == member).order_by(passkeys.c.created_at, passkeys.c.id)
        async with self._engine.connect() as connection:
            return [_passkey(row) for row in (await connection.execute(query)).all()]

    async def add_passkey(self, member: str, passkey: Passkey) -> bool:
        """Add a passkey; returns whether it was new."""
        try:
            async with self._engine.begin() as connection:
                await _add_passkey(connection, member, passkey)
        except IntegrityError:
            return False
        return True

    async def remove_passkey(self, member: Member, passkey: str) -> bool:
        """Remove a passkey, unless it is the member's only way to sign in; returns whether it is gone."""
        passkeys, members = schema.passkeys, schema.members
        async with self._engine.begin() as connection:
            # An update that changes nothing locks the row: two passkeys cannot both be removed as the last but one.
            same = update(members).where(members.c.id == member.id).values(role=members.c.role)
            await connection.execute(same)
            others = select(func.count()).where(and_(passkeys.c.member == member.id, passkeys.c.id != passkey))
            if member.passphrase is None and not (await connection.execute(others)).scalar_one():
                return False
            await connection.execute(
                delete(passkeys).where(and_(passkeys.c.member == member.id, passkeys.c.id == passkey))
            )
        return True

    async def note_use(self, passkey: str, sign_count: int, at: float) -> None:
        """A passkey was used."""
        changed = update(schema.passkeys).where(schema.passkeys.c.id == passkey)
        async with self._engine.begin() as connection:
            await connection.execute(changed.values(sign_count=sign_count, used_at=at))

    # Recovery codes

    async def codes_left(self, member: str) -> int:
        query = select(func.count()).where(schema.recovery_codes.c.member == member)
        async with self._engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def replace_codes(self, member: str, code_hashes: Collection[str]) -> None:
        """New recovery codes. The earlier ones work no longer."""
        codes = schema.recovery_codes
        async with self._engine.begin() as connection:
            await connection.execute(delete(codes).where(codes.c.member == member))
            await _add_codes(connection, member, code_hashes)

    async def use_code(self, member: str, code_hash: str) -> bool:
        """Use up a recovery code; returns whether there was one."""
        codes = schema.recovery_codes
        where = and_(codes.c.code_hash == code_hash, codes.c.member == member)
        async with self._engine.begin() as connection:
            return (await connection.execute(delete(codes).where(where).returning(codes.c.member))).first() is not None

    # Challenges for passkeys

    async def add_challenge(
        self, challenge_hash: str, now: float, expires_at: float, guest: str | None = None, member: str | None = None
    ) -> None:
        challenges = schema.challenges
        values = {"challenge_hash": challenge_hash, "guest": guest, "member": member, "expires_at": expires_at}
        async with self._engine.begin() as connection:
            await connection.execute(delete(challenges).where(challenges.c.expires_at < now))
            await connection.execute(insert(challenges).values(values))

    async def use_challenge(self, challenge_hash: str, now: float, guest: str | None = None) -> str | None:
        """Use up a challenge that was made for this guest: the member id that goes with it; None if there is none."""
        challenges = schema.challenges
        where = and_(
            challenges.c.challenge_hash == challenge_hash,
            challenges.c.expires_at >= now,
            challenges.c.guest.is_(None) if guest is None else challenges.c.guest == guest,
        )
        async with self._engine.begin() as connection:
            used = (await connection.execute(delete(challenges).where(where).returning(challenges.c.member))).first()
        return None if used is None else used.member or ""


NUMBERED_LENGTH: Final = 20
"""How much of a name is kept before a number."""
_MEMBER: Final = (
    schema.members.c.id,
    schema.members.c.guest,
    schema.guests.c.name,
    schema.members.c.role,
    schema.members.c.passphrase,
    schema.members.c.joined_at,
    schema.members.c.book,
)


def _member(row: Any) -> Member:
    return Member(row.id, row.guest, row.name, Role(row.role), row.passphrase, row.joined_at, row.book)


def _passkey(row: Any) -> Passkey:
    return Passkey(row.id, row.site, row.public_key, row.sign_count, row.created_at, row.used_at)


async def _add_passkey(connection: AsyncConnection, member: str, passkey: Passkey) -> None:
    values = {"member": member, **msgspec.structs.asdict(passkey)}
    await connection.execute(insert(schema.passkeys).values(values))


async def _add_codes(connection: AsyncConnection, member: str, code_hashes: Collection[str]) -> None:
    rows = [{"code_hash": code_hash, "member": member} for code_hash in code_hashes]
    await connection.execute(insert(schema.recovery_codes), rows)


async def _use_invitation(connection: AsyncConnection, token_hash: str, now: float) -> bool:
    invitations = schema.invitations
    where = and_(invitations.c.token_hash == token_hash, invitations.c.uses_left > 0, invitations.c.expires_at >= now)
    used = update(invitations).where(where).values(uses_left=invitations.c.uses_left - 1)
    return (await connection.execute(used.returning(invitations.c.uses_left))).first() is not None


async def _rename_others(connection: AsyncConnection, guest: str, name: str) -> None:
    """Guests who have been called like a new member get a number behind their name."""
    guests = schema.guests
    found = (await connection.execute(select(guests.c.id, guests.c.name).where(guests.c.id != guest))).all()
    for number, other in enumerate(await in_thread(_alike, found, folded(name)), 2):
        await connection.execute(
            update(guests).where(guests.c.id == other).values(name=f"{name[:NUMBERED_LENGTH]} {number}")
        )


def _alike(found: Iterable[Any], wanted: str) -> list[str]:
    """The ids of the guests whose name is taken for this one."""
    return [other for other, name in found if folded(name) == wanted]

"""Membership: becoming a member of the house, and looking after one's ways to sign in."""

import secrets
from typing import Any, Final

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, JSONBody

from tablee.server.house.house import House
from tablee.server.http.guests import TokenRequest
from tablee.server.http.names import free_name, name_taken
from tablee.server.http.passkeys import NewPasskey, creation_options, new_passkey, required_site
from tablee.server.http.passphrases import (
    checked_passphrase,
    code_hash,
    new_code,
    new_recovery_codes,
    passphrase_hash,
)
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse, address
from tablee.server.http.sessions import hashed, new_id
from tablee.server.refusals import Refused, too_fast
from tablee.server.store.guests import Guest, Role
from tablee.server.store.matches import OwnMatch
from tablee.server.store.members import Member, NewMember, NotAdded, Passkey

DEVICE_CODE_SECONDS: Final = 600
"""How long a code for another device works."""
MEMBER_ID_LENGTH: Final = 12
MATCHES_LISTED: Final = 100


class PasskeyNameRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str | None = None
    """The name of the new member; none: one's own."""


class JoinRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new member: a name, and either a passkey or a passphrase."""

    name: str
    passkey: dict[str, Any] | None = None
    """As `navigator.credentials.create` gave it, in JSON."""
    passphrase: str | None = None
    invitation: str | None = None
    """The token of an invitation, where one is needed."""


class PasskeyRequest(msgspec.Struct, forbid_unknown_fields=True):
    passkey: dict[str, Any]


class PassphraseRequest(msgspec.Struct, forbid_unknown_fields=True):
    passphrase: str


class PasskeyInfo(msgspec.Struct):
    id: str
    site: str
    """The host name under which it works."""
    created_at: float
    used_at: float | None


class MemberInfo(msgspec.Struct):
    """A member, as only they see it."""

    name: str
    role: Role
    joined_at: float
    passkeys: tuple[PasskeyInfo, ...]
    has_passphrase: bool
    codes_left: int
    """How many recovery codes are not used."""


class RecoveryCodes(msgspec.Struct):
    """Each signs in once, with the name. They are shown this once: the house keeps hashes."""

    codes: list[str]


class DeviceCode(msgspec.Struct):
    """A code that signs in another device once, with the name."""

    code: str
    seconds: int


class MembershipController(Controller):
    path = "/api/me/member"
    tags = ("members",)

    @get(summary="My membership", refuses=(403,))
    async def membership(self, guest: GivenGuest, house: GivenHouse) -> MemberInfo:
        return await member_info(house, guest)

    @post(summary="Become a member of the house", status_code=201, refuses=(409, 429))
    async def join(
        self, request: AnyRequest, data: JSONBody[JoinRequest], guest: GivenGuest, house: GivenHouse
    ) -> RecoveryCodes:
        if (data.passkey is None) == (data.passphrase is None):
            raise Refused("one_way_in", status=400)
        invitation = await used_invitation(request, house, data.invitation)
        name = await free_name(house.store, data.name, guest)
        codes = new_recovery_codes()
        member_id, passkey, passphrase = new_id(MEMBER_ID_LENGTH), None, None
        if data.passkey is not None:
            member_id, passkey = await new_passkey(house, required_site(request), guest, data.passkey)
        else:
            passphrase = await hash_passphrase(request, data.passphrase or "", name)
        hashes = [code_hash(code, member_id) for code in codes]
        new = NewMember(member_id, guest.id, name, passphrase, passkey, hashes, invitation)
        try:
            await house.store.members.add(new, house.timer.now())
        except NotAdded as error:
            raise name_taken(name) if error.code == "name_taken" else Refused(error.code) from None
        if invitation is not None:
            await house.store.sign_in_attempts.succeed({"address": address(request)}, house.timer.now())
        return RecoveryCodes(codes)

    @get("/matches", summary="The matches that I have played to their end, the newest first")
    async def matches(self, guest: GivenGuest, house: GivenHouse) -> list[OwnMatch]:
        return await house.store.matches.of_guest(guest.id, MATCHES_LISTED)

    @post("/passkey-options", summary="What the browser needs to create a passkey for me", refuses=(409,))
    async def passkey_options(
        self, request: AnyRequest, data: JSONBody[PasskeyNameRequest], guest: GivenGuest, house: GivenHouse
    ) -> dict[str, Any]:
        site = required_site(request)
        name = await free_name(house.store, guest.name if data.name is None else data.name, guest)
        member = await house.store.members.of_guest(guest.id)
        existing = await house.store.members.passkeys(member.id) if member else []
        member_id = member.id if member else new_id(MEMBER_ID_LENGTH)
        return await creation_options(house, site, NewPasskey(guest, name, member_id, existing))

    @post("/passkeys", summary="Add a passkey", status_code=201, refuses=(409,))
    async def add_passkey(
        self, request: AnyRequest, data: JSONBody[PasskeyRequest], guest: GivenGuest, house: GivenHouse
    ) -> MemberInfo:
        member = await own_membership(house, guest)
        _, passkey = await new_passkey(house, required_site(request), guest, data.passkey)
        if not await house.store.members.add_passkey(member.id, passkey):
            raise Refused("passkey_known")
        return await member_info(house, guest)

    @delete("/passkeys/{passkey:str}", summary="Remove a passkey", status_code=200)
    async def remove_passkey(self, passkey: FromPath[str], guest: GivenGuest, house: GivenHouse) -> MemberInfo:
        member = await own_membership(house, guest)
        if not await house.store.members.remove_passkey(member, passkey):
            raise Refused("last_way_in")
        return await member_info(house, guest)

    @put("/passphrase", summary="Choose a passphrase, or another one", refuses=(429,))
    async def set_passphrase(
        self, request: AnyRequest, data: JSONBody[PassphraseRequest], guest: GivenGuest, house: GivenHouse
    ) -> MemberInfo:
        member = await own_membership(house, guest)
        chosen = await hash_passphrase(request, data.passphrase, member.name)
        await house.store.members.set_passphrase(member.id, chosen)
        return await member_info(house, guest)

    @post("/recovery-codes", summary="New recovery codes instead of those before", status_code=201)
    async def renew_codes(self, guest: GivenGuest, house: GivenHouse) -> RecoveryCodes:
        member = await own_membership(house, guest)
        codes = new_recovery_codes()
        await house.store.members.replace_codes(member.id, [code_hash(code, member.id) for code in codes])
        return RecoveryCodes(codes)

    @post("/device-code", summary="A code to sign in on another device", status_code=201)
    async def device_code(self, guest: GivenGuest, house: GivenHouse) -> DeviceCode:
        member = await own_membership(house, guest)
        code = new_code(2)
        expires_at = house.timer.now() + DEVICE_CODE_SECONDS
        await house.store.guests.add_link(code_hash(code, member.id), expires_at, guest=guest.id)
        return DeviceCode(code, DEVICE_CODE_SECONDS)

    @post("/host", summary="Become the host of the house, with the administrator's token", status_code=200)
    async def become_host(
        self, request: AnyRequest, data: JSONBody[TokenRequest], guest: GivenGuest, house: GivenHouse
    ) -> MemberInfo:
        member = await own_membership(house, guest)
        await slow_down(request, house)
        expected: str = request.app.state.admin_token
        if not secrets.compare_digest(data.token.strip().encode(), expected.encode()):
            raise Refused("admin_only", status=403)
        await house.store.sign_in_attempts.succeed({"address": address(request)}, house.timer.now())
        await house.store.members.set_role(member.id, Role.HOST)
        return await member_info(house, guest)


async def own_membership(house: House, guest: Guest) -> Member:
    """The member that a guest is; raises `Refused` if they are none."""
    member = await house.store.members.of_guest(guest.id)
    if member is None:
        raise Refused("members_only", status=403)
    return member


async def member_info(house: House, guest: Guest) -> MemberInfo:
    member = await own_membership(house, guest)
    passkeys = await house.store.members.passkeys(member.id)
    return MemberInfo(
        name=member.name,
        role=member.role,
        joined_at=member.joined_at,
        passkeys=tuple(_passkey_info(passkey) for passkey in passkeys),
        has_passphrase=member.passphrase is not None,
        codes_left=await house.store.members.codes_left(member.id),
    )


def _passkey_info(passkey: Passkey) -> PasskeyInfo:
    return PasskeyInfo(passkey.id, passkey.site, passkey.created_at, passkey.used_at)


async def is_open(house: House) -> bool:
    """Whether anybody may become a member, without an invitation."""
    return await house.store.house_rules.value("registration") != "closed"


async def used_invitation(request: AnyRequest, house: House, token: str | None) -> str | None:
    """The hash of the invitation that a new member uses; None if none is needed. To guess at them is slowed down."""
    if await is_open(house):
        return None
    await slow_down(request, house)
    return hashed(token or "")


async def slow_down(request: AnyRequest, house: House, **more: str) -> None:
    """Begin an attempt that may be one of many guesses; raises `Refused` if it comes too soon after failed ones."""
    if wait := await house.store.sign_in_attempts.begin({**more, "address": address(request)}, house.timer.now()):
        raise too_fast(wait)


async def hash_passphrase(request: AnyRequest, passphrase: str, name: str) -> str:
    """The hash of a new passphrase; raises `Refused` if it will not do."""
    chosen = checked_passphrase(passphrase, name)
    hashed_one: str = await request.app.state.passphrase_queue.run(passphrase_hash, chosen)
    return hashed_one

"""Signing in as a member on a device, and signing out."""

from typing import Any

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.params import JSONBody

from tablee.server.house.house import House
from tablee.server.house.merging import merge_guest
from tablee.server.http.guests import GuestInfo, about, expired_cookies, is_https, limit_log_scans
from tablee.server.http.membership import is_open, own_membership, slow_down
from tablee.server.http.passkeys import Site, request_options, required_site, signed_in_by
from tablee.server.http.passphrases import code_hash, is_passphrase
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse, address
from tablee.server.http.sessions import cookie, device_of, guest_of, hashed, new_secret, secret_of
from tablee.server.plain_text import folded
from tablee.server.refusals import Refused
from tablee.server.store.guests import Guest
from tablee.server.store.members import Member


class SignInRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A passkey; or a name with a passphrase, a recovery code or a code for another device."""

    passkey: dict[str, Any] | None = None
    """As `navigator.credentials.get` gave it, in JSON."""
    name: str | None = None
    passphrase: str | None = None
    code: str | None = None


class SignInInfo(msgspec.Struct):
    """How one can sign in here."""

    open: bool
    """Whether anybody may become a member, without an invitation."""
    passkeys: bool
    """Whether passkeys work under this address: they need HTTPS, or the name localhost."""


class SignInController(Controller):
    path = "/api/sign-in"
    tags = ("members",)

    @get(summary="How to sign in here")
    async def info(self, request: AnyRequest, house: GivenHouse) -> SignInInfo:
        return SignInInfo(await is_open(house), Site.of(request) is not None)

    @post("/passkey-options", summary="What the browser needs to sign in with a passkey", refuses=(409,))
    async def passkey_options(self, request: AnyRequest, house: GivenHouse) -> dict[str, Any]:
        return await request_options(house, required_site(request))

    @post(summary="Sign in on this device", status_code=201, refuses=(409, 429))
    async def sign_in(
        self, request: AnyRequest, data: JSONBody[SignInRequest], house: GivenHouse
    ) -> Response[GuestInfo]:
        ways = (data.passkey, data.passphrase, data.code)
        if sum(way is not None for way in ways) != 1 or (data.passkey is None) == (data.name is None):
            raise Refused("bad_sign_in", status=400)
        counted = {"address": address(request)}
        if data.name is not None:
            counted = {"name": folded(data.name), **counted}
        await slow_down(request, house, **counted)
        before = await guest_of(request, house.store)
        if before is not None and before.role is None:
            limit_log_scans(request)  # before a code is used up: what the guest has in the log is looked for
        member = await _member_who_signs_in(request, data, house)
        if member is None:
            raise Refused("sign_in_failed", status=403)
        await house.store.sign_in_attempts.succeed(counted, house.timer.now())
        secret = await _take_over_device(request, house, before, member)
        return Response(GuestInfo(member.name, member.role), cookies=[cookie(secret, secure=is_https(request))])

    @delete(summary="Sign out on this device (members: guests could not come back)", status_code=204)
    async def sign_out(self, request: AnyRequest, guest: GivenGuest, house: GivenHouse) -> Response[None]:
        await own_membership(house, guest)
        await _sign_device_out(request, house, guest)
        return Response(None, cookies=expired_cookies(request))


async def _member_who_signs_in(request: AnyRequest, data: SignInRequest, house: House) -> Member | None:
    """The member who has shown who they are; None if they have not."""
    if data.passkey is not None:
        return await signed_in_by(house, required_site(request), data.passkey)
    member = await house.store.members.by_name(data.name or "")
    if data.passphrase is not None:
        queue = request.app.state.passphrase_queue
        is_right: bool = await queue.run(is_passphrase, member and member.passphrase, data.passphrase)
        return member if is_right else None
    return member if member and await _is_code(house, member, data.code or "") else None


async def _is_code(house: House, member: Member, code: str) -> bool:
    """Whether this is a code of a member, for recovery or for another device. It is used up."""
    key = code_hash(code, member.id)
    if await house.store.members.use_code(member.id, key):
        return True
    return await house.store.guests.use_link(key, member.guest, house.timer.now())


async def _take_over_device(request: AnyRequest, house: House, before: Guest | None, member: Member) -> str:
    """Make this device one of a member's; returns its new secret. What a guest had on it becomes the member's."""
    secret = new_secret()
    await house.store.guests.add_device(member.guest, hashed(secret), house.timer.now(), about(request))
    if before is not None:
        if before.role is None:
            earlier = hashed(secret_of(request) or "")
            await house.store.notification_choices.move_push_device(earlier, hashed(secret), member.guest)
        await _sign_device_out(request, house, before)
    if before is not None and before.role is None:
        await merge_guest(house, before.id, member.guest)
    return secret


async def _sign_device_out(request: AnyRequest, house: House, guest: Guest) -> None:
    """Forget this device, and close its sockets."""
    await house.revocations.revoke(await house.store.guests.remove_devices(guest.id, only=device_of(request) or ""))

"""Guests: giving a name, continuing on another device, exporting one's data, being forgotten."""

from typing import Any, cast

import msgspec
from litestar import Controller, MediaType, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody
from litestar.response import Stream

from tablee.server.house.house import House
from tablee.server.http.device_labels import device_label
from tablee.server.http.names import free_name, name_taken
from tablee.server.http.personal_data import export
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse, address
from tablee.server.http.sessions import (
    checked_name,
    cookie,
    guest_of,
    hashed,
    new_id,
    new_secret,
    secret_of,
)
from tablee.server.refusals import Refused, too_fast
from tablee.server.store.guests import Guest, Role

LINK_SECONDS = 3600
"""How long a link works."""


class NameRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class GuestInfo(msgspec.Struct, omit_defaults=True):
    """The guest who asks, as this device may know it."""

    name: str
    role: Role | None = None
    """What the guest is in the house, if a member."""


class LinkToken(msgspec.Struct):
    """A token that works once, within an hour. It goes into the part of a link that browsers do not send (#…)."""

    token: str
    seconds: int


class TokenRequest(msgspec.Struct, forbid_unknown_fields=True):
    token: str


class GuestsController(Controller):
    path = "/api/me"
    tags = ("guests",)

    @get(summary="Who am I?")
    async def me(self, request: AnyRequest, guest: GivenGuest, house: GivenHouse) -> GuestInfo:
        await house.store.guests.note_use(hashed(secret_of(request) or ""), house.timer.now(), about(request))
        return GuestInfo(guest.name, guest.role)

    @post(summary="Give a name and be a guest", status_code=201)
    async def give_name(
        self, request: AnyRequest, data: JSONBody[NameRequest], house: GivenHouse
    ) -> Response[GuestInfo]:
        known = await guest_of(request, house.store)
        if known is not None:
            return Response(await rename_guest(house, known, data.name))
        name = await free_name(house.store, data.name, None)
        if wait := request.app.state.new_guests.take(address(request)):
            raise too_fast(wait)
        secret = new_secret()
        await house.store.guests.add(Guest(new_id(20), name), hashed(secret), house.timer.now(), about(request))
        return Response(GuestInfo(name), cookies=[cookie(secret, secure=is_https(request))])

    @patch(summary="Take another name, for tables to come")
    async def rename(self, data: JSONBody[NameRequest], guest: GivenGuest, house: GivenHouse) -> GuestInfo:
        return await rename_guest(house, guest, data.name)

    @post("/link", summary="A link to come back by on another device", status_code=201)
    async def link(self, guest: GivenGuest, house: GivenHouse) -> LinkToken:
        token = new_secret()
        await house.store.guests.add_link(hashed(token), house.timer.now() + LINK_SECONDS, guest=guest.id)
        return LinkToken(token, LINK_SECONDS)

    @post("/come-back", summary="Come back by such a link", status_code=201, refuses=(404,))
    async def come_back(
        self, request: AnyRequest, data: JSONBody[TokenRequest], house: GivenHouse
    ) -> Response[GuestInfo]:
        secret = new_secret()
        guest = await house.store.guests.add_device_by_link(
            hashed(data.token), hashed(secret), house.timer.now(), about(request)
        )
        if guest is None:
            raise Refused("bad_link", status=404)
        return Response(GuestInfo(guest.name, guest.role), cookies=[cookie(secret, secure=is_https(request))])

    @get("/data", summary="All that the house keeps of me")
    async def data(self, request: AnyRequest, guest: GivenGuest, house: GivenHouse) -> Response[dict[str, Any]]:
        limit_log_scans(request)
        return cast("Response[dict[str, Any]]", Stream(await export(house.store, guest), media_type=MediaType.JSON))

    @delete(summary="Forget me: name, devices and words; my moves stay, without a name", status_code=204)
    async def forget(self, request: AnyRequest, guest: GivenGuest, house: GivenHouse) -> Response[None]:
        limit_log_scans(request)
        await house.forget(guest.id)
        return Response(None, cookies=expired_cookies(request))


async def rename_guest(house: House, guest: Guest, name: str) -> GuestInfo:
    """Give a guest another name; raises `Refused` if it is a member's."""
    shown = checked_name(name)
    if not await house.store.members.rename(guest.id, shown):
        raise name_taken(shown)
    return GuestInfo(shown, guest.role)


def expired_cookies(request: AnyRequest) -> list[Cookie]:
    """Cookies that make a browser forget its secret."""
    expired = [cookie("", secure=secure) for secure in {False, is_https(request)}]
    for one in expired:
        one.max_age = 0
    return expired


def about(request: AnyRequest) -> str:
    """What the device is that sent a request."""
    return device_label(request.headers.get("user-agent", ""))


def is_https(request: AnyRequest) -> bool:
    return request.url.scheme == "https"


def limit_log_scans(request: AnyRequest) -> None:
    """These requests scan the whole log: the rate limit for an address is low."""
    if wait := request.app.state.expensive_requests.take(address(request)):
        raise too_fast(wait)

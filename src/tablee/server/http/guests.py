"""Guests: giving a name, continuing on another device, exporting one's data, being forgotten."""

import contextlib
from typing import Any, cast

import msgspec
from litestar import Controller, MediaType, Response, delete, get, patch, post
from litestar.params import JSONBody
from litestar.response import Stream

from tablee.server.house.scheduler import STAND_IN_LEVEL
from tablee.server.http.personal_data import export
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse, address
from tablee.server.http.sessions import (
    HTTPS_COOKIE,
    checked_name,
    cookie,
    guest_of,
    hashed,
    new_id,
    new_secret,
    secret_of,
)
from tablee.server.refusals import Refused, too_fast
from tablee.server.store.guests import Guest
from tablee.server.table import commands

LINK_SECONDS = 3600
"""How long a link works."""


class NameRequest(msgspec.Struct, forbid_unknown_fields=True):
    name: str


class GuestInfo(msgspec.Struct):
    """The guest who asks, as this device may know it."""

    name: str


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
    async def me(self, request: AnyRequest, guest: GivenGuest) -> Response[GuestInfo]:
        renamed = is_https(request) and HTTPS_COOKIE not in request.cookies
        return Response(
            GuestInfo(guest.name), cookies=[cookie(secret_of(request) or "", secure=True)] if renamed else []
        )

    @post(summary="Give a name and be a guest", status_code=201)
    async def give_name(
        self, request: AnyRequest, data: JSONBody[NameRequest], house: GivenHouse
    ) -> Response[GuestInfo]:
        name = checked_name(data.name)
        if known := await guest_of(request, house.store):
            await house.store.guests.rename(known.id, name)
            return Response(GuestInfo(name))
        secret = new_secret()
        await house.store.guests.add(Guest(new_id(20), name), hashed(secret), house.timer.now())
        return Response(GuestInfo(name), cookies=[cookie(secret, secure=is_https(request))])

    @patch(summary="Take another name, for tables to come")
    async def rename(self, data: JSONBody[NameRequest], guest: GivenGuest, house: GivenHouse) -> GuestInfo:
        name = checked_name(data.name)
        await house.store.guests.rename(guest.id, name)
        return GuestInfo(name)

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
        guest = await house.store.guests.add_device_by_link(hashed(data.token), hashed(secret), house.timer.now())
        if guest is None:
            raise Refused("bad_link", status=404)
        return Response(GuestInfo(guest.name), cookies=[cookie(secret, secure=is_https(request))])

    @get("/data", summary="All that the house keeps of me")
    async def data(self, request: AnyRequest, guest: GivenGuest, house: GivenHouse) -> Response[dict[str, Any]]:
        limit_log_scans(request)
        return cast("Response[dict[str, Any]]", Stream(await export(house.store, guest), media_type=MediaType.JSON))

    @delete(summary="Forget me: name, devices and words; my moves stay, without a name", status_code=204)
    async def forget(self, request: AnyRequest, guest: GivenGuest, house: GivenHouse) -> Response[None]:
        limit_log_scans(request)
        for table_id in await house.store.tables.of_guest(guest.id, 10_000):
            try:
                live = await house.live(table_id)
            except Refused:
                # The table cannot be read now. When it can again, a bot takes the seat.
                continue
            with contextlib.suppress(Refused):
                await house.change(live, lambda table, at: commands.remove_guest(table, guest.id, STAND_IN_LEVEL, at))
        for table_id in await house.store.forget_guest(guest.id):
            await house.reload(table_id)
        expired = [cookie("", secure=secure) for secure in {False, is_https(request)}]
        for one in expired:
            one.max_age = 0
        return Response(None, cookies=expired)


def is_https(request: AnyRequest) -> bool:
    return request.url.scheme == "https"


def limit_log_scans(request: AnyRequest) -> None:
    """These requests scan the whole log: the rate limit for an address is low."""
    if wait := request.app.state.expensive_requests.take(address(request)):
        raise too_fast(wait)

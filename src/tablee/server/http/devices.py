"""The devices of a guest: which there are, and signing them out."""

import msgspec
from litestar import Controller, Response, delete, get
from litestar.params import FromPath

from tablee.server.http.guests import expired_cookies
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse
from tablee.server.http.sessions import device_of
from tablee.server.refusals import Refused


class DeviceInfo(msgspec.Struct):
    """A browser in which somebody is this guest."""

    id: str
    about: str
    """Its browser and its system; empty if they are not known."""
    added_at: float
    seen_at: float
    """When it was last used, to the hour."""
    is_this: bool
    """Whether it is the one that asks."""


class DevicesController(Controller):
    path = "/api/me/devices"
    tags = ("guests",)

    @get(summary="My devices, the last used first")
    async def devices(self, request: AnyRequest, guest: GivenGuest, house: GivenHouse) -> list[DeviceInfo]:
        this = device_of(request)
        found = await house.store.guests.devices_of(guest.id)
        return [DeviceInfo(each.id, each.about, each.added_at, each.seen_at, is_this=each.id == this) for each in found]

    @delete("/{device:str}", summary="Sign a device out: its connections are closed at once", status_code=204)
    async def sign_out(
        self, request: AnyRequest, device: FromPath[str], guest: GivenGuest, house: GivenHouse
    ) -> Response[None]:
        removed = await house.store.guests.remove_devices(guest.id, only=device)
        if not removed:
            raise Refused("no_such_device", status=404)
        await house.revocations.revoke(removed)
        return Response(None, cookies=expired_cookies(request) if device_of(request) in removed else [])

    @delete(summary="Sign all my other devices out", status_code=204)
    async def sign_out_others(self, request: AnyRequest, guest: GivenGuest, house: GivenHouse) -> None:
        removed = await house.store.guests.remove_devices(guest.id, but=device_of(request))
        await house.revocations.revoke(removed)

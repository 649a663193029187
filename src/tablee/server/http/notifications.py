"""Notifications: what a guest wants to be told and how, the devices that take push messages, and links in e-mails."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, delete, get, post, put
from litestar.params import FromPath, FromQuery, JSONBody

from tablee.server.house.house import House
from tablee.server.house.notifications import Notification
from tablee.server.http.guests import about
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse, GivenLang, address
from tablee.server.http.sessions import hashed, new_id, secret_of
from tablee.server.mail_server import checked_address
from tablee.server.notifications.quiet_hours import is_zone
from tablee.server.notifications.web_push import check_subscription
from tablee.server.refusals import Refused, too_fast
from tablee.server.store.confirmations import PAUSE
from tablee.server.store.guests import Guest
from tablee.server.store.notification_choices import (
    CHOSEN_KINDS,
    Channel,
    ChosenNotifications,
    Digest,
    Kind,
    PushDevice,
)

MOST_DEVICES: Final = 10
"""How many push devices a guest may have."""
MINUTES: Final = 24 * 60
ALL: Final = frozenset(f"{kind}/{channel}" for kind in CHOSEN_KINDS for channel in Channel)
"""All that can be turned off."""

Minute = Annotated[int, msgspec.Meta(ge=0, lt=MINUTES)]


class ChoicesRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What somebody wants to be told, and when."""

    off: Annotated[list[str], msgspec.Meta(max_length=50)]
    """What is not wanted: `kind/channel`."""
    zone: Annotated[str, msgspec.Meta(max_length=64)]
    digest: Digest
    quiet_from: Minute | None = None
    quiet_until: Minute | None = None


class EmailRequest(msgspec.Struct, forbid_unknown_fields=True):
    email: str


class PushRequest(msgspec.Struct, forbid_unknown_fields=True):
    """What `PushSubscription.toJSON` gives in a browser."""

    endpoint: str
    p256dh: str
    auth: str


class NotificationToken(msgspec.Struct, forbid_unknown_fields=True):
    token: str


class PushDeviceInfo(msgspec.Struct):
    id: str
    about: str
    created_at: float
    here: bool
    """Whether it is the device that asks."""


class NotificationChoices(msgspec.Struct):
    """What a guest has chosen, and what the house can do."""

    kinds: tuple[str, ...]
    off: list[str]
    """What is not wanted: `kind/channel`."""
    zone: str
    digest: Digest
    quiet_from: int | None
    quiet_until: int | None
    email: str | None
    is_confirmed: bool
    has_mail: bool
    """Whether the house can send e-mail."""
    push_key: str
    """The public key of the house, for `PushManager.subscribe`."""
    devices: tuple[PushDeviceInfo, ...]


class NotificationsController(Controller):
    path = "/api/me/notifications"
    tags = ("notifications",)

    @get(summary="What I want to be told, and how")
    async def choices(self, request: AnyRequest, guest: GivenGuest, house: GivenHouse) -> NotificationChoices:
        return await _told(request, house, guest)

    @put(summary="Choose what to be told, and when")
    async def choose(
        self,
        request: AnyRequest,
        data: JSONBody[ChoicesRequest],
        guest: GivenGuest,
        house: GivenHouse,
        lang: GivenLang,
    ) -> NotificationChoices:
        if not is_zone(data.zone):
            raise Refused("bad_zone", status=400)
        values = msgspec.structs.asdict(data) | {"off": " ".join(sorted(ALL & set(data.off))), "lang": lang}
        await house.store.notification_choices.set(guest.id, **values)
        return await _told(request, house, guest)

    @put("/email", summary="Give an e-mail address; a link in an e-mail confirms it", refuses=(409, 429))
    async def give_email(
        self, request: AnyRequest, data: JSONBody[EmailRequest], guest: GivenGuest, house: GivenHouse, lang: GivenLang
    ) -> NotificationChoices:
        if house.notifications.mail is None:
            raise Refused("no_mail")
        given = checked_address(data.email)
        if given is None:
            raise Refused("bad_email", status=400)
        _limit(request)
        if why := await house.store.confirmations.begin(guest.id, given, house.timer.now()):
            raise Refused(why, {"minutes": round(PAUSE / 60)}, status=429)
        await house.store.notification_choices.set_email(guest.id, given, lang)
        event = f"confirmation {new_id(12)}"
        await house.notifications.add([guest.id], Notification(Kind.CONFIRMATION, event, "/notifications"))
        return await _told(request, house, guest)

    @delete("/email", summary="No e-mails any more", status_code=200)
    async def remove_email(self, request: AnyRequest, guest: GivenGuest, house: GivenHouse) -> NotificationChoices:
        nothing = {"email": None, "email_token": None, "email_confirmed_at": None}
        await house.store.notification_choices.set(guest.id, **nothing)
        return await _told(request, house, guest)

    @post("/devices", summary="Send push messages to this browser", status_code=201, refuses=(409,))
    async def add_device(
        self, request: AnyRequest, data: JSONBody[PushRequest], guest: GivenGuest, house: GivenHouse, lang: GivenLang
    ) -> NotificationChoices:
        push = house.notifications.push
        check_subscription(data.endpoint, data.p256dh, data.auth, () if push is None else push.trusted)
        device = PushDevice(
            id=new_id(16),
            guest=guest.id,
            device=hashed(secret_of(request) or ""),
            endpoint=data.endpoint,
            public_key=data.p256dh,
            auth=data.auth,
            about=about(request),
            created_at=house.timer.now(),
        )
        if not await house.store.notification_choices.add_push_device(device, MOST_DEVICES, lang):
            raise Refused("too_many_push_devices", {"most": MOST_DEVICES})
        return await _told(request, house, guest)

    @delete("/devices/{device_id:str}", summary="No push messages to a device any more", status_code=200)
    async def remove_device(
        self, request: AnyRequest, device_id: FromPath[str], guest: GivenGuest, house: GivenHouse
    ) -> NotificationChoices:
        await house.store.notification_choices.remove_push_device(device_id, guest.id)
        return await _told(request, house, guest)

    @post("/trial", summary="Tell me something, so that I see it works", status_code=204)
    async def trial(self, request: AnyRequest, guest: GivenGuest, house: GivenHouse) -> None:
        _limit(request)
        await house.notifications.add([guest.id], Notification(Kind.TRIAL, f"trial {new_id(12)}", "/notifications"))


class NotificationLinksController(Controller):
    """What links in e-mails lead to. Whoever has the e-mail may follow them, on any device."""

    path = "/api/notifications"
    tags = ("notifications",)

    @post(
        "/off", summary="Turn off what an e-mail was about, with the token of its link", status_code=204, refuses=(404,)
    )
    async def turn_off(self, house: GivenHouse, token: FromQuery[str]) -> None:
        """Mail programs call this for their own button (RFC 8058)."""
        await _turn(house, token, on=False)

    @post("/on", summary="Turn it on again", status_code=204, refuses=(404,))
    async def turn_on(self, house: GivenHouse, token: FromQuery[str]) -> None:
        await _turn(house, token, on=True)

    @post("/confirm", summary="Confirm an e-mail address, with the token of the link", status_code=204, refuses=(404,))
    async def confirm(self, data: JSONBody[NotificationToken], house: GivenHouse) -> None:
        if not await house.store.notification_choices.confirm_email(data.token, house.timer.now()):
            raise Refused("bad_link", status=404)


async def _turn(house: House, token: str, *, on: bool) -> None:
    secret, _, kind = token.partition(".")
    unwanted = frozenset(name for name in ALL if name.endswith("/email") and kind in ("all", name.partition("/")[0]))
    if not unwanted or not await house.store.notification_choices.turn_off(secret, unwanted, on=on):
        raise Refused("bad_link", status=404)


def _limit(request: AnyRequest) -> None:
    """Limits confirmation e-mails and trial messages; raises `Refused`."""
    if wait := request.app.state.expensive_requests.take(address(request)):
        raise too_fast(wait)


async def _told(request: AnyRequest, house: House, guest: Guest) -> NotificationChoices:
    store, notifications = house.store.notification_choices, house.notifications
    chosen: ChosenNotifications = await store.of(guest.id)
    here = hashed(secret_of(request) or "")
    devices = await store.push_devices(guest.id)
    return NotificationChoices(
        kinds=CHOSEN_KINDS,
        off=sorted(chosen.off),
        zone=chosen.zone,
        digest=chosen.digest,
        quiet_from=chosen.quiet_from,
        quiet_until=chosen.quiet_until,
        email=chosen.email,
        is_confirmed=chosen.email_confirmed_at is not None,
        has_mail=notifications.mail is not None,
        push_key="" if notifications.push is None else await notifications.push.public_key(),
        devices=tuple(PushDeviceInfo(each.id, each.about, each.created_at, each.device == here) for each in devices),
    )

"""People choose what they are told, where and when; and all of it is theirs."""

import pytest
from tests.server.database_dump import database_text
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, on_sqlite
from tests.server.member_client import PHRASE, join, send
from tests.server.notifications.notified_house import CHOICES, Receivers, told
from tests.server.receivers import (
    give_email,
    take_push,
)

from tablee.server.store.confirmations import PAUSE

pytestmark = pytest.mark.anyio


@on_sqlite
async def test_only_an_address_that_is_confirmed_gets_e_mails(receivers: Receivers, house: OpenHouse) -> None:
    mail = receivers.mail
    anne = await house.guest("Anne")
    for wrong in ("anne", "a@b@c.org", "a b@c.org", "anne@localhost", "x" * 300 + "@c.org", "a@c.org\nBcc: b@c.org"):
        await refused("bad_email", send(anne, "PUT", "/api/me/notifications/email", {"email": wrong}))
    await send(anne, "PUT", "/api/me/notifications/email?lang=fr", {"email": "somebody@example.org"})
    await told(house, anne)
    await house.timer.let_pass(0)
    (question,) = mail.mails
    assert question["Subject"] == "Est-ce bien votre adresse\u00a0?"
    assert question["List-Unsubscribe"] is None
    await refused("bad_link", anne.post("/api/notifications/confirm", {"token": "nothing"}))
    house.timer.jump(PAUSE)
    # Another address has to be confirmed anew; what waits for the first is not sent to it.
    await give_email(house, mail, anne, "anne@example.org")
    await send(anne, "PUT", "/api/me/notifications", CHOICES | {"digest": "hour"})
    await told(house, anne, event="round two")
    await told(house, anne, event="round three")
    house.timer.jump(PAUSE)
    await send(anne, "PUT", "/api/me/notifications/email", {"email": "else@example.org"})
    await house.timer.let_pass(86_400)
    assert mail.subjects == ["Is this your e-mail address?"]
    await send(anne, "DELETE", "/api/me/notifications/email")
    assert (await anne.get("/api/me/notifications"))["email"] is None


async def test_a_stranger_gets_few_links(receivers: Receivers, house: OpenHouse) -> None:
    async def ask(person: GuestClient, address: str = "stranger@example.org") -> None:
        await send(person, "PUT", "/api/me/notifications/email", {"email": address})
        await house.timer.let_pass(0)

    people = [await house.guest(f"Guest {number}") for number in range(4)]
    await ask(people[0])
    again = await refused("confirmation_sent", ask(people[0], "another@example.org"))
    assert "10 minutes" in again.sentence
    assert (await people[0].get("/api/me/notifications"))["email"] == "stranger@example.org"
    await ask(people[1], "Stranger+x@example.org")
    house.timer.jump(PAUSE)
    await ask(people[0])
    for person in people[2:]:
        await refused("too_many_confirmations", ask(person))
    assert len(receivers.mail.mails) == 3
    # A guest asks for few, whatever the address.
    for number in range(3):
        house.timer.jump(PAUSE)
        await ask(people[0], f"a{number}@example.org")
    house.timer.jump(PAUSE)
    await refused("too_many_confirmations", ask(people[0], "b@example.org"))
    house.timer.jump(90_000)
    await ask(people[2])
    assert len(receivers.mail.mails) == 7


@on_sqlite
async def test_an_e_mail_is_turned_off_with_one_click(receivers: Receivers, house: OpenHouse) -> None:
    mail = receivers.mail
    anne, stranger = await house.guest("Anne"), await house.guest("")
    await give_email(house, mail, anne, "anne@example.org")
    await told(house, anne)
    await house.timer.let_pass(0)
    address = str(mail.mails[0]["List-Unsubscribe"]).strip("<>").replace("https://house.example.org", "")
    # As a mail program does it: a form, no cookie.
    answer = await stranger.http.post(address, data={"List-Unsubscribe": "One-Click"})
    assert answer.status_code == 204
    assert (await anne.get("/api/me/notifications"))["off"] == ["round/email"]
    await told(house, anne, event="round two")
    await house.timer.let_pass(86_400)
    assert len(mail.mails) == 1
    token = mail.text().partition("/notifications/off#")[2].split()[0]
    assert (await stranger.http.post(f"/api/notifications/on?token={token}")).status_code == 204
    assert (await anne.get("/api/me/notifications"))["off"] == []
    for wrong in ("x.round", token.partition(".")[0], f"{token.partition('.')[0]}.weather"):
        await refused("bad_link", stranger.post(f"/api/notifications/off?token={wrong}"))


@on_sqlite
async def test_quiet_hours_and_a_digest(receivers: Receivers, house: OpenHouse) -> None:
    """The time of the tests begins on 9 September 2001 at 1:46:40 in London, 3:46:40 in Paris."""
    mail, phone = receivers.mail, receivers.push.browser("phone")
    anne = await house.guest("Anne")
    await take_push(anne, phone)
    await give_email(house, mail, anne, "anne@example.org")
    quiet = {"quiet_from": 22 * 60, "quiet_until": 8 * 60, "digest": "day"}
    await send(anne, "PUT", "/api/me/notifications?lang=fr", CHOICES | quiet)
    await refused("bad_zone", send(anne, "PUT", "/api/me/notifications", CHOICES | {"zone": "../etc/passwd"}))
    for number in range(3):
        await told(house, anne, event=f"round {number}")
    await house.timer.let_pass(4 * 3600)
    assert (phone.shown, mail.mails) == ([], [])
    await house.timer.let_pass(3600)
    (digest,) = phone.shown
    assert digest["title"] == "3 choses vous attendent"
    assert digest["body"] == "\n".join(["Tournoi\u00a0: la ronde 2 commence"] * 3)
    # An e-mail a day, and the question whether the address is right was one.
    assert mail.mails == []
    await told(house, anne, event="round 4")
    await house.timer.let_pass(0)
    assert len(phone.shown) == 2
    await house.timer.let_pass(86_400)
    assert mail.subjects == ["4 choses vous attendent"]
    # What was turned off meanwhile is not sent.
    await told(house, anne, event="round 5")
    await send(anne, "PUT", "/api/me/notifications", CHOICES | {"off": ["round/push", "round/email", "rain/push"]})
    await house.timer.let_pass(3 * 86_400)
    assert len(phone.shown) == 2
    assert len(mail.mails) == 1
    assert (await anne.get("/api/me/notifications"))["off"] == ["round/email", "round/push"]


@on_sqlite
async def test_push_messages_go_only_where_browsers_take_them(house: OpenHouse, receivers: Receivers) -> None:
    anne = await house.guest("Anne")
    good = receivers.push.browser("good").subscription
    for endpoint in (
        "http://push.example.org/x",
        "https://10.0.0.1/x",
        "https://169.254.169.254/latest",
        "https://[::1]/x",
        "https://[::ffff:10.0.0.1]/x",
        "https://[::10.0.0.1]/x",
        "https://[64:ff9b::10.0.0.1]/x",
        "https://[64:ff9b:1::10.0.0.1]/x",
        "https://[2002:a00:1::]/x",
        "https://[2001:0:4136:e378:8000:63bf:f5ff:fffe]/x",
        "https://[fec0::1]/x",
        "https://push.example.org:22/x",
        "https://user@push.example.org/x",
        "https://push.example.org/" + "x" * 1000,
        "ftp://127.0.0.1/x",
        "file:///etc/passwd",
        "",
    ):
        await refused("bad_push_address", anne.post("/api/me/notifications/devices", good | {"endpoint": endpoint}))
    for key in ("p256dh", "auth"):
        await refused("bad_push_address", anne.post("/api/me/notifications/devices", good | {key: "AAAA"}))
    for number in range(10):
        await take_push(anne, receivers.push.browser(f"b{number}"))
    await take_push(anne, receivers.push.browser("b3"))  # the same browser again is no further one
    await refused("too_many_push_devices", take_push(anne, receivers.push.browser("b10")))
    # A name that leads to this machine is not called, and forgotten.
    sender = house.house.notifications.push
    assert sender is not None
    sender.trusted = ()
    await told(house, anne)
    await house.timer.let_pass(0)
    assert not receivers.push.asked
    assert (await anne.get("/api/me/notifications"))["devices"] == []


@on_sqlite
async def test_notifications_belong_to_the_person(database: str, house: OpenHouse, receivers: Receivers) -> None:
    zoe = await house.guest("Zoé")
    phone = receivers.push.browser("phone")
    await take_push(zoe, phone)
    await give_email(house, receivers.mail, zoe, "zoe@example.org")
    await zoe.post("/api/me/notifications/trial")
    await house.timer.let_pass(0)
    assert phone.titles == ["This is how Tablée calls you"]
    exported = (await zoe.get("/api/me/data"))["notifications"]
    assert exported["email"] == "zoe@example.org"
    assert [device["endpoint"] for device in exported["push_devices"]] == [phone.subscription["endpoint"]]
    # Whoever signs in as a member on this device takes them along.
    member = await house.guest("Marie")
    await join(member, "Marie")
    await zoe.post("/api/sign-in", {"name": "Marie", "passphrase": PHRASE})
    about = await member.get("/api/me/notifications")
    assert about["email"] == "zoe@example.org"
    assert [device["here"] for device in about["devices"]] == [False]
    assert [device["here"] for device in (await zoe.get("/api/me/notifications"))["devices"]] == [True]
    # A device that is signed out gets nothing more.
    await send(zoe, "DELETE", "/api/sign-in")
    assert (await member.get("/api/me/notifications"))["devices"] == []
    await take_push(member, phone)
    (device,) = (await member.get("/api/me/notifications"))["devices"]
    await send(member, "DELETE", f"/api/me/notifications/devices/{device['id']}")
    assert (await member.get("/api/me/notifications"))["devices"] == []
    await take_push(member, phone)
    await send(member, "DELETE", "/api/me")
    kept = database_text(database)
    assert "zoe@example.org" not in kept
    assert phone.subscription["endpoint"] not in kept

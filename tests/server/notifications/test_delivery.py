"""What is in the outbox is sent: after a restart, by one of two processes, to receivers that fail, are slow or gone."""

import asyncio
from dataclasses import replace

import pytest
from tests.patience import until
from tests.server.guest_client import refused
from tests.server.house_in_process import OpenHouse, on_postgresql, on_sqlite, open_house, open_two
from tests.server.member_client import join, send
from tests.server.notifications.notified_house import (
    Receivers,
    one_leaves,
    rows_of,
    told,
    until_sent,
)
from tests.server.receivers import (
    give_email,
    take_push,
)

from tablee.server.house.notifications import AT_ONCE

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("databases", ["sqlite", "postgresql"], indirect=True)
async def test_what_was_not_sent_is_sent_after_a_restart_and_only_once(receivers: Receivers) -> None:
    push, phone = receivers.push, receivers.push.browser("phone")
    push.answers["phone"] = 503
    async with open_house(receivers.settings) as house:
        anne, ben = await house.guest("Anne"), await house.guest("Ben")
        await take_push(anne, phone)
        async with one_leaves(house, anne, ben):
            await until_sent(house, lambda: push.asked["phone"])
        assert len(push.asked["phone"]) == 1
        key = house.house.notifications.push
        assert key is not None
        # Rows that a process has claimed when it dies are sent by the next one.
        now = house.timer.now()
        claimed = await house.house.store.outbox.claim(now + 3600, now + 3700, 10)
        assert len(claimed) == 1
        await house.leave_tables()
    del push.answers["phone"]
    async with open_house(receivers.settings) as again:
        assert again.house.notifications.push is not None
        assert await again.house.notifications.push.public_key() == await key.public_key()
        again.timer.jump(2 * 86_400)
        await again.house.notifications.deliver()
        assert phone.titles == ["Toy Nim: it is your turn"]
        await again.leave_tables()
    async with open_house(receivers.settings) as once_more:
        once_more.timer.jump(3 * 86_400)
        await once_more.house.notifications.deliver()
        assert len(phone.shown) == 1


@on_sqlite
async def test_receivers_that_fail_are_slow_or_gone(receivers: Receivers, house: OpenHouse) -> None:
    push = receivers.push
    anne = await house.guest("Anne")
    names = ("good", "busy", "slow", "gone", "picky")
    browsers = {name: push.browser(name) for name in names}
    for browser in browsers.values():
        await take_push(anne, browser)
    push.answers |= {"busy": 429, "gone": 410, "picky": 413}
    push.retry_after["busy"] = 7200
    push.held["slow"] = asyncio.Event()
    await told(house, anne)
    sending = asyncio.create_task(house.timer.let_pass(0))
    await until(lambda: browsers["good"].shown and push.asked["slow"] and push.asked["picky"])
    # A slow one keeps nobody waiting: something new goes out meanwhile.
    await told(house, anne, event="round two")
    also = asyncio.create_task(house.house.notifications.deliver())
    await until(lambda: len(browsers["good"].shown) == 2 and len(push.asked["picky"]) == 2)
    assert browsers["good"].titles == ["Tournoi: round 2 begins"] * 2
    push.held["slow"].set()
    await asyncio.gather(sending, also)
    await house.timer.let_pass(0)
    about = await anne.get("/api/me/notifications")
    assert len(about["devices"]) == 4  # one is gone for good
    # One that wants to be left alone is left alone, and then gets both in one message.
    await house.timer.let_pass(3600)
    assert browsers["busy"].shown == []
    del push.answers["busy"]
    await house.timer.let_pass(3 * 3600)
    (digest,) = browsers["busy"].shown
    assert digest["title"] == "2 things wait for you"
    assert len(push.asked["picky"]) == 2  # one attempt for each
    assert len(push.asked["gone"]) == 1


@on_sqlite
async def test_what_cannot_be_sent_is_given_up_in_the_end(receivers: Receivers, house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    await take_push(anne, receivers.push.browser("away"))
    receivers.push.answers["away"] = 500
    await told(house, anne)
    await house.timer.let_pass(10 * 86_400)
    attempts = len(receivers.push.asked["away"])
    assert 10 < attempts < 30  # ever longer pauses
    await house.timer.let_pass(10 * 86_400)
    assert len(receivers.push.asked["away"]) == attempts


@on_sqlite
async def test_what_waits_for_a_browser_is_sent_although_it_is_registered_again(
    receivers: Receivers, house: OpenHouse
) -> None:
    push, phone = receivers.push, receivers.push.browser("phone")
    anne, ben = await house.guest("Anne"), await house.guest("Ben")
    await take_push(anne, phone)
    push.answers["phone"] = 503
    await told(house, anne)
    await house.timer.let_pass(0)
    del push.answers["phone"]
    await take_push(anne, phone)
    await house.timer.let_pass(3600)
    assert phone.titles == ["Tournoi: round 2 begins"]
    # Whoever has the browser after her does not get what waits for her, and nobody tries to send it for ever.
    push.answers["phone"] = 503
    await told(house, anne, event="round two")
    await house.timer.let_pass(0)
    await take_push(ben, phone)
    assert [row.event for row in await rows_of(house) if row.done_at is None] == []
    # The same for a device that is signed out.
    await join(ben, "Ben")
    await told(house, ben, event="round three")
    await house.timer.let_pass(0)
    await send(ben, "DELETE", "/api/sign-in")
    await house.timer.let_pass(3600)
    assert [row.event for row in await rows_of(house) if row.done_at is None] == []


@on_sqlite
async def test_a_mail_server_that_says_no(receivers: Receivers, house: OpenHouse) -> None:
    mail = receivers.mail
    anne = await house.guest("Anne")
    await give_email(house, mail, anne, "anne@example.org")
    # A server that is set up wrongly says nothing about the address.
    mail.refusals = ["451 Try again later", "554 5.7.1 Relay access denied", "550 5.7.1 Not from this network"]
    await told(house, anne)
    await house.timer.let_pass(0)
    assert mail.mails == []
    await house.timer.let_pass(3600)
    assert mail.refusals == []
    assert mail.subjects == ["Tournoi: round 2 begins"]
    mail.refusals = ["550 No such user"]
    await told(house, anne, event="round two")
    await house.timer.let_pass(0)
    about = await anne.get("/api/me/notifications")
    assert (about["email"], about["is_confirmed"]) == (None, False)
    await told(house, anne, event="round three")
    await house.timer.let_pass(86_400)
    assert len(mail.mails) == 1


@on_postgresql
async def test_of_two_processes_one_sends(receivers: Receivers) -> None:
    phone, laptop = receivers.push.browser("phone"), receivers.push.browser("laptop")
    async with open_two(receivers.settings) as house:
        anne = await house.guest("Anne")
        for browser in (phone, laptop):
            await take_push(anne, browser)
        for number in range(5):
            await told(house, anne, event=f"round {number}")
            await asyncio.gather(*(each.notifications.deliver() for each in house.houses))
        # What one raised and did not send is sent by the other.
        receivers.push.answers["phone"] = 503
        await told(house, anne, event="the last")
        await house.house.notifications.deliver()
        del receivers.push.answers["phone"]
        assert house.neighbour is not None
        house.timer.jump(60)
        await house.neighbour.notifications.deliver()
    assert len(phone.shown) == len(laptop.shown) == 6


@on_sqlite
async def test_without_a_mail_server_there_is_no_e_mail(receivers: Receivers) -> None:
    async with open_house(replace(receivers.settings, smtp="")) as house:
        anne = await house.guest("Anne")
        assert (await anne.get("/api/me/notifications"))["has_mail"] is False
        await refused("no_mail", send(anne, "PUT", "/api/me/notifications/email", {"email": "anne@example.org"}))


@on_sqlite
async def test_who_sends_to_as_many_as_it_can_waits_until_one_has_answered(
    receivers: Receivers, house: OpenHouse
) -> None:
    push, notifications = receivers.push, house.house.notifications
    anne, ben = await house.guest("Anne"), await house.guest("Ben")
    slow = [push.browser(f"slow-{number}") for number in range(AT_ONCE)]
    last = push.browser("last")
    for browser in slow:
        await take_push(anne, browser)
        push.held[browser.name] = asyncio.Event()
    await take_push(ben, last)
    await told(house, anne)
    sending = asyncio.create_task(house.timer.let_pass(0))
    await until(lambda: all(push.asked[browser.name] for browser in slow))
    await told(house, ben)
    await house.timer.let_pass(0)  # ends although something is due that nobody can send
    assert last.shown == []
    push.held[slow[0].name].set()
    await until(lambda: slow[0].shown and notifications._free)
    await house.timer.let_pass(0)
    assert last.titles == ["Tournoi: round 2 begins"], "it did not wait for the other slow ones"
    for held in push.held.values():
        held.set()
    await sending
    assert all(browser.shown for browser in slow)

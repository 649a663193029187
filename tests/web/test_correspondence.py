"""A match by correspondence over a week: one is called by push messages, the other by e-mail, and nobody stays at the
table. The time is simulated; the mail server, the push service and the browser are real.

What a browser cannot do here is to register with the push service of its maker: a local one stands in, and what it
takes is given to the service worker as the browser would.
"""

import json
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AbstractAsyncContextManager, ExitStack
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any, Final, TypeVar

import pytest
from anyio.from_thread import BlockingPortal, start_blocking_portal
from playwright.sync_api import Browser, expect
from tests.patience import until
from tests.repetitions import repetitions
from tests.server.house_in_process import OpenHouse, generous_settings, open_house
from tests.server.receivers import Browser as PushBrowser
from tests.server.receivers import MailServer, PushService, push_service, smtp_server
from tests.toys import register_toys
from tests.web.browser import WITHOUT_NOTIFICATIONS, found_with_notifications, is_required, opened
from tests.web.devices import Device, Devices
from tests.web.moves import ASKED, any_button
from tests.web.test_notifications import CONTROLLED

T = TypeVar("T")
DAY: Final = 86_400.0
START: Final = 1_000_000_000.0
"""The simulated time begins in the night of a Sunday, at 3:46 in Paris."""
REGISTERED: Final = """subscription => {
  PushManager.prototype.subscribe = async () => ({ toJSON: () => ({
    endpoint: subscription.endpoint, keys: { p256dh: subscription.p256dh, auth: subscription.auth } }) });
}"""
SHOWN: Final = """async () => {
  const notes = await (await navigator.serviceWorker.ready).getNotifications();
  return notes.map(({ title, body, lang, tag, data }) => ({ title, body, lang, tag, path: data.path }));
}"""
"""What the browser shows now."""


@dataclass
class Club:
    """A house on simulated time, in a thread of its own, with all that it sends to."""

    portal: BlockingPortal
    house: OpenHouse
    push: PushService
    mail: MailServer

    def do(self, work: Callable[..., Awaitable[T]], *given: Any) -> T:
        return self.portal.call(work, *given)

    def let_pass(self, seconds: float) -> None:
        self.do(self.house.timer.let_pass, seconds)

    def until_sent(self, holds: Callable[[], object]) -> None:
        """What happens at a table is raised in the background; nights pass until it may be told."""
        self.do(until, lambda: "notifications" in self.house.timer._due or holds())
        while not holds():
            self.let_pass(1800)

    def until_alone(self, table: str) -> None:
        """Wait until nobody has the page of a table open, and they are missed."""

        async def wait() -> None:
            live = await self.house.house.live(table)
            await until(lambda: not any(live.present()))
            await self.house.until_absent()

        self.do(wait)


@pytest.fixture
def club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Club]:
    register_toys(monkeypatch)
    with ExitStack() as stack:
        portal = stack.enter_context(start_blocking_portal())

        def entered(manager: AbstractAsyncContextManager[T]) -> T:
            return stack.enter_context(portal.wrap_async_context_manager(manager))

        push, mail = entered(push_service()), entered(smtp_server())
        settings = generous_settings(
            f"sqlite+aiosqlite:///{tmp_path}/house.sqlite",
            tmp_path,
            smtp=mail.url,
            mail_from="house@example.org",
            push_networks="127.0.0.0/8",
            public_url="https://house.example.org/",
        )
        yield Club(portal, entered(open_house(settings)), push, mail)


@pytest.fixture
def showing(browser: Browser) -> Iterator[Browser]:
    """A browser that shows notifications: the one without windows lets no page do so."""
    path = found_with_notifications()
    if path is None:
        (pytest.fail if is_required() else pytest.skip)(WITHOUT_NOTIFICATIONS)
    other = opened(browser.browser_type, path)
    yield other
    other.close()


class ServiceWorker:
    """The service worker of a page, to which push messages are given."""

    def __init__(self, device: Device) -> None:
        self._page = device.page
        self._origin = device.url
        self._session = device.context.new_cdp_session(device.page)
        self._ids: list[str] = []
        self._session.on("ServiceWorker.workerRegistrationUpdated", self._hear)
        self._session.send("ServiceWorker.enable")
        while not self._ids:
            self._page.evaluate("() => undefined")  # events come in between

    def _hear(self, told: dict[str, Any]) -> None:
        self._ids += [one["registrationId"] for one in told["registrations"]]

    def take(self, message: dict[str, Any]) -> dict[str, Any]:
        """Take a push message; returns what is shown."""
        push = {"origin": self._origin, "registrationId": self._ids[0], "data": json.dumps(message)}
        self._session.send("ServiceWorker.deliverPushMessage", push)
        shown: list[dict[str, Any]] = []
        while not shown:
            shown = self._page.evaluate(SHOWN)  # each look is a question to the browser
        self._page.evaluate("async () => (await (await navigator.serviceWorker.ready).getNotifications())[0].close()")
        (only,) = shown
        return only


def choose_push(anne: Device, phone: PushBrowser) -> ServiceWorker:
    """She turns push messages on, by the page."""
    page = anne.come_back("Anne")
    anne.open("/notifications")
    page.evaluate(CONTROLLED)
    page.evaluate(REGISTERED, phone.subscription)
    page.get_by_role("button", name="Activer").click()
    expect(page.get_by_text("Les notifications arrivent sur cet appareil.")).to_be_visible()
    return ServiceWorker(anne)


def choose_email(ben: Device, club: Club) -> None:
    """He gives his address, follows the link that comes, and wants no calls at night."""
    page = ben.come_back("Ben")
    ben.open("/notifications").get_by_label("E-mail address").fill("ben@example.org")
    page.get_by_role("button", name="Send me a link").click()
    expect(page.get_by_text("Follow the link")).to_be_visible()
    club.let_pass(0)
    ben.open(link_in(club.mail, "/notifications/confirm#"))
    expect(page.get_by_text("Thank you: the address is yours")).to_be_visible()
    ben.open("/notifications").get_by_label("Do not disturb me at night").check()
    expect(page.get_by_role("status").filter(has_text="Saved.").first).to_be_visible()
    club.mail.mails.clear()


def link_in(mail: MailServer, path: str) -> str:
    """A link of the last e-mail, without the house."""
    return path + mail.text().partition(f"https://house.example.org{path}")[2].split()[0]


def take_turn(device: Device, path: str) -> None:
    """Come to the table, choose, and go."""
    page = device.open(path)
    page.locator(ASKED).wait_for()
    any_button(page, Random(1))
    device.open("/settings")


@pytest.mark.skipif(not repetitions(1, by_day=0), reason="by night: it needs a second, larger Chromium")
def test_a_week_by_push_and_e_mail(showing: Browser, club: Club) -> None:
    phone, mail = club.push.browser("phone"), club.mail
    with Devices(showing, club.house.url.replace("127.0.0.1", "localhost")) as devices:
        anne, ben = devices.open("fr", "phone", notified=True), devices.open()
        worker = choose_push(anne, phone)
        choose_email(ben, club)
        given = {"game": "toy_nim", "options": {"heap": 40}, "time_limits": {"seconds": 3 * DAY}}
        table = anne.ask("POST", "/tables", given)["id"]
        ben.ask("POST", f"/tables/{table}/sit", {"seat": 1})
        people = [anne, ben] if anne.ask("POST", f"/tables/{table}/start")["yours"] == [0] else [ben, anne]
        club.until_alone(table)
        calls = {anne: 0, ben: 0}
        while club.house.timer.now() < START + 7 * DAY:
            whose = people[0]
            calls[whose] += 1
            club.until_sent(lambda: len(phone.shown) + len(mail.mails) == sum(calls.values()))
            assert {anne: len(phone.shown), ben: len(mail.mails)} == calls
            if whose is ben:
                assert 8 <= datetime.fromtimestamp(club.house.timer.now(), UTC).hour < 22
                assert mail.subjects[-1] == "Toy Nim: it is your turn"
                path = link_in(mail, "/t/")
            else:
                path = phone.shown[-1]["path"]
                assert worker.take(phone.shown[-1]) == phone.shown[-1]
            assert path == f"/t/{table}"
            club.let_pass(DAY)  # there is no hurry
            take_turn(whose, path)
            people.reverse()
            club.until_alone(table)
        assert min(calls.values()) > 2
        # One click in the last e-mail, and there is no other; she is still called.
        if people[0] is anne:
            take_turn(anne, f"/t/{table}")
            people.reverse()
        ben.open(link_in(mail, "/notifications/off#"))
        expect(ben.page.get_by_text("You get no more e-mails about: Your turn")).to_be_visible()
        mailed, pushed = len(mail.mails), len(phone.shown)
        club.until_alone(table)
        club.let_pass(DAY)
        take_turn(ben, f"/t/{table}")
        club.until_alone(table)
        club.until_sent(lambda: len(phone.shown) > pushed)
        assert len(mail.mails) == mailed

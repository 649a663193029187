"""Notifications in the browser: chosen by keyboard, shown by the service worker, turned off by a link."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from tests.patience import PATIENCE_MS
from tests.repetitions import every_second
from tests.server.house_process import HouseProcess, house_process
from tests.web.accessibility import check_page
from tests.web.devices import Devices, Size

from tablee.core.texts import Lang

CONTROLLED = """() => new Promise((done) => {
  const { serviceWorker } = navigator;
  serviceWorker.addEventListener("controllerchange", () => done());
  if (serviceWorker.controller) done();
})"""
"""Waits until the service worker looks after the page."""
LISTENING = """() => {
  window.heard = new Promise((done) =>
    navigator.serviceWorker.addEventListener("message", ({ data }) => done(data.type)));
}"""
"""What the page hears from it first."""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house that could send e-mails, if there were a server."""
    folder = tmp_path_factory.mktemp("club")
    with house_process(folder, smtp="smtp://127.0.0.1:9", mail_from="house@example.org") as house:
        yield house
        assert house.faults == []


@pytest.fixture
def devices(browser: Browser, club: HouseProcess) -> Iterator[Devices]:
    with Devices(browser, club.url.replace("127.0.0.1", "localhost")) as devices:
        yield devices


def column(house: HouseProcess, name: str) -> Any:
    """What the house keeps of the last person who has chosen something."""
    with closing(sqlite3.connect(house.folder / "tablee.sqlite")) as database:
        query = f"SELECT {name} FROM notification_choices ORDER BY rowid DESC"  # noqa: S608 - our own column
        return database.execute(query).fetchone()[0]


@pytest.mark.parametrize(("lang", "size"), every_second([("en", "desktop"), ("fr", "small")]))
def test_everything_is_chosen_by_keyboard(devices: Devices, club: HouseProcess, lang: Lang, size: Size) -> None:
    words = {
        "en": ("Your turn, while you are away: E-mail", "Do not disturb me at night", "From", "E-mail address"),
        "fr": ("C’est à vous, en votre absence : E-mail", "Ne pas me déranger la nuit", "De", "Adresse e-mail"),
    }
    turn, night, start, address = words[lang]
    visitor = devices.open(lang, size)
    page = visitor.open("/settings")
    page.locator("a[href='/notifications']").focus()
    page.keyboard.press("Enter")
    box = page.get_by_role("checkbox", name=turn)
    expect(box).to_be_checked()
    check_page(page)
    box.focus()
    page.keyboard.press("Space")
    expect(page.get_by_role("status").filter(has_text={"en": "Saved", "fr": "enregistré"}[lang])).to_be_visible()
    page.get_by_role("checkbox", name=night).focus()
    page.keyboard.press("Space")
    hour = page.get_by_label(start, exact=True)
    expect(hour).to_have_value("22:00")
    with page.expect_response("**/api/me/notifications*"):
        hour.fill("21:30")
        page.keyboard.press("Tab")
    page.get_by_label(address).focus()
    page.keyboard.type("anne@example.org")
    page.keyboard.press("Enter")
    expect(page.get_by_text("anne@example.org")).to_be_visible()
    check_page(page)
    told = visitor.ask("GET", "/me/notifications")
    assert told["off"] == ["turn/email"]
    assert (told["quiet_from"], told["quiet_until"]) == (21 * 60 + 30, 8 * 60)
    assert (told["email"], told["is_confirmed"]) == ("anne@example.org", False)
    assert column(club, "lang") == lang
    # The links of e-mails, on any device.
    elsewhere = devices.open(lang, size)
    there = elsewhere.open(f"/notifications/confirm#{column(club, 'email_token')}")
    expect(there.get_by_role("main").get_by_role("status")).to_be_visible()
    assert visitor.ask("GET", "/me/notifications")["is_confirmed"]
    there = elsewhere.open(f"/notifications/off#{column(club, 'off_token')}.review")
    expect(there.get_by_role("main").get_by_role("button")).to_be_visible()
    check_page(there)
    assert visitor.ask("GET", "/me/notifications")["off"] == ["review/email", "turn/email"]
    there.get_by_role("main").get_by_role("button").click()
    expect(there.get_by_role("main").get_by_role("button")).to_have_count(0)
    assert visitor.ask("GET", "/me/notifications")["off"] == ["turn/email"]
    page.reload()
    expect(page.get_by_role("radiogroup")).to_be_visible()  # how often e-mails come
    check_page(page)


def test_the_service_worker_takes_push_messages(browser: Browser, club: HouseProcess) -> None:
    """What it shows, and where a tap leads, is tested beside its code: a Chromium without a window shows nothing.
    Whoever has the page in front is told there."""
    url = club.url.replace("127.0.0.1", "localhost")
    context = browser.new_context(permissions=["notifications"])
    try:
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.goto(f"{url}/settings")
        page.bring_to_front()
        page.evaluate(CONTROLLED)
        session = context.new_cdp_session(page)
        ids: list[str] = []
        session.on(
            "ServiceWorker.workerRegistrationUpdated",
            lambda told: ids.extend(one["registrationId"] for one in told["registrations"]),
        )
        session.send("ServiceWorker.enable")
        while not ids:
            page.evaluate("undefined")  # events come in between
        page.evaluate(LISTENING)
        message = {"title": "Nim", "body": "", "path": "/settings", "tag": "turn", "lang": "en"}
        push = {"origin": url, "registrationId": ids[0], "data": json.dumps(message)}
        session.send("ServiceWorker.deliverPushMessage", push)
        assert page.evaluate("heard") == "notification"
    finally:
        context.close()

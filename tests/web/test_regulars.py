"""Regulars in the browser: people who have played become regulars, ask each other again, and keep others apart."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect
from tests.server.house_process import HouseProcess
from tests.web.accessibility import check_page
from tests.web.devices import Device, Devices
from tests.web.test_members import PHRASE


@pytest.fixture
def devices(browser: Browser, club: HouseProcess) -> Iterator[Devices]:
    with Devices(browser, club.url) as devices:
        yield devices


def named(visitor: Device, name: str) -> Device:
    visitor.ask("POST", "/me", {"name": name})
    visitor.open().evaluate("localStorage.setItem('tablee.guest', '1')")
    return visitor


def played(first: Device, second: Device) -> None:
    """A match of one move."""
    table = first.ask("POST", "/tables", {"game": "toy_nim", "options": {"heap": 1}})["id"]
    second.ask("POST", f"/tables/{table}/sit", {})
    first.ask("POST", f"/tables/{table}/start")
    begins = 0 in first.ask("GET", f"/tables/{table}")["yours"]
    page = (first if begins else second).open(f"/t/{table}")
    page.get_by_role("button", name="1", exact=True).click()
    expect(page.get_by_role("link", name=re.compile("review|analyse", re.IGNORECASE)).first).to_be_visible()


def test_two_people_become_regulars_and_ask_again(devices: Devices) -> None:
    anne, ben = named(devices.open(), "Anne"), named(devices.open("fr", "small"), "Ben")
    played(anne, ben)
    page = anne.open("/regulars")
    page.get_by_role("button", name="Add Ben to your regulars").click()
    expect(page.get_by_text("Waits for their yes.")).to_be_visible()
    check_page(page)
    there = ben.open("/regulars")
    there.get_by_role("button", name="Oui, Anne est de mes habitués").click()
    expect(there.get_by_role("button", name=re.compile("Inviter de nouveau Anne"))).to_be_visible()
    check_page(there)
    page.reload()
    page.get_by_role("button", name=re.compile("Ask again: Ben")).click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    there = ben.open("/")
    expect(there.get_by_text("Anne vous invite à une table")).to_be_visible()
    check_page(there)
    there.get_by_role("link", name="Venir").click()
    there.wait_for_url(f"**/t/{table}")
    # Any of them, for any game; and no, thank you.
    page = anne.open("/regulars")
    page.get_by_role("checkbox", name="Ben").check()
    page.get_by_role("button", name="Ask them to a table").click()
    page.wait_for_url("**/t/*")
    there = ben.open("/")
    there.get_by_role("button", name=re.compile("Pas maintenant")).first.click()
    expect(there.get_by_role("button", name=re.compile("Pas maintenant"))).to_have_count(1)


def test_somebody_is_reported_and_blocked(devices: Devices, club: HouseProcess) -> None:
    anne, ben, boss = named(devices.open("en", "small"), "Anna"), named(devices.open(), "Bert"), devices.open("fr")
    boss.ask("POST", "/me", {"name": "Patronne"})
    boss.ask("POST", "/me/member", {"name": "Patronne", "passphrase": PHRASE})
    boss.ask("POST", "/me/member/host", {"token": (club.folder / "admin-token").read_text()})
    table = anne.ask("POST", "/tables", {"game": "toy_nim", "open": True})["id"]
    ben.ask("POST", f"/tables/{table}/sit", {})
    there = ben.open(f"/t/{table}")
    there.get_by_label("Say something").fill("what a fool")
    there.get_by_role("button", name="Send").click()
    page = anne.open(f"/t/{table}")
    page.get_by_role("button", name="Block or report Bert").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("checkbox", name="what a fool")).to_be_checked()
    check_page(page)
    dialog.get_by_role("textbox").fill("He is rude.")
    dialog.get_by_role("button", name="Send the report").click()
    expect(dialog).to_have_count(0)
    page.get_by_role("button", name="Block or report Bert").click()
    dialog.get_by_role("button", name="Block Bert").click()
    expect(page.get_by_text("what a fool")).to_have_count(0)
    reports = boss.open("/reports")
    expect(reports.get_by_text("what a fool")).to_be_visible()
    check_page(reports)
    reports.get_by_role("button", name=re.compile("le signalement sur Bert")).click()
    expect(reports.get_by_text(re.compile("^Vu le"))).to_be_visible()
    page = anne.open("/regulars")
    page.get_by_role("button", name="Unblock Bert").click()
    expect(page.get_by_role("button", name="Unblock Bert")).to_have_count(0)

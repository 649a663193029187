"""The book in the browser: a guest plays, becomes a member, and reads what has become of it."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.server.house_process import HouseProcess
from tests.web.accessibility import check_page
from tests.web.devices import Device, Devices
from tests.web.matches import play_toy_nim
from tests.web.moves import ASKED, any_button, moves_of, play_on
from tests.web.test_members import PHRASE

import tablee
from tablee.core.registry import manifests

LIKED = next(name for name in tablee.GAMES if manifests()[name].openings is not None)
"""A game that says what its players like to do."""


@pytest.fixture
def devices(browser: Browser, club: HouseProcess) -> Iterator[Devices]:
    with Devices(browser, club.url) as devices:
        yield devices


def play_rated_match(visitor: Device) -> None:
    """A short one, to its end."""
    options = moves_of(LIKED).short
    bots = ["plongeur"] * (options["players"] - 1)
    table = visitor.ask("POST", "/tables", {"game": LIKED, "options": options, "bots": bots, "rated": True})["id"]
    visitor.ask("POST", f"/tables/{table}/start")
    play_on(visitor.open(f"/t/{table}"), moves_of(LIKED).play, Random(1))


def rated_table(page: Page) -> None:
    """A rated table, put up on the page of a game."""
    page.get_by_text("Options", exact=True).click()
    page.get_by_label("Rated match").check()
    page.get_by_role("button", name="Start playing").click()
    page.wait_for_url("**/t/*")


def test_from_the_first_match_of_a_guest_to_the_book_that_others_read(devices: Devices, club: HouseProcess) -> None:
    ada = devices.open()
    ada.ask("POST", "/me", {"name": "Ada"})
    page = play_toy_nim(ada)
    # As a guest she has a book already, and is told how to keep it.
    page.evaluate("localStorage.setItem('tablee.guest', '1')")
    ada.open("/my").get_by_role("link", name="Your book").click()
    expect(page.get_by_role("heading", name="Your book")).to_be_visible()
    expect(page.get_by_role("link", name="Become a member")).to_be_visible()
    expect(page.locator("[data-game=toy_nim]").get_by_text("Average rank")).to_be_visible()
    ada.ask("POST", "/me/member", {"name": "Ada", "passphrase": PHRASE})
    # A rated match: no hints.
    rated_table(ada.open(f"/g/{LIKED}"))
    page.locator(ASKED).wait_for()
    expect(page.get_by_title("This match counts for the ratings.")).to_be_visible()
    expect(page.get_by_role("button", name="Hint")).to_have_count(0)
    play_rated_match(ada)
    # Her book as a member.
    ada.open("/book/me")
    expect(page.get_by_text("Member since")).to_be_visible()
    expect(page.locator("[data-game]")).to_have_count(2)
    liked = page.locator(f"[data-game={LIKED}]")
    expect(liked.get_by_role("heading", name="Rating")).to_contain_text("±")
    expect(liked).to_contain_text("most often")
    expect(page.get_by_role("heading", name="Head to head")).to_be_visible()
    expect(page.get_by_role("link", name="Replay", exact=False)).to_have_count(2)
    check_page(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "tablee-book.csv"
    page.get_by_role("radio", name="Everybody in the house").check(force=True)
    expect(page.get_by_role("status").filter(has_text="Saved.").first).to_be_visible()
    # Somebody else reads it, at night, on a phone, in French.
    there = devices.open("fr", "phone", dark=True).open("/book")
    expect(there.get_by_role("heading", name="Records")).to_be_visible()
    check_page(there)
    there.get_by_role("link", name="Ada").first.click()
    expect(there.get_by_role("heading", name="Carnet : Ada")).to_be_visible()
    expect(there.get_by_text("Qui peut lire votre carnet")).to_have_count(0)
    check_page(there)
    there.get_by_role("link", name="Classements").click()
    expect(there.get_by_role("heading", name="Classements")).to_be_visible()
    expect(there.get_by_role("row").filter(has_text="Ada")).to_contain_text("±")
    check_page(there)
    # The host closes the season: the places stay, and a new ranking begins.
    token = (club.folder / "admin-token").read_text().strip()
    ada.ask("POST", "/me/member/host", {"token": token})
    ada.open(f"/ratings/{LIKED}").get_by_role("button", name="Close the season").click()
    check_page(page)
    page.get_by_role("button", name="Close it for everybody").click()
    expect(page.get_by_text("Nobody has played a rated match")).to_be_visible()
    page.get_by_role("button", name="The last season").click()
    expect(page.get_by_text("The host closed this season on")).to_be_visible()
    expect(page.get_by_role("row").filter(has_text="Ada")).to_contain_text("±")
    check_page(page)


def test_taking_back_switches_the_rating_off_before_everybodys_eyes(devices: Devices) -> None:
    luc, max_ = devices.open("fr", "small", dark=True), devices.open("fr")
    for device, name in ((luc, "Luc"), (max_, "Max")):
        device.ask("POST", "/me", {"name": name})
        device.ask("POST", "/me/member", {"name": name, "passphrase": PHRASE})
    given = {"game": "toy_nim", "options": {"players": 2}, "rated": True}
    table = luc.ask("POST", "/tables", given)["id"]
    max_.ask("POST", f"/tables/{table}/sit", {"seat": 1})
    is_first = luc.ask("POST", f"/tables/{table}/start")["yours"] == [0]
    first, second = (luc, max_) if is_first else (max_, luc)
    page, there = first.open(f"/t/{table}"), second.open(f"/t/{table}")
    page.locator(ASKED).wait_for()
    any_button(page, Random(1))
    there.locator(ASKED).wait_for()
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Reprendre").click()
    expect(page.get_by_role("dialog")).to_contain_text("Toute la table doit être d’accord")
    check_page(page)
    page.get_by_role("button", name="Oui, y renoncer").click()
    there.get_by_role("button", name="D’accord").click()
    for one in (page, there):
        expect(one.get_by_role("status").filter(has_text="un coup a été repris").first).to_be_visible()
    # Whose book is closed, and who is not there.
    book = luc.ask("GET", "/book/me")["id"]
    stranger = devices.open()
    expect(stranger.open(f"/member/{book}").get_by_text("not open to you")).to_be_visible()
    stranger.faults.clear()  # the browser notes the refusal

"""A club evening: three matches with a big screen and three phones, and one score."""

import re
from collections.abc import Sequence
from random import Random

from playwright.sync_api import Page, expect
from tests.web.accessibility import check_page
from tests.web.devices import Device, Devices
from tests.web.moves import ASKED, OVER, Move, any_button

SHORT = "toy_nim"


def play(pages: Sequence[Page], rng: Random, choose: Move = any_button) -> None:
    """All play one match to its end, whoever is asked."""
    first = pages[0]
    while True:
        for page in pages:
            page.locator("[data-state]").wait_for()
            if page.locator(ASKED).count():
                choose(page, rng)
        if first.locator(OVER).count():
            break
    for page in pages:
        page.locator(OVER).wait_for()


def bid(page: Page, rng: Random) -> None:
    """Type a bid for the first lot."""
    line = page.get_by_label("Your choice, in one line")
    line.wait_for()
    told = page.get_by_text(re.compile(r"the lot \(\d")).first.inner_text()
    line.fill(f"{told.partition('the lot (')[2][0]} {rng.randint(1, 5)}")
    page.get_by_role("button", name="Play", exact=True).click()
    page.locator(ASKED).wait_for(state="detached")


def begin_with(page: Page, game: str) -> None:
    page.get_by_label("Another game").select_option(game)
    page.get_by_role("button", name=re.compile("^Play (?!again)")).click()


def test_three_matches_with_a_screen_and_three_phones(club_devices: Devices) -> None:
    screen = club_devices.open()
    wall = screen.open("/evenings")
    wall.get_by_label("Name of the evening").fill("Club night")
    check_page(wall)
    wall.get_by_label("This device is the big screen").check()
    wall.get_by_role("button", name="Begin", exact=True).click()
    wall.wait_for_url("**/evening/*?tv")
    evening = wall.url.rpartition("/")[2].removesuffix("?tv")
    expect(wall.get_by_text("Everybody joins with this code")).to_be_visible()
    phones = [club_devices.open("en", "phone") for _ in range(3)]
    pages = [join(phone, evening, name) for phone, name in zip(phones, ("Ada", "Bob", "Cleo"), strict=True)]
    check_page(pages[0])
    expect(wall.get_by_role("row", name="Cleo")).to_be_visible()
    check_page(wall)
    rng = Random(1)

    # The first match: one taps, the other phones and the screen go along.
    begin_with(pages[0], SHORT)
    for page in pages:
        page.wait_for_url("**/t/*")
    wall.wait_for_url("**/tv/*")
    play(pages, rng)
    expect(wall.get_by_role("heading", name="The score of the evening")).to_be_visible()
    check_page(pages[1])

    # The second, of another game: all phones are called, and the screen goes along.
    before = wall.url
    phones[1].ask("POST", f"/evenings/{evening}/next", {"game": "toy_auction", "options": {"rounds": 1}})
    for page in pages:
        page.get_by_role("link", name="To the next match").click()
    wall.wait_for_url(lambda url: url != before and "/tv/" in url)
    play(pages, rng, bid)

    # The third is begun from the sheet at the end, by one tap.
    before = wall.url
    begin_with(pages[2], SHORT)
    for page in pages[:2]:
        page.get_by_role("link", name="To the next match").click()
    wall.wait_for_url(lambda url: url != before and "/tv/" in url)
    play(pages, rng)

    told = phones[0].ask("GET", f"/evenings/{evening}")
    assert [match["game"] for match in told["matches"]] == [SHORT, "toy_auction", SHORT]
    assert all(len(person["by_match"]) == 3 for person in told["people"])
    for page in (wall, pages[0]):
        rows = page.get_by_role("group", name="Score", exact=True).get_by_role("row")
        for place, person in enumerate(told["people"], start=1):
            expect(rows.nth(place).get_by_role("cell").last).to_have_text(str(person["points"]))
    pages[0].get_by_role("link", name="To the evening").click()
    pages[0].get_by_role("button", name="Sit out").click()
    expect(pages[0].get_by_text("sits out")).to_be_visible()
    expect(pages[0].get_by_role("button", name="I play again")).to_be_visible()


def join(phone: Device, evening: str, name: str) -> Page:
    page = phone.open(f"/evening/{evening}?screen")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Join in").click()
    expect(page.get_by_role("row", name=name)).to_be_visible()
    return page

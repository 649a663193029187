"""Nothing secret is in a page: it is made of what the house told this device, and tests of the house prove that."""

import json
import re
from random import Random

import pytest
from playwright.sync_api import Page
from tests.web.devices import Device, Devices
from tests.web.moves import ASKED, MOVES, OPTIONS, play_on
from tests.web.test_matches import table_of

CARD = re.compile(r"(?:boy|captain|coco|cook|lookout|sailor|teller)-\d")
"""A card of La Courte Paille: there is one of each."""
ASKED_FOR = re.compile(r"/(?:$|t/\w+$|assets/|icon\.svg|manifest|worker\.js|api/me\b|api/tables/\w+(?:\?|/socket|$))")
"""All that the page of a table may ask the house for."""


def everything(page: Page) -> str:
    """What is in the page, its storage and the state its script reaches."""
    return "\n".join(
        [
            page.content(),
            page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}, document.cookie, document.title])"),
            page.evaluate(
                "JSON.stringify(Object.keys(window).filter(key => /view|table|state|connection/i.test(key)))"
            ),
        ]
    )


def two_people(devices: Devices, game: str) -> tuple[Device, Device]:
    """Two devices at one table, the match begun."""
    ada, bo = devices.open("en"), devices.open("en")
    table = table_of(ada, game, bots=["plongeur"] * (OPTIONS[game]["players"] - 2))
    bo.ask("POST", "/me", {"name": "Bo"})
    bo.ask("POST", f"/tables/{table}/sit", {})
    ada.ask("POST", f"/tables/{table}/start")
    for visitor in (ada, bo):
        visitor.open(f"/t/{table}")
    return ada, bo


def test_no_card_is_in_the_page_that_the_seat_was_not_told(devices: Devices) -> None:
    ada, bo = two_people(devices, "courtepaille")
    seen = 0
    for turn in range(12):
        for visitor in (ada, bo):
            page = visitor.page
            page.locator("[data-state]").wait_for()
            told = json.dumps([(message["view"], message.get("events")) for message in visitor.told])
            shown = set(CARD.findall(everything(page)))
            assert shown <= set(CARD.findall(told))
            seen += len(shown)
            if page.locator(ASKED).count():
                play_on(page, MOVES["courtepaille"], Random(turn), choices=1)
    assert seen


def test_a_face_down_bid_is_on_nobody_elses_device(devices: Devices) -> None:
    ada, bo = two_people(devices, "hotdog")
    play_on(ada.page, MOVES["hotdog"], Random(1), choices=1)
    bo.page.get_by_label("has chosen").first.wait_for()
    for told in bo.told:
        assert told["view"]["bid"] is None
        assert all(event["event"].get("bid") is None for event in told.get("events", []))
        assert told["view"]["revealed"] == []


@pytest.mark.parametrize("game", sorted(MOVES))
def test_a_table_asks_the_house_for_nothing_but_what_its_seat_may_see(devices: Devices, game: str) -> None:
    ada, _ = two_people(devices, game)
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url.removeprefix(ada.url)))
    ada.page.reload()
    ada.page.locator("[data-state]").wait_for()
    ada.page.wait_for_load_state("networkidle")
    assert asked
    assert [path for path in asked if not ASKED_FOR.match(path)] == []


def test_the_accessibility_tree_alone_is_enough_for_a_round_of_hot_dog(devices: Devices) -> None:
    """Only roles and names are used, as a screen reader tells them."""
    ada = devices.open("en", "phone")
    table = table_of(ada, "hotdog", bots=["plongeur"])
    ada.ask("POST", f"/tables/{table}/start")
    page = ada.open(f"/t/{table}")
    page.get_by_role("heading", name="Choose a table, then the hot-dogs you sell there.").wait_for()
    page.get_by_role("group", name="The tables").get_by_role("button", name=re.compile("Table 5, room for 5")).click()
    page.get_by_role("group", name="Your hot-dogs").get_by_role("button", name="Hot-dog card worth 2").click()
    page.get_by_role("group", name="Dollars").get_by_role("button", name="One more: Dollars").click()
    page.get_by_role("button", name="Bid face down: table 5, 2 hot-dogs and 1 dollar, price 1").click()
    bids = page.get_by_role("region", name=re.compile("^The bids")).get_by_role("listitem")
    bids.filter(has_text="Ada").filter(has_text=re.compile("sold|taken back")).wait_for()
    asked = page.get_by_role("heading", name="Choose a table, then the hot-dogs you sell there.")
    asked.or_(page.get_by_role("heading", name=re.compile("won"))).first.wait_for()

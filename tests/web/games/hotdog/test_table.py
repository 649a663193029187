"""Hot-Dog in the browser."""

import re
from random import Random

import pytest
from playwright.sync_api import expect
from tests.web.accessibility import check_page
from tests.web.devices import Devices
from tests.web.games.hotdog.moves import play
from tests.web.moves import ASKED, WAITING, play_on
from tests.web.page_observer import note_when_there, until_it_was_there
from tests.web.test_matches import table_of
from tests.web.test_secrets import two_people

from tablee.core.texts import Lang


@pytest.mark.parametrize(("lang", "rule", "words"), [("en", "HD-08", "more dollars"), ("fr", "HD-08", "dollars")])
def test_a_rule_is_found_by_its_number(devices: Devices, lang: Lang, rule: str, words: str) -> None:
    page = devices.open(lang).open(f"/rules/hotdog#{rule}")
    expect(page.locator(f"#{rule}")).to_contain_text(words)
    expect(page.locator(f"#{rule}")).to_be_in_viewport()


def test_the_language_changes_at_the_table_too(devices: Devices) -> None:
    """All that was said is said again in the other language."""
    ada = devices.open("en")
    page = ada.open()
    page.locator(".game", has_text="Hot-Dog").locator(".button.main").click()
    play_on(page, play, Random(1), choices=1)
    expect(page.get_by_role("list", name="Log")).to_contain_text("You bid")
    page.evaluate("localStorage.setItem('tablee.settings', JSON.stringify({lang: 'fr'}))")
    page.reload()
    expect(page.get_by_role("list", name="Journal")).to_contain_text("Vous")


def test_a_hint_says_what_the_chef_would_do_and_can_be_taken(devices: Devices) -> None:
    ada = devices.open()
    page = ada.open()
    page.locator(".game", has_text="Hot-Dog").locator(".button.main").click()
    page.locator(ASKED).wait_for()
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("dialog")
    expect(hint).to_contain_text("The chef would play: ")
    expect(page.locator(".hinted button.table.chosen")).to_have_count(1)
    expect(page.locator(".hinted .hand .card.on").first).to_be_visible()
    hint.locator("summary").click()
    expect(hint.get_by_role("listitem").first).to_contain_text(re.compile(r"wins \d+%"))
    check_page(page)
    page.get_by_role("button", name="Play that").click()
    expect(page.get_by_role("dialog")).to_be_hidden()
    expect(page.get_by_role("list", name="Log")).to_contain_text("You bid")


def test_the_last_moves_are_shown_again(devices: Devices) -> None:
    """All that happened since the seat was asked before; then it is asked as it was."""
    page = devices.open("fr", "phone").open()
    page.locator(".game", has_text="Hot-Dog").locator(".button.main").click()
    play_on(page, play, Random(2), choices=1)
    page.locator(ASKED).wait_for()
    seen = page.locator(".hotdog .where").inner_text()
    page.get_by_role("button", name="Joueurs et journal").click()
    check_page(page)
    note_when_there(page, WAITING)
    page.get_by_role("button", name="Revoir les derniers coups").click()
    until_it_was_there(page)
    page.locator(ASKED).wait_for()
    assert page.locator(".hotdog .where").inner_text() == seen


def test_what_the_rules_forbid_is_refused_with_its_rule(devices: Devices) -> None:
    """The page offers nothing forbidden, so somebody else has moved on: the same seat in another tab."""
    ada = devices.open()
    page = ada.open()
    page.locator(".game", has_text="Hot-Dog").locator(".button.main").click()
    page.locator(ASKED).wait_for()
    action = {"type": "bid", "table": 5, "hotdogs": [1], "dollars": 99, "announce": False}
    page.evaluate(
        """action => { WebSocket.prototype.send = new Proxy(WebSocket.prototype.send, {
            apply: (send, socket, [text]) => {
                const message = JSON.parse(text);
                if (message.type === "play") message.action = action;
                return send.call(socket, JSON.stringify(message));
            }
        }) }""",
        action,
    )
    page.locator(".hotdog button.table").first.click()
    page.locator(".hand button.card").first.click()
    page.locator(".own .button.main").click()
    told = page.get_by_role("status").filter(has_text="99")
    expect(told).to_be_visible()
    expect(told.get_by_role("link", name="Rule HD-08")).to_have_attribute("href", "/rules/hotdog#HD-08")
    check_page(page)


def test_a_face_down_bid_is_on_nobody_elses_device(devices: Devices) -> None:
    ada, bo = two_people(devices, "hotdog")
    play_on(ada.page, play, Random(1), choices=1)
    bo.page.get_by_label("has chosen").first.wait_for()
    for told in bo.told:
        assert told["view"]["bid"] is None
        assert all(event["event"].get("bid") is None for event in told.get("events", []))
        assert told["view"]["revealed"] == []


def test_the_accessibility_tree_alone_is_enough_for_a_round_of_hot_dog(devices: Devices) -> None:
    """Only roles and names are used, as a screen reader tells them."""
    ada = devices.open("en", "phone")
    table = table_of(ada, "hotdog", bots=["plongeur"])
    ada.ask("POST", f"/tables/{table}/start")
    page = ada.open(f"/t/{table}")
    page.get_by_role("heading", name="Choose a table, then your hot-dogs.").wait_for()
    page.get_by_role("group", name="The tables").get_by_role("button", name=re.compile("Table 5, room for 5")).click()
    page.get_by_role("group", name="Your hot-dogs").get_by_role("button", name="Hot-dog card worth 2").click()
    page.get_by_role("group", name="Dollars").get_by_role("button", name="One more: Dollars").click()
    page.get_by_role("button", name="Bid face down: table 5, 2 hot-dogs and 1 dollar, price 1").click()
    bids = page.get_by_role("list", name="The players").get_by_role("listitem")
    bids.filter(has_text="Ada").filter(has_text=re.compile("sold|taken back")).wait_for()
    asked = page.get_by_role("heading", name="Choose a table, then your hot-dogs.")
    asked.or_(page.get_by_role("heading", name=re.compile("won"))).first.wait_for()

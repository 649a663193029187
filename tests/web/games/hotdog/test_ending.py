"""The end of a match of Hot-Dog: standings between hands, the sheet that tells it, the next match; small events."""

import re
from random import Random

import pytest
from playwright.sync_api import expect
from tests.web.accessibility import check_page
from tests.web.devices import Devices
from tests.web.matches import match_with_bots, play_to_the_end
from tests.web.moves import ASKED, BETWEEN, OVER, moves_of, play_on

SHORT_HANDS = {"players": 3, "hands": 2, "hotdog_values": [1, 2]}


def test_hands_standings_ending_rematch(devices: Devices) -> None:
    """Two hands of Hot-Dog: how it stands in between, the sheet at the end, and the next match by one tap."""
    ada = devices.open("en", "desktop")
    table = match_with_bots(ada, "hotdog", SHORT_HANDS)
    page = ada.open(f"/t/{table}")
    page.locator(ASKED).wait_for()
    page.get_by_role("tab", name="Players").click()
    expect(page.get_by_role("listitem").filter(has_text="Tartine").filter(has_text="Dishwasher")).to_be_visible()
    while not page.locator(BETWEEN).count():
        play_on(page, moves_of("hotdog").play, Random(3), choices=1)
        page.locator(f"{ASKED}, {BETWEEN}").wait_for()
    between = page.get_by_role("dialog", name="Hand 1 of 2 is over")
    expect(between.get_by_role("row")).to_have_count(4)
    check_page(page)
    between.get_by_role("button", name="Go on").click()
    page.locator(ASKED).wait_for()
    play_to_the_end(page, "hotdog")

    sheet = page.get_by_role("region", name=re.compile("won"))
    expect(sheet).to_contain_text(re.compile("Hot-Dog Managers? of the week"))
    places = sheet.locator("[data-part=sheet] .place")
    assert places.all_inner_texts()[0].endswith("1")
    told = ada.told[-1]
    rows = sheet.locator("[data-part=sheet] tbody tr").evaluate_all("rows => rows.map(row => Number(row.dataset.seat))")
    assert [told["scores"][seat] for seat in rows] == sorted(told["scores"], reverse=True)
    chart = sheet.get_by_role("table", name="Dollars, hand by hand")
    assert chart.get_by_role("columnheader").all_inner_texts()[1:] == ["Hand 1", "Hand 2"]
    expect(sheet.get_by_role("list", name="Facts of this match").get_by_role("listitem")).to_have_count(3)
    expect(sheet.get_by_role("button", name="Check the draws")).to_be_hidden()
    check_page(page)
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    page.get_by_role("button", name="The result").click()
    sheet.get_by_role("button", name="Share").click()
    expect(page.get_by_label("Link to send")).to_have_value(re.compile(f"/replay/{table}$"))
    page.keyboard.press("Escape")
    sheet.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda address: table not in address)
    page.locator(ASKED).wait_for()
    around = [told["around"] for told in ada.told if "around" in told][-1]
    assert around["series"]["matches"] == 1
    assert sum(around["series"]["wins"]) >= 1


def test_a_rematch_calls_everybody_and_shows_who_is_missing(devices: Devices) -> None:
    ada, bo = devices.open("en"), devices.open("fr", "phone")
    ada.ask("POST", "/me", {"name": "Ada"})
    bo.ask("POST", "/me", {"name": "Bo"})
    table = ada.ask("POST", "/tables", {"game": "hotdog", "options": {**SHORT_HANDS, "players": 2, "hands": 1}})["id"]
    bo.ask("POST", f"/tables/{table}/sit", {})
    ada.ask("POST", f"/tables/{table}/start")
    pages = [ada.open(f"/t/{table}"), bo.open(f"/t/{table}")]
    while not all(page.locator(OVER).count() for page in pages):
        for page in pages:
            page.locator(f"{ASKED}, {OVER}, [data-state=waiting]").wait_for()
            if page.locator(ASKED).count():
                play_on(page, moves_of("hotdog").play, Random(1), choices=1)
    one, other = pages
    one.get_by_role("button", name="Play again").click()
    expect(one.get_by_role("status").filter(has_text="Still missing: Bo")).to_be_visible()
    check_page(one)
    expect(other.get_by_text("Les autres vous attendent")).to_be_visible()
    other.get_by_role("link", name="Aller à la partie suivante").click()
    for page in pages:
        page.locator(ASKED).wait_for()


@pytest.mark.parametrize("moving", [True, False])
def test_a_full_table_is_a_small_event(devices: Devices, *, moving: bool) -> None:
    ada = devices.open("en", moving=moving)
    page = ada.open(f"/t/{match_with_bots(ada, 'hotdog', {'players': 2, 'hands': 1, 'hotdog_values': [2, 3]})}")
    page.evaluate("""() => {
        window.moments = [];
        new MutationObserver(() => {
            const moment = document.querySelector("[data-part=moment]");
            if (moment && !window.moments.includes(moment.innerText)) window.moments.push(moment.innerText);
        }).observe(document.body, {childList: true, subtree: true});
    }""")
    play_on(page, moves_of("hotdog").play, Random(1))
    moments = page.evaluate("window.moments")
    assert any(moment == "The table for 5 is full!" or moment.endswith("is over") for moment in moments)

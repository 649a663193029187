"""A match of La Courte Paille is seen again turn by turn, with everything revealed."""

import re
from typing import Any, Final

from playwright.sync_api import Locator, expect
from tests.web.accessibility import check_page
from tests.web.devices import Devices
from tests.web.matches import match_with_bots, play_to_the_end
from tests.web.moves import moves_of

FILLS: Final = """signs => Object.fromEntries(signs.map(sign => [
    sign.querySelector(".head")?.getAttribute("d") ?? sign.textContent.trim(),
    getComputedStyle(sign.querySelector("path")).fill,
]))"""


def fills(place: Locator) -> Any:
    """The colours of the players' signs, by head or initial."""
    place.locator(".sign").first.wait_for()
    return place.locator(".sign").evaluate_all(FILLS)


def test_seen_again_by_turns_with_everything_revealed(devices: Devices) -> None:
    ada = devices.open("en")
    game = "courtepaille"
    table = match_with_bots(ada, game, dict(moves_of(game).short))
    while sorted(places := ada.ask("GET", f"/tables/{table}")["places"]) == places:
        table = match_with_bots(ada, game, dict(moves_of(game).short))
    page = ada.open(f"/t/{table}")
    at_the_table = fills(page.get_by_role("main"))
    play_to_the_end(page, game)
    assert fills(page.get_by_role("region").filter(has=page.locator("#ending"))) == at_the_table
    entries = len(ada.ask("GET", f"/tables/{table}/record")["entries"])
    turns = ada.ask("GET", f"/tables/{table}/replay/turns")["turns"]
    assert len(turns) < entries / 2

    page = ada.open(f"/replay/{table}")
    here = page.locator("main[data-turn]")
    expect(here).to_have_attribute("data-turn", "0")
    assert fills(page.locator(".table-area")) == at_the_table
    expect(page.get_by_text(f"Turn 1 of {len(turns)}")).to_be_visible()
    page.keyboard.press("ArrowRight")
    expect(here).to_have_attribute("data-turn", "1")
    page.keyboard.press("PageDown")
    straw = next(
        at
        for at, turn in enumerate(turns)
        if any(told["event"]["type"] == "week_counted" for told in turn.get("events", []))
    )
    expect(here).to_have_attribute("data-turn", str(straw))
    page.get_by_role("button", name=re.compile("The short straw")).click()
    expect(here).to_have_attribute("data-turn", str(straw))

    page.keyboard.press("Home")
    backs = page.locator("[data-game=courtepaille] .backs")
    expect(backs.first).to_be_visible()
    page.get_by_label("Seen by").select_option("all")
    expect(backs).to_have_count(0)
    page.get_by_role("button", name="Link to this moment").click()
    link = page.get_by_label("Link to send").input_value()
    page = ada.open(link.removeprefix(ada.url))
    expect(page.locator("main[data-turn]")).to_have_attribute("data-turn", "0")
    expect(page.get_by_label("Seen by")).to_have_value("all")
    check_page(page)

    # Whoever played is addressed on his own seat, and on no other.
    (own,) = ada.ask("GET", f"/tables/{table}")["yours"]
    you = page.locator(".table-area .holds").get_by_text("you", exact=True)
    page.get_by_label("Seen by").select_option(str(own))
    expect(you).to_have_count(1)
    page.get_by_label("Seen by").select_option(str(1 - own))
    expect(you).to_have_count(0)

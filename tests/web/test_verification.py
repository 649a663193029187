"""The devices of the players make the secret of a match together, and check it at the end."""

from random import Random
from typing import Final

from playwright.sync_api import expect
from tests.samples import a_game
from tests.web.accessibility import check_page
from tests.web.devices import Devices
from tests.web.moves import ASKED
from tests.web.test_matches import play_by_turns, table_of
from tests.web.test_pages import card_of

GAME: Final = a_game(chance=True)
SHOWN: Final = "() => Object.values(JSON.parse(localStorage['tablee.parts'])).map(part => part.seen?.commitments)"
"""The commitments that the device saw whenever it showed its part."""
HAVE_COMMITTED: Final = """async table => {
    const told = await fetch(`/api/tables/${table}`);
    return !(await told.json()).commitments.includes(null);
}"""


def test_two_devices_check_their_match_at_the_end(devices: Devices) -> None:
    ada, bo = devices.open("en"), devices.open("fr")
    table = table_of(ada, GAME)
    bo.ask("POST", "/me", {"name": "Bo"})
    bo.ask("POST", f"/tables/{table}/sit", {})
    pages = [ada.open(f"/t/{table}"), bo.open(f"/t/{table}")]
    for visitor in (ada, bo):
        visitor.page.wait_for_function(HAVE_COMMITTED, arg=table)
    pages[0].get_by_role("button", name="Start the game").click()
    play_by_turns(pages, GAME, Random(1), most=10_000)
    for visitor, word in ((ada, "Verified"), (bo, "Vérifié")):
        verdict = visitor.page.locator("[data-verdict]")
        expect(verdict).to_have_text(word)
        expect(verdict).to_have_attribute("data-verdict", "proved")
    assert pages[0].evaluate(SHOWN) == pages[1].evaluate(SHOWN)
    pages[0].get_by_text("More", exact=True).click()
    expect(pages[0].get_by_text("The part of this device is in it")).to_be_visible()
    check_page(pages[0])
    hidden = ada.ask("GET", f"/tables/{table}/record")["fairness"]
    assert hidden["house"] not in "".join(ada.frames + bo.frames), "the house's part stays hidden"
    assert hidden["parts"][0]["part"] not in "".join(bo.frames), "parts are shown to the house alone"


def test_a_match_against_bots_starts_at_once_with_a_part_of_the_device(devices: Devices) -> None:
    ada = devices.open()
    page = ada.open("/")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.method == "POST" else None)
    card_of(page, GAME).get_by_role("button", name="Play").click()
    page.locator(ASKED).wait_for()
    (seen,) = page.evaluate(SHOWN)
    assert len([commitment for commitment in seen if commitment]) == 1
    assert [address.split("?")[0].rpartition("/")[2] for address in asked] == ["me", "tables", "start"]

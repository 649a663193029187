"""Nothing secret is in a page: it is made of what the house told this device, and tests of the house prove that."""

import re

import pytest
from playwright.sync_api import Page
from tests.web.devices import Device, Devices
from tests.web.moves import moves_of
from tests.web.test_matches import table_of

import tablee

ASKED_FOR = re.compile(
    r"/(?:$|t/\w+$|assets/|icon\.svg|manifest|worker\.js|api/me\b|games/\w+/table/|api/tables/\w+(?:\?|/socket|$))"
)
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
    table = table_of(ada, game, bots=["plongeur"] * (moves_of(game).short["players"] - 2))
    bo.ask("POST", "/me", {"name": "Bo"})
    bo.ask("POST", f"/tables/{table}/sit", {})
    ada.ask("POST", f"/tables/{table}/start")
    for visitor in (ada, bo):
        visitor.open(f"/t/{table}")
    return ada, bo


@pytest.mark.parametrize("game", sorted(tablee.GAMES))
def test_a_table_asks_the_house_for_nothing_but_what_its_seat_may_see(devices: Devices, game: str) -> None:
    ada, _ = two_people(devices, game)
    asked: list[str] = []
    ada.page.on("request", lambda request: asked.append(request.url.removeprefix(ada.url)))
    ada.page.reload()
    ada.page.locator("[data-state]").wait_for()
    ada.page.wait_for_load_state("networkidle")
    assert asked
    assert [path for path in asked if not ASKED_FOR.match(path)] == []

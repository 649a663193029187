"""Matches for tests in the browser: begun, and played to their end."""

from random import Random
from typing import Any

from playwright.sync_api import Page, expect
from tests.web.devices import Device
from tests.web.moves import moves_of, play_on


def match_with_bots(ada: Device, game: str, options: dict[str, Any]) -> str:
    """The table of a match that has begun: Ada against one bot of each level."""
    ada.ask("POST", "/me", {"name": "Ada"})
    bots = ["plongeur", "chef", "toque", "commis"][: options["players"] - 1]
    table: str = ada.ask("POST", "/tables", {"game": game, "options": options, "bots": bots})["id"]
    ada.ask("POST", f"/tables/{table}/start")
    return table


def play_to_the_end(page: Page, game: str) -> None:
    play_on(page, moves_of(game).play, Random(7))
    expect(page.locator("#ending")).to_be_visible()

"""A match of others is seen again: nobody who looks on is called “you”."""

import re
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect
from tests.repetitions import every_second
from tests.web.devices import Devices

import tablee
from tablee.core.match import Match
from tablee.core.record import Player

ADDRESSED: Final = re.compile(r"\b[Yy]ou\b")


def recorded(game: str) -> dict[str, Any]:
    """A match that others have played elsewhere."""
    rng, rules = Random(5), tablee.game(game)
    match = Match(rules, rng, [Player(name) for name in ("Anne", "Bernard", "Claire", "Denis")[: rules.players]])
    while actors := match.actors():
        match.play(actors[0], rules.random_action(match.state, actors[0], rng))
    return match.record()


def at_turn(page: Page, key: str, turn: int) -> str:
    """All that is said after a key, to the eye or to a screen reader."""
    page.keyboard.press(key)
    expect(page.locator(f"main[data-turn='{turn}'][data-moving='false']")).to_be_visible()
    return " ".join(page.locator(".said, .table-area").all_text_contents())


@pytest.mark.parametrize("game", every_second(list(tablee.GAMES)))
def test_in_a_match_of_others_nobody_is_addressed(devices: Devices, game: str) -> None:
    ada = devices.open("en", "phone")
    ada.ask("POST", "/me", {"name": "Ada"})
    record = ada.ask("POST", "/records", recorded(game))["id"]
    last = len(ada.ask("GET", f"/records/{record}/replay/turns")["turns"]) - 1
    for reader in ("1", "all"):
        page = ada.open(f"/replay/record/{record}?as={reader}&seat=1")
        page.locator(".table-area .sign, .table-area .panel").first.wait_for()
        for key, turn in (("ArrowRight", 1), ("ArrowRight", 2), ("End", last)):
            said = at_turn(page, key, turn)
            assert "Anne" in said
            assert not ADDRESSED.search(said)
            # Whoever steps through a match does not scroll for what happens.
            expect(page.locator("[data-part=board]")).to_be_in_viewport(ratio=0.99)

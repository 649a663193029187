"""Cards travel: from the hand to the board and back, over its edge."""

from random import Random
from typing import Final

import pytest
from playwright.sync_api import expect
from tests.web.devices import Devices, Size
from tests.web.moves import ASKED, OVER, moves_of, play_on
from tests.web.test_matches import against_bots

GAME: Final = "courtepaille"
FLIGHTS: Final = """
window.flights = [];
const show = HTMLElement.prototype.showPopover;
HTMLElement.prototype.showPopover = function () {
    show.call(this);
    if (this.matches(".flying")) window.flights.push(this.querySelectorAll("[data-piece], [id]").length);
};
"""
"""Counts what flies, each with what it must not have: nobody may take a copy for the piece."""


@pytest.mark.parametrize("size", ["phone", "desktop"])
def test_a_card_travels_over_the_edge_of_the_board(devices: Devices, size: Size) -> None:
    ada = devices.open(size=size, moving=True)
    ada.page.add_init_script(FLIGHTS)
    page = ada.open(f"/t/{against_bots(ada, GAME)}")
    play_on(page, moves_of(GAME).play, Random(1), choices=1)
    page.wait_for_function("() => window.flights.length > 0")
    assert not any(page.evaluate("window.flights"))
    expect(page.locator(".flying")).to_have_count(0)


def test_nothing_flies_for_whoever_prefers_little_movement(devices: Devices) -> None:
    ada = devices.open()
    ada.page.add_init_script(FLIGHTS)
    page = ada.open(f"/t/{against_bots(ada, GAME)}")
    play_on(page, moves_of(GAME).play, Random(1), choices=1)
    page.locator(f"{ASKED}, {OVER}").wait_for()
    assert page.evaluate("window.flights") == []

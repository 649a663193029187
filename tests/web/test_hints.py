"""A hint on a phone: what it points at is in sight, and so are its buttons."""

from random import Random
from typing import Final

import pytest
from playwright.sync_api import Error, Page
from tests.patience import PATIENCE_MS
from tests.repetitions import repetitions
from tests.web.devices import Devices
from tests.web.moves import ASKED, known_games, moves_of, play_on
from tests.web.test_docked import LAID_OUT

SIZES: Final = [(390, 664), (667, 375)]
LOOKS: Final = repetitions(3, 1)
"""Decisions that are looked at."""
HIDDEN: Final = """selector => [...document.querySelectorAll(selector)].flatMap(element => {
    const box = element.getBoundingClientRect();
    let [left, top, right, bottom] = [0, 0, innerWidth, innerHeight];
    for (let around = element.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflow === "visible" || around instanceof SVGElement) continue;
        const clip = around.getBoundingClientRect();
        [left, top] = [Math.max(left, clip.left), Math.max(top, clip.top)];
        [right, bottom] = [Math.min(right, clip.right), Math.min(bottom, clip.bottom)];
    }
    const width = Math.min(right, box.right) - Math.max(left, box.left);
    const height = Math.min(bottom, box.bottom) - Math.max(top, box.top);
    const share = Math.max(0, width) * Math.max(0, height) / (box.width * box.height);
    return share > 0.9 ? [] : [`${Math.round(100 * share)} % of ${element.className.baseVal ?? element.className}`];
})"""
"""Those of which a tenth or more is out of sight."""
NONE_HIDDEN: Final = f"selector => ({HIDDEN})(selector).length === 0"
SOON: Final = PATIENCE_MS / 3
"""Milliseconds in which a table has come to rest."""


def open_hint(page: Page) -> None:
    page.get_by_role("button", name="Conseil", exact=True).click()
    page.locator(".hint .buttons").wait_for()


def hidden_from(page: Page, pointed: str) -> list[str]:
    """What of a hint stays out of sight."""
    sought = f".hint .buttons .button, {pointed}"
    try:
        page.wait_for_function(NONE_HIDDEN, arg=sought, timeout=SOON)
    except Error:
        return list(page.evaluate(HIDDEN, sought))
    return []


@pytest.mark.parametrize("game", known_games())
def test_what_a_hint_points_at_and_its_buttons_are_in_sight(devices: Devices, game: str) -> None:
    ada = devices.open("fr", "phone")
    ada.ask("POST", "/me", {"name": "Marie-Capucine"})
    moves = moves_of(game)
    given = {"game": game, "options": moves.large, "bots": ["plongeur"] * (moves.large["players"] - 1)}
    table = ada.ask("POST", "/tables", given)["id"]
    ada.ask("POST", f"/tables/{table}/start")
    page = ada.open(f"/t/{table}")
    faults: list[str] = []
    for look in range(LOOKS):
        page.locator(ASKED).wait_for()
        open_hint(page)
        page.locator(f"{moves.pointed}, [data-part=act]").first.wait_for()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            page.wait_for_function(LAID_OUT, arg=[width, height])
            faults += [f"hint {look}, {width}x{height}: {fault}" for fault in hidden_from(page, moves.pointed)]
        page.keyboard.press("Escape")
        page.locator(".hint").wait_for(state="detached")
        play_on(page, moves.play, Random(look), choices=1)
    assert not faults, "\n" + "\n".join(faults)

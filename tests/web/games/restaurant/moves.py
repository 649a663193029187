"""How somebody plays Restaurant in the browser."""

from random import Random
from typing import Any, Final

from playwright.sync_api import Page
from tests.web.moves import one_of, tab_to

SHORT: Final[dict[str, Any]] = {"players": 3}
"""Options of a short match."""
LARGE: Final[dict[str, Any]] = {"players": 6}
"""Options of a match with many players, to see that they fit."""
MIDDLE: Final = 5
"""After how many choices such a match is in its middle."""
POINTED: Final = ".table.chosen, .hand .picked, li.hinted, .sheet .button.main"
"""What a hint points at."""
OFFERED: Final = ".controls button:enabled:not([aria-disabled]), .players .draw"
"""Whatever may be chosen beside tables and cards."""
HURRY: Final = """() => {
    const end = document.querySelector(".restaurant .end:has(.ring)");
    if (end) end.click();
    return end !== null;
}"""


def ends_by_itself(page: Page) -> bool:
    """A turn that a ring ends by itself is hurried; a click that waits could come too late."""
    return bool(page.evaluate(HURRY))


def play(page: Page, rng: Random) -> None:
    """Any table that is lit; a card for it where one is served; else whatever is offered."""
    room = page.locator(".restaurant")
    tables, offered = room.locator("button.table.open"), room.locator(OFFERED)
    tables.or_(offered).first.wait_for()
    if ends_by_itself(page):
        return
    if tables.count() and (not offered.count() or rng.random() < 0.7):
        one_of(tables, rng).click()
        cards = room.locator('.hand button[aria-disabled="false"]')
        # While orders are taken nothing is chosen, but a hint may show a table so.
        if room.locator("button.table.chosen").count() and cards.count():
            one_of(cards, rng).click()
        return
    one_of(offered, rng).click()
    sheet = room.locator(".sheet .button.main:enabled")
    if sheet.count():
        sheet.click()


def walk_to(page: Page, table: int) -> None:
    """By arrows through the room, ten tables a row, to one of its tables."""
    here = int(page.evaluate("document.activeElement.dataset.table"))
    down, right = table // 10 - here // 10, table % 10 - here % 10
    for steps, (ahead, back) in ((down, ("ArrowDown", "ArrowUp")), (right, ("ArrowRight", "ArrowLeft"))):
        for _ in range(abs(steps)):
            page.keyboard.press(ahead if steps > 0 else back)


def play_by_keys(page: Page, rng: Random) -> None:
    room = page.locator(".restaurant")
    tables, offered = room.locator("button.table.open"), room.locator(OFFERED)
    tables.or_(offered).first.wait_for()
    if ends_by_itself(page):
        return
    if tables.count():
        tab_to(page, ".restaurant button.table")
        walk_to(page, int(one_of(tables, rng).get_attribute("data-table") or 0))
        page.keyboard.press("Enter")
        if room.locator("button.table.chosen").count():
            tab_to(page, '.restaurant .hand button[aria-disabled="false"]')
            page.keyboard.press("Enter")
    else:
        tab_to(page, f".restaurant :is({OFFERED})")
        page.keyboard.press("Enter")
        if room.locator(".sheet .button.main:enabled").count():
            tab_to(page, ".restaurant .sheet .button.main:enabled")
            page.keyboard.press("Enter")


def take_hint(page: Page) -> None:
    """Whoever is drawn from, the menus to protect, a table; the card for it where one is served."""
    room = page.locator(".restaurant")
    chosen = room.locator("button.table.chosen")
    beside = room.locator("li.hinted .draw, .sheet .button.main:enabled")
    chosen.or_(beside).first.wait_for()
    if beside.count():
        beside.click()
        return
    card = room.locator(".hand button.picked")
    if card.count():
        card.click()
    chosen.click()

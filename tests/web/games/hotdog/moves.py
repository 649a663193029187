"""How somebody plays Hot-Dog in the browser."""

from random import Random
from typing import Any, Final

from playwright.sync_api import Page
from tests.web.moves import one_of, tab_to

SHORT: Final[dict[str, Any]] = {"players": 2, "hands": 1, "hotdog_values": [1, 2, 3]}
"""Options of a short match."""
LARGE: Final[dict[str, Any]] = {"players": 5, "hands": 1}
"""Options of a match with many players, to see that they fit."""
MIDDLE: Final = 4
"""After how many choices such a match is in its middle."""
POINTED: Final = ".hinted :is(.card.on, .table.chosen)"
"""What a hint points at."""


def play(page: Page, rng: Random) -> None:
    """A table, a card, and the bid: by its button, or by a second tap on the table."""
    one_of(page.locator(".hotdog button.table"), rng).click()
    card = page.locator(".hand button.card")
    if card.first.is_enabled():
        one_of(card, rng).click()
    page.locator(rng.choice([".own .button.main", ".hotdog button.table.chosen"])).click()


def play_by_keys(page: Page, rng: Random) -> None:
    tab_to(page, ".hotdog button.table")
    page.keyboard.press("Enter")
    if page.locator(".hand button.card").first.is_enabled():
        tab_to(page, ".hand button.card")
        for _ in range(rng.randrange(page.locator(".hand button.card").count())):
            page.keyboard.press("Tab")
        page.keyboard.press("Space")
    tab_to(page, ".own .button.main")
    page.keyboard.press("Enter")

"""How somebody plays each game in the browser: he clicks what can be clicked."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Final

from playwright.sync_api import Locator, Page

Hand = Callable[[Page, Random], None]
"""Makes one choice at a table that asks for it."""


def one_of(found: Locator, rng: Random) -> Locator:
    """Any of these."""
    found.first.wait_for()
    return found.nth(rng.randrange(found.count()))


def hotdog(page: Page, rng: Random) -> None:
    """A table, a card that fits if there is one, and the bid."""
    one_of(page.locator(".hotdog button.table"), rng).click()
    card = page.locator(".hand button.card")
    if card.first.is_enabled():
        one_of(card, rng).click()
    page.locator(".own .button.main").click()


HANDS: Final[Mapping[str, Hand]] = {"hotdog": hotdog}
"""By game."""
OPTIONS: Final[Mapping[str, dict[str, object]]] = {
    "hotdog": {"players": 2, "hands": 1, "hotdog_values": [1, 2, 3]},
    "rathot": {"table_size": 15},
    "restaurant": {"players": 3},
    "courtepaille": {"players": 2},
}
"""A short match of each game."""
ASKED, OVER, CURTAIN, WAITING = (f'[data-state="{state}"]' for state in ("asked", "over", "curtain", "waiting"))


def play_on(page: Page, game: str, rng: Random, *, choices: int | None = None) -> None:
    """Play until the match is over, or so many choices."""
    made = 0
    while choices is None or made < choices:
        page.locator(f"{ASKED}, {OVER}, {CURTAIN}").wait_for()
        if page.locator(OVER).count():
            return
        if page.locator(CURTAIN).count():
            page.locator(".curtain button").click()
            page.locator(f"{ASKED}, {OVER}, {WAITING}").wait_for()
            continue
        prompt = page.locator(ASKED).get_attribute("data-prompt")
        HANDS[game](page, rng)
        page.wait_for_function(
            """before => {
                const table = document.querySelector("[data-state]");
                return table.dataset.state !== "asked" || table.dataset.prompt !== before;
            }""",
            arg=prompt,
        )
        made += 1

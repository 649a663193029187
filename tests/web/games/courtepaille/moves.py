"""How somebody plays La Courte Paille in the browser."""

from random import Random
from typing import Any, Final

from playwright.sync_api import Page
from tests.web.moves import one_of, tab_to

SHORT: Final[dict[str, Any]] = {"players": 2}
"""Options of a short match."""
LARGE: Final[dict[str, Any]] = {"players": 5}
"""Options of a match with many players, to see that they fit."""
MIDDLE: Final = 5
"""After how many choices such a match is in its middle."""
_UNDECIDED: Final = ":not(:has(.effects:not(:has([aria-pressed=true])))) > .board"
PICKED_NEXT: Final = (
    ".effects:not(:has([aria-pressed=true])) button:enabled, .eat button, "
    f"{_UNDECIDED} button.spot.allowed:not(.pressed), {_UNDECIDED} button.pile.draws:enabled:not(.picked)"
)
"""What can be picked: what Coco does, before where it does it."""


def play(page: Page, rng: Random) -> None:
    """Pick until there is something to confirm."""
    confirm = page.locator(".controls .row .button.main")
    while not confirm.count():
        one_of(page.locator(PICKED_NEXT), rng).click()
    confirm.click()


def play_by_keys(page: Page, rng: Random) -> None:
    confirm = page.locator(".controls .row .button.main")
    undecided = page.locator(".effects:not(:has([aria-pressed=true])), .eat")
    while not confirm.count():
        page.locator(PICKED_NEXT).first.wait_for()
        cards = "button.spot.allowed:not(.pressed), button.pile.draws:enabled:not(.picked)"
        tab_to(page, ".effects button:enabled, .eat button" if undecided.count() else cards)
        page.keyboard.press("Enter")
    tab_to(page, ".controls .row .button.main")
    page.keyboard.press("Enter")

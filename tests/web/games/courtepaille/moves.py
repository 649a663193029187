"""How somebody plays La Courte Paille in the browser."""

from random import Random
from typing import Any, Final

from playwright.sync_api import Page
from tests.web.moves import one_of, tab_to

SHORT: Final[dict[str, Any]] = {"players": 2}
"""Options of a short match."""
LARGE: Final[dict[str, Any]] = {"players": 5, "advanced": True}
"""Options of a match with many players, to see that they fit."""
MIDDLE: Final = 5
"""After how many choices such a match is in its middle."""
POINTED: Final = ".hinted :is(.spot.pressed, .picked)"
"""What a hint points at."""
ACT: Final = "[data-part=act]:enabled"
_CARDS: Final = "button.spot.allowed:not(.pressed), button.pile.draws:enabled:not(.picked)"
_UNDECIDED: Final = ".effects:not(:has([aria-pressed=true]))"
PICKED_NEXT: Final = f"{_UNDECIDED} button:enabled, .eat button, .table:not(:has({_UNDECIDED})) :is({_CARDS})"
"""What can be picked: what Coco does, before where it does it."""


def play(page: Page, rng: Random) -> None:
    """Pick until there is something to confirm: by its button, or by a second tap on what was picked."""
    act, picked = page.locator(ACT), page.locator("button.spot.pressed")
    while not act.count():
        one_of(page.locator(PICKED_NEXT), rng).click()
    (picked.first if picked.count() and rng.random() < 0.5 else act).click()


def play_by_keys(page: Page, rng: Random) -> None:
    """What is picked has the focus: a second Enter confirms it."""
    act = page.locator(ACT)
    undecided = page.locator(f"{_UNDECIDED}, .eat")
    while not act.count():
        page.locator(PICKED_NEXT).first.wait_for()
        tab_to(page, ".effects button:enabled, .eat button" if undecided.count() else _CARDS)
        page.keyboard.press("Enter")
    if page.locator(":focus.spot").count():
        page.keyboard.press(rng.choice(["Enter", "Space"]))
        return
    tab_to(page, ACT)
    page.keyboard.press("Enter")

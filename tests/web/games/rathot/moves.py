"""How somebody plays Rat Hot in the browser."""

from random import Random
from typing import Any, Final

from playwright.sync_api import Page
from tests.web.moves import ASKED, has_moved_on, tab_to

SHORT: Final[dict[str, Any]] = {"players": 2, "deck": "plague", "table_size": 15}
"""Options of a short match."""
LARGE: Final[dict[str, Any]] = {"players": 2}
"""Options of a match with many players, to see that they fit."""
MIDDLE: Final = 4
"""After how many choices such a match is in its middle."""
POINTED: Final = ".ghost .frame"
"""What a hint points at."""


def play(page: Page, rng: Random) -> None:
    """A tap on a free square lays the card on the nearest strip it may lie on; then it is confirmed."""
    board = page.locator(".board[role=application]")
    board.scroll_into_view_if_needed()
    inside = board.bounding_box()
    assert inside is not None
    squares = [box for square in page.locator("rect.free").all() if (box := square.bounding_box()) is not None]
    centres = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in squares]
    seen = [
        (x, y)
        for x, y in centres
        if inside["x"] < x < inside["x"] + inside["width"] and inside["y"] < y < inside["y"] + inside["height"]
    ]
    prompt = page.locator(ASKED).get_attribute("data-prompt")
    page.mouse.click(*rng.choice(seen))
    # Where the pointer was resting already, the tap is the second one, and lays the card.
    lay = page.locator(".button.main:enabled", has=page.locator("svg")).last
    while not has_moved_on(page, prompt):
        if lay.count():
            lay.click()
        else:
            page.mouse.click(*rng.choice(seen))


def play_by_keys(page: Page, rng: Random) -> None:
    """Arrows move the card over the table, R turns it, Enter lays it."""
    tab_to(page, ".board[role=application]")
    arrows = ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]
    # Nothing can be turned or laid before it is over the table.
    page.keyboard.press(rng.choice(arrows))
    for _ in range(rng.randrange(4)):
        page.keyboard.press(rng.choice([*arrows, "r"]))
    page.keyboard.press("Enter")

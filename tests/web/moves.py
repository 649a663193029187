"""How somebody plays each game in the browser: he clicks what can be clicked, or presses keys."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from playwright.sync_api import Locator, Page

Move = Callable[[Page, Random], None]
"""Makes one choice at a table that asks for it."""


def one_of(found: Locator, rng: Random) -> Locator:
    """Any of these."""
    found.first.wait_for()
    return found.nth(rng.randrange(found.count()))


def hotdog(page: Page, rng: Random) -> None:
    """A table, a card, and the bid."""
    one_of(page.locator(".hotdog button.table"), rng).click()
    card = page.locator(".hand button.card")
    if card.first.is_enabled():
        one_of(card, rng).click()
    page.locator(".own .button.main").click()


def rathot(page: Page, rng: Random) -> None:
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
    page.mouse.click(*rng.choice(seen))
    page.locator(".button.main:enabled", has=page.locator("svg")).last.click()


def restaurant(page: Page, rng: Random) -> None:
    """Any table that is lit; a card for it where one is served; else whatever is offered."""
    room = page.locator(".restaurant")
    tables, offered = room.locator("button.table.open"), room.locator(".controls button:enabled:not([aria-disabled])")
    tables.or_(offered).first.wait_for()
    if tables.count() and (not offered.count() or rng.random() < 0.7):
        one_of(tables, rng).click()
        if room.locator("button.table.chosen").count():
            one_of(room.locator('.hand button[aria-disabled="false"]'), rng).click()
        return
    one_of(offered, rng).click()
    sheet = room.locator(".sheet .button.main:enabled")
    if sheet.count():
        sheet.click()


_UNDECIDED: Final = ":not(:has(.effects:not(:has([aria-pressed=true])))) > .board"
PICKED_NEXT: Final = (
    ".effects:not(:has([aria-pressed=true])) button:enabled, .eat button, "
    f"{_UNDECIDED} button.spot.allowed:not(.pressed), {_UNDECIDED} button.pile.draws:enabled:not(.picked)"
)
"""What can be picked in La Courte Paille: what Coco does, before where it does it."""


def courtepaille(page: Page, rng: Random) -> None:
    """Pick until there is something to confirm."""
    confirm = page.locator(".controls .row .button.main")
    while not confirm.count():
        one_of(page.locator(PICKED_NEXT), rng).click()
    confirm.click()


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something like this has the focus."""
    for _ in range(200):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


def hotdog_by_keys(page: Page, rng: Random) -> None:
    tab_to(page, ".hotdog button.table")
    page.keyboard.press("Enter")
    if page.locator(".hand button.card").first.is_enabled():
        tab_to(page, ".hand button.card")
        for _ in range(rng.randrange(page.locator(".hand button.card").count())):
            page.keyboard.press("Tab")
        page.keyboard.press("Space")
    tab_to(page, ".own .button.main")
    page.keyboard.press("Enter")


def rathot_by_keys(page: Page, rng: Random) -> None:
    """Arrows move the card over the table, R turns it, Enter lays it."""
    tab_to(page, ".board[role=application]")
    for _ in range(rng.randrange(1, 5)):
        page.keyboard.press(rng.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight", "r"]))
    page.keyboard.press("Enter")


def walk_to(page: Page, table: int) -> None:
    """By arrows through the room, ten tables a row, to one of its tables."""
    here = int(page.evaluate("document.activeElement.dataset.table"))
    down, right = table // 10 - here // 10, table % 10 - here % 10
    for steps, (ahead, back) in ((down, ("ArrowDown", "ArrowUp")), (right, ("ArrowRight", "ArrowLeft"))):
        for _ in range(abs(steps)):
            page.keyboard.press(ahead if steps > 0 else back)


def restaurant_by_keys(page: Page, rng: Random) -> None:
    room = page.locator(".restaurant")
    tables, offered = room.locator("button.table.open"), room.locator(".controls button:enabled:not([aria-disabled])")
    tables.or_(offered).first.wait_for()
    if tables.count():
        tab_to(page, ".restaurant button.table")
        walk_to(page, int(one_of(tables, rng).get_attribute("data-table") or 0))
        page.keyboard.press("Enter")
        if room.locator("button.table.chosen").count():
            tab_to(page, '.restaurant .hand button[aria-disabled="false"]')
            page.keyboard.press("Enter")
    else:
        tab_to(page, ".restaurant .controls button:enabled:not([aria-disabled])")
        page.keyboard.press("Enter")
        if room.locator(".sheet .button.main:enabled").count():
            tab_to(page, ".restaurant .sheet .button.main:enabled")
            page.keyboard.press("Enter")


def courtepaille_by_keys(page: Page, rng: Random) -> None:
    confirm = page.locator(".controls .row .button.main")
    undecided = page.locator(".effects:not(:has([aria-pressed=true])), .eat")
    while not confirm.count():
        page.locator(PICKED_NEXT).first.wait_for()
        cards = "button.spot.allowed:not(.pressed), button.pile.draws:enabled:not(.picked)"
        tab_to(page, ".effects button:enabled, .eat button" if undecided.count() else cards)
        page.keyboard.press("Enter")
    tab_to(page, ".controls .row .button.main")
    page.keyboard.press("Enter")


MOVES: Final[Mapping[str, Move]] = {
    "hotdog": hotdog,
    "rathot": rathot,
    "restaurant": restaurant,
    "courtepaille": courtepaille,
}
"""By game."""
KEYBOARD_MOVES: Final[Mapping[str, Move]] = {
    "hotdog": hotdog_by_keys,
    "rathot": rathot_by_keys,
    "restaurant": restaurant_by_keys,
    "courtepaille": courtepaille_by_keys,
}
OPTIONS: Final[Mapping[str, dict[str, Any]]] = {
    "hotdog": {"players": 2, "hands": 1, "hotdog_values": [1, 2, 3]},
    "rathot": {"players": 2, "table_size": 15},
    "restaurant": {"players": 3},
    "courtepaille": {"players": 2},
}
"""A short match of each game."""
ASKED, OVER, CURTAIN, WAITING = (f'[data-state="{state}"]' for state in ("asked", "over", "curtain", "waiting"))
MOVED_ON: Final = """before => {
    const table = document.querySelector("[data-state]");
    return table.dataset.state !== "asked" || table.dataset.prompt !== before;
}"""


def play_on(page: Page, hand: Move, rng: Random, *, choices: int | None = None) -> None:
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
        hand(page, rng)
        page.wait_for_function(MOVED_ON, arg=prompt)
        made += 1

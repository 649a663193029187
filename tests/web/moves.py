"""How somebody plays a game in the browser: he clicks what can be clicked, or presses keys."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module, util
from random import Random
from typing import Any, Final

from playwright.sync_api import Locator, Page

from tablee.core.registry import GAMES, game

Move = Callable[[Page, Random], None]
"""Makes one choice at a table that asks for it."""
STATES: Final = ("asked", "over", "curtain", "waiting", "between")
ASKED, OVER, CURTAIN, WAITING, BETWEEN = (f'[data-state="{state}"]' for state in STATES)
MOVED_ON: Final = """before => {
    const table = document.querySelector("[data-state]");
    return table.dataset.state !== "asked" || table.dataset.prompt !== before;
}"""
BUTTONS: Final = "main button:enabled"


@dataclass(frozen=True)
class GameMoves:
    """How one game is played."""

    play: Move
    play_by_keys: Move
    short: Mapping[str, Any]
    """Options of a short match."""
    large: Mapping[str, Any]
    """Options of a match with many players."""
    middle: int
    """After how many choices such a match is in its middle."""
    take_hint: Callable[[Page], None]
    """Plays the choice that a hint shows on the table."""
    pointed: str
    """What a hint points at."""


def is_known(name: str) -> bool:
    """Whether the game has a folder in tests/web/games."""
    return util.find_spec(f"tests.web.games.{name}") is not None


def known_games() -> list[str]:
    """The games with a folder in tests/web/games, whose tables are known well enough to be looked at closely."""
    return [name for name in sorted(GAMES) if is_known(name)]


def moves_of(name: str) -> GameMoves:
    """Those of the game's folder in tests/web/games; a game that has none there is played by any of its buttons."""
    if not is_known(name):
        options = game(name).options()
        return GameMoves(any_button, any_button_by_keys, options, options, 3, press_act, "[data-part=act]")
    known = import_module(f"tests.web.games.{name}.moves")
    take_hint = getattr(known, "take_hint", press_act)
    return GameMoves(known.play, known.play_by_keys, known.SHORT, known.LARGE, known.MIDDLE, take_hint, known.POINTED)


def press_act(page: Page) -> None:
    """Press the button that acts."""
    page.locator("[data-part=act]:enabled").click()


def one_of(found: Locator, rng: Random) -> Locator:
    """Any of these."""
    found.first.wait_for()
    return found.nth(rng.randrange(found.count()))


def any_button(page: Page, rng: Random) -> None:
    """Whatever can be clicked at the table, until the table has moved on."""
    prompt = page.locator(ASKED).get_attribute("data-prompt")
    one_of(page.locator(BUTTONS), rng).click()
    while not has_moved_on(page, prompt):
        one_of(page.locator(BUTTONS), rng).click()


def any_button_by_keys(page: Page, rng: Random) -> None:
    prompt = page.locator(ASKED).get_attribute("data-prompt")
    press_a_button(page, rng)
    while not has_moved_on(page, prompt):
        press_a_button(page, rng)


def press_a_button(page: Page, rng: Random) -> None:
    tab_to(page, BUTTONS)
    for _ in range(rng.randrange(page.locator(BUTTONS).count())):
        page.keyboard.press("Tab")
    tab_to(page, BUTTONS)
    page.keyboard.press("Enter")


def has_moved_on(page: Page, prompt: str | None) -> bool:
    """Whether the last click was the choice itself: then it is on its way, or the table asks for something else."""
    page.evaluate("() => new Promise(requestAnimationFrame)")
    return bool(page.evaluate(MOVED_ON, prompt))


def tab_to(page: Page, selector: str) -> None:
    """Press Tab until something like this has the focus."""
    for _ in range(200):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never reaches {selector}")


def go_on(page: Page) -> None:
    """From how it stands between two parts of the match; the button has the focus."""
    page.keyboard.press("Enter")
    page.locator(BETWEEN).wait_for(state="detached")


def play_on(page: Page, hand: Move, rng: Random, *, choices: int | None = None) -> None:
    """Play until the match is over, or so many choices."""
    made = 0
    while choices is None or made < choices:
        page.locator(f"{ASKED}, {OVER}, {CURTAIN}, {BETWEEN}").wait_for()
        if page.locator(OVER).count():
            return
        if page.locator(BETWEEN).count():
            go_on(page)
            continue
        if page.locator(CURTAIN).count():
            # While the table is still being read a curtain may be taken away again by itself.
            lift, open_table = page.locator(".curtain button"), page.locator(f"{ASKED}, {OVER}, {WAITING}, {BETWEEN}")
            lift.or_(open_table).first.wait_for()
            if lift.count():
                lift.click()
                open_table.wait_for()
            continue
        prompt = page.locator(ASKED).get_attribute("data-prompt")
        hand(page, rng)
        page.wait_for_function(MOVED_ON, arg=prompt)
        made += 1

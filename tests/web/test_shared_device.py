"""Several people at one device: while it goes from hand to hand it tells nothing that a spectator may not know."""

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, expect
from tests.repetitions import repetitions
from tests.web.devices import Device, Devices, Size
from tests.web.moves import ASKED, CURTAIN, OVER, moves_of
from tests.web.page_observer import note_when_there, until_it_was_there

import tablee
from tablee.core.registry import manifest

HIDDEN = [game for game in sorted(tablee.GAMES) if manifest(game).hidden]
NAMES = ["Ada", "Bo", "Cléo", "Dan"]
HANDOVERS = 5
"""The number of handovers after which the last player has looked once since the last reload."""
RELOADS = 2
ALL_TEXT = """() => [document.title, document.body.textContent,
    ...[...document.querySelectorAll("[aria-label], [title], [alt]")].flatMap(
        one => [one.ariaLabel, one.title, one.getAttribute("alt")])].join("\\n")"""


def sit_down(visitor: Device, game: str) -> str:
    """All seats of a short match belong to this device."""
    players = moves_of(game).short["players"]
    visitor.ask("POST", "/me", {"name": "Ada"})
    wanted = {"game": game, "options": moves_of(game).short, "seats": players, "names": NAMES[:players]}
    table: str = visitor.ask("POST", "/tables", wanted)["id"]
    visitor.ask("POST", f"/tables/{table}/start")
    return f"/t/{table}"


def sentences(told: list[dict[str, Any]], *, spectator: bool) -> set[str]:
    """The lines of the log that were told to spectators, or to players."""
    return {
        event["words"]
        for update in told
        if (update.get("seat") is None) is spectator
        for event in update.get("events", ())
        if event.get("words")
    }


def secrets(told: list[dict[str, Any]]) -> set[str]:
    return sentences(told, spectator=False) - sentences(told, spectator=True)


def check_covered(visitor: Device) -> None:
    """Nothing on the page, shown or not, is known to a player only."""
    page = visitor.page
    expect(page.locator(".curtain button")).to_be_visible()
    text = page.evaluate(ALL_TEXT)
    # What all may know is told to the seats first, and then to spectators.
    visitor.until(lambda: not any(sentence in text for sentence in secrets(visitor.told)))
    assert page.locator(".hand").count() == 0


def check_last_moves(visitor: Device) -> None:
    """Whoever takes the device sees what happened since he last had it, and may see it again."""
    page = visitor.page
    page.locator(".curtain button").click()
    page.locator(ASKED).wait_for()
    page.set_viewport_size({"width": 1280, "height": 800})  # where there is room for the button
    again = page.get_by_role("button", name="Show the last moves again")
    expect(again).to_be_enabled()
    again.evaluate("button => button.dataset.test = 'again'")
    note_when_there(page, "[data-test=again]:disabled")
    again.click()
    until_it_was_there(page)
    expect(again).to_be_enabled()
    assert visitor.told[-1].get("seat") is not None
    assert visitor.told[-1].get("since") is not None, "only what is new is sent to who looked before"


def curtains(page: Page, game: str) -> Iterator[None]:
    """At each curtain; then it is lifted, and the next player makes choices until it falls again."""
    rng = Random(4)
    while True:
        page.locator(f"{CURTAIN}, {ASKED}, {OVER}").wait_for()
        if page.locator(OVER).count():
            return
        if page.locator(CURTAIN).count():
            yield
            page.locator(".curtain button").click()
            page.locator(ASKED).wait_for()
        moves_of(game).play(page, rng)


@pytest.mark.parametrize("size", ["phone", "desktop"][: repetitions(2, 1)])
@pytest.mark.parametrize("game", HIDDEN)
def test_the_curtain_hides_the_player_before_and_shows_the_next_what_happened(
    devices: Devices, game: str, size: Size
) -> None:
    visitor = devices.open("en", size)
    page = visitor.open(sit_down(visitor, game))
    page.locator(CURTAIN).wait_for()
    assert {told.get("seat") for told in visitor.told} == {None}, "the first player gets a curtain, too"
    for number, _ in enumerate(curtains(page, game)):
        check_covered(visitor)
        if number < RELOADS:
            page.reload()
            check_covered(visitor)
        visitor.until_told(lambda told: told.get("seat") is None)
        if number == HANDOVERS:
            check_last_moves(visitor)
            return

"""Turns flow: the head belongs to the picture, time is the player's."""

import json
import re
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Page, expect
from tests.repetitions import repetitions
from tests.web.accessibility import check_page
from tests.web.devices import Devices
from tests.web.moves import ASKED, OVER, WAITING, known_games, moves_of, play_on
from tests.web.page_observer import WATCH, check_heads
from tests.web.test_matches import against_bots

import tablee
from tablee.core.registry import manifest

AT_ONCE: Final = next(name for name in tablee.GAMES if manifest(name).at_once)
NO_END: Final = """
const later = window.setTimeout;
window.setTimeout = (run, wait, ...rest) => later(run, wait >= 100 ? 1e9 : wait, ...rest);
"""
"""Pictures stay until somebody has seen enough."""


def set_speed(page: Page, speed: str) -> None:
    kept = json.dumps({"speed": speed, "lang": "en"})
    page.add_init_script(f"localStorage.setItem('tablee.settings', '{kept}')")


@pytest.mark.parametrize("game", known_games() if repetitions(1, 0) else [AT_ONCE])
def test_the_head_says_what_is_shown(devices: Devices, game: str) -> None:
    """Everything moves; matches without movement are watched in test_matches.py."""
    ada = devices.open(moving=True)
    ada.page.add_init_script(WATCH)
    page = ada.open(f"/t/{against_bots(ada, game)}")
    play_on(page, moves_of(game).play, Random(1), choices=6)
    check_heads(ada, "Ada")


def test_a_tap_ends_what_is_being_shown_and_chooses_nothing(devices: Devices) -> None:
    ada = devices.open(moving=True)
    set_speed(ada.page, "calm")
    ada.page.add_init_script(NO_END)
    page = ada.open(f"/t/{against_bots(ada, AT_ONCE, large=True)}")
    for by in ("tap", "key"):
        play_on(page, moves_of(AT_ONCE).play, Random(1), choices=1)
        page.locator(WAITING).wait_for()
        page.locator("header .turn").get_by_text("revealed").wait_for()
        if by == "tap":
            page.locator(".table-area").click(position={"x": 5, "y": 5})
        else:
            page.keyboard.press("x")
        page.locator(f"{ASKED}, {OVER}").wait_for()


def test_instant_shows_no_pictures_between(devices: Devices) -> None:
    ada = devices.open(moving=True)
    set_speed(ada.page, "instant")
    ada.page.add_init_script(NO_END)
    page = ada.open(f"/t/{against_bots(ada, AT_ONCE, large=True)}")
    play_on(page, moves_of(AT_ONCE).play, Random(1), choices=2)
    page.locator(f"{ASKED}, {OVER}").wait_for()
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("radio", name="Instant")).to_be_checked()
    check_page(page)


def test_a_line_of_the_log_steps_back_and_a_key_comes_back(devices: Devices) -> None:
    ada = devices.open()
    page = ada.open(f"/t/{against_bots(ada, AT_ONCE, large=True)}")
    play_on(page, moves_of(AT_ONCE).play, Random(1), choices=1)
    page.locator(ASKED).wait_for()
    # Whatever another does brings the table back to now.
    ada.until_told(lambda told: told.get("actors") == [told["seat"]])
    page.get_by_role("list", name="Log").locator("button:enabled").first.click()
    expect(page.get_by_role("button", name="Back to now")).to_be_visible()
    page.locator(WAITING).wait_for()
    happened = page.locator("header .turn").inner_text()
    assert happened
    expect(page.locator("[data-part=prompt]")).to_have_text(happened)
    check_page(page)
    page.keyboard.press("Enter")
    page.locator(ASKED).wait_for()
    expect(page.get_by_role("button", name="Back to now")).to_be_hidden()


def test_a_hint_leaves_the_table_in_sight(devices: Devices) -> None:
    """It says a reason and what the next best costs, in words."""
    ada = devices.open()
    page = ada.open(f"/t/{against_bots(ada, AT_ONCE, large=True)}")
    page.locator(ASKED).wait_for()
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("dialog", name="Hint")
    expect(hint).to_contain_text("Next best: ")
    expect(hint).to_contain_text(re.compile("in 100|about as good"))
    for part in ("hand", "board"):
        expect(page.locator(f'[data-part="{part}"]').first).to_be_in_viewport()
    check_page(page)


def test_the_log_leaves_out_what_the_table_shows(devices: Devices) -> None:
    ada = devices.open()
    page = ada.open(f"/t/{against_bots(ada, AT_ONCE)}")
    play_on(page, moves_of(AT_ONCE).play, Random(1), choices=1)
    page.locator(f"{ASKED}, {OVER}").wait_for()
    log = page.get_by_role("list", name="Log")
    expect(log.get_by_role("listitem").first).to_be_visible()
    expect(log.get_by_text("has chosen")).to_have_count(0)
    told = [event["words"] for message in ada.told for event in message.get("events", [])]
    assert any("has chosen" in words for words in told), "it was told all the same"

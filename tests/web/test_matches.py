"""Whole matches in a real browser at a real house: alone, by a link, at one device, by keyboard, seen again."""

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.patience import PATIENCE
from tests.repetitions import every_second, repetitions
from tests.server.house_process import house_process
from tests.web.accessibility import check_page
from tests.web.devices import Device, Devices
from tests.web.moves import ASKED, OVER, moves_of, play_on
from tests.web.page_observer import WATCH, check_asked, check_heads

import tablee
from tablee.core.registry import manifest

GAMES = sorted(tablee.GAMES)
SHORTEST = min(GAMES, key=lambda name: manifest(name).minutes)
AT_ONE_DEVICE = [game for game in GAMES if repetitions(1, 0) or game == SHORTEST or not manifest(game).hidden]
"""By day without those of test_shared_device.py."""
SOME = GAMES if repetitions(1, 0) else [SHORTEST]
"""By day one game stands for all."""
IS_IN_TABLE = "() => document.activeElement?.closest('.table-area') !== null"
"""Whether the keyboard's focus is on something of the table."""


def table_of(visitor: Device, game: str, name: str = "Ada", **given: Any) -> str:
    """A table for a short match, created by a guest of this name."""
    visitor.ask("POST", "/me", {"name": name})
    table: str = visitor.ask("POST", "/tables", {"game": game, "options": moves_of(game).short, **given})["id"]
    return table


def against_bots(visitor: Device, game: str, *, large: bool = False) -> str:
    """A match that has begun; a large one is not over after a choice or two."""
    options = moves_of(game).large if large else moves_of(game).short
    table = table_of(visitor, game, options=options, bots=["plongeur"] * (options["players"] - 1))
    visitor.ask("POST", f"/tables/{table}/start")
    return table


@pytest.mark.parametrize("game", every_second(GAMES, 1))
def test_alone_against_bots(devices: Devices, game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """To the end, by touch; somebody watches; then it is seen again, step by step, by keyboard."""
    monkeypatch.setattr(Locator, "click", Locator.tap)
    ada, watching = devices.open("en", "phone"), devices.open("fr", "phone")
    ada.page.add_init_script(WATCH)
    table = against_bots(ada, game)
    page = ada.open(f"/t/{table}")
    spectator = watching.open(f"/t/{table}")
    play_on(page, moves_of(game).play, Random(1), choices=2)
    page.locator(f"{ASKED}, {OVER}").wait_for()
    check_page(page)
    check_page(spectator)
    play_on(page, moves_of(game).play, Random(2))
    expect(page.locator("#ending")).to_be_visible()
    check_heads(ada, "Ada")
    check_asked(ada)
    score_sheet = page.locator("[data-part=sheet]")
    assert score_sheet.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth"), "all of the score is in sight"
    check_page(page)
    expect(spectator.locator(OVER)).to_be_visible()
    # French words are longer, and on a wide screen a chart stands beside the score.
    spectator.set_viewport_size({"width": 1366, "height": 768})
    french = spectator.locator("[data-part=sheet]")
    assert french.evaluate("sheet => sheet.scrollWidth <= sheet.clientWidth"), "all of the score is in sight"
    assert all("prompt" not in told for told in watching.told), "a spectator is asked nothing"

    page.get_by_role("link", name="Replay").click()
    slider = page.locator("input[type=range]")
    expect(slider).not_to_have_attribute("max", "0")
    last = int(slider.get_attribute("max") or 0)
    for key, step in (("End", last), ("ArrowLeft", last - 1), ("ArrowRight", last), ("Home", 0)):
        page.keyboard.press(key)
        expect(slider).to_have_value(str(step))
    page.get_by_label("Seen by").select_option("all")
    expect(page.get_by_role("button", name="Ada", exact=True)).to_be_visible()
    check_page(page)


@pytest.mark.parametrize("game", SOME)
def test_two_by_a_link_while_the_house_is_restarted(browser: Browser, tmp_path: Path, game: str) -> None:
    """One creates the table, the other opens its link; in mid-game the house closes, opens again, and all goes on."""
    with house_process(tmp_path) as house, Devices(browser, house.url) as devices:
        port = int(house.url.rpartition(":")[2])
        ada, bo = devices.open("en", "phone"), devices.open("fr", "small")
        table = table_of(ada, game, bots=["plongeur"] * (moves_of(game).short["players"] - 2))
        page = ada.open(f"/t/{table}")
        check_page(page)
        invited = page.get_by_label("Link to send").input_value()
        other = bo.open(invited.removeprefix(bo.url))
        other.get_by_label("Votre nom").fill("Bo")
        check_page(other)
        other.get_by_role("button", name="S’asseoir").click()
        page.get_by_role("button", name="Start the game").click()
        pages = [page, other]
        play_by_turns(pages, game, Random(1), most=4)
        assert house.stop() == 0
        expect(page.get_by_text("Connection lost")).to_be_visible()
        expect(other.get_by_text("Connexion perdue")).to_be_visible()
        with house_process(tmp_path, port=port):
            for one in pages:
                expect(one.locator("p.lost")).to_be_hidden()
            play_by_turns(pages, game, Random(2), most=6 if game != SHORTEST else 10_000)
            if game == SHORTEST:
                for one in pages:
                    expect(one.locator("#ending")).to_be_visible()
        for visitor in (ada, bo):
            # What a browser notes down while nobody answers.
            visitor.faults = [fault for fault in visitor.faults if "ERR_CONNECTION" not in fault]


def play_by_turns(pages: list[Page], game: str, rng: Random, most: int) -> None:
    """Whoever is asked plays, until it is over or so many choices were made."""
    made, until = 0, time.monotonic() + PATIENCE
    while made < most:
        if all(page.locator(OVER).count() for page in pages):
            return
        asked = [page for page in pages if page.locator(ASKED).count()]
        if asked:
            play_on(asked[0], moves_of(game).play, rng, choices=1)
            made, until = made + 1, time.monotonic() + PATIENCE
        else:
            pages[0].wait_for_timeout(10)
        assert time.monotonic() < until, [page.locator("[data-state]").get_attribute("data-state") for page in pages]


@pytest.mark.parametrize("game", AT_ONE_DEVICE)
def test_all_at_one_device(devices: Devices, game: str) -> None:
    """Hot-seat: where there are secrets a curtain falls between two players, and hides the whole table."""
    ada = devices.open("fr", "phone")
    players = moves_of(game).short["players"]
    table = table_of(ada, game, seats=players, names=["Ada", "Bo", "Cléo"][:players])
    ada.ask("POST", f"/tables/{table}/start")
    page = ada.open(f"/t/{table}")
    if manifest(game).hidden:
        play_on(page, moves_of(game).play, Random(4), choices=1)
        curtain = page.locator(".curtain")
        if manifest(game).at_once:  # elsewhere a turn may go on with the same player
            expect(curtain).to_be_visible()
            check_page(page)
            assert page.locator(".hand").count() == 0
    play_on(page, moves_of(game).play, Random(3), choices=12)


@pytest.mark.parametrize("game", every_second(GAMES))
def test_by_keyboard_alone(devices: Devices, game: str) -> None:
    """By day those that are not played to their end by touch."""
    ada = devices.open("fr", "desktop", dark=True)
    page = ada.open(f"/t/{against_bots(ada, game)}")
    play_on(page, moves_of(game).play_by_keys, Random(1), choices=1)

    def go_on(page: Page, rng: Random) -> None:
        page.wait_for_function(IS_IN_TABLE)
        moves_of(game).play_by_keys(page, rng)

    play_on(page, go_on, Random(2))
    expect(page.locator("#ending")).to_be_visible()


@pytest.mark.parametrize("game", SOME)
def test_movement_shows_what_happened_and_then_asks(devices: Devices, game: str) -> None:
    """With everything moving a match goes on as well; a big screen shows the table without anybody's secrets."""
    ada, screen = devices.open("en", "desktop", moving=True), devices.open("en")
    table = against_bots(ada, game)
    page, television = ada.open(f"/t/{table}"), screen.open(f"/tv/{table}")
    play_on(page, moves_of(game).play, Random(1), choices=3)
    television.locator("[data-state]").wait_for()
    check_page(television)
    assert all(told.get("seat") is None for told in screen.told)

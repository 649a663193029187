"""Whole matches in a real browser at a real house: alone, by a link, at one device, by keyboard, seen again."""

from random import Random

import pytest
from playwright.sync_api import expect
from tests.web.hands import HANDS, OPTIONS, OVER, play_on
from tests.web.seeing import check_page
from tests.web.visitors import Size, Visitor, Visitors

from tablee.core.texts import Lang

GAMES = sorted(HANDS)


def table_against_bots(visitor: Visitor, game: str, name: str = "Ada") -> str:
    """A short match that has begun; where it is."""
    visitor.ask("POST", "/me", {"name": name})
    players = OPTIONS[game].get("players", 2)
    assert isinstance(players, int)
    bots = ["plongeur"] * (players - 1)
    table: str = visitor.ask("POST", "/tables", {"game": game, "options": OPTIONS[game], "bots": bots})["id"]
    visitor.ask("POST", f"/tables/{table}/start")
    return table


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("lang", "size"), [("en", "desktop"), ("fr", "phone")])
def test_alone_against_bots(visitors: Visitors, game: str, lang: Lang, size: Size) -> None:
    """To the end; somebody watches; then it is seen again, step by step, by keyboard."""
    ada, watching = visitors.come(lang, size), visitors.come(lang)
    table = table_against_bots(ada, game)
    page = ada.open(f"/t/{table}")
    spectator = watching.open(f"/t/{table}")
    play_on(page, game, Random(1), choices=2)
    check_page(page)
    check_page(spectator)
    play_on(page, game, Random(2))
    expect(page.locator("#ending")).to_be_visible()
    check_page(page)
    expect(spectator.locator(OVER)).to_be_visible()
    assert all(told.get("prompt") is None for told in watching.told), "a spectator is asked nothing"

    page.get_by_role("link", name={"en": "Watch it again", "fr": "Revoir la partie"}[lang]).click()
    slider = page.locator("input[type=range]")
    expect(slider).not_to_have_attribute("max", "0")
    last = slider.get_attribute("max")
    page.keyboard.press("End")
    expect(slider).to_have_value(last or "")
    page.keyboard.press("ArrowLeft")
    expect(slider).to_have_value(str(int(last or 0) - 1))
    page.keyboard.press("Home")
    expect(slider).to_have_value("0")
    check_page(page)


@pytest.mark.parametrize("game", GAMES)
def test_two_at_one_device(visitors: Visitors, game: str) -> None:
    """Hot-seat: between secrets there is a curtain, and behind it nothing of the other's hand."""
    ada = visitors.come("fr", "phone")
    ada.ask("POST", "/me", {"name": "Ada"})
    players = OPTIONS[game].get("players", 2)
    given = {
        "game": game,
        "options": OPTIONS[game],
        "seats": players,
        "names": [f"Personne {n}" for n in range(3)][:players],
    }
    table = ada.ask("POST", "/tables", given)["id"]
    ada.ask("POST", f"/tables/{table}/start")
    page = ada.open(f"/t/{table}")
    play_on(page, game, Random(3))
    expect(page.locator("#ending")).to_be_visible()

"""A whole lesson of each game on a phone: every tip points at something in sight and hides nothing, a choice that the
lesson does not need changes nothing, and at the end it is played for real."""

import re
from itertools import pairwise
from random import Random
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect
from tests.repetitions import every_second
from tests.web.accessibility import check_page
from tests.web.devices import Device, Devices
from tests.web.moves import ASKED, moves_of
from tests.web.test_docked import FAULTS, LEAST_BOARD, faults_at_all_sizes

import tablee
from tablee.core.lesson import has_lesson
from tablee.core.texts import LANGS, Lang

GAMES: Final = [game for game in tablee.GAMES if has_lesson(game)]
PHONE: Final = {"width": 390, "height": 664}
NEXT: Final = {"en": "Next", "fr": "Suite"}
SHOW: Final = {"en": "Show me", "fr": "Montrer"}
REAL: Final = {"en": "Now for real", "fr": "Pour de vrai\xa0!"}
OTHER: Final = {"en": "A good idea, too!", "fr": "Bonne idée aussi\xa0!"}
READ_FIRST: Final = {"en": "First read on", "fr": "Lisez d’abord"}
POINTED: Final = """() => [...document.querySelectorAll(".pointed")].some(element => {
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return found && (element.contains(found) || found.contains(element));
})"""
"""Whether the middle of something that the tip points at is in sight."""
WORDS: Final = """() => {
    const words = document.querySelector(".lesson .words");
    return words.scrollHeight - words.clientHeight;
}"""
"""How many pixels of the tip are out of sight."""


def at(page: Page, step: dict[str, Any]) -> None:
    """Wait for a step of the lesson."""
    state = "asked" if "action" in step else "told"
    page.locator(f'[data-step="{step["key"]}"][data-state="{state}"]').wait_for()


def faults_of(page: Page, lang: Lang, step: dict[str, Any]) -> list[str]:
    """What is wrong with a step as it stands."""
    expect(page.locator(".lesson .words")).to_have_text(step["tip"])
    faults = list(page.evaluate(FAULTS, [LEAST_BOARD, []])["faults"])
    if not page.evaluate(POINTED):
        faults.append("points at nothing in sight")
    if page.evaluate(WORDS) > 1:
        faults.append("the tip is longer than its place")
    return [f"{step['key']} ({lang}): {fault}" for fault in faults]


def choose_something_else(page: Page, game: str, lang: Lang, step: dict[str, Any]) -> None:
    """It is answered kindly, what is needed is shown, and nothing has changed."""
    before = page.locator(".lesson .place").inner_text()
    page.locator(".page > .unseen").wait_for(state="attached")  # a page that was large a moment ago has a log instead
    said = len(page.locator(".page > .unseen p").all())
    moves_of(game).play(page, Random(7))
    expect(page.locator(".lesson .words")).to_contain_text(OTHER[lang])
    assert page.locator(".page").get_attribute("data-step") == step["key"]
    assert page.locator(".lesson .place").inner_text() == before
    assert len(page.locator(".page > .unseen p").all()) == said
    expect(page.locator(".lesson").get_by_role("button", name=SHOW[lang])).to_be_hidden()
    check_page(page)


def learner(devices: Devices, lang: Lang) -> Device:
    ada = devices.open(lang, "phone")
    ada.page.set_viewport_size(PHONE)  # type: ignore[arg-type]
    return ada


@pytest.mark.parametrize("game", every_second(GAMES, 1))
def test_a_lesson_from_its_goal_to_now_for_real(devices: Devices, game: str) -> None:
    lang = LANGS[GAMES.index(game) % len(LANGS)]
    ada = learner(devices, lang)
    page = ada.open(f"/learn/{game}")
    steps = ada.ask("GET", f"/games/{game}/lesson?lang={lang}")["steps"]
    faults: list[str] = []
    choices = 0
    for step in steps[:-1]:
        at(page, step)
        faults += faults_of(page, lang, step)
        if "action" not in step:
            # Focus goes to what comes next, so that a lesson can be read by pressing Enter.
            expect(page.get_by_role("button", name=NEXT[lang])).to_be_focused()
            page.keyboard.press("Enter")
            continue
        choices += 1
        if choices < 3:
            faults += [f"{step['key']} ({lang}): {fault}" for fault in faults_at_all_sizes(page)[0]]
            page.set_viewport_size(PHONE)  # type: ignore[arg-type]
        if choices == 1:
            choose_something_else(page, game, lang, step)
        elif not step.get("shown"):
            page.locator(".lesson").get_by_role("button", name=SHOW[lang]).click()
        moves_of(game).take_hint(page)
    at(page, steps[-1])
    faults += faults_of(page, lang, steps[-1])
    assert not faults, "\n" + "\n".join(faults)
    expect(page.locator(".lesson").get_by_role("link", name=re.compile("Rules|Règles"))).to_be_visible()
    check_page(page)
    page.get_by_role("button", name=REAL[lang]).click()
    page.wait_for_url("**/t/*")
    page.locator(ASKED).wait_for()
    assert ada.ask("GET", "/my/tables")[0]["game"] == game


def test_a_lesson_beside_the_table(devices: Devices) -> None:
    """On a large screen: what happened is told in the log and shown again, and a choice before its time waits."""
    game = GAMES[0]
    ada = devices.open("en")
    page = ada.open(f"/learn/{game}")
    steps = ada.ask("GET", f"/games/{game}/lesson?lang=en")["steps"]
    at(page, steps[0])
    check_page(page)
    moves_of(game).play(page, Random(7))
    expect(page.locator(".lesson .words")).to_contain_text(READ_FIRST["en"])
    for step, following in pairwise(steps):
        if "action" in step:
            break
        page.get_by_role("button", name=NEXT["en"]).click()
        at(page, following)
    page.get_by_role("button", name=SHOW["en"]).click()
    moves_of(game).take_hint(page)
    log = page.get_by_role("list", name="Log")
    expect(log).to_contain_text("You")
    told = log.inner_text()
    page.get_by_role("button", name="Show the last moves again").click()
    page.locator('[data-state="told"], [data-state="asked"]').wait_for()
    expect(log).to_have_text(told, use_inner_text=True)
    check_page(page)
    page.get_by_role("link", name="Leave the lesson").click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.url == ada.url + "/"

"""Nim, installed as a package, in a real browser: at its own table, and at the one made of its words."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.examples.packages import NIM, install, on_path, without_table
from tests.repetitions import repetitions
from tests.server.house_process import HouseProcess, house_process
from tests.web.accessibility import check_page
from tests.web.devices import Device, Devices, Size
from tests.web.matches import with_a_turning_point
from tests.web.moves import ASKED, OVER, any_button, any_button_by_keys, play_on

from tablee.core.texts import Lang

NO_TABLE = {"en": "This game has no drawn table yet", "fr": "Ce jeu n’a pas encore de table dessinée"}
HEAPS = {
    "en": ("On the heap: 21 matches.", "On the heap: 0 matches."),
    "fr": ("Sur le tas\xa0: 21 allumettes.", "Sur le tas\xa0: 0 allumette."),
}
"""At the start, and at the end."""
AGAIN = {"en": "Replay", "fr": "Revoir"}


NAMES = {"own table": "nim", "in words": "undrawn_nim"}


@pytest.fixture(scope="module", params=NAMES)
def house(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house with Nim as it is, and one with Nim as it was before its table was drawn."""
    packages = tmp_path_factory.mktemp("packages")
    name, folder = NAMES[request.param], tmp_path_factory.mktemp("source")
    install(NIM if name == "nim" else without_table(folder, name), packages)
    with on_path(packages), house_process(tmp_path_factory.mktemp("house")) as house:
        yield house
        assert house.faults == []


@pytest.fixture
def name(request: pytest.FixtureRequest) -> str:
    """What Nim is called in the house."""
    return NAMES[request.node.callspec.params["house"]]


@pytest.fixture
def is_drawn(name: str) -> bool:
    """Whether it has its own table there."""
    return name == "nim"


def sit_down(visitor: Device, name: str) -> Page:
    """At a match with two bots."""
    visitor.ask("POST", "/me", {"name": "Ada"})
    bots = ["plongeur", "commis"]
    table = visitor.ask("POST", "/tables", {"game": name, "options": {"players": 3}, "bots": bots})["id"]
    visitor.ask("POST", f"/tables/{table}/start")
    page = visitor.open(f"/t/{table}")
    page.locator(ASKED).wait_for()
    return page


@pytest.mark.parametrize(("lang", "size"), [("fr", "phone"), ("en", "desktop")][: repetitions(2, 1)])
def test_a_match_is_played_and_seen_again(devices: Devices, name: str, is_drawn: bool, lang: Lang, size: Size) -> None:
    page = sit_down(devices.open(lang, size, dark=size == "phone", moving=True), name)
    matches = page.locator("[data-piece]")
    expect(page.get_by_text(NO_TABLE[lang])).to_have_count(0 if is_drawn else 1)
    expect(matches).to_have_count(21 if is_drawn else 0)
    check_page(page)
    play_on(page, any_button, Random(1), choices=1)
    page.locator(f"{ASKED}, {OVER}").wait_for()
    check_page(page)
    play_on(page, any_button, Random(2))
    expect(page.locator("#ending")).to_be_visible()
    expect(matches).to_have_count(21 if is_drawn else 0)
    check_page(page)

    page.get_by_role("link", name=AGAIN[lang]).click()
    full, empty = (page.get_by_text(heap).first for heap in HEAPS[lang])
    expect(full).to_be_visible()
    page.keyboard.press("End")
    expect(empty).to_be_visible()
    page.keyboard.press("Home")
    expect(full).to_be_visible()
    expect(matches).to_have_count(21 if is_drawn else 0)
    check_page(page)


def test_it_is_played_and_reviewed_by_keyboard_alone(devices: Devices, name: str) -> None:
    page = sit_down(devices.open("en", "phone", dark=True), name)
    play_on(page, any_button_by_keys, Random(1))
    expect(page.locator("#ending")).to_be_visible()
    page.route("**/review?**", with_a_turning_point)
    page.get_by_role("link", name="Review").press("Enter")
    expect(page.locator("[data-review=computing] progress")).to_be_visible()
    expect(page.locator("[data-review=there]")).to_be_visible()
    expect(page.get_by_role("list").get_by_text("You chose:")).to_be_visible()
    expect(page.get_by_role("img", name="Ada:")).to_be_visible()
    page.locator("summary", has_text="Every choice").press("Enter")
    check_page(page)
    page.get_by_role("combobox", name="Seen by").select_option("Everything revealed")
    expect(page.get_by_role("list").get_by_text("Ada chose:")).to_be_visible()
    # As it was before that choice: it is hers again.
    page.get_by_role("button", name="Try it again from here").press("Enter")
    page.locator(ASKED).wait_for()


def test_the_house_shows_its_card_and_its_rules(devices: Devices, name: str, is_drawn: bool) -> None:
    ada = devices.open("fr", "phone")
    page = ada.open()
    expect(page.locator(f'h2 a[href="/g/{name}"]')).to_have_text("Nim")
    expect(page.locator(f'img[src="/games/{name}/table/picture.svg"]')).to_have_count(int(is_drawn))
    check_page(page)
    page = ada.open(f"/rules/{name}")
    expect(page.locator("#NM-03")).to_contain_text("Qui prend la dernière allumette gagne.")
    check_page(page)

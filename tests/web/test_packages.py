"""Games from another package: with no table, so that they are played in words; with a table of their own; with a broken
one."""

import json
import re
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Page, WebSocketRoute, expect
from tests.repetitions import every_second
from tests.server.house_process import HouseProcess, house_process
from tests.web.accessibility import check_page
from tests.web.devices import Device, Devices, Size
from tests.web.moves import ASKED, OVER, any_button, play_on, tab_to

import tablee
from tablee.core.match import Match
from tablee.core.registry import manifest
from tablee.core.texts import Lang

PACKAGES = Path(__file__).parent / "packages"
IN_WORDS = {"en": "This game has no drawn table yet", "fr": "Ce jeu n’a pas encore de table dessinée"}
FAILED = {"en": "could not be loaded", "fr": "n’a pas pu être chargée"}
MATCHES = {"en": r"\d+ match(es)? on the heap\.", "fr": r"\d+ allumettes? sur le tas\."}
TAKE = {"en": "take 1 match", "fr": "prendre 1 allumette"}
LOOKS: list[tuple[Lang, Size, bool]] = every_second(
    [("fr", "phone", False), ("en", "phone", True), ("en", "desktop", True)]
)
SPOKEN: list[Lang] = every_second(["fr", "en"])


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house on a machine where the package is installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", str(PACKAGES), prepend=":")
        with house_process(tmp_path_factory.mktemp("house")) as house:
            yield house
            assert house.faults == []


def sit_down(visitor: Device, game: str, **given: object) -> Page:
    """At a match against the house, or at one device."""
    visitor.ask("POST", "/me", {"name": "Ada"})
    table = visitor.ask("POST", "/tables", {"game": game, "options": {"players": 3}, **given})["id"]
    visitor.ask("POST", f"/tables/{table}/start")
    return visitor.open(f"/t/{table}")


BOTS: dict[str, object] = {"bots": ["plongeur"] * 2}


def chosen_from_a_list() -> str:
    """A game with a drawn table in which all choose at once, each from a list."""
    for name in tablee.GAMES:
        match = Match(tablee.game(name), Random(1))
        if manifest(name).at_once and match.choices(match.actors()[0])["kind"] == "list":
            return name
    raise AssertionError("none")


@pytest.mark.parametrize(("lang", "size", "dark"), LOOKS)
def test_a_game_without_a_table_is_played_in_words_and_seen_again(
    devices: Devices, lang: Lang, size: Size, dark: bool
) -> None:
    ada = devices.open(lang, size, dark=dark)
    page = sit_down(ada, "heap", **BOTS)
    page.locator(ASKED).wait_for()
    expect(page.get_by_text(IN_WORDS[lang])).to_be_visible()
    expect(page.get_by_text(re.compile(f"^{MATCHES[lang]}$"))).to_be_visible()
    check_page(page)
    page.get_by_role("button", name=TAKE[lang]).click()
    play_on(page, any_button, Random(1), choices=1)
    page.locator(f"{ASKED}, {OVER}").wait_for()
    check_page(page)
    play_on(page, any_button, Random(2))
    expect(page.locator("[data-part=sheet]").get_by_role("row")).to_have_count(4)
    check_page(page)

    page.get_by_role("link", name={"en": "Replay", "fr": "Revoir"}[lang]).click()
    slider = page.locator("input[type=range]")
    expect(slider).not_to_have_attribute("max", "0")
    expect(page.get_by_text(re.compile(f"^12 {MATCHES[lang][4:]}$"))).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_text(re.compile(f"^0 {MATCHES[lang][4:]}$"))).to_be_visible()
    page.get_by_label({"en": "Seen by", "fr": "Vue par"}[lang]).select_option("all")
    expect(page.get_by_role("button", name="Ada")).to_be_visible()
    check_page(page)


def test_words_are_played_by_keyboard_alone_and_the_next_choice_is_where_the_last_was(devices: Devices) -> None:
    page = sit_down(devices.open("en"), "heap", **BOTS)
    page.locator(ASKED).wait_for()
    tab_to(page, ".choices button")
    while not page.locator(OVER).count():
        prompt = page.locator(ASKED).get_attribute("data-prompt")
        expect(page.locator(".choices button").first).to_be_focused()
        page.keyboard.press("Enter")
        page.locator(f'{OVER}, {ASKED}:not([data-prompt="{prompt}"])').wait_for()
    expect(page.locator("#ending")).to_be_visible()


def test_the_words_change_with_the_language_and_a_hint_is_taken(devices: Devices) -> None:
    page = sit_down(devices.open("en"), "heap", **BOTS)
    page.locator(ASKED).wait_for()
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_role("dialog")).to_contain_text(re.compile(r"The chef would play: take \d match"))
    page.get_by_role("button", name="Play that").click()
    expect(page.get_by_role("list", name="Log")).to_contain_text(re.compile(r"Ada takes \d match"))
    page.evaluate("localStorage.setItem('tablee.settings', JSON.stringify({lang: 'fr'}))")
    page.reload()
    expect(page.get_by_role("list", name="Journal")).to_contain_text(re.compile(r"Ada prend \d allumette"))


def test_the_last_moves_are_shown_again_in_words(devices: Devices) -> None:
    # Two players cannot finish the heap before the second choice.
    page = sit_down(devices.open("en"), "heap", options={"players": 2}, bots=["plongeur"])
    play_on(page, lambda page, _: page.get_by_role("button", name=TAKE["en"]).click(), Random(1), choices=1)
    page.locator(ASKED).wait_for()
    lines = page.get_by_role("region", name="The table")
    seen = lines.inner_text()
    # Noted by the page itself: a busy machine may look too late at what is shown for a moment only.
    lines.evaluate("""table => {
        window.shown = [];
        new MutationObserver(() => window.shown.push(table.innerText)).observe(
            table, {childList: true, characterData: true, subtree: true});
    }""")
    page.get_by_role("button", name="Show the last moves again").click()
    page.wait_for_function("now => window.shown.some(text => text !== now) && window.shown.at(-1) === now", arg=seen)
    page.locator(ASKED).wait_for()


@pytest.mark.parametrize("lang", SPOKEN)
def test_a_table_of_another_package_is_drawn_by_it(devices: Devices, lang: Lang) -> None:
    ada = devices.open(lang, "phone", moving=True)
    page = sit_down(ada, "drawnheap", **BOTS)
    page.locator(ASKED).wait_for()
    expect(page.get_by_role("img", name=re.compile({"en": "on the heap", "fr": "sur le tas"}[lang]))).to_be_visible()
    expect(page.locator(".drawn-heap .matches")).to_have_css("font-weight", "700")
    expect(page.get_by_text(IN_WORDS[lang])).to_have_count(0)
    check_page(page)
    page.get_by_role("button", name={"en": "Take 2", "fr": "En prendre 2"}[lang]).click()
    play_on(page, any_button, Random(1))
    last = {"en": "Took the last", "fr": "A pris la dernière"}[lang]
    expect(page.get_by_role("columnheader", name=last)).to_be_visible()
    page.get_by_role("link", name={"en": "Replay", "fr": "Revoir"}[lang]).click()
    expect(page.locator(".drawn-heap .matches")).to_have_text("|" * 12)
    page.keyboard.press("End")
    expect(page.locator(".drawn-heap .matches")).to_have_text("·")
    check_page(page)


@pytest.mark.parametrize("lang", SPOKEN)
def test_a_table_that_cannot_be_loaded_is_replaced_by_words_and_choices_are_typed(devices: Devices, lang: Lang) -> None:
    ada = devices.open(lang, "phone")
    page = sit_down(ada, "typedheap", **BOTS)
    page.locator(ASKED).wait_for()
    expect(page.get_by_text(FAILED[lang])).to_be_visible()
    expect(page.get_by_text({"en": "For example: 2", "fr": "Par exemple\xa0: 2"}[lang])).to_be_visible()
    check_page(page)
    line = page.get_by_label({"en": "Your choice, in one line", "fr": "Votre choix, en une ligne"}[lang])
    line.fill("all")
    line.press("Enter")
    wrong = {"en": "“all” is not a number of matches.", "fr": "«\xa0all\xa0» n’est pas un nombre d’allumettes."}[lang]
    expect(page.get_by_role("status").filter(has_text=wrong)).to_be_visible()
    while not page.locator(OVER).count():
        prompt = page.locator(ASKED).get_attribute("data-prompt")
        line.fill("1")
        line.press("Enter")
        page.locator(f'{OVER}, {ASKED}:not([data-prompt="{prompt}"])').wait_for()
    expect(page.locator("#ending")).to_be_visible()
    # That the module is missing, and that a line cannot be read, the browser notes down.
    noted = ("404", "400", "Failed to fetch dynamically imported module")
    ada.faults = [fault for fault in ada.faults if not any(words in fault for words in noted)]


BREAK = "throw new Error('no matches left in the shop')"
BROKEN = {
    "mount": f"mount() {{ {BREAK}; }}",
    "update": f"mount() {{ return {{ update() {{ {BREAK}; }}, destroy() {{ {BREAK}; }} }}; }}",
}
"""Tables that break at once, and later: when they are to draw what happened, and when they are to go."""


@pytest.mark.parametrize("when", BROKEN)
def test_a_table_that_breaks_is_replaced_by_words(devices: Devices, when: str) -> None:
    ada = devices.open("en")
    broken = f"export default {{ {BROKEN[when]} }};"
    ada.page.route("**/table.js", lambda route: route.fulfill(content_type="text/javascript", body=broken))
    page = sit_down(ada, "drawnheap", **BOTS)
    page.get_by_text(FAILED["en"]).wait_for()
    play_on(page, any_button, Random(1))
    expect(page.get_by_text(FAILED["en"])).to_be_visible()
    expect(page.locator("#ending")).to_be_visible()
    page.get_by_role("link", name="Other games").first.click()
    expect(page.locator('a[href="/g/heap"]').first).to_be_visible()
    ada.faults = [fault for fault in ada.faults if "no matches left" not in fault]


def test_a_table_of_the_house_that_cannot_draw_what_it_is_told_is_replaced_by_words(devices: Devices) -> None:
    ada = devices.open("en")

    def changed(message: str | bytes) -> str | bytes:
        told = json.loads(message)
        return json.dumps({**told, "view": {"nothing": "known"}}) if told.get("view") else message

    def between(line: WebSocketRoute) -> None:
        house = line.connect_to_server()
        house.on_message(lambda message: line.send(changed(message)))

    ada.page.route_web_socket("**/socket*", between)
    page = sit_down(ada, chosen_from_a_list(), **BOTS)
    page.get_by_text(FAILED["en"]).wait_for()
    play_on(page, any_button, Random(1), choices=2)
    expect(page.get_by_role("button", name="Rules")).to_be_visible()
    ada.faults.clear()


def test_all_at_one_device_and_nothing_to_hide(devices: Devices) -> None:
    page = sit_down(devices.open("fr", "small"), "heap", seats=3, names=["Ada", "Bo", "Cléo"])
    play_on(page, any_button, Random(3))
    expect(page.locator("#ending")).to_be_visible()


@pytest.mark.parametrize(("lang", "size", "dark"), LOOKS)
def test_the_pages_around_such_games(devices: Devices, lang: Lang, size: Size, dark: bool) -> None:
    ada = devices.open(lang, size, dark=dark)
    page = ada.open()
    cards = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name={"en": "Heap", "fr": "Tas"}[lang]))
    expect(cards).to_have_count(3)
    expect(cards.locator('img[src="/games/drawnheap/table/picture.svg"]')).to_be_visible()
    check_page(page)
    # On a phone a card is a link to the game, and nothing else.
    if size == "phone":
        ada.open("/rules/heap")
    else:
        cards.locator('a[href="/rules/heap"]').click()
    expect(page.locator("#HE-02")).to_contain_text(
        {"en": "the last match wins", "fr": "la dernière allumette gagne"}[lang]
    )
    check_page(page)
    page = ada.open("/g/heap")
    page.get_by_text("Options", exact=True).click()
    expect(
        page.get_by_text({"en": "How many matches there are.", "fr": "Combien d’allumettes il y a."}[lang])
    ).to_be_visible()
    check_page(page)
    page.locator("form .button.main").click()
    page.locator(ASKED).wait_for()


def test_a_game_without_a_lesson_is_played_at_once(devices: Devices) -> None:
    """Nothing leads to a lesson that is not there; whoever goes there all the same can play."""
    ada = devices.open("fr", "phone")
    page = ada.open("/g/heap")
    expect(page.locator(".button.main").first).to_be_visible()
    assert page.locator('a[href="/learn/heap"]').count() == 0
    page = ada.open("/learn/heap")
    page.get_by_label("Niveau des robots").select_option("plongeur")
    check_page(page)
    page.get_by_role("button", name="Jouer").click()
    page.locator(ASKED).wait_for()
    chairs = ada.ask("GET", "/my/tables")[0]["chairs"]
    assert {chair["level"] for chair in chairs if chair["kind"] == "bot"} == {"plongeur"}


def test_nothing_in_a_rules_page_of_a_package_is_carried_out(devices: Devices) -> None:
    page = devices.open("en").open("/rules/heap#HE-02")
    expect(page.locator("#HE-02")).to_contain_text("<img src=")
    expect(page.locator("#HE-02")).to_be_in_viewport()
    assert page.locator("article img, article script, article a[href^=javascript]").count() == 0
    assert page.title() == "Rules of The Heap – Tablée"

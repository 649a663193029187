"""The pages around the tables: understood at a glance, usable by everybody, in both languages."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Locator, Page, expect
from tests.repetitions import every_second
from tests.server.house_process import house_process
from tests.web.accessibility import check_page
from tests.web.devices import Devices, Size
from tests.web.moves import ASKED, moves_of, play_on

import tablee
from tablee.core.options import Integer, options_of
from tablee.core.registry import manifest
from tablee.core.texts import Lang


def most_players(name: str) -> int:
    players = options_of(tablee.GAMES[name])["players"]
    assert isinstance(players, Integer)
    return players.high


GAMES = list(tablee.GAMES)
FIRST = GAMES[0]
"""The game that stands first, where any will do."""
FOR_TWO = next(name for name in GAMES if most_players(name) == 2)
AT_ONCE = next(name for name in GAMES if manifest(name).at_once)
IN_TURN = next(name for name in GAMES if not manifest(name).at_once)
PLACES = ["/", "/tables", "/my", "/settings", "/nowhere", "/t/nothing", "/back#x", "/seat#x"]
PLACES += [f"/{page}/{game}" for page in ("g", "rules", "learn") for game in GAMES]


def settled(page: Page) -> None:
    """Everything asked for has come."""
    page.wait_for_load_state("networkidle")
    page.locator("h1").first.wait_for()


def title(game: str) -> str:
    """What a game is called in English."""
    return tablee.GAMES[game].title("en")


def card_of(page: Page, game: str) -> Locator:
    """The card of a game on the first page."""
    return page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=title(game), exact=True))


@pytest.mark.parametrize(("lang", "size", "dark"), every_second([("fr", "small", False), ("en", "desktop", True)]))
def test_every_page_is_for_everybody(devices: Devices, lang: Lang, size: Size, *, dark: bool) -> None:
    visitor = devices.open(lang, size, dark=dark)
    for place in PLACES:
        page = visitor.open(place)
        settled(page)
        check_page(page)
        assert page.locator("html").get_attribute("lang") == lang
        # That a table does not exist is told by the house with a status that the browser notes down.
        visitor.faults = [fault for fault in visitor.faults if "404" not in fault]


def test_the_first_page_shows_the_games_and_one_is_played_within_two_clicks(devices: Devices) -> None:
    ada = devices.open()
    page = ada.open()
    for game in GAMES:
        expect(page.get_by_role("heading", name=title(game))).to_be_visible()
    card_of(page, FIRST).get_by_role("button", name="Play").click()
    page.locator(ASKED).wait_for()
    assert "/t/" in page.url


@pytest.mark.parametrize("game", every_second(GAMES))
def test_a_table_is_laid_with_every_kind_of_player(devices: Devices, game: str) -> None:
    """Two at this device, the rest bots of a chosen level; with every option in sight."""
    ada = devices.open("fr", "phone")
    page = ada.open(f"/g/{game}")
    page.get_by_role("button", name=re.compile("Un de plus.*appareil")).click()
    page.get_by_role("button", name=re.compile("Un de moins.*Robots")).click()
    page.get_by_label("Nom du joueur 2").fill("Zoé")
    if page.get_by_label("Niveau du robot 1").count():
        page.get_by_label("Niveau du robot 1").select_option("plongeur")
    page.get_by_text("Options", exact=True).click()
    page.locator("details").get_by_role("combobox").wait_for()
    check_page(page)
    page.get_by_role("button", name="Commencer").click()
    page.locator("[data-state]:not([data-state=waiting])").wait_for()
    table = ada.ask("GET", "/my/tables")[0]
    assert [chair["name"] for chair in table["chairs"] if chair["kind"] == "person"].count("Zoé") == 1
    assert len(table["yours"]) == 2


def test_what_each_bot_is_like_is_told_wherever_one_can_sit(devices: Devices) -> None:
    page = devices.open("fr", "phone").open(f"/g/{FIRST}")
    page.get_by_label("Niveau du robot 1").select_option("plongeur")
    page.get_by_label("Niveau du robot 2").select_option("toque")
    for words in ("Plongeur – Les mains dans l’eau", "pardonne peu"):
        expect(page.get_by_text(words)).to_be_visible()
    expect(page.get_by_text("Plein de bonne volonté")).to_have_count(0)
    check_page(page)
    page.get_by_role("button", name=re.compile("Un de plus.*Amis")).click()
    page.get_by_role("button", name=re.compile("Un de moins.*Robots")).click()
    page.get_by_role("button", name="Créer la table").click()
    page.get_by_text("Les robots de la maison").click()
    for words in ("Les mains dans l’eau", "Plein de bonne volonté", "pardonne peu"):
        expect(page.locator("details").get_by_text(words)).to_be_visible()
    check_page(page)


@pytest.mark.parametrize(("place", "other"), [("/", "/settings"), ("/settings", "/")])
def test_the_level_of_the_bots_is_chosen_once_and_holds_everywhere(devices: Devices, place: str, other: str) -> None:
    """Who plays at once sits down against the bots he chose, here or in the settings."""
    ada = devices.open("fr", "small")
    page = ada.open(place)
    level = page.get_by_label("Niveau des robots")
    expect(level.locator("option")).to_have_text(["Plongeur", "Commis", "Cuisinier", "Chef", "Toque"])
    expect(level).to_have_value("cuisinier")
    level.select_option("plongeur")
    expect(page.get_by_text("Les mains dans l’eau")).to_be_visible()
    assert level.evaluate("select => select.offsetHeight") >= 44
    check_page(page)
    page = ada.open(other)
    expect(page.get_by_label("Niveau des robots")).to_have_value("plongeur")
    page = ada.open()
    page.get_by_role("button", name="Jouer").first.click()
    page.locator(ASKED).wait_for()
    chairs = ada.ask("GET", "/my/tables")[0]["chairs"]
    assert {chair["level"] for chair in chairs if chair["kind"] == "bot"} == {"plongeur"}


def test_too_many_players_are_told_so(devices: Devices) -> None:
    page = devices.open().open(f"/g/{FOR_TWO}")
    page.get_by_role("button", name=re.compile("One more.*Friends")).click()
    expect(page.get_by_role("alert")).to_contain_text("at most 2 players")
    expect(page.get_by_role("button", name="Create the table")).to_be_disabled()


def test_settings_hold_at_once_and_for_the_next_visit(devices: Devices) -> None:
    ada = devices.open("en")
    page = ada.open("/settings")
    page.get_by_role("radiogroup").get_by_text("Français", exact=True).click()
    expect(page.get_by_role("heading", name="Réglages", level=1)).to_be_visible()
    page.get_by_text("Nuit", exact=True).click()
    page.get_by_text("Très grande", exact=True).click()
    page.get_by_label("Votre nom").fill("Éléonore")
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.get_by_role("status").filter(has_text="enregistré")).to_be_visible()
    page.reload()
    root = page.locator("html")
    assert root.get_attribute("lang") == "fr"
    assert root.get_attribute("data-theme") == "dark"
    assert root.get_attribute("data-text") == "huge"
    expect(page.get_by_label("Votre nom")).to_have_value("Éléonore")
    check_page(page)


def test_a_guest_goes_on_elsewhere_and_is_forgotten(devices: Devices) -> None:
    ada, phone = devices.open(), devices.open("fr", "phone")
    ada.come_back("Ada")
    page = ada.open("/settings")
    page.get_by_role("button", name="Continue on another device").click()
    expect(page.get_by_text("Other devices cannot reach this house")).to_be_visible()
    expect(page.get_by_role("button", name="Send the link")).to_be_visible()
    link = page.get_by_role("textbox", name="Continue on another device").input_value()
    check_page(page)
    there = phone.open(link.removeprefix(phone.url))
    there.get_by_role("button", name="C’est bien moi").click()
    there.wait_for_url("**/my")
    assert phone.ask("GET", "/me") == {"name": "Ada"}
    page.get_by_role("button", name="Forget me").click()
    check_page(page)
    page.get_by_role("dialog").get_by_role("button", name="Forget me").click()
    page.wait_for_url(ada.url + "/")
    assert ada.context.request.get(f"{ada.url}/api/me").status == 401


@pytest.mark.parametrize(
    ("lang", "kind", "words"),
    [
        ("en", "desktop", ("This device", "Sign out: ", "The device is signed out.", "Sign out all other devices")),
        ("fr", "phone", ("Cet appareil", "Déconnecter : ", "L’appareil est déconnecté.", "Déconnecter tous les")),
    ],
)
def test_a_device_is_signed_out_with_the_keyboard(
    devices: Devices, lang: Lang, kind: Size, words: tuple[str, str, str, str]
) -> None:
    this, sign_out, done, all_others = words
    ada, lost, old = devices.open(lang, kind), devices.open(lang), devices.open(lang)
    ada.ask("POST", "/me", {"name": "Ada"})
    for other in (lost, old):
        other.ask("POST", "/me/come-back", {"token": ada.ask("POST", "/me/link")["token"]})
    table = ada.ask("POST", "/tables", {"game": FIRST, "options": moves_of(FIRST).short})["id"]
    there = lost.open(f"/t/{table}")
    ada.open().evaluate("localStorage.setItem('tablee.guest', '1')")
    page = ada.open("/settings")
    expect(page.get_by_text(this, exact=True)).to_be_visible()
    expect(page.get_by_role("button", name=all_others)).to_be_visible()
    check_page(page)
    first = page.get_by_role("button", name=sign_out).first
    first.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text=done)).to_be_visible()
    expect(page.get_by_role("button", name=sign_out)).to_have_count(1)
    assert page.evaluate("document.activeElement.tagName") == "H2", "the keyboard is not lost"
    page.get_by_role("button", name=sign_out).press("Enter")
    expect(page.get_by_role("button", name=sign_out)).to_have_count(0)
    sentence = {"en": "This device was signed out.", "fr": "Cet appareil a été déconnecté."}[lang]
    expect(there.get_by_text(sentence)).to_be_visible()
    for other in (lost, old):
        assert other.context.request.get(f"{other.url}/api/me").status == 401


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_where_all_choose_at_once_a_hint_says_how_often(devices: Devices, lang: Lang) -> None:
    """What is never chosen comes last, without a number."""
    words = {
        "en": ("Hint", r"(\d+)% of the time", r"wins \d+%"),
        "fr": ("Conseil", r"(\d+)\xa0% du temps", r"gagne \d+\xa0%"),
    }
    button, often, chance = words[lang]
    page = devices.open(lang, "small").open()
    page.locator(".game .button.main").nth(GAMES.index(AT_ONCE)).click()
    page.locator(ASKED).wait_for()
    page.get_by_role("button", name=button).click()
    page.get_by_role("dialog").locator("summary").click()
    choices = page.get_by_role("dialog").get_by_role("listitem")
    expect(choices.first).to_contain_text(re.compile(often))
    check_page(page)
    told = [choice.text_content() or "" for choice in choices.all()]
    assert all(re.search(chance, one) for one in told)
    found = [re.search(often, one) for one in told]
    shares = [int(one[1]) if one else 0 for one in found]
    assert shares == sorted(shares, reverse=True)
    assert 100 - len(told) <= sum(shares) <= 100 + len(told), "they are all the choices that a chef makes"


def test_where_one_chooses_alone_a_hint_says_only_what_is_promised(devices: Devices) -> None:
    page = devices.open().open()
    card_of(page, IN_TURN).get_by_role("button", name="Play").click()
    page.locator(ASKED).wait_for()
    page.get_by_role("button", name="Hint").click()
    hint = page.get_by_role("dialog")
    hint.locator("summary").click()
    expect(hint.get_by_role("listitem").first).to_contain_text(re.compile(r"wins \d+%"))
    expect(hint).not_to_contain_text("of the time")


def test_a_match_is_checked_saved_brought_along_and_thrown_away(devices: Devices, tmp_path: Path) -> None:
    ada = devices.open()
    ada.come_back("Ada")
    table = ada.ask("POST", "/tables", {"game": FIRST, "options": moves_of(FIRST).short, "bots": ["plongeur"]})["id"]
    ada.ask("POST", f"/tables/{table}/start")
    page = ada.open(f"/t/{table}")
    play_on(page, moves_of(FIRST).play, Random(1))
    page.get_by_text("More", exact=True).click()
    page.get_by_role("button", name="Check the draws").click()
    expect(page.get_by_role("status").filter(has_text="All is in order")).to_be_visible()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Download the match").click()
    saved.value.save_as(tmp_path / "match.json")
    page = ada.open("/my")
    page.get_by_label("Import a match").set_input_files(tmp_path / "match.json")
    page.wait_for_url("**/replay/record/*")
    expect(page.locator(f".{FIRST}")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("button", name="To the end")).to_be_disabled()
    check_page(page)
    page = ada.open("/my")
    brought = page.get_by_role("region", name="Imported matches").get_by_role("listitem")
    expect(brought).to_have_count(1)
    check_page(page)
    brought.get_by_role("button", name="Delete").click()
    expect(brought).to_have_count(0)
    (tmp_path / "other.json").write_text("not a match", encoding="utf-8")
    page.get_by_label("Import a match").set_input_files(tmp_path / "other.json")
    expect(page.get_by_role("status").filter(has_text="not a saved match")).to_be_visible()


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_without_a_network_the_page_says_so(devices: Devices, size: Size) -> None:
    ada = devices.open("en", size)
    page = ada.open()
    ada.context.set_offline(True)
    expect(page.get_by_text("You are offline.")).to_be_visible()
    ada.context.set_offline(False)
    expect(page.get_by_text("You are offline.")).to_be_hidden()
    ada.faults = [fault for fault in ada.faults if "ERR_INTERNET_DISCONNECTED" not in fault]


def test_the_shell_opens_without_a_network(browser: Browser, tmp_path: Path) -> None:
    """What was seen once is kept by the browser; what the house says is not."""
    with house_process(tmp_path) as house:
        context = browser.new_context(locale="en-GB")
        page = context.new_page()
        page.goto(house.url)
        page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")
        page.reload()
        settled(page)
        page.goto(f"{house.url}/tables")
        settled(page)
        kept = page.evaluate(
            "caches.open('tablee-shell').then(c => c.keys()).then(k => k.map(r => new URL(r.url).pathname))"
        )
        assert "/" in kept
        assert not any(path.startswith("/api") for path in kept)
        house.stop()
        page.goto(house.url)
        expect(page.get_by_role("heading", name="Games to share, one big table")).to_be_visible()
        context.close()

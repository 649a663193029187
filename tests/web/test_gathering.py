"""Before and after a match: the waiting room, the big screen, my games, the rules."""

import re
from random import Random

import pytest
from playwright.sync_api import Page, expect
from tests.repetitions import every_second
from tests.web.accessibility import check_page
from tests.web.devices import Devices
from tests.web.moves import ASKED, known_games, moves_of, play_on

import tablee
from tablee.core.options import Choice, options_of
from tablee.core.texts import Lang

GAMES = list(tablee.GAMES)
GAME = GAMES[0]
WITHIN = """all => all.map(one =>
    one.getBoundingClientRect().right < one.closest(".panel").getBoundingClientRect().right)"""
COLOUR = "path => getComputedStyle(path).fill"


def colour_of(page: Page, name: str) -> str:
    told: str = page.locator("li", has_text=name).locator("svg.sign path").first.evaluate(COLOUR)
    return told


def test_a_waiting_room_has_all_that_people_wait_for(devices: Devices) -> None:
    """Others, their colours, a chat, what will be played, and a lesson; and the colours stay when the match begins."""
    ada, bo = devices.open(), devices.open("fr", "phone")
    ada.come_back("Ada")
    table = ada.ask("POST", "/tables", {"game": GAME, "options": {"players": 4}, "bots": ["plongeur"] * 2})["id"]
    hers, his = ada.open(f"/t/{table}"), bo.open(f"/t/{table}")
    his.get_by_label("Votre nom").fill("Bo")
    his.get_by_role("button", name="S’asseoir").click()
    expect(hers.get_by_role("listitem").filter(has_text="Bo")).to_be_visible()
    his.get_by_role("textbox", name="Dire quelque chose").fill("Bonsoir !")
    his.get_by_role("button", name="Envoyer", exact=True).click()
    expect(hers.get_by_text("Bonsoir !")).to_be_visible()
    for page, said in ((hers, ["4 players", "No time limit"]), (his, ["4 joueurs", "Sans limite de temps"])):
        for words in said:
            expect(page.get_by_text(words)).to_be_visible()
        expect(page.locator(f"a[href='/learn/{GAME}']")).to_be_visible()
        check_page(page)
    before = {name: colour_of(hers, name) for name in ("Ada", "Bo")}
    assert before == {name: colour_of(his, name) for name in ("Ada", "Bo")}
    hers.get_by_role("button", name="Start the game").click()
    hers.locator(ASKED).wait_for()
    assert before == {name: colour_of(hers, name) for name in ("Ada", "Bo")}


def test_a_free_seat_is_taken_for_its_colour(devices: Devices) -> None:
    ada = devices.open("en", "phone")
    ada.come_back("Ada")
    table = ada.ask("POST", "/tables", {"game": GAME, "options": {"players": 3}})["id"]
    page = ada.open(f"/t/{table}")
    before = colour_of(page, "Ada")
    page.set_viewport_size({"width": 1366, "height": 768})
    assert page.locator(".panel select").evaluate_all(WITHIN) == [True] * 2
    page.get_by_role("button", name="Move to seat 3").click()
    expect(page.get_by_role("button", name="Move to seat 1")).to_be_visible()
    after = colour_of(page, "Ada")
    assert after != before
    assert ada.ask("GET", f"/tables/{table}")["yours"] == [2]


def test_a_big_screen_hosts(devices: Devices) -> None:
    """It creates the table, shows the way in until all sit, starts, says whose turn it is, and goes on to a rematch."""
    screen, phones = devices.open(), [devices.open("en", "phone"), devices.open("fr", "phone")]
    page = screen.open(f"/g/{GAME}?friends")
    page.get_by_text("This is the big screen").click()
    page.get_by_role("button", name="Create the table").click()
    page.wait_for_url("**/tv/*")
    table = page.url.rsplit("/", 1)[-1]
    expect(page.get_by_role("heading", name="Invite players")).to_be_visible()
    expect(page.get_by_text(f"/t/{table}?screen")).to_be_visible()
    expect(page.get_by_text("Scan the code with a phone to sit down.")).to_be_visible()
    expect(page.get_by_text("send the link")).to_have_count(0)
    for number, phone in enumerate(phones):
        phone.ask("POST", "/me", {"name": f"Zoé {number}"})
        phone.ask("POST", f"/tables/{table}/sit", {})
    expect(page.get_by_role("heading", name="Everybody is here")).to_be_visible()
    expect(page.get_by_role("heading", name="Invite players")).to_have_count(0)
    check_page(page)
    page.get_by_role("button", name="Start the game").click()
    players = page.get_by_role("region", name="The evening").get_by_role("listitem")
    expect(players).to_have_count(2)
    expect(players.filter(has_text="to play").first).to_be_visible()
    check_page(page)


LISTED = """name => {
    const texts = document.createTreeWalker(document.querySelector(".table-area"), NodeFilter.SHOW_TEXT);
    while (texts.nextNode())
        if (texts.currentNode.data.trim() === name && texts.currentNode.parentElement.checkVisibility()) return true;
    return false;
}"""
"""Whether a player is listed at the table."""


@pytest.mark.parametrize("game", every_second(known_games()))
def test_beside_a_big_screen_a_phone_shows_the_hand_and_what_to_choose(devices: Devices, game: str) -> None:
    """It buzzes on one's turn, shows the table at a tap, and all can be played with it."""
    phone, screen = devices.open("en", "phone"), devices.open()
    phone.context.add_init_script("window.buzzes = []; navigator.vibrate = length => buzzes.push(length)")
    phone.ask("POST", "/me", {"name": "Ada"})
    options = moves_of(game).short
    bots = ["plongeur"] * (options.get("players", 2) - 1)
    table = phone.ask("POST", "/tables", {"game": game, "options": options, "bots": bots})["id"]
    big = screen.open(f"/tv/{table}")
    page = phone.open(f"/t/{table}?screen")
    page.get_by_role("button", name="Start the game").click()
    page.locator(f"{ASKED} .table-area").wait_for()
    assert page.evaluate("buzzes") == [150]
    bot = next(name for name in phone.told[-1]["words"]["names"] if name != "Ada")
    expect(page.locator("[data-part=prompt]")).to_be_in_viewport()
    expect(page.locator("[data-part=hand]")).to_be_in_viewport()
    assert not page.evaluate(LISTED, bot)
    check_page(page)
    big.wait_for_function(LISTED, arg=bot)
    expect(big.get_by_role("region", name="The evening").get_by_role("listitem")).to_contain_text(["Ada"])
    assert not big.evaluate(LISTED, "you")
    page.get_by_role("button", name="Show the table").click()
    assert page.evaluate(LISTED, bot)
    page.get_by_role("button", name="My hand alone").click()
    assert not page.evaluate(LISTED, bot)
    page.get_by_role("button", name="Menu").click()
    menu = page.get_by_role("dialog")
    menu.get_by_role("radiogroup", name="Sounds").get_by_text("On").click()
    expect(menu.get_by_label("Volume")).to_be_visible()
    check_page(page)
    switch = menu.get_by_role("radiogroup", name="A big screen shows the table")
    switch.get_by_text("Off").click()
    assert page.evaluate(LISTED, bot)
    switch.get_by_text("On").click()
    page.keyboard.press("Escape")
    play_on(page, moves_of(game).play, Random(3), choices=4)
    asked = {told["prompt"]["id"] for told in phone.told if told.get("prompt")}
    assert len(page.evaluate("buzzes")) > 1 or len(asked) == 1, "a match may be over after one choice"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_my_games_tell_when_against_whom_and_how_they_ended(devices: Devices, lang: Lang) -> None:
    ada = devices.open(lang, "phone")
    ada.come_back("Ada")
    words = {
        "en": ("You won", "You lost", "against", "Won", "Lost"),
        "fr": ("Gagnée", "Perdue", "contre", "Gagnées", "Perdues"),
    }
    won, lost, against, winners, losers = words[lang]
    table = ada.ask("POST", "/tables", {"game": GAME, "options": moves_of(GAME).short, "bots": ["plongeur"]})["id"]
    ada.ask("POST", f"/tables/{table}/start")
    play_on(ada.open(f"/t/{table}"), moves_of(GAME).play, Random(1))
    page = ada.open("/my")
    row = page.locator(f"a[href='/t/{table}']")
    expect(row).to_contain_text(re.compile(f"{won}|{lost}"))
    expect(row).to_contain_text(re.compile(rf"{against}\s+\w"))
    expect(row.locator("time")).to_have_text(re.compile(r"\d"))
    told = ada.ask("GET", f"/tables/{table}")
    for score in told["scores"]:
        expect(row.locator("small")).to_contain_text(str(score).replace("-", ""))
    has_won = any(seat in told["winners"] for seat in told["yours"])
    page.get_by_text(losers if has_won else winners, exact=True).click()
    expect(row).to_have_count(0)
    page.get_by_text(winners if has_won else losers, exact=True).click()
    expect(row).to_be_visible()
    check_page(page)


@pytest.mark.parametrize("game", known_games())
def test_rules_are_a_page_of_few_words_and_pictures_with_the_exact_ones_below(devices: Devices, game: str) -> None:
    visitor = devices.open("fr", "phone")
    page = visitor.open(f"/rules/{game}")
    for part in ("Le but", "Un tour", "La fin"):
        expect(page.get_by_role("heading", name=part)).to_be_visible()
    expect(page.get_by_role("group", name="Le matériel")).to_be_visible()
    exact = page.get_by_text("Les règles exactes")
    rule = page.locator("li[id]").nth(7)
    expect(rule).to_be_hidden()
    exact.click()
    expect(rule).to_be_visible()
    names = [
        str(member.value)
        for option in options_of(tablee.GAMES[game]).values()
        if isinstance(option, Choice)
        for member in option.members
    ]
    names += [name for name in options_of(tablee.GAMES[game]) if "_" in name]
    shown = page.locator("article code").all_inner_texts()
    assert not set(shown) & set(names)
    check_page(page)
    # From a refusal straight to its rule.
    number = rule.get_attribute("id")
    page = visitor.new_page()
    page.goto(f"{visitor.url}/rules/{game}#{number}")
    expect(page.locator(f"[id='{number}']")).to_be_in_viewport()

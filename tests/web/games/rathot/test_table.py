"""Rat Hot in the browser."""

from random import Random
from typing import Final

from playwright.sync_api import Page, expect
from tests.web.devices import Device, Devices
from tests.web.games.rathot.moves import play
from tests.web.moves import ASKED, play_on

FIRST_PICTURE: Final = """() => {
    const look = () => {
        const board = document.querySelector(".board[role=application]");
        const cards = [...(board?.querySelectorAll(".pieces rect.top") ?? [])];
        if (!cards.length || getComputedStyle(cards[0]).visibility === "hidden") return requestAnimationFrame(look);
        const [boxes, around] = [cards.map(card => card.getBoundingClientRect()), board.getBoundingClientRect()];
        const all = (side) => boxes.map(box => box[side]);
        const middle = (from, to) => (Math.min(...all(from)) + Math.max(...all(to))) / 2;
        window.off = Math.hypot(
            middle("left", "right") - (around.left + around.right) / 2,
            middle("top", "bottom") - (around.top + around.bottom) / 2,
        );
    };
    requestAnimationFrame(look);
}"""
"""How far from the middle of the board the cards are when they are painted first."""


def at_a_table(visitor: Device, *, begins: bool = False) -> Page:
    """Ada against a bot. Chance turns the chairs: where she has to begin, matches are begun until she does."""
    visitor.ask("POST", "/me", {"name": "Ada"})
    while True:
        table = visitor.ask("POST", "/tables", {"game": "rathot", "options": {}, "bots": ["plongeur"]})["id"]
        if visitor.ask("POST", f"/tables/{table}/start")["yours"] == [0] or not begins:
            return visitor.open(f"/t/{table}")


def test_a_turn_of_one_card_has_no_second(devices: Devices) -> None:
    """The first turn of a match is one card; every turn after it is two."""
    page = at_a_table(devices.open(), begins=True)
    page.locator(ASKED).wait_for()
    expect(page.locator(".headline")).to_have_text("Your turn: lay your card")
    expect(page.get_by_role("button", name="Take back")).to_have_count(0)
    play_on(page, play, Random(1), choices=1)
    page.locator(ASKED).wait_for()
    expect(page.locator(".headline")).to_have_text("Your turn: lay one of your two cards")
    play_on(page, play, Random(2), choices=1)
    page.locator(ASKED).wait_for()
    expect(page.locator(".headline")).to_have_text("Now lay your second card")
    expect(page.get_by_role("button", name="Take back")).to_be_visible()


def test_the_cards_are_in_the_middle_from_the_first_picture_on(devices: Devices) -> None:
    visitor = devices.open(moving=True)
    visitor.page.add_init_script(f"({FIRST_PICTURE})()")
    page = at_a_table(visitor)
    page.wait_for_function("() => window.off !== undefined")
    assert page.evaluate("window.off") < 12


def test_the_log_names_spices_and_no_rows(devices: Devices) -> None:
    page = at_a_table(devices.open())
    play_on(page, play, Random(3), choices=2)
    page.locator(ASKED).wait_for()
    log = page.get_by_role("list", name="Log").inner_text()
    assert " lays " in log or " laid " in log
    assert not any(word in log for word in ("row ", "column ", "(r", "(g", "--"))


def test_a_second_tap_lays_the_card(devices: Devices) -> None:
    page = at_a_table(devices.open("en", "phone"))
    page.locator(ASKED).wait_for()
    prompt = page.locator(ASKED).get_attribute("data-prompt")
    box = page.locator("rect.handle").first.bounding_box()
    assert box is not None
    middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.touchscreen.tap(*middle)
    expect(page.locator(".headline")).to_contain_text("Tap again")
    page.touchscreen.tap(*middle)
    expect(page.locator(f"{ASKED}[data-prompt='{prompt}']")).to_have_count(0)


def test_a_swipe_moves_the_cards_and_never_out_of_sight(devices: Devices) -> None:
    page = at_a_table(devices.open())
    page.locator(ASKED).wait_for()
    page.locator(".pieces:not(.unready)").wait_for()
    start = page.locator("[data-piece=rathot-start]")
    start.scroll_into_view_if_needed()  # once it rests
    board = page.locator(".board[role=application]").bounding_box()
    assert board is not None
    left, top = board["x"] + 20, board["y"] + 20
    for _ in range(6):
        page.mouse.move(left, top)
        page.mouse.down()
        page.mouse.move(left + board["width"] - 60, top + board["height"] - 60, steps=3)
        page.mouse.up()
    box = start.bounding_box()
    assert box is not None
    assert board["x"] < box["x"] + box["width"] / 2 < board["x"] + board["width"]
    assert board["y"] < box["y"] + box["height"] / 2 < board["y"] + board["height"]
    page.get_by_role("button", name="See all cards").click()
    expect(page.get_by_role("button", name="See all cards")).to_have_count(0)

"""What is heard and felt beside the table: sounds, and the faces of the bots."""

import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import expect
from tests.repetitions import every_second
from tests.web.devices import Devices
from tests.web.matches import match_with_bots
from tests.web.moves import ASKED, BETWEEN, OVER, known_games, moves_of, play_on
from tests.web.test_matches import against_bots

import tablee
from tablee.bots.cast import CAST
from tablee.core.registry import manifest

AT_ONCE = next(name for name in tablee.GAMES if manifest(name).at_once)
WEB = Path(__file__).parents[2] / "web" / "src"
COUNT_AUDIO = """() => {
    const Context = AudioContext;
    window.audio = 0;
    window.AudioContext = class extends Context { constructor() { super(); window.audio += 1; } };
}"""
# The page itself reports: whatever a driver asks a page counts as a touch there.
REPORT_AUDIO = """asked => {
    const watch = new MutationObserver(() => {
        if (!document.querySelector(asked)) return;
        watch.disconnect();
        console.log(`audio before a touch: ${window.audio}`);
    });
    watch.observe(document, { subtree: true, childList: true, attributes: true });
}"""


def test_faces_are_drawn_for_all_bots_and_for_nobody_else() -> None:
    source = (WEB / "lib" / "cast.ts").read_text(encoding="utf-8")
    looks = source[source.index("export const CAST") : source.index("export const HATS")]
    assert tuple(re.findall(r"^  (\w+): \{", looks, re.MULTILINE)) == CAST


def test_nothing_is_heard_before_sound_is_turned_on(devices: Devices) -> None:
    game = min(tablee.GAMES)
    ada = devices.open("en")
    ada.page.add_init_script(f"({COUNT_AUDIO})()")
    scripts: list[str] = []
    ada.page.on("request", lambda request: scripts.append(request.url))
    table = match_with_bots(ada, game, dict(moves_of(game).short))
    page = ada.open(f"/t/{table}")
    play_on(page, moves_of(game).play, Random(1), choices=1)
    page.locator(f"{ASKED}, {OVER}, {BETWEEN}").wait_for()
    assert page.evaluate("window.audio") == 0
    assert not [address for address in scripts if "sounds" in address], "what is not heard is not loaded"
    page = ada.open("/settings")
    page.get_by_role("radiogroup", name="Sounds").get_by_label("On").check()
    page.wait_for_function("() => window.audio === 1")
    expect(page.get_by_label("Volume")).to_be_visible()
    assert [address for address in scripts if "sounds" in address]

    # Before the page is touched a browser lets nothing be heard, and warns whoever tries.
    page = ada.new_page()
    page.add_init_script(f"({COUNT_AUDIO})()")
    page.add_init_script(f"({REPORT_AUDIO})('{ASKED}')")
    with page.expect_console_message(lambda message: message.text.startswith("audio")) as report:
        page.goto(f"{ada.url}/t/{table}", wait_until="commit")
    assert report.value.text == "audio before a touch: 0"
    play_on(page, moves_of(game).play, Random(1), choices=1)
    page.wait_for_function("() => window.audio === 1")


BANTER = """
window.banter = [];
new MutationObserver(() => {
    const line = document.querySelector("[data-part=banter]");
    if (!line || line.dataset.seen) return;
    line.dataset.seen = "yes";
    const [right, bottom] = [line.offsetLeft + line.offsetWidth, line.offsetTop + line.offsetHeight];
    const table = document.querySelector(".table-area").getBoundingClientRect();
    const tools = document.querySelector("header .tools").getBoundingClientRect();
    window.banter.push(bottom <= table.top + 1 && right <= tools.left + 1);
}).observe(document, { subtree: true, childList: true });
"""


@pytest.mark.parametrize("game", every_second(known_games()))
def test_on_a_phone_the_sign_of_a_bot_tells_its_level(devices: Devices, game: str) -> None:
    ada = devices.open("en", "phone")
    options = dict(moves_of(game).short)
    page = ada.open(f"/t/{match_with_bots(ada, game, options)}")
    page.locator(ASKED).wait_for()
    signs = page.locator(".table-area .sign[role=img]")
    expect(signs).to_have_count(options["players"] - 1)
    assert signs.first.get_attribute("aria-label")
    expect(signs.first.locator(".hat path").first).to_be_visible()


def test_what_a_bot_says_covers_neither_the_table_nor_a_button(devices: Devices) -> None:
    ada = devices.open("fr", "phone")
    ada.page.add_init_script(BANTER)
    page = ada.open(f"/t/{against_bots(ada, AT_ONCE, large=True)}")
    for choice in range(8):
        play_on(page, moves_of(AT_ONCE).play, Random(choice), choices=1)
        page.locator(f"{ASKED}, {OVER}, {BETWEEN}").wait_for()
        if page.evaluate("window.banter.length"):
            break
    assert page.evaluate("window.banter") == [True]

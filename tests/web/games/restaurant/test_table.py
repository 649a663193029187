"""Restaurant in the browser."""

import time
from random import Random
from typing import Any, Final

from playwright.sync_api import Page, expect
from tests.patience import PATIENCE
from tests.web.devices import Devices
from tests.web.games.restaurant.moves import OFFERED, play
from tests.web.moves import ASKED, MOVED_ON, one_of, play_on
from tests.web.test_secrets import two_people

RING: Final = ".restaurant .end .ring"
END_OR_PROTECT: Final = """() => {
    const ring = document.querySelector(".restaurant .end .ring");
    if (!ring) return null;
    const protect = [...document.querySelectorAll(".controls button")].find(one => one.innerText === "Protect…");
    const seconds = ring.style.getPropertyValue("--seconds");
    (protect ?? ring.closest("button")).click();
    return {seconds, protects: protect !== undefined};
}"""
"""At once, before the ring has run: menus are protected by whoever can, others end the turn."""

HAND: Final = """() => JSON.stringify(document.querySelector('[data-part="hand"]').getBoundingClientRect())"""
RUNNING: Final = f"""() => {{
    const ring = document.querySelector("{RING}"), asked = document.querySelector('[data-state="asked"]');
    return ring && asked && {{prompt: asked.dataset.prompt, hand: ({HAND})()}};
}}"""
"""What is asked and where the hand lies while a ring runs: it takes two seconds, which a few questions may take too."""
SETTLED: Final = """([asked, ring, choices]) =>
    !document.querySelector(asked) || document.querySelector(`${ring}, ${choices}`) !== null"""
ANSWERED: Final = f"""before => ({MOVED_ON})(before) || document.querySelector("button.table.chosen") !== null"""
"""Whether a click was an answer, or chose the table that a card is then served at."""
CALM_PROMPT: Final = """([asked, ring]) =>
    document.querySelector(ring) ? null : (document.querySelector(asked)?.dataset.prompt ?? null)"""


def next_asked(pages: list[Page]) -> Page:
    """Whoever is asked next."""
    until = time.monotonic() + PATIENCE
    while True:
        for page in pages:
            if page.locator(ASKED).count():
                return page
        assert time.monotonic() < until


def play_until_a_ring_runs(pages: list[Page], rng: Random) -> tuple[Page, dict[str, Any]]:
    """Whoever is asked plays, until one of them is asked only because a RES menu might be laid."""
    while not (ring := (page := next_asked(pages)).evaluate(RUNNING)):
        choose(page, rng)
    return page, dict(ring)


def choose(page: Page, rng: Random) -> None:
    """Makes a choice, unless a ring runs, or has run meanwhile and ended the turn."""
    page.wait_for_function(SETTLED, arg=[ASKED, RING, f"button.table.open, {OFFERED}"])
    prompt = page.evaluate(CALM_PROMPT, [ASKED, RING])
    if prompt is None:
        return
    tables = page.locator("button.table.open")
    one_of(tables if tables.count() else page.locator(OFFERED), rng).click()
    page.wait_for_function(ANSWERED, arg=prompt)


def test_a_turn_that_is_asked_only_to_keep_a_secret_ends_by_itself(devices: Devices) -> None:
    ada, bo = two_people(devices, "restaurant")
    page, ring = play_until_a_ring_runs([ada.page, bo.page], Random(3))
    page.wait_for_function(MOVED_ON, arg=ring["prompt"])
    assert page.evaluate(HAND) == ring["hand"]


def test_who_holds_a_res_has_the_same_ring_and_protecting_stops_it(devices: Devices) -> None:
    ada, bo = two_people(devices, "restaurant")
    rng, rings = Random(3), list[dict[str, Any]]()
    while not (rings and rings[-1]["protects"]):
        page = next_asked([ada.page, bo.page])
        if any(visitor.told and visitor.told[-1]["view"]["step"] == "serve" for visitor in (ada, bo)):
            # Neither found one before the orders were over: another match.
            ada, bo = two_people(devices, "restaurant")
        elif ring := page.evaluate(END_OR_PROTECT):
            rings.append(ring)
        else:
            choose(page, rng)
    assert {ring["seconds"] for ring in rings} == {"2s"}
    expect(page.get_by_role("group", name="Protect menus")).to_be_visible()
    expect(page.locator(RING)).to_have_count(0)


def test_among_bots_no_turn_waits_for_its_end(devices: Devices) -> None:
    ada = devices.open("fr")
    ada.ask("POST", "/me", {"name": "Ada"})
    given = {"game": "restaurant", "options": {"players": 3}, "bots": ["plongeur"] * 2}
    table = ada.ask("POST", "/tables", given)["id"]
    ada.ask("POST", f"/tables/{table}/start")
    page = ada.open(f"/t/{table}")
    play_on(page, play, Random(4), choices=4)
    expect(page.locator(RING)).to_have_count(0)
    log = page.get_by_role("list", name="Journal").inner_text()
    assert "trouvé un" in log
    assert "sert menu" not in log

"""Hand, prompt and the button that acts are in sight together with the board, at every size, without scrolling.

Tables say where these are (docs/web.md, "A table that fits"). At each decision the window takes every size in turn.
"""

from collections.abc import Iterator, Sequence
from itertools import count
from random import Random
from typing import Final

import pytest
from playwright.sync_api import Page
from tests.repetitions import every_second, repetitions
from tests.web.devices import Device, Devices
from tests.web.moves import ASKED, BETWEEN, OVER, go_on, known_games, moves_of, play_on

SIZES: Final = [(1366, 768), (1280, 720), (1024, 768), (844, 390), (667, 375), (390, 844), (390, 664), (360, 640)]
SIZE: Final = {"width": 1280, "height": 720}
"""The size at which choices are made."""
LOOKS: Final = repetitions(30, 2)
"""The number of decisions of a match that are looked at; those between are played only."""
PARTS: Final = {"board", "hand", "prompt", "act"}
"""What must be in sight; other parts come and go."""
LEAST_BOARD: Final = 90
"""Pixels of the board that must be in sight, in width and in height."""

LAID_OUT: Final = """([width, height]) => innerWidth === width && innerHeight === height
    && document.querySelector("[data-state]").clientHeight === height"""
"""Whether the page has taken the size of its window."""
FAULTS: Final = """([least, names]) => {
    const faults = [];
    const page = document.documentElement;
    if (page.scrollHeight > innerHeight || page.scrollWidth > innerWidth) faults.push("the page scrolls");
    const area = document.querySelector(".table-area");
    const scrolls = element => element.scrollHeight > element.clientHeight + 2
        && `${element.scrollHeight} of ${element.clientHeight}`;
    if (scrolls(area)) faults.push(`the table scrolls: ${scrolls(area)}`);
    /** What is left of the box of an element within all that clips it. */
    const inSight = element => {
        const full = element.getBoundingClientRect();
        const box = { left: full.left, top: full.top, right: full.right, bottom: full.bottom };
        const clip = ({ left, top, right, bottom }) => {
            box.left = Math.max(box.left, left);
            box.top = Math.max(box.top, top);
            box.right = Math.min(box.right, right);
            box.bottom = Math.min(box.bottom, bottom);
        };
        clip({ left: 0, top: 0, right: innerWidth, bottom: innerHeight });
        for (let around = element.parentElement; around; around = around.parentElement)
            if (getComputedStyle(around).overflow !== "visible") clip(around.getBoundingClientRect());
        return { box, width: box.right - box.left, height: box.bottom - box.top, full };
    };
    const isCovered = (element, { left, top, right, bottom }) => {
        const found = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        return !found || !(element.contains(found) || found.contains(element));
    };
    const sought = ["board", "hand", "prompt", "act"].map(part => `[data-part="${part}"]`).join();
    const parts = [...document.querySelectorAll(sought)].filter(element => element.checkVisibility());
    for (const element of parts) {
        const part = element.dataset.part;
        const { box, width, height, full } = inSight(element);
        const is = `${Math.round(width)}x${Math.round(height)} of ${Math.round(full.width)}x${Math.round(full.height)}`;
        if (part === "board") {
            if (width < least || height < least) faults.push(`too little of the board: ${is}`);
            continue;
        }
        if (width < 1 || height < 1) faults.push(`${part} is out of sight`);
        else if (width < full.width - 1 || height < full.height - 1) faults.push(`${part} is cut off: ${is}`);
        else if (isCovered(element, box)) faults.push(`${part} is covered`);
        const isClipping = getComputedStyle(element).overflowY !== "visible";
        if (part !== "act" && isClipping && scrolls(element)) faults.push(`${part} scrolls: ${scrolls(element)}`);
    }
    const listed = [];
    const texts = document.createTreeWalker(area, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
        const element = texts.currentNode.parentElement;
        const { width, height, full } = inSight(element);
        const isSeen = element.checkVisibility() && width > 8 && height > full.height - 3;
        if (isSeen && !element.closest(".unseen")) listed.push(texts.currentNode.data.trim());
    }
    for (const name of names) {
        const times = listed.filter(text => text === name).length;
        if (times !== 1) faults.push(`${name} is listed ${times} times`);
    }
    return { faults, parts: [...new Set(parts.map(element => element.dataset.part))].sort() };
}"""
"""Everything that is not where it should be, or there twice, and the parts that are there."""


def faults_at_all_sizes(page: Page, names: Sequence[str] = ()) -> tuple[list[str], set[str]]:
    """What is wrong with the table as it stands, size by size, and the parts that it has."""
    faults: list[str] = []
    seen: set[str] = set()
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(LAID_OUT, arg=[width, height])
        page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")
        found = page.evaluate(FAULTS, [LEAST_BOARD, [*names]])
        parts = set(found["parts"]) & PARTS
        lacking = (seen or {"board", "prompt"}) - parts
        faults += [f"{width}x{height}: {fault}" for fault in found["faults"]]
        faults += [f"{width}x{height}: no {part}" for part in sorted(lacking)]
        seen |= parts
    page.set_viewport_size(SIZE)  # type: ignore[arg-type]
    return faults, seen


def decisions(page: Page, game: str, rng: Random) -> Iterator[int]:
    """Stops at decisions of a match, at first at each, then at fewer."""
    at = 0
    for looked in count():
        page.locator(f"{ASKED}, {OVER}, {BETWEEN}").wait_for()
        if page.locator(BETWEEN).count():
            go_on(page)
            page.locator(f"{ASKED}, {OVER}").wait_for()
        if page.locator(OVER).count():
            return
        yield at
        step = 1 + looked // 3
        play_on(page, moves_of(game).play, rng, choices=step)
        at += step


def check_decisions(ada: Device, game: str, seen: set[str]) -> None:
    """Look at a match until all parts were seen, or it is over."""
    page, names = ada.page, ada.told[-1]["words"]["names"]
    faults: list[str] = []
    for looked, number in enumerate(decisions(page, game, Random(5))):
        if looked >= LOOKS and seen >= PARTS:
            break
        found, there = faults_at_all_sizes(page, names)
        faults += [f"decision {number}, {fault}" for fault in found]
        seen |= there
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize("game", every_second(known_games(), 1))
def test_the_hand_is_in_sight_at_every_decision(devices: Devices, game: str) -> None:
    ada = devices.open("fr")
    ada.ask("POST", "/me", {"name": "Marie-Capucine"})
    options = moves_of(game).large
    given = {"game": game, "options": options, "bots": ["plongeur"] * (options["players"] - 1)}
    seen: set[str] = set()
    while not seen >= PARTS:  # a match may go by without a button that acts
        table = ada.ask("POST", "/tables", given)["id"]
        ada.ask("POST", f"/tables/{table}/start")
        ada.open(f"/t/{table}").locator(f"{ASKED}, {OVER}").wait_for()
        check_decisions(ada, game, seen)

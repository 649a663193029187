"""Observes a page during a match: what its head says, and what it asks."""

from typing import Any, Final

from playwright.sync_api import Page
from tests.web.devices import Device

WATCH: Final = """
window.heads = [];
window.asked = [];
new MutationObserver(() => {
    const { state, prompt } = document.querySelector("[data-state]")?.dataset ?? {};
    const head = document.querySelector("header .turn")?.textContent;
    const last = window.heads.at(-1);
    if (head && (last?.[0] !== state || last?.[1] !== head)) window.heads.push([state, head]);
    if (state === "asked" && prompt && window.asked.at(-1) !== prompt) window.asked.push(prompt);
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""
"""A script that notes what the head says, how the table stands then, and which prompts are put to somebody."""

NOTE: Final = """selector => {
    window.wasThere = false;
    const look = () => { window.wasThere ||= document.querySelector(selector) !== null; };
    new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
}"""


def note_when_there(page: Page, selector: str) -> None:
    """From now on the page notes whether something was there, however short and however busy the machine."""
    page.evaluate(NOTE, selector)


def until_it_was_there(page: Page) -> None:
    page.wait_for_function("() => window.wasThere")


def check_heads(device: Device, reader: str) -> None:
    """Nobody reads his own name there, and it is his turn only when he is asked."""
    heads = device.page.evaluate("window.heads")
    named = [head for _, head in heads if reader in head]
    early = {state for state, head in heads if head == "Your turn"} - {"asked", "sent"}
    assert heads
    assert (named, early) == ([], set())


def check_asked(device: Device) -> None:
    """Nobody is asked what has one answer only."""
    asked = {int(prompt) for prompt in device.page.evaluate("window.asked")}
    prompts = [told["prompt"] for told in device.told if told.get("prompt") and told["prompt"]["id"] in asked]
    needless = [one for one in prompts if _answers(one["choices"]) < 2]
    assert prompts
    assert not needless, needless


def _answers(choices: dict[str, Any]) -> int:
    """How many are listed; choices that are not listed are many."""
    return len(choices.get("actions", "many")) + len(choices.get("res", ""))

"""What the head of a table says belongs to the picture below it, and speaks to its reader."""

from typing import Final

from playwright.sync_api import Page

WATCH: Final = """
window.heads = [];
new MutationObserver(() => {
    const state = document.querySelector("[data-state]")?.dataset.state;
    const head = document.querySelector("header .turn")?.textContent;
    const last = window.heads.at(-1);
    if (head && (last?.[0] !== state || last?.[1] !== head)) window.heads.push([state, head]);
}).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
"""
"""A script that notes what the head says, and how the table stands then."""


def check_heads(page: Page, reader: str) -> None:
    """Nobody reads his own name there, and it is his turn only when he is asked."""
    heads = page.evaluate("window.heads")
    assert heads
    assert [head for _, head in heads if reader in head] == []
    assert {state for state, head in heads if head == "Your turn"} <= {"asked", "sent"}

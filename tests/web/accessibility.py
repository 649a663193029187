"""What every page must keep to: nothing axe-core finds, nothing wider than the screen."""

import json
from functools import cache
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


@cache
def _axe() -> str:
    return AXE.read_text(encoding="utf-8")


AT_REST = """() => Promise.all(
    document.getAnimations()
        .filter(animation => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map(animation => animation.finished.catch(() => undefined)))"""
"""What comes in slowly has little contrast at first."""


def check_page(page: Page) -> None:
    """No violation of accessibility, no scrolling sideways."""
    # A page is loaded when it is first wanted.
    page.locator("main").first.wait_for(state="attached")
    page.evaluate(AT_REST)
    if not page.evaluate("'axe' in window"):
        page.evaluate(_axe())
    found: list[dict[str, Any]] = page.evaluate(
        "axe.run(document, {resultTypes: ['violations']}).then(r => r.violations)"
    )
    told = [
        {"rule": one["id"], "help": one["help"], "at": [node["html"][:200] for node in one["nodes"]]} for one in found
    ]
    assert not told, json.dumps(told, indent=1, ensure_ascii=False)
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    assert wide <= 0, "the page is wider than the screen"

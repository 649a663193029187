"""Figures on cards can be read, by day and by night: their ink is measured against the paper under it.

axe-core measures letters of the page, not those inside drawings.
"""

from collections.abc import Iterator
from io import BytesIO
from random import Random
from typing import Any, Final

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Page
from tests.repetitions import every_second, repetitions
from tests.web.accessibility import AT_REST
from tests.web.devices import Device, Devices
from tests.web.moves import ASKED, OVER, known_games, moves_of, play_on

LEAST: Final = 4.5
"""WCAG AA, for letters of any size."""
FIGURES: Final = """() => [...document.querySelectorAll("main svg text")]
    .filter(text => !text.closest(":disabled, [aria-disabled=true]"))
    .filter(text => text.checkVisibility({visibilityProperty: true}))
    .map(text => [text, text.getBoundingClientRect()])
    .filter(([, box]) => box.width > 3 && box.left >= 0 && box.top >= 0
        && box.right <= innerWidth && box.bottom <= innerHeight)
    .map(([text, box]) => ({
        words: text.textContent, at: text.closest("svg").parentElement.className + " " + text.getAttribute("class"),
        box: [Math.floor(box.left), Math.floor(box.top), Math.ceil(box.right), Math.ceil(box.bottom)],
    }))"""
"""Every piece of text inside a drawing that can be seen, and where."""
WITHOUT_INK: Final = """() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync("svg text { visibility: hidden !important } * { transition: none !important }");
    document.adoptedStyleSheets = [sheet];
}"""
WITH_INK: Final = "document.adoptedStyleSheets = []"
LARGEST: Final = max(known_games(), key=lambda name: moves_of(name).large["players"])
"""By day one table stands for all."""
SCALE: Final = 2
"""Dots to a pixel, so that strokes are wider than the dots at their edges."""
INK: Final = 0.8
"""The share of the dots changed by a letter that have less contrast than its ink: most of them are its edges."""


def _luminance(pixels: "np.ndarray[Any, Any]") -> "np.ndarray[Any, Any]":
    part = pixels / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    return np.asarray(linear @ np.array([0.2126, 0.7152, 0.0722]))


def _picture(page: Page) -> "np.ndarray[Any, Any]":
    return np.asarray(Image.open(BytesIO(page.screenshot(animations="disabled"))).convert("RGB"), dtype=float)


def _pictures(page: Page) -> tuple[list[dict[str, Any]], "np.ndarray[Any, Any]", "np.ndarray[Any, Any]"]:
    """The figures of a page at rest, and the page with and without their ink; what moved meanwhile is done again."""
    page.evaluate(AT_REST)
    figures = page.evaluate(FIGURES)
    inked = _picture(page)
    page.evaluate(WITHOUT_INK)
    bare = _picture(page)
    page.evaluate(WITH_INK)
    return (figures, inked, bare) if page.evaluate(FIGURES) == figures else _pictures(page)


def contrasts(page: Page) -> Iterator[tuple[str, float]]:
    """What is written in each drawing of the page, and the contrast of its ink; nothing of what is hidden."""
    figures, inked, bare = _pictures(page)
    for figure in figures:
        left, top, right, bottom = (SCALE * edge for edge in figure["box"])
        ink, paper = inked[top:bottom, left:right], bare[top:bottom, left:right]
        drawn = np.abs(ink - paper).sum(axis=-1) > 6
        if not drawn.any():
            continue
        one, other = _luminance(ink[drawn]), _luminance(paper[drawn])
        ratios = (np.maximum(one, other) + 0.05) / (np.minimum(one, other) + 0.05)
        yield f"{figure['words']} ({figure['at']})", float(np.quantile(ratios, INK))


def check_figures(page: Page) -> int:
    """How many were measured, by day and by night."""
    measured, pale = 0, []
    for light in ("light", "dark"):
        page.emulate_media(color_scheme=light, reduced_motion="reduce")
        for words, ratio in contrasts(page):
            measured += 1
            if ratio < LEAST:
                pale.append(f"{light}: {words}: {ratio:.1f}")
    assert pale == []
    return measured


def large_table(visitor: Device, game: str) -> Page:
    options = moves_of(game).large
    bots = ["plongeur"] * (options["players"] - 1)
    table = visitor.ask("POST", "/tables", {"game": game, "options": options, "bots": bots})["id"]
    visitor.ask("POST", f"/tables/{table}/start")
    return visitor.open(f"/t/{table}")


@pytest.mark.parametrize("game", every_second(known_games(), 1))
def test_every_figure_on_every_card_can_be_read(devices: Devices, game: str) -> None:
    """Of the pieces above the rules, which show every kind of card."""
    page = devices.open(scale=SCALE).open(f"/rules/{game}")
    pieces = page.locator(".pieces")
    pieces.locator("svg").first.wait_for()
    pieces.scroll_into_view_if_needed()
    figures = pieces.locator("svg text").count()
    assert (check_figures(page) > 0) is (figures > 0)


@pytest.mark.parametrize("game", known_games() if repetitions(1, 0) else [LARGEST])
def test_every_figure_on_a_table_can_be_read(devices: Devices, game: str) -> None:
    """With many players, after some choices."""
    visitor = devices.open(scale=SCALE)
    visitor.ask("POST", "/me", {"name": "Ada"})
    page = large_table(visitor, game)
    play_on(page, moves_of(game).play, Random(1), choices=2)
    page.locator(f"{ASKED}, {OVER}").wait_for()
    assert check_figures(page)

"""Takes the pictures of docs/screenshots: every page, each game at three moments, by day and night, small and large.

`make screenshots`, or `python -m tests.web.screenshots pages restaurant`, say, for some of them.
"""

import sys
from collections.abc import Callable, Iterator
from io import BytesIO
from itertools import product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final

from PIL import Image
from playwright.sync_api import Page, sync_playwright
from rich.progress import track
from tests.server.house_process import house_process
from tests.web.browser import opened
from tests.web.devices import Device, Devices
from tests.web.moves import ASKED, MOVES, OVER, play_on

from tablee.core.texts import Lang

FOLDER: Final = Path(__file__).parents[2] / "docs" / "screenshots"
COLOURS: Final = 128
"""Flat drawings need no more."""
PAGES: Final = {
    "home": "/",
    "game": "/g/restaurant",
    "learn": "/learn/courtepaille",
    "rules": "/rules/rathot",
    "tables": "/tables",
    "my-games": "/my",
    "settings": "/settings",
    "nothing-here": "/nowhere",
}
MATCHES: Final = {
    "hotdog": {"players": 4, "hands": 1},
    "rathot": {"players": 2},
    "restaurant": {"players": 6},
    "courtepaille": {"players": 5},
}
"""Games with many players, to see that they fit."""
MIDDLE: Final = {"hotdog": 4, "rathot": 4, "restaurant": 5, "courtepaille": 5}
"""After how many choices a match is in its middle."""

Picture = Callable[[Device], Iterator[tuple[str, Page]]]


def pages(visitor: Device) -> Iterator[tuple[str, Page]]:
    for name, path in PAGES.items():
        page = visitor.open(path)
        page.wait_for_load_state("networkidle")
        yield name, page
    visitor.ask("POST", "/me", {"name": "Capucine"})
    table = visitor.ask("POST", "/tables", {"game": "hotdog", "options": {"players": 4}, "bots": ["chef"]})["id"]
    page = visitor.open(f"/t/{table}")
    page.locator(".link").wait_for()
    yield "waiting", page


def match(game: str) -> Picture:
    """A match at its beginning, in its middle and at its end."""

    def pictures(visitor: Device) -> Iterator[tuple[str, Page]]:
        visitor.ask("POST", "/me", {"name": "Capucine"})
        options = MATCHES[game]
        given = {"game": game, "options": options, "bots": ["cuisinier"] * (options["players"] - 1)}
        table = visitor.ask("POST", "/tables", given)["id"]
        visitor.ask("POST", f"/tables/{table}/start")
        page = visitor.open(f"/t/{table}")
        page.locator(f"{ASKED}, {OVER}").wait_for()
        yield f"{game}-1", page
        play_on(page, MOVES[game], Random(5), choices=MIDDLE[game])
        page.locator(f"{ASKED}, {OVER}").wait_for()
        yield f"{game}-2", page
        play_on(page, MOVES[game], Random(6))
        yield f"{game}-3", page

    return pictures


def save(page: Page, name: str) -> None:
    page.evaluate("scrollTo(0, 0)")
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    small = picture.quantize(COLOURS, dither=Image.Dither.NONE)
    small.save(FOLDER / f"{name}.png", optimize=True)


def main(wanted: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    subjects: dict[str, Picture] = {"pages": pages} | {game: match(game) for game in MATCHES}
    chosen = [subject for subject in subjects if not wanted or subject in wanted]
    looks: list[tuple[Lang, str, bool]] = [("en", "desktop", False), ("fr", "desktop", True)]
    looks += [("fr", "phone", False), ("en", "phone", True)]
    with TemporaryDirectory() as folder, house_process(Path(folder)) as house, sync_playwright() as playwright:
        browser = opened(playwright)
        for subject, (lang, size, dark) in track(list(product(chosen, looks)), "Taking pictures"):
            with Devices(browser, house.url) as devices:
                visitor = devices.open(lang, "desktop" if size == "desktop" else "phone", dark=dark)
                for name, page in subjects[subject](visitor):
                    save(page, f"{name}-{size}-{'night' if dark else 'day'}")
                visitor.faults = [fault for fault in visitor.faults if "404" not in fault]


if __name__ == "__main__":
    main(sys.argv[1:])

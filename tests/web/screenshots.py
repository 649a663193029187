"""Takes pictures: every page, each game at four moments, by day and night, small and large.

`make screenshots`, or `python -m tests.web.screenshots pages`, with names of games too, for some of them. They go into
build/screenshots. The few that the documentation shows are committed in docs/screenshots; `make screenshots REFRESH=1`
(`--refresh`) takes these over from the new ones.
"""

import argparse
import shutil
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
from tests.web.browser import NONE, found, opened
from tests.web.devices import Device, Devices
from tests.web.moves import ASKED, OVER, moves_of, play_on

import tablee
from tablee.core.texts import Lang

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "build" / "screenshots"
SHOWN: Final = ROOT / "docs" / "screenshots"
COLOURS: Final = 256
"""Flat drawings need no more."""
GAMES: Final = list(tablee.GAMES)
ALL: Final = "all"
PAGES: Final = {
    "home": "/",
    "game": f"/g/{GAMES[-2]}",
    "learn": f"/learn/{GAMES[-1]}",
    "rules": f"/rules/{GAMES[1]}",
    "tables": "/tables",
    "my-games": "/my",
    "book": "/book",
    "ratings": "/ratings",
    "evenings": "/evenings",
    "settings": "/settings",
    "sign-in": "/sign-in",
    "nothing-here": "/nowhere",
}
OWN_PAGES: Final = {
    "my-book": "/book/me",
    "member": "/member",
    "notifications": "/notifications",
    "regulars": "/regulars",
}
"""For whoever has a name here."""

Picture = Callable[[Device], Iterator[tuple[str, Page]]]


def pages(visitor: Device) -> Iterator[tuple[str, Page]]:
    for name, path in PAGES.items():
        yield name, opened_page(visitor, path)
    visitor.ask("POST", "/me", {"name": "Capucine"})
    for name, path in OWN_PAGES.items():
        yield name, opened_page(visitor, path)
    table = visitor.ask("POST", "/tables", {"game": GAMES[0], "options": {"players": 4}, "bots": ["chef"]})["id"]
    page = visitor.open(f"/t/{table}")
    page.get_by_label("Link to send").or_(page.get_by_label("Lien à envoyer")).wait_for()
    yield "waiting", page


def opened_page(visitor: Device, path: str) -> Page:
    page = visitor.open(path)
    page.wait_for_load_state("networkidle")
    return page


def match(game: str) -> Picture:
    """A match at its beginning, in its middle, with what happened last lit, and at its end."""

    def pictures(visitor: Device) -> Iterator[tuple[str, Page]]:
        visitor.ask("POST", "/me", {"name": "Capucine"})
        moves = moves_of(game)
        options = moves.large
        given = {"game": game, "options": options, "bots": ["cuisinier"] * (options["players"] - 1)}
        table = visitor.ask("POST", "/tables", given)["id"]
        visitor.ask("POST", f"/tables/{table}/start")
        page = visitor.open(f"/t/{table}")
        page.locator(f"{ASKED}, {OVER}").wait_for()
        yield f"{game}-1", page
        play_on(page, moves.play, Random(5), choices=moves.middle)
        page.locator(f"{ASKED}, {OVER}").wait_for()
        yield f"{game}-2", page
        if look_back(page):
            yield f"{game}-reveal", page
            page.keyboard.press("Enter")
        play_on(page, moves.play, Random(6))
        yield f"{game}-3", page

    return pictures


def look_back(page: Page) -> bool:
    """Show the table as it was after the last line of the log that can be stepped back to; whether there is one."""
    panel = page.locator("header .opener:visible")
    if panel.count():
        panel.click()
    lines = page.locator(".log ol button:enabled")
    is_one = lines.count() > 0
    if is_one:
        lines.last.click()
    return is_one


def save(page: Page, name: str) -> None:
    page.evaluate("scrollTo(0, 0)")
    picture = Image.open(BytesIO(page.screenshot())).convert("RGB")
    # Other methods give away colours that few dots have.
    small = picture.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    small.save(FOLDER / f"{name}.png", optimize=True)


def refresh(new: Path = FOLDER, shown: Path = SHOWN) -> list[str]:
    """Replace each picture that is shown by the new one of its name; the names of those replaced."""
    names = sorted(path.name for path in shown.glob("*.png") if (new / path.name).exists())
    for name in names:
        shutil.copyfile(new / name, shown / name)
    return names


def take(subjects: dict[str, Picture], browser_path: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    looks: list[tuple[Lang, str, bool]] = [("en", "desktop", False), ("fr", "desktop", True)]
    looks += [("fr", "phone", False), ("en", "phone", True)]
    with TemporaryDirectory() as folder, house_process(Path(folder)) as house, sync_playwright() as playwright:
        browser = opened(playwright.chromium, browser_path)
        for subject, (lang, size, dark) in track(list(product(subjects, looks)), "Taking pictures"):
            with Devices(browser, house.url) as devices:
                visitor = devices.open(lang, "desktop" if size == "desktop" else "phone", dark=dark)
                for name, page in subjects[subject](visitor):
                    save(page, f"{name}-{size}-{'night' if dark else 'day'}")
                visitor.faults = [fault for fault in visitor.faults if "404" not in fault]


def main() -> None:
    subjects: dict[str, Picture] = {"pages": pages} | {game: match(game) for game in GAMES}
    parser = argparse.ArgumentParser(prog="screenshots", description="Take pictures of the browser client.")
    parser.add_argument("--refresh", action="store_true", help="take over those of docs/screenshots")
    parser.add_argument("what", nargs="*", choices=[ALL, *subjects], default=ALL, help="of what (default: all)")
    arguments = parser.parse_args()
    path = found()
    if path is None:
        sys.exit(NONE)
    wanted = subjects if ALL in arguments.what else {name: subjects[name] for name in arguments.what}
    take(wanted, path)
    print(f"The pictures are in {FOLDER.relative_to(ROOT)}.")
    if arguments.refresh:
        print(f"Taken over into {SHOWN.relative_to(ROOT)}: {', '.join(refresh())}.")


if __name__ == "__main__":
    main()

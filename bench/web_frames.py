"""How evenly pieces travel: the time from picture to picture while they do, in matches against bots in Chromium.

    python -m bench.web_frames http://127.0.0.1:8642

Any house that is running will do. At 60 pictures a second it is 16.7 ms from one to the next. Without a graphics card
every picture is painted by the processor, so on a machine that does other things the intervals say little; what the
page itself does in one go (a task) is therefore told in time of the processor, too.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from statistics import quantiles
from typing import Any, Final

from playwright.sync_api import Browser, sync_playwright
from rich.console import Console
from rich.table import Table
from tests.web.browser import NONE, found, opened
from tests.web.moves import ASKED, OVER, moves_of, play_on

from bench.web_counts import OPTIONS, PATIENCE, start_table

PICTURE: Final = 16.7
"""Milliseconds from one picture to the next."""
SIZES: Final = {"laptop": (1366, 768, 1), "phone": (390, 844, 3)}
"""Width, height, and dots of the screen to a pixel of the page."""
WATCH: Final = """
window.watched = { intervals: [], journeys: 0 };
let until = 0, before = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, timing) {
    watched.journeys++;
    until = Math.max(until, performance.now() + (timing.duration ?? 0));
    return animate.call(this, frames, timing);
};
const look = (now) => {
    // The first picture of a journey ends what came before it.
    if (before && now < until) watched.intervals.push(now - before);
    before = now < until ? now : 0;
    requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""
"""Nothing but what travels is set in motion by `animate`."""


@dataclass(frozen=True)
class Watched:
    """Of one match, or of the first choices in it; times in milliseconds."""

    intervals: list[float]
    """From picture to picture, while something travelled."""
    journeys: int
    tasks: list[float]
    """What the page did from the first choice on, task by task, in time of the processor."""


def watch(browser: Browser, url: str, game: str, size: str, choices: int) -> Watched:
    """What a match looks like to somebody who chooses at random and lets everything be shown, at the usual speed."""
    width, height, scale = SIZES[size]
    context = browser.new_context(
        viewport={"width": width, "height": height},
        device_scale_factor=scale,
        has_touch=size == "phone",
        locale="en-GB",
    )

    table = start_table(context, url, game)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(WATCH)
    page.goto(f"{url}/t/{table}")
    page.locator(f"{ASKED}, {OVER}").wait_for()
    browser.start_tracing(page=page, categories=["devtools.timeline", "disabled-by-default-devtools.timeline"])
    play_on(page, moves_of(game).play, Random(1), choices=choices)
    tasks = tasks_of(json.loads(browser.stop_tracing())["traceEvents"])
    watched = page.evaluate("watched")
    context.close()
    return Watched(watched["intervals"], watched["journeys"], tasks)


def tasks_of(events: Sequence[dict[str, Any]]) -> list[float]:
    """The tasks of the threads that run pages, in milliseconds of the processor."""
    named = (event for event in events if event["name"] == "thread_name")
    threads = {(event["pid"], event["tid"]) for event in named if event["args"].get("name") == "CrRendererMain"}
    tasks = (event for event in events if event["name"] == "RunTask" and (event["pid"], event["tid"]) in threads)
    return [event.get("tdur", 0) / 1000 for event in tasks]


def report(url: str, games: Sequence[str], choices: int) -> None:
    """Print the times of each game on each device."""
    path = found()
    if path is None:
        sys.exit(NONE)
    head = ["game", "device", "journeys", "pictures", "median", "95 %", "99 %", "longest"]
    table = Table(*head, "largest task", f"tasks > {PICTURE} ms")
    with sync_playwright() as playwright:
        browser = opened(playwright.chromium, path)
        for game in games:
            for size in SIZES:
                watched = watch(browser, url, game, size, choices)
                cuts = quantiles(watched.intervals, n=100, method="inclusive")
                times = [cuts[49], cuts[94], cuts[98], max(watched.intervals), max(watched.tasks)]
                large = sum(task > PICTURE for task in watched.tasks)
                counts = [watched.journeys, len(watched.intervals)]
                told = [*map(str, counts), *(f"{time:.1f}" for time in times), f"{large} of {len(watched.tasks)}"]
                table.add_row(game, size, *told)
    Console(width=120).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.web_frames", description="Time pictures while pieces travel.")
    parser.add_argument("--choices", type=int, default=6, help="how many are made in each match (default 6)")
    parser.add_argument("--game", action="append", choices=list(OPTIONS), help="only this game; may be repeated")
    parser.add_argument("url", metavar="URL", help="where the house is")
    given = parser.parse_args()
    report(given.url, given.game or list(OPTIONS), given.choices)


if __name__ == "__main__":
    main()

"""How much a person clicks and waits in matches against bots, played in Chromium by somebody who knows what he wants.

    python -m bench.web_counts now=http://127.0.0.1:8642

Any house that is running will do, and several are compared match by match, at the same time, so that a busy machine
hits all alike. Where their clients differ, each is played by the tests of its own sources (`tests/web/moves.py`, or
`tests/web/hands.py` in 0.1), whose root is named last:

    python -m bench.web_counts 0.1=http://127.0.0.1:8641=../tablee-0.1 now=http://127.0.0.1:8642

The player chooses at random and at once, with the speed that a new guest has, and never hurries what is shown. Counted
are clicks, taps and keys that choose something, the seconds in which the table waits for him, and those in which he
only watches.
"""

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib import import_module, util
from pathlib import Path
from random import Random
from statistics import fmean
from typing import Any, Final

from playwright.sync_api import BrowserContext, Page, sync_playwright
from rich.console import Console
from rich.table import Table

OPTIONS: Final[dict[str, dict[str, Any]]] = {
    "hotdog": {"players": 3, "hands": 1},
    "rathot": {"players": 2},
    "restaurant": {"players": 3},
    "courtepaille": {"players": 3},
}
LEVEL: Final = "plongeur"
SIZE: Final = (1366, 768)
CHROMIUM: Final = "TABLEE_CHROMIUM"
PATIENCE: Final = 60_000
"""Milliseconds."""
COUNT: Final = """
window.counted = { clicks: 0, asked: 0, watched: 0 };
let state = "", since = performance.now();
window.look = () => {
    const now = performance.now();
    if (state === "asked") counted.asked += now - since;
    else if (state && state !== "over") counted.watched += now - since;
    since = now;
    state = document.querySelector("[data-state]")?.dataset.state ?? "";
};
const watched = { subtree: true, childList: true, attributes: true, attributeFilter: ["data-state"] };
new MutationObserver(look).observe(document, watched);
addEventListener("pointerdown", () => counted.clicks++, true);
addEventListener("keydown", (event) => ["Enter", " "].includes(event.key) && counted.clicks++, true);
"""
"""How the table stands is what its page says; between two looks it stood as before."""


@dataclass(frozen=True)
class House:
    """A running house, and the sources whose tests know how to play there."""

    name: str
    url: str
    root: Path

    @classmethod
    def named(cls, text: str) -> "House":
        """What the command line says: `name=url` or `name=url=root`."""
        name, url, *root = text.split("=")
        return cls(name, url, Path(root[0] if root else ".").resolve())


@dataclass(frozen=True)
class Counts:
    """Of one match; times in seconds."""

    choices: float
    """How often he chose something: matches are not of the same length."""
    clicks: float
    asked: float
    watched: float


def play(url: str, game: str, seed: int) -> Counts:
    """One match to its end, with the moves of the sources that stand first in Python's path."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=os.environ[CHROMIUM], args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": SIZE[0], "height": SIZE[1]}, locale="en-GB")
        try:
            return _played(context, url, game, Random(seed))
        finally:
            browser.close()


def start_table(context: BrowserContext, url: str, game: str) -> str:
    """Have a guest of this browser start a table against bots; returns its id."""

    def ask(path: str, body: object = None) -> Any:
        headers = {"Content-Type": "application/json"}
        answer = context.request.post(f"{url}/api{path}", data=json.dumps(body), headers=headers)
        assert answer.ok, answer.text()
        return answer.json() if answer.text() else None

    ask("/me", {"name": "Ada"})
    bots = [LEVEL] * (OPTIONS[game]["players"] - 1)
    table: str = ask("/tables", {"game": game, "options": OPTIONS[game], "bots": bots})["id"]
    ask(f"/tables/{table}/start")
    return table


def _played(context: BrowserContext, url: str, game: str, rng: Random) -> Counts:
    moves = import_module("tests.web.moves" if util.find_spec("tests.web.moves") else "tests.web.hands")
    hand = moves.moves_of(game).play if hasattr(moves, "moves_of") else moves.HANDS[game]
    choices = 0

    def choose(page: Page, rng: Random) -> None:
        nonlocal choices
        choices += 1
        hand(page, rng)

    table = start_table(context, url, game)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(COUNT)
    page.goto(f"{url}/t/{table}")
    moves.play_on(page, choose, rng)
    counted = page.evaluate("look(), counted")
    return Counts(choices, counted["clicks"], counted["asked"] / 1000, counted["watched"] / 1000)


def started(house: House, chromium: str, game: str, seed: int) -> "subprocess.Popen[str]":
    """A match in a process of its own: the tests of several sources have the same names."""
    words = [sys.executable, str(Path(__file__).resolve()), "--play", game, str(seed), house.url]
    path = os.pathsep.join([str(house.root), str(house.root / "src")])
    environment = {**os.environ, "PYTHONPATH": path, CHROMIUM: chromium}
    return subprocess.Popen(words, cwd=house.root, env=environment, stdout=subprocess.PIPE, text=True)


def matches(houses: Sequence[House], game: str, seeds: Sequence[int]) -> Iterator[list[Counts]]:
    """The same match at all houses at once, one after the other."""
    chromium = import_module("tests.web.browser").found()
    for seed in seeds:
        processes = [started(house, chromium, game, seed) for house in houses]
        yield [Counts(**json.loads(process.communicate()[0])) for process in processes]


def report(houses: Sequence[House], games: Sequence[str], rounds: int) -> None:
    """Print the means of each game at each house."""
    table = Table(
        "game", "house", "choices", "clicks", "seconds asked", "seconds only watching", title=f"{rounds} matches each"
    )
    for game in games:
        played = list(matches(houses, game, range(1, rounds + 1)))
        for at, house in enumerate(houses):
            counts = [match[at] for match in played]
            means = [
                fmean(getattr(count, part) for count in counts) for part in ("choices", "clicks", "asked", "watched")
            ]
            table.add_row(game, house.name, *(f"{mean:.1f}" for mean in means))
    Console(width=130).print(table)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.web_counts", description="Count clicks and seconds of matches.")
    parser.add_argument("--matches", type=int, default=3, help="how many of each game (default 3)")
    parser.add_argument("--game", action="append", choices=list(OPTIONS), help="only this game; may be repeated")
    parser.add_argument("--play", nargs=2, metavar=("GAME", "SEED"), help=argparse.SUPPRESS)
    parser.add_argument("houses", nargs="+", metavar="NAME=URL[=ROOT]")
    given = parser.parse_args()
    if given.play:
        game, seed = given.play
        json.dump(vars(play(given.houses[0], game, int(seed))), sys.stdout)
    else:
        report([House.named(text) for text in given.houses], given.game or list(OPTIONS), given.matches)


if __name__ == "__main__":
    main()

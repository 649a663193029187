"""How much faster the compiled wheel is: the same work, pure and compiled, in processes that take turns."""

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from time import process_time
from typing import Any, Final

from rich.console import Console
from rich.table import Table

import tablee
from bench.measurement import Work, rates
from bench.search import searching
from tablee.core.compiled import is_compiled
from tablee.core.game import Game
from tablee.core.playout import random_playout

ROOT: Final = Path(__file__).parents[1]
SITE: Final = ROOT / "build" / "compiled-site"
"""Where the compiled package is installed, beside the environment's own."""


def playouts(game: Game[Any, Any, Any]) -> Work:
    """Random matches; units are the players' decisions."""
    rng = Random(1)

    def play() -> int:
        _, entries, draws = random_playout(game, rng)
        return entries - draws

    return play


def install() -> None:
    """Build the compiled package with the tools of this environment."""
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--upgrade"]
    environment = {**os.environ, "TABLEE_COMPILE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    subprocess.run([*command, f"--target={SITE}", str(ROOT)], env=environment, check=True)


def measure(seconds: float) -> dict[str, float]:
    """Units per second in this process, pure or compiled."""
    works: dict[str, Work] = {}
    for name in tablee.GAMES:
        game = tablee.game(name)
        works[f"{name} playouts"] = playouts(game)
        works[f"{name} search"] = searching(game)
    for work in works.values():
        work()  # fills what is memoised
    return rates(works, seconds, 1, process_time)


def measure_elsewhere(seconds: float, compiled: bool) -> dict[str, float]:
    """The same in a process that finds the pure or the compiled package."""
    found_first = [str(SITE)] if compiled else [str(ROOT / "src")]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([*found_first, str(ROOT)])}
    script = f"import bench.compiled as bench; bench.print_measures({seconds}, {compiled})"
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, env=environment, cwd=ROOT / "bench", check=True, capture_output=True, text=True)
    measures: dict[str, float] = json.loads(done.stdout)
    return measures


def print_measures(seconds: float, compiled: bool) -> None:
    """What `measure_elsewhere` reads."""
    assert is_compiled() is compiled
    print(json.dumps(measure(seconds)))


def report(seconds: float, rounds: int) -> None:
    """Print one line a game."""
    install()
    best: dict[bool, dict[str, float]] = {False: {}, True: {}}
    for _ in range(rounds):
        for compiled, rated in best.items():
            for name, rate in measure_elsewhere(seconds, compiled).items():
                rated[name] = max(rate, rated.get(name, 0.0))
    table = Table("compiled beside pure", "pure", "compiled", "ratio")
    for name, pure in best[False].items():
        fast = best[True][name]
        unit = "decisions/s" if name.endswith("playouts") else "iterations/s"
        table.add_row(name, f"{pure:,.0f} {unit}", f"{fast:,.0f}", f"{fast / pure:.2f}")
    Console(width=100).print(table)

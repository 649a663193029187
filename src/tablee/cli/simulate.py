"""`tablee simulate`: many matches between bots, and what they tell of a game."""

import json
import time
from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from typing import Any

import click
from rich.console import Console

from tablee.bots.simulation import BrokenLaw, batches
from tablee.bots.statistics import Statistics
from tablee.cli.cluster import check_cluster, cluster_errors, cluster_option
from tablee.cli.errors import UsageProblem
from tablee.cli.game_options import kind_named, values
from tablee.cli.level_names import parse_levels, seated
from tablee.cli.parameters import Command, game_argument, number_option, setting_option, switch, text_option
from tablee.cli.progress import exit_code, progress
from tablee.cli.screen import Screen, echo_json
from tablee.cli.simulation_report import show_simulation_report
from tablee.core.game import AnyGame
from tablee.core.registry import game
from tablee.core.texts import Catalogue


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def simulate(*, kind: str, games: int, seed: int, workers: int, as_json: bool, **given: Any) -> int:
        if given["iterations"] is not None and not given["bots"]:
            raise UsageProblem("iterations_need_bots", {}, "tablee simulate")
        check_cluster(given, "tablee simulate")
        options = values(kind_named(kind), given["settings"])
        if given["players"] is not None:
            options["players"] = given["players"]
        chosen = game(kind, **options)
        bots = seated(parse_levels(given["bots"]), chosen.players) if given["bots"] else ()
        simulation = Simulation(chosen, games, seed, bots, given["iterations"])
        errors = Screen(say, Console(stderr=True, highlight=False, emoji=False))
        try:
            with suppress(KeyboardInterrupt), progress(errors, games, hidden=as_json) as show:
                simulation.run(workers, given["cluster"], show)
        except BrokenLaw as broken:
            errors.tell(_broken_law_report(simulation.game, broken, say), "bold white on red")
            return 1
        done = simulation.statistics.games
        if done:
            if as_json:
                echo_json(simulation.plain())
            else:
                simulation.show(Screen(say))
        return exit_code(errors, done, games)

    params = [
        game_argument(say),
        number_option("--games", low=1, usual=1000),
        number_option("--players", low=1),
        text_option("--bots", metavar=say("page.levels_metavar")),
        number_option("--iterations", low=1),
        number_option("--seed", usual=0),
        number_option("--workers", low=1, usual=1),
        cluster_option(say),
        setting_option(say),
        switch("--json", "as_json"),
    ]
    return Command(say, "simulate", simulate, params)


@dataclass
class Simulation:
    """What was asked for, and what has come of it so far."""

    game: AnyGame
    asked: int
    seed: int
    bots: tuple[str, ...] = ()
    """A level for each seat; none: all play at random."""
    iterations: int | None = None
    statistics: Statistics = field(init=False)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.statistics = Statistics(self.game.players)

    def run(self, workers: int, cluster: str | None, show: Callable[[int], None]) -> None:
        """Play; `show` is told how many matches are done. What is done before an interrupt is kept."""
        began = time.perf_counter()
        try:
            coming = batches(
                self.game,
                self.asked,
                seed=self.seed,
                workers=workers,
                cluster=cluster,
                bots=self.bots,
                iterations=self.iterations,
            )
            with cluster_errors(), closing(coming) as parts:
                for part in parts:
                    self.statistics.join(part)
                    show(self.statistics.games)
        finally:
            self.seconds = time.perf_counter() - began

    def show(self, screen: Screen) -> None:
        """All of it as tables."""
        show_simulation_report(screen, self.game, self.statistics, seed=self.seed, seconds=self.seconds, bots=self.bots)

    def plain(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            **self.game.identity(),
            "bots": list(self.bots),
            "iterations": self.iterations,
            "seed": self.seed,
            "asked": self.asked,
            **self.statistics.plain(),
            "seconds": self.seconds,
            "decisions_per_second": self.statistics.decisions / self.seconds,
        }


def _broken_law_report(game: AnyGame, broken: BrokenLaw, say: Catalogue) -> str:
    return say(
        f"simulate.broken_{broken.law}",
        game=game.name,
        options=json.dumps(game.options()),
        seed=broken.seed,
        number=broken.number,
        details=broken.details,
    )

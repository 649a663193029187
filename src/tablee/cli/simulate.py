"""`tablee simulate`: many matches between random bots, and what they tell of a game."""

import json
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

import click
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tablee.bots.simulation import BrokenLaw, batches
from tablee.bots.statistics import Statistics
from tablee.cli.commands import Command, game_argument, number_option, setting_option, switch
from tablee.cli.report import show_report
from tablee.cli.screen import Screen
from tablee.cli.settings import AnyGame, kind_named, values
from tablee.core.registry import game
from tablee.core.texts import Catalogue


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def simulate(*, kind: str, games: int, seed: int, workers: int, as_json: bool, **wishes: Any) -> int:
        options = values(kind_named(kind), wishes["settings"])
        if wishes["players"] is not None:
            options["players"] = wishes["players"]
        simulation = Simulation(game(kind, **options), games, seed)
        errors = Screen(say, Console(stderr=True, highlight=False, emoji=False))
        try:
            with suppress(KeyboardInterrupt), _progress(errors, games, hidden=as_json) as show:
                simulation.run(workers, show)
        except BrokenLaw as broken:
            errors.tell(_accusation(simulation.game, broken, say), "bold white on red")
            return 1
        done = simulation.statistics.games
        if done:
            if as_json:
                click.echo(json.dumps(simulation.plain(), indent=2, ensure_ascii=False))
            else:
                show_report(Screen(say), simulation.game, simulation.statistics, seed, simulation.seconds)
        if done < games:
            errors.tell(say("simulate.stopped", games=done, asked=games), "yellow")
            return 130
        return 0

    params = [
        game_argument(say),
        number_option("--games", low=1, usual=1000),
        number_option("--players", low=1),
        number_option("--seed", usual=0),
        number_option("--workers", low=1, usual=1),
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
    statistics: Statistics = field(init=False)
    seconds: float = 0.0

    def __post_init__(self) -> None:
        self.statistics = Statistics(self.game.players)

    def run(self, workers: int, show: Callable[[int], None]) -> None:
        """Play; `show` is told how many matches are done. What is done before an interrupt is kept."""
        began = time.perf_counter()
        try:
            with closing(batches(self.game, self.asked, seed=self.seed, workers=workers)) as parts:
                for part in parts:
                    self.statistics.join(part)
                    show(self.statistics.games)
        finally:
            self.seconds = time.perf_counter() - began

    def plain(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "options": self.game.options(),
            "seed": self.seed,
            "asked": self.asked,
            **self.statistics.plain(),
            "seconds": self.seconds,
            "decisions_per_second": self.statistics.decisions / self.seconds,
        }


@contextmanager
def _progress(screen: Screen, games: int, *, hidden: bool) -> Iterator[Callable[[int], None]]:
    """A bar on stderr, if somebody is there to see it."""
    if hidden or not screen.console.is_terminal:
        yield lambda _: None
        return
    progress = Progress(
        TextColumn(screen.say("simulate.playing")),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=screen.console,
        transient=True,
    )
    with progress:
        bar = progress.add_task("", total=games)
        yield lambda done: progress.update(bar, completed=done)


def _accusation(game: AnyGame, broken: BrokenLaw, say: Catalogue) -> str:
    return say(
        f"simulate.broken_{broken.law}",
        game=game.name,
        options=json.dumps(game.options()),
        seed=broken.seed,
        number=broken.number,
        details=broken.details,
    )

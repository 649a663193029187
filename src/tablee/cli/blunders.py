"""`tablee blunders`: what the choices of each level cost, judged by a long search."""

from contextlib import closing, suppress
from typing import Any

import click
from rich import box
from rich.console import Console
from rich.table import Table

from tablee.bots.blunders import BLUNDER, BlunderStudy, JudgedPosition, judged_positions, long_search, mistakes
from tablee.bots.levels import LEVELS
from tablee.cli.game_options import kind_named, values
from tablee.cli.level_names import parse_levels
from tablee.cli.number_format import NumberFormat
from tablee.cli.parameters import Command, game_argument, number_option, setting_option, switch, text_option
from tablee.cli.progress import exit_code, progress
from tablee.cli.screen import Screen, cell, echo_json
from tablee.core.registry import game
from tablee.core.texts import Catalogue


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def blunders(*, kind: str, games: int, seed: int, workers: int, as_json: bool, **given: Any) -> int:
        options = values(kind_named(kind), given["settings"])
        if given["players"] is not None:
            options["players"] = given["players"]
        played = game(kind, **options)
        levels = parse_levels(given["bots"] or ",".join(LEVELS))
        study = BlunderStudy(played, levels, given["iterations"] or long_search(played), seed)
        errors = Screen(say, Console(stderr=True, highlight=False, emoji=False))
        decisions: list[JudgedPosition] = []
        done = 0
        with (
            suppress(KeyboardInterrupt),
            progress(errors, games, hidden=as_json) as show,
            closing(judged_positions(study, range(games), workers)) as coming,
        ):
            for done, judged in enumerate(coming, start=1):
                decisions += judged
                show(done)
        if decisions:
            if as_json:
                echo_json(_plain(study, decisions))
            else:
                _show(Screen(say), study, decisions)
        return exit_code(errors, done, games)

    params = [
        game_argument(say),
        text_option("--bots", metavar=say("page.levels_metavar")),
        number_option("--games", low=1, usual=20),
        number_option("--iterations", low=1),
        number_option("--players", low=1),
        number_option("--seed", usual=0),
        number_option("--workers", low=1, usual=1),
        setting_option(say),
        switch("--json", "as_json"),
    ]
    return Command(say, "blunders", blunders, params)


def _plain(study: BlunderStudy, decisions: list[JudgedPosition]) -> dict[str, Any]:
    return {
        **study.game.identity(),
        "seed": study.seed,
        "iterations": study.iterations,
        "blunder": BLUNDER,
        "levels": {level: mistakes(level, decisions).plain() for level in study.levels},
    }


def _show(screen: Screen, study: BlunderStudy, decisions: list[JudgedPosition]) -> None:
    say, figures = screen.say, NumberFormat(screen.lang)
    screen.rule(say("blunders.title", title=study.game.title(screen.lang), players=study.game.players))
    iterations = figures.whole(study.iterations)
    screen.tell(
        say("blunders.setting", decisions=figures.whole(len(decisions)), iterations=iterations, seed=study.seed), "dim"
    )
    table = Table(header_style="bold", box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
    for column in ("bot", "cost", "interval", "blunders", "worst", "median", "percentile_99"):
        header = say(f"blunders.columns.{column}", blunder=figures.percent(BLUNDER))
        table.add_column(cell(header), justify="left" if column == "bot" else "right")
    for level in study.levels:
        told = mistakes(level, decisions)
        between = "–"
        if told.interval is not None:
            low, high = figures.decimal(100 * told.interval.low, 1), figures.percent(told.interval.high)
            between = say("report.between", low=low, high=high)
        table.add_row(
            level,
            cell(figures.percent(told.mean_cost)),
            cell(between),
            cell(figures.percent(told.blunders)),
            cell(figures.percent(told.worst)),
            figures.decimal(told.median_ms, 1),
            figures.decimal(told.percentile_99_ms, 1),
        )
    screen.put(table)

"""`tablee train`: a bot learns a game by playing against itself."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich import box
from rich.console import Console
from rich.table import Table

from tablee.bots.process_pool import one_thread_each
from tablee.cli import record_files
from tablee.cli.errors import CliError, unreadable, unwritable
from tablee.cli.game_options import kind_named, values
from tablee.cli.number_format import NumberFormat
from tablee.cli.parameters import Command, game_argument, number_option, setting_option, switch, text_option
from tablee.cli.progress import progress_bar
from tablee.cli.screen import Screen, cell, echo_json
from tablee.core.game import AnyGame
from tablee.core.registry import game, manifest_of
from tablee.core.texts import Catalogue

if TYPE_CHECKING:
    from tablee.bots.training.training import RoundReport, Show
    from tablee.core.learner import Weights


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def train(*, kind: str, as_json: bool, **given: Any) -> int:
        options = values(kind_named(kind), given["settings"])
        if given["players"] is not None:
            options["players"] = given["players"]
        chosen = game(kind, **options)
        if manifest_of(chosen).learner is None:
            raise CliError("nothing_to_learn", {"game": chosen.title(say.lang)})
        return _Training(say, chosen, given, as_json).run()

    params = [
        game_argument(say),
        number_option("--players", low=1),
        number_option("--rounds", low=1, usual=4),
        number_option("--matches", low=1, usual=1600),
        number_option("--contest", low=1, usual=192),
        number_option("--epochs", low=1, usual=10),
        number_option("--seed", usual=0),
        number_option("--workers", low=1, usual=os.cpu_count() or 1),
        setting_option(say),
        text_option("--from", "first", metavar=say("page.file_metavar")),
        text_option("--file", metavar=say("page.file_metavar")),
        text_option("--svg", metavar=say("page.file_metavar")),
        switch("--json", "as_json"),
    ]
    return Command(say, "train", train, params, extra="train")


class _Training:
    """One training, from what was asked for to the weights in their file."""

    def __init__(self, say: Catalogue, chosen: AnyGame, given: Mapping[str, Any], as_json: bool) -> None:
        # The processes share the cores already; threads of their own would only get in each other's way.
        one_thread_each()
        from tablee.bots.training.network import Hyperparameters  # noqa: PLC0415 - the extra "train" is there by now
        from tablee.bots.training.training import Plan, learner_for  # noqa: PLC0415

        self._say = say
        self._game = chosen
        self._workers: int = given["workers"]
        self._as_json = as_json
        self._plan = Plan(
            chosen,
            rounds=given["rounds"],
            matches=given["matches"],
            contest=given["contest"],
            hyperparameters=Hyperparameters(epochs=given["epochs"]),
            seed=given["seed"],
        )
        self._first = None if given["first"] is None else _read(Path(given["first"]).expanduser())
        own_folder = Path(str(files(chosen.package)))
        self._file = Path(given["file"]).expanduser() if given["file"] else own_folder / learner_for(chosen).file
        self._picture = Path(given["svg"]).expanduser() if given["svg"] else None
        for path in filter(None, (self._file, self._picture)):
            record_files.check_place(path)  # now: it may take hours

    def run(self) -> int:
        """The exit status. Weights are written after each round, so that stopping loses little."""
        from tablee.bots.training.training import training  # noqa: PLC0415

        errors = Screen(self._say, Console(stderr=True, highlight=False, emoji=False))
        reports: list[RoundReport] = []
        try:
            with _progress(errors, hidden=self._as_json) as show:
                for report, weights in training(self._plan, self._workers, show, self._first):
                    reports.append(report)
                    self._keep(weights, reports)
        except KeyboardInterrupt:
            errors.tell(self._say("train.stopped", rounds=len(reports), asked=self._plan.rounds), "yellow")
        self._tell(reports)
        return 0 if len(reports) == self._plan.rounds else 130

    def _keep(self, weights: "Weights", reports: list["RoundReport"]) -> None:
        import numpy as np  # noqa: PLC0415

        from tablee.bots.training.curves import Labels, curves  # noqa: PLC0415

        say = self._say
        try:
            with self._file.open("wb") as file:
                np.savez(file, **weights)
            if self._picture is not None:
                labels = Labels(
                    self._title, *[say(f"train.curves.{name}") for name in ("before", "after", "share", "even")]
                )
                self._picture.write_text(curves(labels, reports), encoding="utf-8")
        except OSError as error:
            raise unwritable(Path(error.filename or self._file), error) from error

    @property
    def _title(self) -> str:
        return self._say("train.title", title=self._game.title(self._say.lang), players=self._game.players)

    def _tell(self, reports: list["RoundReport"]) -> None:
        if self._as_json:
            rounds = [{**asdict(one), "interval": [one.interval.low, one.interval.high]} for one in reports]
            echo_json({**self._plan.plain(), "results": rounds})
            return
        screen, figures = Screen(self._say), NumberFormat(self._say.lang)
        screen.rule(self._title)
        table = Table(header_style="bold", box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
        for column in ("round", "positions", "before", "after", "share", "interval", "seconds"):
            table.add_column(cell(self._say(f"train.columns.{column}")), justify="right")
        for one in reports:
            low, high = figures.decimal(100 * one.interval.low, 1), figures.percent(one.interval.high)
            table.add_row(
                str(one.number),
                figures.whole(one.positions),
                *[figures.decimal(value, 4) for value in (one.loss_before, one.loss_after)],
                cell(figures.percent(one.share)),
                cell(self._say("report.between", low=low, high=high)),
                figures.decimal(sum(one.seconds), 1),
            )
        screen.put(table)
        screen.tell(self._say("train.even", even=figures.percent(1 / self._game.players)))
        screen.tell(self._say("train.written", path=self._file))


def _read(path: Path) -> "Weights":
    import numpy as np  # noqa: PLC0415

    try:
        with np.load(path, allow_pickle=False) as stored:
            return {name: stored[name] for name in stored.files}
    except OSError as error:
        raise unreadable(path, error) from error
    except ValueError as error:
        raise CliError("no_weights", {"path": path}) from error


@contextmanager
def _progress(screen: Screen, *, hidden: bool) -> Iterator["Show"]:
    """A bar on stderr for what is being done, if somebody is there to see it."""
    if hidden or not screen.console.is_terminal:
        yield lambda *_: None
        return
    with progress_bar(screen, "{task.description}") as bars:
        bar = bars.add_task("", total=1)

        def show(what: str, done: int, whole: int) -> None:
            bars.update(bar, description=screen.say(f"train.doing.{what}"), completed=done, total=whole)

        yield show

"""`tablee arena`: bots against each other, and how strong each of them is."""

from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import click
from rich import box
from rich.console import Console
from rich.table import Table

from tablee.bots.arena.arena import Arena, TableKind, matches
from tablee.bots.arena.external_bot import ExternalBotFailed
from tablee.bots.arena.ladder import Ladder
from tablee.bots.arena.ladder_chart import ladder_chart
from tablee.bots.arena.results_file import OtherArena, ResultsFile
from tablee.bots.levels import LEVELS
from tablee.cli import record_files
from tablee.cli.arena_bots import failure, identified_bots, parse_bot
from tablee.cli.cluster import check_cluster, cluster_errors, cluster_option
from tablee.cli.errors import CliError, UsageProblem, unwritable
from tablee.cli.game_options import kind_named, values
from tablee.cli.number_format import NumberFormat
from tablee.cli.parameters import (
    Command,
    game_argument,
    number_option,
    seconds_option,
    setting_option,
    switch,
    text_option,
)
from tablee.cli.progress import exit_code, progress
from tablee.cli.screen import Screen, cell, echo_json
from tablee.core.registry import game
from tablee.core.texts import Catalogue


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def arena(*, kind: str, games: str, file: str | None, as_json: bool, svg: str | None, **given: Any) -> int:
        if given["iterations"] is not None and given["seconds"] is not None:
            raise UsageProblem("iterations_or_seconds", {}, "tablee arena")
        check_cluster(given, "tablee arena")
        contest = _contest(kind, given)
        asked = contest.numbers(_games(games, len(contest.lineups)))
        path = None if file is None else Path(file).expanduser()
        picture = None if svg is None else Path(svg).expanduser()
        if picture is not None:
            record_files.check_place(picture)  # now: an arena may take hours
        run = ArenaRun(contest, _results_file(contest, path), asked)
        errors = Screen(say, Console(stderr=True, highlight=False, emoji=False))
        with (
            closing(run.file),
            suppress(KeyboardInterrupt),
            progress(errors, len(asked), hidden=as_json) as show,
        ):
            try:
                run.play(given["workers"], given["cluster"], show)
            except ExternalBotFailed as error:
                raise failure(error) from error
        ladder = run.ladder()
        if ladder.results:
            if as_json:
                echo_json(ladder.plain())
            else:
                _LadderReport(Screen(say), ladder).show()
            if picture is not None:
                _draw(ladder, picture, say)
        return exit_code(errors, len(ladder.results), len(asked))

    params = [
        game_argument(say),
        text_option("--bots", metavar=say("page.levels_metavar")),
        text_option("--games", metavar="N[,N…]", usual="100"),
        text_option("--tables", metavar="|".join(TableKind)),
        number_option("--players", low=1),
        number_option("--seed", usual=0),
        number_option("--workers", low=1, usual=1),
        cluster_option(say),
        number_option("--iterations", low=1),
        seconds_option("--seconds"),
        setting_option(say),
        text_option("--file", metavar=say("page.file_metavar")),
        switch("--json", "as_json"),
        text_option("--svg", metavar=say("page.file_metavar")),
    ]
    return Command(say, "arena", arena, params, extra="bots")


def _contest(kind: str, given: dict[str, Any]) -> Arena:
    options = values(kind_named(kind), given["settings"])
    if given["players"] is not None:
        options["players"] = given["players"]
    played = game(kind, **options)
    asked = [parse_bot(text) for text in (given["bots"] or ",".join(LEVELS)).split(",")]
    named = [bot if isinstance(bot, str) else bot.title for bot in asked]
    if len(asked) < 2 or len(set(asked)) < len(asked):
        raise CliError("different_levels", {"levels": ", ".join(named)})
    try:
        tables = TableKind(given["tables"] or TableKind.PAIRS)
    except ValueError:
        raise CliError("no_such_tables", {"value": given["tables"], "allowed": ", ".join(TableKind)}) from None
    external = identified_bots(asked, played)
    bots = tuple(bot if isinstance(bot, str) else external[bot].name for bot in asked)
    return Arena(played, bots, tables, given["seed"], given["seconds"], given["iterations"], tuple(external.values()))


def _games(text: str, lineups: int) -> list[int]:
    """One figure for all line-ups, or one for each of them."""
    games = [int(part) if part.isascii() and part.isdigit() else 0 for part in map(str.strip, text.split(","))]
    if min(games) < 1 or len(games) not in (1, lineups):
        raise CliError("bad_games", {"value": text, "parties": lineups})
    return games


def _results_file(contest: Arena, path: Path | None) -> ResultsFile:
    try:
        return ResultsFile(contest, path)
    except OtherArena:
        raise CliError("other_arena", {"path": path}) from None
    except OSError as error:
        raise unwritable(path or Path(), error) from error


def _draw(ladder: Ladder, path: Path, say: Catalogue) -> None:
    title = say("arena.title", title=ladder.arena.game.title(say.lang), players=ladder.arena.game.players)
    try:
        path.write_text(ladder_chart(title, say("arena.axis"), ladder.ratings()), encoding="utf-8")
    except OSError as error:
        raise unwritable(path, error) from error


@dataclass(frozen=True)
class ArenaRun:
    """An arena and its results."""

    arena: Arena
    file: ResultsFile
    asked: Sequence[int]
    """The numbers of the matches that are wanted."""

    def play(self, workers: int, cluster: str | None, show: Callable[[int], None]) -> None:
        """Play the matches still missing; `show` is called with the number of matches done."""
        missing = [number for number in self.asked if number not in self.file.results]
        done = len(self.asked) - len(missing)
        show(done)
        with cluster_errors(), closing(matches(self.arena, missing, workers, cluster)) as coming:
            for number, result in enumerate(coming, start=1):
                self.file.add(result)
                show(done + number)
        self.file.sort()

    def ladder(self) -> Ladder:
        """What is known so far of what was asked for."""
        results = self.file.results
        return Ladder(self.arena, {number: results[number] for number in self.asked if number in results})


_NAMES: Final = ("stronger", "weaker", "bot", "")


class _LadderReport:
    def __init__(self, screen: Screen, ladder: Ladder) -> None:
        self._screen = screen
        self._say = screen.say
        self._figures = NumberFormat(screen.lang)
        self._ladder = ladder

    def show(self) -> None:
        arena, say = self._ladder.arena, self._say
        self._screen.rule(say("arena.title", title=arena.game.title(self._screen.lang), players=arena.game.players))
        self._screen.tell(
            say(
                "arena.setting",
                games=self._figures.whole(len(self._ladder.results)),
                count=len(self._ladder.results),
                seed=arena.seed,
                tables=say(f"arena.tables.{arena.tables}"),
            ),
            "dim",
        )
        self._pairs()
        self._ratings()
        self._thinking()

    def _pairs(self) -> None:
        figures, say = self._figures, self._say
        table = self._table("stronger", "weaker", "games", "share", "interval", "even", "odds", "")
        for pair in self._ladder.pairs():
            interval = pair.interval
            table.add_row(
                pair.stronger,
                pair.weaker,
                figures.whole(pair.games),
                cell(figures.percent(pair.share)),
                cell(
                    say(
                        "report.between",
                        low=figures.decimal(100 * interval.low, 1),
                        high=figures.decimal(100 * interval.high, 1),
                    )
                ),
                cell(figures.percent(pair.even)),
                cell(f"× {figures.decimal(pair.odds, 1)}" if pair.share < 1 else "–"),
                cell(say("arena.clear") if pair.is_clear else say("arena.unclear")),
            )
        self._screen.put(table)

    def _ratings(self) -> None:
        figures = self._figures
        table = self._table("bot", "rating", "sigma")
        for bot, rating in sorted(self._ladder.ratings().items(), key=lambda named: -named[1].mu):
            table.add_row(bot, figures.decimal(rating.mu, 1), figures.decimal(rating.sigma, 1))
        self._screen.put(table)

    def _thinking(self) -> None:
        figures, thinking = self._figures, self._ladder.thinking()
        counted = ["choices", "replaced"]
        if any(times.adapted for times in thinking.values()):
            counted.append("adapted")
        timed = ["median", "percentile_99", "longest"]
        table = self._table("bot", *counted, *timed)
        for bot, times in thinking.items():
            table.add_row(
                bot,
                *(figures.whole(getattr(times, count)) for count in counted),
                *(figures.decimal(getattr(times, time), 1) for time in timed),
            )
        self._screen.put(table)

    def _table(self, *columns: str) -> Table:
        table = Table(header_style="bold", box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
        for column in columns:
            header = self._say(f"arena.columns.{column}") if column else ""
            table.add_column(cell(header), justify="left" if column in _NAMES else "right", overflow="fold")
        return table

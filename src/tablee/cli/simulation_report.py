"""The statistics of a simulation, as tables."""

from collections.abc import Sequence

from rich import box
from rich.table import Table

from tablee.bots.statistics import Interval, Sample, Statistics
from tablee.cli.game_options import in_words
from tablee.cli.number_format import NumberFormat
from tablee.cli.screen import Screen, cell
from tablee.core.game import AnyGame


def show_simulation_report(
    screen: Screen, game: AnyGame, statistics: Statistics, *, seed: int, seconds: float, bots: Sequence[str] = ()
) -> None:
    """All that a simulation found; `bots`: the level of each seat, none if all played at random."""
    _Report(screen, game, statistics, bots).show(seed, seconds)


class _Report:
    def __init__(self, screen: Screen, game: AnyGame, statistics: Statistics, bots: Sequence[str]) -> None:
        self._screen = screen
        self._say = screen.say
        self._figures = NumberFormat(screen.lang)
        self._game = game
        self._statistics = statistics
        self._bots = bots

    def show(self, seed: int, seconds: float) -> None:
        say, figures, statistics = self._say, self._figures, self._statistics
        title = self._game.title(self._screen.lang)
        self._screen.rule(
            say(
                "report.title_of_levels" if self._bots else "report.title",
                title=title,
                games=figures.whole(statistics.games),
                count=statistics.games,
            )
        )
        texts = self._game.words.texts(self._screen.lang)
        for name in self._game.options():
            value = in_words(type(self._game), name, getattr(self._game, name), say)
            self._screen.tell(say("play.option_is", name=texts(f"options.{name}.name"), value=value), "dim")
        self._screen.tell(say("report.seed", seed=seed), "dim")
        self._screen.blank()
        self._seats()
        self._tallies()
        self._whole()
        speed = figures.whole(statistics.decisions / seconds)
        self._screen.tell(
            say(
                "report.speed",
                decisions=figures.whole(statistics.decisions),
                seconds=figures.decimal(seconds),
                speed=speed,
            )
        )

    def _seats(self) -> None:
        statistics, figures = self._statistics, self._figures
        rows = [
            [
                f"{figures.whole(seat + 1)} {self._bots[seat]}" if self._bots else figures.whole(seat + 1),
                figures.percent(statistics.win_share(seat)),
                self._percents(statistics.win_interval(seat)),
                *self._scores(statistics.scores[seat]),
            ]
            for seat in range(statistics.players)
        ]
        self._table(["seat", "wins", "interval", "score", "interval", "deviation", "extremes"], rows)

    def _scores(self, sample: Sample) -> list[str]:
        figures = self._figures
        interval, deviation = sample.interval, sample.deviation
        return [
            figures.decimal(sample.mean),
            "–"
            if interval is None
            else self._between(figures.decimal(interval.low, 1), figures.decimal(interval.high, 1)),
            "–" if deviation is None else figures.decimal(deviation),
            self._between(figures.whole(sample.low), figures.whole(sample.high)),
        ]

    def _tallies(self) -> None:
        texts, figures = self._game.words.texts(self._screen.lang), self._figures
        for group, cases in self._statistics.groups().items():
            whole = sum(cases.values()) or 1
            self._table(
                [texts(f"tally.{group}"), "count", "share"],
                [
                    [texts(f"tally.{group}_{case}"), figures.whole(count), figures.percent(count / whole)]
                    for case, count in cases.items()
                ],
            )

    def _whole(self) -> None:
        say, statistics, figures = self._say, self._statistics, self._figures
        advantage = statistics.first_seat_interval
        self._screen.tell(
            say(
                "report.first_seat",
                share=figures.decimal(100 * statistics.first_seat_advantage, 1, sign=True),
                low=figures.decimal(100 * advantage.low, 1, sign=True),
                high=figures.decimal(100 * advantage.high, 1, sign=True),
            )
        )
        self._screen.tell(
            say(
                "report.length",
                mean=figures.decimal(statistics.length.mean, 1),
                low=figures.whole(statistics.length.low),
                high=figures.whole(statistics.length.high),
            )
        )
        for key, count in (("report.ties", statistics.ties), ("report.no_winner", statistics.no_winner)):
            if count or key == "report.ties":
                share = figures.percent(count / statistics.games)
                self._screen.tell(say(key, number=figures.whole(count), share=share))

    def _percents(self, interval: Interval) -> str:
        return self._between(
            self._figures.decimal(100 * interval.low, 1), self._figures.decimal(100 * interval.high, 1)
        )

    def _between(self, low: str, high: str) -> str:
        return self._say("report.between", low=low, high=high)

    def _table(self, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
        table = Table(header_style="bold", box=box.SIMPLE_HEAD, padding=(0, 0, 0, 1))
        for number, column in enumerate(columns):
            key = f"report.columns.{column}"
            header = self._say(key) if key in self._say else column
            table.add_column(cell(header), justify="right" if number else "left", overflow="fold")
        for row in rows:
            table.add_row(*map(cell, row))
        self._screen.put(table)

"""A report on a game as one page that needs no other file."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

import tablee
from tablee.cli.game_options import in_words
from tablee.cli.number_format import NumberFormat
from tablee.cli.review_page import PAGE_STYLE
from tablee.core.texts import Catalogue, catalogue
from tablee.lab.report.charts import Charts
from tablee.lab.report.figures import Figures

if TYPE_CHECKING:
    from tablee.core.texts import Lang


@dataclass(frozen=True)
class Section:
    """A part of a report. Chart (SVG) and table are HTML, the rest is plain text; what there is none of is empty."""

    title: str
    note: str
    chart: str
    table: str

    def html(self) -> str:
        """The section with its heading."""
        title = escape(self.title)
        note = f'<p class="quiet">{escape(self.note)}</p>' if self.note else ""
        chart = f'<figure role="img" aria-label="{title}" class="wide">{self.chart}</figure>' if self.chart else ""
        return f"<section><h2>{title}</h2>{note}{chart}{self.table}</section>"


@dataclass(frozen=True)
class ReportPage:
    """The page in one language, for light and dark screens."""

    figures: Figures
    say: Catalogue
    """The texts of the command line."""

    @property
    def _lang(self) -> "Lang":
        return self.say.lang

    def html(self) -> str:
        """All of it."""
        title = escape(self.title)
        return "\n".join(
            [
                "<!doctype html>",
                f'<html lang="{self._lang}">',
                '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">',
                f"<title>{title}</title><style>{PAGE_STYLE}</style></head>",
                f'<body><main><h1>{title}</h1><p class="quiet">{escape(self.setting)}</p>',
                f'<p class="quiet">{escape(self.note)}</p>',
                *(section.html() for section in self.sections()),
                "</main></body></html>",
            ]
        )

    @property
    def title(self) -> str:
        return self._text("report.title", title=self.figures.plan.game.title(self._lang))

    @property
    def setting(self) -> str:
        """What was played."""
        game = self.figures.plan.game
        return self._text(
            "report.setting",
            version=game.rules_version,
            options=self._options_in_words(),
            seed=self.figures.plan.seed,
            matches=self._format.whole(len(self.figures.data)),
            release=tablee.__version__,
        )

    @property
    def note(self) -> str:
        """How to read it, and how to make it again."""
        return self._text("report.note", command=self.figures.plan.command())

    @property
    def _text(self) -> Catalogue:
        return catalogue("tablee.lab", self._lang)

    @property
    def _format(self) -> NumberFormat:
        return NumberFormat(self._lang)

    def _options_in_words(self) -> str:
        game = self.figures.plan.game
        texts = game.words.texts(self._lang)
        colon = "\N{NO-BREAK SPACE}: " if self._lang == "fr" else ": "
        words = {name: in_words(type(game), name, getattr(game, name), self.say) for name in game.options()}
        return ", ".join(f"{texts(f'options.{name}.name')}{colon}{value.rstrip('.')}" for name, value in words.items())

    def sections(self) -> Iterator[Section]:
        """All charts and tables."""
        charts = Charts(self.figures, self._text)
        yield self._section("means", table=self._means())
        yield self._section("lengths", charts.lengths())
        yield self._section("scores", charts.scores())
        yield self._section("seats", charts.seats(), self._seats(), note=True)
        yield self._section("endings", table=self._endings())
        yield self._section("branching", charts.branching(), note=True)
        yield self._section("rules", charts.rules(), self._rules(), note=True)
        yield self._section("options", table=self._options())
        if self.figures.plan.pairs:
            yield self._section("skill", charts.skill(), note=True)
            yield self._section("ladder", charts.ladder(), self._ladder(), note=True)

    def _section(self, key: str, chart: str = "", table: str = "", *, note: bool = False) -> Section:
        said = self._text(f"report.{key}_note") if note else ""
        return Section(self._text(f"report.{key}"), said, chart, table)

    def _play(self, play: str) -> str:
        return self._text("report.random") if play == "random" else self.figures.plan.level

    def _between(self, low: str, high: str) -> str:
        return self._text("report.range", low=low, high=high)

    def _share(self, row: dict[str, Any], prefix: str = "") -> list[str]:
        percent = self._format.percent
        return [
            percent(row[f"{prefix}mean"]),
            self._between(percent(row[f"{prefix}low"]), percent(row[f"{prefix}high"])),
        ]

    def _number(self, row: dict[str, Any], prefix: str = "") -> list[str]:
        decimal = self._format.decimal
        return [
            decimal(row[f"{prefix}mean"], 1),
            self._between(decimal(row[f"{prefix}low"], 1), decimal(row[f"{prefix}high"], 1)),
        ]

    def _means(self) -> str:
        rows = []
        for row in self.figures.means().iter_rows(named=True):
            shown = self._share(row) if row["figure"] == "shared" else self._number(row)
            name = self._text(f"report.figures.{row['figure']}")
            rows.append([name, self._play(row["play"]), *shown, self._format.whole(row["count"])])
        return self._table(["figure", "who", "mean", "interval", "matches"], rows, words=2)

    def _seats(self) -> str:
        rows = [
            [self._format.whole(row["seat"]), self._play(row["play"]), *self._share(row)]
            for row in self.figures.seats().iter_rows(named=True)
        ]
        return self._table(["seat", "who", "part_of_wins", "interval"], rows, words=2)

    def _endings(self) -> str:
        texts = self.figures.plan.game.words.texts(self._lang)
        rows = []
        for row in self.figures.endings().iter_rows(named=True):
            case = texts(f"tally.{row['case'].replace('.', '_', 1)}")
            shown = self._share(row) if row["single"] else self._number(row)
            mean = shown[0] if row["single"] else self._text("report.per_match", mean=shown[0])
            rows.append([texts(f"tally.{row['group']}"), case, self._play(row["play"]), mean, shown[1]])
        return self._table(["counted", "case", "who", "mean", "interval"], rows, words=3)

    def _rules(self) -> str:
        rows = [
            [row["rule"], self._play(row["play"]), *self._share(row), self._format.decimal(row["times"], 1)]
            for row in self.figures.rules().iter_rows(named=True)
        ]
        return self._table(["rule", "who", "part_of_matches", "interval", "times"], rows, words=2)

    def _options(self) -> str:
        game = self.figures.plan.game
        texts, rows = game.words.texts(self._lang), []
        for row in self.figures.options().iter_rows(named=True):
            usual = row["option"] is None
            name = self._text("report.usual") if usual else texts(f"options.{row['option']}.name")
            rows.append(
                [
                    name,
                    "" if usual else self._value(row["option"], row["value"]),
                    self._play(row["play"]),
                    self._format.whole(row["matches"]),
                    _in_brackets(*self._number(row, "length_")),
                    _in_brackets(*self._share(row, "first_")),
                    self._format.percent(row["even"]),
                ]
            )
        return self._table(["option", "value", "who", "matches", "length", "first", "even"], rows, words=3)

    def _value(self, option: str, value: str) -> str:
        """What a value of an option means."""
        plan = self.figures.plan
        variant = next(one for one in plan.variants if (one.option, str(one.value)) == (option, value))
        return in_words(type(plan.game), option, getattr(plan.played(variant), option), self.say)

    def _ladder(self) -> str:
        rows = [
            [row["stronger"], row["weaker"], self._format.whole(row["matches"]), *self._share(row)]
            for row in self.figures.ladder().iter_rows(named=True)
        ]
        return self._table(["stronger", "weaker", "matches", "part_of_wins", "interval"], rows, words=2)

    def _table(self, columns: Sequence[str], rows: Sequence[Sequence[str]], words: int) -> str:
        """A table; the first columns are words, the others numbers."""
        number = ' class="number"'
        heads = "".join(
            f'<th scope="col"{"" if index < words else number}>{escape(self._text(f"report.{column}"))}</th>'
            for index, column in enumerate(columns)
        )
        lines = "".join(
            "<tr>"
            + "".join(
                f"<td>{escape(cell)}</td>" if index < words else f"<td{number}>{escape(cell)}</td>"
                for index, cell in enumerate(row)
            )
            + "</tr>"
            for row in rows
        )
        return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{lines}</tbody></table></div>'


def _in_brackets(mean: str, between: str) -> str:
    return f"{mean} ({between})"

"""The charts of a report, drawn by Altair as SVG."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import altair as alt
import polars as pl
import vl_convert

from tablee.core.texts import Catalogue, Lang
from tablee.lab.report.figures import Figures

INK, QUIET, LINE = "#010203", "#010204", "#010205"
"""Stand for the colours of the page, which are those of the reader's theme."""
_COLOURS: Final = {INK: "var(--ink)", QUIET: "var(--quiet)", LINE: "var(--line)"}
SERIES: Final = ["#c2453a", "#3d7ab8", "#4c8c4a", "#9a5cb4"]
"""Readable on light and on dark paper."""
WIDTH: Final = 620
_LOCALE: Final[Mapping[Lang, Literal["en-US", "fr-FR"]]] = {"en": "en-US", "fr": "fr-FR"}
_CONFIG: Final[Mapping[str, Any]] = {
    "background": "transparent",
    "font": "system-ui, sans-serif",
    "view": {"stroke": None},
    "axis": {
        "labelColor": QUIET,
        "titleColor": INK,
        "gridColor": LINE,
        "domainColor": LINE,
        "tickColor": LINE,
        "labelFontSize": 12,
        "titleFontSize": 12,
        "labelLimit": 260,
        "titlePadding": 12,
    },
    "legend": {
        "columnPadding": 20,
        "labelColor": INK,
        "titleColor": INK,
        "labelFontSize": 12,
        "orient": "top",
        "title": None,
    },
    "range": {"category": SERIES},
}
_PADDING: Final = {"left": 24, "right": 12, "top": 4, "bottom": 4}
"""Room for texts that are wider in the reader's font."""


class Charts:
    """The charts of some figures in one language."""

    def __init__(self, figures: Figures, say: Catalogue) -> None:
        self._figures = figures
        self._say = say
        self._plays = {"random": say("report.random"), "level": say("report.by_level", level=figures.plan.level)}

    def lengths(self) -> str:
        data = self._named(self._figures.lengths())
        axis = alt.Axis(format="d", labelFlush=False, labelOverlap="greedy")
        x = alt.X("decisions:Q", bin=alt.Bin(maxbins=40), title=self._say("report.decisions"), axis=axis)
        y = alt.Y("sum(part):Q", title=self._say("report.part_of_matches"), axis=alt.Axis(format="%"), stack=None)
        base = alt.Chart(data).transform_joinaggregate(total="count()", groupby=["play"])
        bars = base.transform_calculate(part="1 / datum.total").mark_bar(opacity=0.6)
        return self._svg(bars.encode(x=x, y=y, color=self._play()), 220)

    def scores(self) -> str:
        data = self._named(self._figures.scores())
        boxes = alt.Chart(data).mark_boxplot(size=16, extent="min-max", median={"color": INK}, rule={"color": QUIET})
        return self._svg(
            boxes.encode(
                x=alt.X("score:Q", title=self._say("report.score")),
                y=alt.Y("rank:O", title=self._say("report.rank")),
                yOffset=self._offset(),
                color=self._play(),
            ),
            None,
        )

    def seats(self) -> str:
        data = self._named(self._figures.seats())
        even = 1 / self._figures.plan.game.players
        return self._points(data, "seat:O", self._say("report.seat"), self._say("report.part_of_wins"), even)

    def branching(self) -> str:
        data = self._named(self._figures.branching())
        x = alt.X("decision:Q", title=self._say("report.decision"))
        title = self._say("report.choices")
        band = alt.Chart(data).mark_area(opacity=0.25).encode(x=x, y=alt.Y("low:Q", title=title), y2="high:Q")
        line = alt.Chart(data).mark_line().encode(x=x, y=alt.Y("mean:Q", title=title))
        return self._svg(alt.layer(band, line).encode(color=self._play()), 220)

    def rules(self) -> str:
        data = self._named(self._figures.rules())
        return self._points(data, "rule:N", self._say("report.rule"), self._say("report.part_of_matches"), None)

    def ladder(self) -> str:
        frame = self._figures.ladder()
        data = frame.with_columns(pair=pl.format("{} / {}", "stronger", "weaker"), play=pl.lit(""))
        even = 1 / self._figures.plan.game.players
        return self._points(data, "pair:N", None, self._say("report.part_of_wins"), even, legend=False)

    def skill(self) -> str:
        data = self._figures.skill()
        x = alt.X(
            "matches:Q",
            title=self._say("report.matches"),
            scale=alt.Scale(type="log"),
            axis=alt.Axis(values=[1, 2, 5, 10, 20, 50, 100]),
        )
        title, percent = self._say("report.is_ahead"), alt.Axis(format="%")
        scale = alt.Scale(domain=[0, 1])
        band = alt.Chart(data).mark_area(opacity=0.2)
        line = alt.Chart(data).mark_line(point=True)
        return self._svg(
            alt.layer(
                band.encode(x=x, y=alt.Y("low:Q", title=title, axis=percent, scale=scale), y2="high:Q"),
                line.encode(x=x, y=alt.Y("mean:Q", title=title, axis=percent)),
            ).encode(color=alt.Color("pair:N")),
            240,
        )

    def _named(self, frame: pl.DataFrame) -> pl.DataFrame:
        return frame.with_columns(pl.col("play").replace(self._plays))

    def _play(self) -> alt.Color:
        return alt.Color("play:N", sort=list(self._plays.values()))

    def _offset(self) -> alt.YOffset:
        return alt.YOffset("play:N", sort=list(self._plays.values()))

    def _points(
        self,
        data: pl.DataFrame,
        rows: str,
        rows_title: str | None,
        title: str,
        even: float | None,
        *,
        legend: bool = True,
    ) -> str:
        """Shares with their intervals; a line where all would be equal."""
        scale = alt.Scale(domain=[0, 1])
        y = alt.Y(rows, title=rows_title, sort=None)
        x = alt.X("low:Q", title=title, axis=alt.Axis(format="%"), scale=scale)
        colour = self._play() if legend else alt.value(SERIES[0])
        base = alt.Chart(data)
        layers: list[Any] = [
            base.mark_rule(strokeWidth=2).encode(x=x, x2="high:Q", y=y, yOffset=self._offset(), color=colour),
            base.mark_point(filled=True, size=60).encode(x="mean:Q", y=y, yOffset=self._offset(), color=colour),
        ]
        if even is not None:
            line = alt.Chart(pl.DataFrame({"even": [even]})).mark_rule(color=QUIET, strokeDash=[4, 4])
            layers.append(line.encode(x="even:Q"))
        return self._svg(alt.layer(*layers), None)

    def _svg(self, chart: Any, height: int | None) -> str:
        sized = chart.properties(width=WIDTH) if height is None else chart.properties(width=WIDTH, height=height)
        spec = {**sized.to_dict(), "config": _CONFIG, "padding": _PADDING}
        svg = vl_convert.vegalite_to_svg(spec, format_locale=_LOCALE[self._say.lang])
        for stand_in, colour in _COLOURS.items():
            svg = svg.replace(stand_in, colour)
        return svg

"""The figures of a report, from the table of its matches: a share or a mean each, with its 95 % interval."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import comb
from pathlib import Path
from typing import Any, Final

import polars as pl

from tablee.bots.statistics import NORMAL_95, wilson
from tablee.lab.report.plan import PlayedBy, ReportPlan, Row

SCHEMA: Final[dict[str, Any]] = {
    "play": pl.String,
    "option": pl.String,
    "value": pl.String,
    "number": pl.Int64,
    "seats": pl.List(pl.String),
    "shares": pl.List(pl.Float64),
    "scores": pl.List(pl.Int64),
    "entries": pl.Int64,
    "decisions": pl.Int64,
    "choices": pl.List(pl.Int64),
    "tally": pl.List(pl.Struct({"case": pl.String, "count": pl.Int64})),
    "rules": pl.List(pl.Struct({"rule": pl.String, "count": pl.Int64})),
}
"""The columns of the data, one row a match."""

ROUNDS: Final = (1, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100)
"""Numbers of matches after which it is asked who is ahead."""


def table(rows: Sequence[Row]) -> pl.DataFrame:
    """The data, in an order that does not depend on when matches ended."""
    return pl.DataFrame(rows, schema=SCHEMA).sort("play", "option", "value", "number", nulls_last=False)


@dataclass(frozen=True)
class Figures:
    """All that a report shows. Frames have the columns `mean`, `low` and `high` where there is an interval."""

    plan: ReportPlan
    data: pl.DataFrame

    def write(self, file: Path) -> None:
        """Write the data as Parquet, with how they were made."""
        self.data.write_parquet(file, metadata=self.plan.metadata())

    def usual(self) -> pl.DataFrame:
        """Matches with usual options, at random and by the level."""
        return self.data.filter(pl.col("option").is_null() & (pl.col("play") != PlayedBy.LADDER))

    def lengths(self) -> pl.DataFrame:
        """Decisions in a match: all of them, for a histogram."""
        return self.usual().select("play", "decisions")

    def scores(self) -> pl.DataFrame:
        """Scores by the rank they gave."""
        return (
            self.usual()
            .select("play", pl.col("scores").list.sort(descending=True))
            .with_columns(rank=pl.int_ranges(1, pl.col("scores").list.len() + 1))
            .explode("scores", "rank")
            .rename({"scores": "score"})
        )

    def means(self) -> pl.DataFrame:
        """What a match is like, in a few means."""
        measured = self.usual().select(
            "play",
            "decisions",
            "entries",
            shared=pl.col("shares").list.eval(pl.element() > 0).list.sum().gt(1).cast(pl.Float64),
            spread=pl.col("scores").list.max() - pl.col("scores").list.min(),
        )
        long = measured.unpivot(index="play", variable_name="figure", value_name="value")
        keys = ["play", "figure"]
        shares = _with_shares(long.filter(pl.col("figure") == "shared"), keys, "value")
        return _with_means(long, keys, "value").update(shares, on=keys)

    def seats(self) -> pl.DataFrame:
        """The part of the wins of each seat."""
        shares = (
            self.usual()
            .select("play", pl.col("shares").alias("share"))
            .with_columns(seat=pl.int_ranges(1, pl.col("share").list.len() + 1))
            .explode("share", "seat")
        )
        return _with_shares(shares, ["play", "seat"], "share")

    def endings(self) -> pl.DataFrame:
        """What the game counts. Where every match has one case of a group (`single`), the part of the matches that have
        it; else how often it comes in a match."""
        counted = (
            self.usual()
            .select("play", "number", "tally")
            .explode("tally")
            .drop_nulls("tally")
            .unnest("tally")
            .with_columns(group=pl.col("case").str.splitn(".", 2).struct.field("field_0"))
        )
        sums = pl.col("count").sum().over("play", "number", "group")
        counted = counted.with_columns(single=(sums == 1).all().over("group"))
        keys = ["play", "group", "case", "single"]
        means = _with_means(counted, keys, "count", ordered=True)
        shares = _with_shares(counted, keys, "count", ordered=True)
        return means.update(shares.filter("single"), on=keys)

    def branching(self) -> pl.DataFrame:
        """How many choices there are at each decision of a match."""
        decided = (
            self.usual()
            .select("play", "choices")
            .with_columns(decision=pl.int_ranges(1, pl.col("choices").list.len() + 1))
            .explode("choices", "decision")
            .drop_nulls()
        )
        return _with_means(decided, ["play", "decision"], "choices").filter(pl.col("count") >= 10)

    def rules(self) -> pl.DataFrame:
        """In what part of the matches a rule was used, and how often in a match."""
        usual = self.usual()
        matches = dict(usual.group_by("play").len().iter_rows())
        used = (
            usual.select("play", "rules")
            .explode("rules")
            .drop_nulls("rules")
            .unnest("rules")
            .group_by("play", "rule")
            .agg(matches=pl.len(), times=pl.col("count").sum())
            .sort("rule", "play")
        )
        rows = [
            {
                "play": row["play"],
                "rule": row["rule"],
                "times": row["times"] / matches[row["play"]],
                "mean": (share := row["matches"] / matches[row["play"]]),
                **_interval(share, matches[row["play"]]),
            }
            for row in used.iter_rows(named=True)
        ]
        floats = dict.fromkeys(("times", "mean", "low", "high"), pl.Float64)
        return pl.DataFrame(rows, schema={"play": pl.String, "rule": pl.String, **floats})

    def options(self) -> pl.DataFrame:
        """Length and the first seat's part of the wins for every variant."""
        rows: list[dict[str, Any]] = []
        usual = self.plan.game.options()
        keys = ["play", "option", "value"]
        for key, part in self.data.filter(pl.col("play") != PlayedBy.LADDER).group_by(keys, maintain_order=True):
            play, option, value = key
            length = _mean([float(number) for number in part["decisions"]])
            share = float(part["shares"].list.first().mean() or 0.0)  # type: ignore[arg-type]
            rows.append(
                {"play": play, "option": option, "value": value, "matches": len(part)}
                | {f"length_{name}": figure for name, figure in length.items()}
                | {f"first_{name}": figure for name, figure in {"mean": share, **_interval(share, len(part))}.items()}
                | {"even": 1 / len(part["shares"][0]), "usual": None if option is None else str(usual[str(option)])}
            )
        return pl.DataFrame(rows, infer_schema_length=None)

    def ladder(self) -> pl.DataFrame:
        """The part of the wins of one stronger bot among weaker ones."""
        rows = []
        even = 1 / self.plan.game.players
        played = self.data.filter(pl.col("play") == PlayedBy.LADDER)
        for weaker, stronger in self.plan.pairs:
            shares = [
                row["shares"][row["seats"].index(stronger)]
                for row in played.iter_rows(named=True)
                if set(row["seats"]) == {weaker, stronger}
            ]
            share = sum(shares) / len(shares)
            names = {"weaker": weaker, "stronger": stronger, "matches": len(shares)}
            rows.append({**names, "even": even, "mean": share, **_interval(share, len(shares))})
        return pl.DataFrame(rows, infer_schema_length=None)

    def skill(self) -> pl.DataFrame:
        """How often the stronger of two is ahead, by matches played: for its share, and for the ends of its range."""
        rows = [
            {
                "pair": f"{row['stronger']} / {row['weaker']}",
                "matches": number,
                **{name: ahead(row[name], row["even"], number) for name in ("mean", "low", "high")},
            }
            for row in self.ladder().iter_rows(named=True)
            for number in ROUNDS
        ]
        return pl.DataFrame(rows, infer_schema_length=None)


def ahead(share: float, even: float, matches: int) -> float:
    """The chance that a player who wins this share has more than the even share after `matches`. Exactly
    the even share counts half.

    >>> ahead(0.5, 0.5, 7), ahead(0.6, 0.5, 1)
    (0.5, 0.6)
    """
    total = 0.0
    for wins in range(matches + 1):
        odds = comb(matches, wins) * share**wins * (1 - share) ** (matches - wins)
        lead = wins - even * matches
        total += odds * (0.5 if abs(lead) < 1e-9 else float(lead > 0))
    return total


def _interval(share: float, count: int) -> dict[str, float]:
    interval = wilson(share, count)
    return {"low": interval.low, "high": interval.high}


def _mean(values: Sequence[float]) -> dict[str, float]:
    column = pl.Series(values)
    mean, deviation = float(column.mean() or 0.0), float(column.std() or 0.0)  # type: ignore[arg-type]
    reach = NORMAL_95 * deviation / len(column) ** 0.5
    return {"mean": mean, "low": mean - reach, "high": mean + reach}


def _with_means(data: pl.DataFrame, keys: list[str], value: str, *, ordered: bool = False) -> pl.DataFrame:
    """The mean of a column for each group; `ordered`: groups stay in the order in which they come."""
    reach = NORMAL_95 * pl.col(value).std().fill_null(0.0) / pl.len().sqrt()
    means = (
        data.group_by(keys, maintain_order=True)
        .agg(count=pl.len().cast(pl.Int64), mean=pl.col(value).mean(), reach=reach)
        .with_columns(low=pl.col("mean") - pl.col("reach"), high=pl.col("mean") + pl.col("reach"))
        .drop("reach")
    )
    return means if ordered else means.sort(keys)


def _with_shares(data: pl.DataFrame, keys: list[str], value: str, *, ordered: bool = False) -> pl.DataFrame:
    """The same for numbers from 0 to 1, with Wilson's interval."""
    means = _with_means(data, keys, value, ordered=ordered)
    rows = [{**row, **_interval(min(1.0, row["mean"]), row["count"])} for row in means.iter_rows(named=True)]
    return pl.DataFrame(rows, schema=means.schema)

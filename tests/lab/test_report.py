"""Reports: the same plan gives the same page and data, figures carry their intervals, the page needs no other file."""

import re
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from tests.repetitions import repetitions
from tests.samples import a_game, shortest

import tablee
from tablee.bots.statistics import wilson
from tablee.cli import main
from tablee.core.texts import LANGS, Lang
from tablee.lab.report.figures import Figures, ahead, table
from tablee.lab.report.plan import PlayedBy, ReportPlan, Row, Task, Variant, play_task
from tablee.lab.report.rules_used import rules_in


def short(name: str) -> list[str]:
    """The options of a short match, as they are typed."""
    return [word for option, value in shortest(name).items() for word in ("-o", f"{option}={value}")]


SMALL = ["--matches", "2", "--level", "plongeur", "--level-matches", "1", "--option-matches", "1"]


def plan(**changed: Any) -> ReportPlan:
    small = {
        "matches": 2,
        "level": "plongeur",
        "level_matches": 1,
        "option_matches": 1,
        "ladder": ("plongeur", "commis"),
    }
    return ReportPlan(tablee.game(a_game(), **shortest(a_game())), **{**small, "ladder_matches": 1, **changed})


def row(play: PlayedBy, number: int, shares: list[float], **more: Any) -> Row:
    usual = {
        "option": None,
        "value": None,
        "seats": ["a"] * len(shares),
        "scores": [3, 1],
        "entries": 9,
        "decisions": 4,
    }
    return {"play": play, "number": number, "shares": shares, "choices": [], "tally": [], "rules": [], **usual, **more}


def test_the_same_plan_gives_the_same_data_in_any_order() -> None:
    few = [task for task in plan().tasks() if task.variant == Variant() and task.number == 0]
    assert {task.play for task in few} == set(PlayedBy)
    rows = [play_task(plan(), task) for task in few]
    again = [play_task(plan(), task) for task in reversed(few)]
    assert table(rows).equals(table(again))
    other = play_task(plan(seed=1), Task(PlayedBy.RANDOM, Variant(), 0))
    assert other != next(row for row in rows if row["play"] == PlayedBy.RANDOM)


def test_every_other_value_of_an_option_is_a_variant() -> None:
    planned = plan()
    usual = planned.game.options()
    assert planned.variants[0] == Variant()
    for variant in planned.variants[1:]:
        assert variant.option is not None
        assert planned.played(variant).options()[variant.option] == variant.value != usual[variant.option]
    assert ("players", 2) in {(variant.option, variant.value) for variant in planned.variants}


def test_a_level_alone_has_no_ladder() -> None:
    assert not [task for task in plan(ladder=("plongeur",)).tasks() if task.play is PlayedBy.LADDER]


def test_the_command_makes_the_same_report_again() -> None:
    changed = tablee.game(a_game(), players=4)
    told = ReportPlan(changed, seed=7).command()
    assert told.startswith(f"tablee lab report {a_game()} --matches 400 --level commis")
    assert told.endswith("--seed 7 -o players=4")


# Figures


def test_shares_have_the_interval_of_wilson() -> None:
    shares = [[1.0, 0.0], [0.5, 0.5], [1.0, 0.0], [0.0, 1.0]]
    figures = Figures(plan(), table([row(PlayedBy.RANDOM, number, share) for number, share in enumerate(shares)]))
    first, second = figures.seats().iter_rows(named=True)
    assert (first["seat"], first["count"], first["mean"]) == (1, 4, 0.625)
    assert (first["low"], first["high"]) == pytest.approx((wilson(0.625, 4).low, wilson(0.625, 4).high))
    assert second["mean"] == 0.375
    means = {figure["figure"]: figure for figure in figures.means().iter_rows(named=True)}
    assert (means["shared"]["mean"], means["decisions"]["mean"], means["spread"]["mean"]) == (0.25, 4, 2)
    assert means["shared"]["low"] == pytest.approx(wilson(0.25, 4).low)
    assert means["decisions"]["low"] == means["decisions"]["high"] == 4


def test_what_comes_once_in_a_match_is_a_share_and_the_rest_a_mean() -> None:
    def tally(red: int, laid: int) -> list[dict[str, Any]]:
        counts = {"ended.red": red, "ended.green": 1 - red, "cards.laid": laid, "cards.left": 42 - laid}
        return [{"case": case, "count": count} for case, count in counts.items()]

    rows = [row(PlayedBy.LEVEL, number, [1.0, 0.0], tally=tally(number % 2, 20 + number)) for number in range(4)]
    figures = {case["case"]: case for case in Figures(plan(), table(rows)).endings().iter_rows(named=True)}
    assert list(figures) == ["ended.red", "ended.green", "cards.laid", "cards.left"]
    assert (figures["ended.red"]["single"], figures["ended.red"]["mean"]) == (True, 0.5)
    assert figures["ended.red"]["low"] == pytest.approx(wilson(0.5, 4).low)
    assert (figures["cards.laid"]["single"], figures["cards.laid"]["mean"]) == (False, 21.5)


def test_rules_are_counted_by_match_and_in_all() -> None:
    used = [[{"rule": "XY-01", "count": 3}], [{"rule": "XY-01", "count": 1}, {"rule": "XY-02", "count": 1}]]
    rows = [row(PlayedBy.RANDOM, number, [1.0, 0.0], rules=rules) for number, rules in enumerate(used)]
    found = {rule["rule"]: rule for rule in Figures(plan(), table(rows)).rules().iter_rows(named=True)}
    assert (found["XY-01"]["mean"], found["XY-01"]["times"]) == (1.0, 2.0)
    assert (found["XY-02"]["mean"], found["XY-02"]["times"]) == (0.5, 0.5)
    assert rules_in("No rule: XY-03.") == ()


def test_the_stronger_is_ahead_more_often_the_longer_they_play() -> None:
    assert ahead(1.0, 1 / 3, 5) == 1.0
    odds = [ahead(0.45, 1 / 3, number) for number in (1, 10, 100)]
    assert odds == sorted(odds)
    assert ahead(0.5, 0.5, 100) == pytest.approx(0.5)


def test_pairs_of_the_ladder_are_read_from_the_seats() -> None:
    names, planned = ["plongeur", "commis", "plongeur"], plan()
    rows = [
        row(PlayedBy.LADDER, number, shares, seats=names, scores=[1, 2, 3])
        for number, shares in enumerate(([0.0, 1.0, 0.0], [0.5, 0.5, 0.0]))
    ]
    (pair,) = Figures(planned, table(rows)).ladder().iter_rows(named=True)
    assert (pair["stronger"], pair["weaker"], pair["matches"], pair["mean"]) == ("commis", "plongeur", 2, 0.75)
    assert Figures(planned, table(rows)).skill().height == 12


# The page


@pytest.mark.parametrize(
    ("name", "lang"),
    # By day the last of them: the others take longer.
    [
        (name, LANGS[at % 2])
        for at, name in enumerate(sorted(tablee.GAMES)[-repetitions(len(tablee.GAMES), by_day=1) :])
    ],
)
def test_a_page_that_needs_no_other_file(
    name: str, lang: Lang, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "page.html"
    asked = ["--lang", lang, "lab", "report", name, *short(name), *SMALL, "--ladder", "plongeur", "--file", str(page)]
    assert main(asked) == 0
    assert str(page) in capsys.readouterr().out.replace("\n", "")
    html = page.read_text(encoding="utf-8")
    assert f'<html lang="{lang}">' in html
    assert tablee.game(name).title(lang) in html
    assert html.count("<svg") == 5
    assert not re.search(r"(src|href)=|@import|url\((?!#)", re.sub(r'xlink:href="#[^"]*"', "", html))
    assert "{" not in re.sub(r"<style>.*?</style>|<svg.*?</svg>", "", html, flags=re.DOTALL)
    planned = ReportPlan(tablee.game(name, **shortest(name)), 2, "plongeur", 1, 1, ("plongeur",))
    data = page.with_suffix(".parquet")
    assert pl.read_parquet(data).height == len(list(planned.tasks()))
    assert planned.metadata().items() <= pl.read_parquet_metadata(data).items()
    assert planned.metadata()["tablee.command"] in html


@pytest.mark.skipif(not repetitions(1, 0), reason="by night: the matches are the same by any number of workers")
def test_a_page_with_its_ladder_is_the_same_by_several_workers(tmp_path: Path) -> None:
    one, two = tmp_path / "one.html", tmp_path / "two.html"
    ladder = ["--ladder", "plongeur,commis", "--ladder-matches", "2", "--players", "2"]
    for path, workers in ((one, "1"), (two, "2")):
        data = ["--data", str(path.with_suffix(".data"))]
        asked = [
            "lab",
            "report",
            a_game(),
            *short(a_game()),
            *SMALL,
            *ladder,
            "--workers",
            workers,
            "--file",
            str(path),
            *data,
        ]
        assert main(asked) == 0
    assert one.read_bytes() == two.read_bytes()
    assert one.with_suffix(".data").read_bytes() == two.with_suffix(".data").read_bytes()
    assert one.read_text(encoding="utf-8").count("<svg") == 7


def test_what_cannot_be_made_or_written_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["lab", "picture", a_game()]) == 2
    assert "report" in capsys.readouterr().err
    assert main(["lab", "report", a_game(), "--file", str(tmp_path / "no" / "page.html")]) != 0
    assert str(tmp_path / "no") in capsys.readouterr().err.replace("\n", "")

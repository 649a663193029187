"""`tablee lab report`: a page about a game, from many matches."""

from contextlib import closing
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from rich.console import Console

from tablee.bots.levels import LEVELS
from tablee.bots.process_pool import results
from tablee.cli import record_files
from tablee.cli.cluster import check_cluster, cluster_errors, cluster_option
from tablee.cli.errors import UsageProblem, unwritable
from tablee.cli.game_options import kind_named, values
from tablee.cli.level_names import parse_levels
from tablee.cli.parameters import Command, game_argument, number_option, setting_option, text_option
from tablee.cli.progress import progress
from tablee.cli.screen import Screen
from tablee.core.registry import game
from tablee.core.texts import Catalogue

if TYPE_CHECKING:
    from tablee.lab.report.figures import Figures
    from tablee.lab.report.plan import ReportPlan


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def lab(*, what: str, kind: str, workers: int, **given: Any) -> int:
        if what != "report":
            raise UsageProblem("no_such_command", {"name": what, "allowed": "report"}, "tablee lab")
        check_cluster(given, "tablee lab report")
        plan = _plan(kind, given)
        page = Path(given["file"] or f"{kind}-report.html").expanduser()
        data = page.with_suffix(".parquet") if given["data"] is None else Path(given["data"]).expanduser()
        for path in (page, data):
            record_files.check_place(path)  # now: the matches may take hours
        errors = Screen(say, Console(stderr=True, highlight=False, emoji=False))
        figures = _figures(plan, workers, given["cluster"], errors)
        _write(figures, page, data, say)
        Screen(say).tell(say("lab.written", page=page, data=data, matches=len(figures.data), count=len(figures.data)))
        return 0

    params = [
        click.Argument(["what"], metavar=say("page.what_metavar")),
        game_argument(say),
        number_option("--matches", low=1, usual=400),
        text_option("--level", metavar=say("page.level_metavar"), usual="commis"),
        number_option("--level-matches", low=1, usual=40),
        number_option("--option-matches", low=1, usual=20),
        text_option("--ladder", metavar=say("page.levels_metavar"), usual="plongeur,commis,cuisinier"),
        number_option("--ladder-matches", low=1, usual=40),
        number_option("--players", low=1),
        number_option("--seed", usual=0),
        number_option("--workers", low=1, usual=1),
        cluster_option(say),
        setting_option(say),
        text_option("--file", metavar=say("page.file_metavar")),
        text_option("--data", metavar=say("page.file_metavar")),
    ]
    return Command(say, "lab", lab, params, extra="lab")


def _plan(kind: str, given: dict[str, Any]) -> "ReportPlan":
    from tablee.lab.report.plan import ReportPlan  # noqa: PLC0415 - the extra "lab" is there by now

    options = values(kind_named(kind), given["settings"])
    if given["players"] is not None:
        options["players"] = given["players"]
    (level,) = parse_levels(given["level"])[:1]
    named = set(parse_levels(given["ladder"]))
    return ReportPlan(
        game(kind, **options),
        matches=given["matches"],
        level=level,
        level_matches=given["level_matches"],
        option_matches=given["option_matches"],
        ladder=tuple(one for one in LEVELS if one in named),
        ladder_matches=given["ladder_matches"],
        seed=given["seed"],
    )


def _figures(plan: "ReportPlan", workers: int, cluster: str | None, errors: Screen) -> "Figures":
    from tablee.lab.report.figures import Figures, table  # noqa: PLC0415
    from tablee.lab.report.plan import play_task  # noqa: PLC0415

    tasks, rows = list(plan.tasks()), []
    with (
        progress(errors, len(tasks), hidden=False) as show,
        cluster_errors(),
        closing(results(partial(play_task, plan), tasks, workers, cluster)) as coming,
    ):
        for row in coming:
            rows.append(row)
            show(len(rows))
    return Figures(plan, table(rows))


def _write(figures: "Figures", page: Path, data: Path, say: Catalogue) -> None:
    from tablee.cli.lab_report_page import ReportPage  # noqa: PLC0415

    for path, write in (
        (page, lambda: page.write_text(ReportPage(figures, say).html(), encoding="utf-8")),
        (data, lambda: figures.write(data)),
    ):
        try:
            write()
        except OSError as error:
            raise unwritable(path, error) from error

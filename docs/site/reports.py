"""Writes docs/reports: a page for each game, from matches that were played for it and whose data lie beside it.

`python -m docs.site.reports` writes the pages anew from the data there are; `python -m docs.site.reports --play 2`
first plays all matches, two at a time; names of games after it play only theirs. A test says when the data are of other
rules, or a page is not what its data say.
"""

import argparse
import shlex
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import polars as pl
from docs.site.palette import ROOT

import tablee
from tablee.cli import main as tablee_command
from tablee.cli.lab_report_page import ReportPage, Section
from tablee.core.texts import catalogue
from tablee.lab.report.figures import Figures
from tablee.lab.report.plan import ReportPlan

FOLDER: Final = ROOT / "docs/reports"

_HEAD: Final = """# {title}

{setting}

Ranges are 95 % intervals: few matches by levels give wide ones. The level thinks as far as its iterations go, not by
the clock, so anybody can play the same matches again:

```sh
{command}
```

[The data]({data}), one row for each match; [the laboratory](../laboratory.md#reports) says what the columns are.
"""


def plan(name: str) -> ReportPlan:
    """What is played for the page of a game."""
    return ReportPlan(tablee.game(name), matches=400, level_matches=60, option_matches=12, ladder_matches=60, seed=1)


def page_file(name: str) -> Path:
    return FOLDER / f"{name}.md"


def data_file(name: str) -> Path:
    return FOLDER / f"{name}.parquet"


def reported() -> list[str]:
    """The games that have a report."""
    return [name for name in tablee.GAMES if data_file(name).is_file()]


def page(name: str) -> str:
    """The page as its data say it."""
    report = ReportPage(Figures(plan(name), pl.read_parquet(data_file(name))), catalogue("tablee.cli", "en"))
    head = _HEAD.format(
        title=report.title,
        setting=report.setting,
        command=report.figures.plan.command(),
        data=data_file(name).name,
    )
    return "\n".join([head, *(_section(section) for section in report.sections())])


def _section(section: Section) -> str:
    """A heading that the site lists; the table behind a chart gives its figures."""
    parts = [f"## {section.title}", section.note]
    chart = " ".join(section.chart.split())  # a line that is empty would end the HTML
    if chart:
        parts.append(f'<figure class="chart" role="img" aria-label="{section.title}">{chart}</figure>')
    if section.table:
        folded = f"<details><summary>The figures</summary>{section.table}</details>"
        parts.append(folded if chart else section.table)
    return "\n\n".join(part for part in parts if part) + "\n"


def play(name: str, workers: int) -> None:
    """Play all matches of a game, and keep their data."""
    with TemporaryDirectory() as folder:
        places = ["--file", str(Path(folder, "page.html")), "--data", str(data_file(name))]
        words = [*shlex.split(plan(name).command())[1:], "--workers", str(workers), *places]
        if tablee_command(words):
            raise SystemExit(1)


def main() -> None:
    parser = argparse.ArgumentParser(prog="docs.site.reports", description="Write the reports of the docs site.")
    parser.add_argument("--play", type=int, metavar="N", help="play all matches again first, N at a time")
    parser.add_argument("games", nargs="*", choices=[*tablee.GAMES, []], help="only these (default: all)")
    given = parser.parse_args()
    FOLDER.mkdir(exist_ok=True)
    for name in given.games or (reported() if given.play is None else tablee.GAMES):
        if given.play is not None:
            play(name, given.play)
        page_file(name).write_text(page(name), "utf-8")


if __name__ == "__main__":
    main()

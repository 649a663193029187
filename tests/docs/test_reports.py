"""The reports of the docs site are of the rules as they are, and say what their data say."""

import re

import polars as pl
import pytest
from docs.site import pages, reports
from docs.site.palette import ROOT

from tablee.lab.report.charts import Charts

every_report = pytest.mark.parametrize("name", reports.reported())
KILOBYTES = 300
"""What a page or its data may take in the repository."""


@every_report
def test_the_data_are_of_the_rules_as_they_are(name: str) -> None:
    """If not: `python -m docs.site.reports --play 2` plays all matches again."""
    told = pl.read_parquet_metadata(reports.data_file(name))
    planned = reports.plan(name).metadata()
    assert {key: told[key] for key in planned if key != "tablee.release"} == {
        key: value for key, value in planned.items() if key != "tablee.release"
    }
    assert reports.data_file(name).stat().st_size < KILOBYTES * 1000


@every_report
def test_a_page_says_what_its_data_say(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All but the charts, which take long to draw. If not: `python -m docs.site.reports` writes it anew."""
    monkeypatch.setattr(Charts, "_svg", lambda *_: "<svg></svg>")
    written = reports.page_file(name).read_text("utf-8")
    assert len(re.findall("<svg ", written)) == 7
    assert re.sub("<svg .*?</svg>", "<svg></svg>", written) == reports.page(name)
    assert reports.page_file(name).relative_to(ROOT) in {page.source for page in pages.collected().pages}

"""Every file, function and method that the documents name is there."""

from pathlib import Path

import pytest
from docs.site.names import cited, defines, is_there
from docs.site.palette import ROOT

PAGES = [*sorted((ROOT / "docs").glob("*.md")), *sorted(ROOT.glob("*.md"))]
HISTORY = {"CHANGELOG.md"}
"""It tells of files that are gone."""
TO_BE_SAVED = {"host.py"}
"""Files that a page asks its reader to write."""


@pytest.mark.parametrize("page", [page for page in PAGES if page.name not in HISTORY], ids=lambda page: page.name)
def test_what_a_page_names_is_there(page: Path) -> None:
    missing = [f"{path}::{name}" if name else path for path, name in cited(page) if not is_there(path, name)]
    assert set(missing) <= TO_BE_SAVED


def test_the_walks_name_what_they_pass() -> None:
    walks = (ROOT / "docs/walkthroughs.md").read_text("utf-8").split("\n## ")[1:]
    assert len(walks) == 3
    assert all(walk.count("::") >= 10 for walk in walks)


def test_a_name_that_is_gone_is_noticed() -> None:
    match = "src/tablee/core/match.py"
    assert is_there(match, "Match.play")
    assert not is_there(match, "Match.played")
    assert not is_there(match, "play")
    assert not is_there("src/tablee/core/matches.py")


def test_names_are_found_in_scripts(tmp_path: Path) -> None:
    file = tmp_path / "some.ts"
    file.write_text("export class Line {\n  private async call(): void {\n    shout();\n  }\n}\n")
    assert defines(file, "Line.call")
    assert not defines(file, "shout")

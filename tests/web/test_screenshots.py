"""The pictures that the documentation shows."""

import re
from pathlib import Path

from tests.web.screenshots import GAMES, PAGES, ROOT, SHOWN, refresh


def test_each_committed_picture_is_shown_and_each_that_is_shown_is_there() -> None:
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    shown = {name for page in pages for name in re.findall(r"screenshots/([\w-]+\.png)", page.read_text("utf-8"))}
    assert shown == {path.name for path in SHOWN.iterdir()}
    assert 8 <= len(shown) <= 12, "keep few: `make screenshots` makes all of them"


def test_each_can_be_taken_anew() -> None:
    subjects = "|".join([*PAGES, "waiting", *(f"{game}-[123]" for game in GAMES)])
    assert all(re.fullmatch(rf"({subjects})-(desktop|phone)-(day|night)\.png", path.name) for path in SHOWN.iterdir())


def test_only_those_that_are_shown_are_taken_over(tmp_path: Path) -> None:
    new, shown = tmp_path / "new", tmp_path / "shown"
    for folder, names in ((new, ("home", "rules")), (shown, ("home", "tables"))):
        folder.mkdir()
        for name in names:
            (folder / f"{name}.png").write_text(folder.name)
    assert refresh(new, shown) == ["home.png"]
    assert {path.name: path.read_text() for path in shown.iterdir()} == {"home.png": "new", "tables.png": "shown"}

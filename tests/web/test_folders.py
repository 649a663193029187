"""A game is one folder in the browser client too: nothing outside it knows the game."""

import re
from pathlib import Path

import pytest

import tablee
from tablee.core.texts import LANGS

SOURCES = Path(__file__).parents[2] / "web" / "src"
FOLDERS = [folder.name for folder in (SOURCES / "games").iterdir() if folder.is_dir()]


def test_every_folder_is_a_game_of_the_house() -> None:
    assert set(FOLDERS) <= set(tablee.GAMES)
    for name in FOLDERS:
        assert (SOURCES / "games" / name / "index.ts").is_file(), name


@pytest.mark.parametrize("name", FOLDERS)
def test_nothing_outside_its_folder_names_a_game(name: str) -> None:
    kind = tablee.GAMES[name]
    # A short title may be an ordinary word.
    names = {name, *(re.escape(title) for lang in LANGS if len(title := kind.title(lang)) > 5)}
    named = re.compile(rf"(?<![^\W_])(?:{'|'.join(names)})(?![^\W_])")
    own = SOURCES / "games" / name
    others = [path for path in SOURCES.rglob("*") if path.is_file() and own not in path.parents]
    assert len(others) > 50
    found = [
        f"{path.relative_to(SOURCES)}:{number}"
        for path in others
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1)
        if named.search(line)
    ]
    assert found == []

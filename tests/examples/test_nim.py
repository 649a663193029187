"""A fifth game, installed as a package: it keeps the laws, and is played wherever the games of the house are."""

import re
import subprocess
import sys
from pathlib import Path

import httpx
import pytest
from tests.cli.terminal import Terminal, plain
from tests.examples.packages import EXAMPLES, NIM, ROOT
from tests.patience import PATIENCE
from tests.server.house_process import house_process

from tablee.core.texts import Lang


def test_it_is_short() -> None:
    files = [path for path in NIM.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    assert sum(len(path.read_text("utf-8").splitlines()) for path in files) <= 400


def test_it_keeps_the_laws_and_its_own_tests_pass(nim: Path) -> None:
    command = [sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", "-c", "pyproject.toml", "-k", "nim"]
    ran = subprocess.run(
        [*command, "tests/laws", str(nim / "tablee_nim")], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stdout
    for test in ("test_a_view_is_enough_to_play_on[nim]", "test_whoever_leaves_four_takes_the_last[2]"):
        assert f"{test} PASSED" in ran.stdout


@pytest.mark.parametrize(("lang", "won"), [("en", "wins!"), ("fr", "gagne\u00a0!")])
def test_it_is_played_at_a_terminal(nim: Path, tmp_path: Path, lang: Lang, won: str) -> None:
    terminal = Terminal(["play", "--terminal", "nim", "--yes", "--seed", "1"], lang, tmp_path)
    asked = terminal.wait()
    while asked:
        asked = terminal.type("1")
    assert terminal.status() == 0
    assert won in plain(terminal.everything)


def test_it_is_played_in_a_house(nim: Path, tmp_path: Path) -> None:
    with house_process(tmp_path) as house:
        games = {game["name"]: game for game in httpx.get(f"{house.url}/api/games", timeout=PATIENCE).json()}
        assert games["nim"]["title"] == "Nim"
        served_table = httpx.get(house.url + games["nim"]["table"], timeout=PATIENCE).content
        assert served_table == (NIM / "tablee_nim" / "table" / "table.js").read_bytes()
        bot = [sys.executable, str(EXAMPLES / "network_bot.py"), house.url, "nim"]
        ran = subprocess.run(bot, capture_output=True, text=True, check=True, timeout=PATIENCE)
        assert re.fullmatch(r"(won|lost) \((1, 0|0, 1)\)\n", ran.stdout)
        assert house.faults == []

"""Every script in `examples` runs as its first lines say."""

import csv
import subprocess
import sys
from pathlib import Path

import pytest
from tests.examples.packages import EXAMPLES
from tests.patience import PATIENCE
from tests.server.house_process import house_process

import tablee

GAME = next(iter(tablee.GAMES))


def run(script: str, *words: object) -> str:
    """What a script prints."""
    command = [sys.executable, str(EXAMPLES / script), *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, check=True, timeout=4 * PATIENCE).stdout


def test_none_is_left_out() -> None:
    known = {
        "play_a_match.py",
        "network_bot.py",
        "tournament.py",
        "records_to_table.py",
        "rate_an_agent.py",
    }
    assert {path.name for path in EXAMPLES.glob("*.py")} == known
    for name in known:
        assert f"python examples/{name} " in (EXAMPLES / name).read_text("utf-8").split('"""')[1]


def test_a_match_is_short_to_write_down() -> None:
    code = (EXAMPLES / "play_a_match.py").read_text("utf-8").split('"""')[2]
    assert len([line for line in code.splitlines() if line and "import" not in line]) <= 15


@pytest.mark.parametrize("name", tablee.GAMES)
def test_a_match_is_played_and_its_record_becomes_a_table(name: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    said = run("play_a_match.py", name, file)
    match = tablee.Match.replay(file.read_bytes())
    assert said.splitlines()[-1] == f"scores: {match.scores()} winners: {match.winners()}"

    head, *rows = csv.reader(run("records_to_table.py", file, file).splitlines())
    assert head == ["file", "game", "entry", "seat", "player", "bot", "action", "score"]
    assert len(rows) == 2 * sum(entry.seat != tablee.CHANCE for entry in match.log)
    assert {row[1] for row in rows} == {name}


def test_two_bots_play_a_tournament() -> None:
    said = run("tournament.py", GAME, "plongeur", "commis", 2).splitlines()
    assert said[0].startswith("commis wins ")
    assert "of 2 matches" in said[0]


def test_an_agent_is_rated() -> None:
    assert " of 2 matches against " in run("rate_an_agent.py", list(tablee.GAMES)[1], 2)


def test_a_bot_plays_over_the_network(tmp_path: Path) -> None:
    with house_process(tmp_path) as house:
        assert run("network_bot.py", house.url, GAME).split()[0] in ("won", "lost")
        assert house.faults == []

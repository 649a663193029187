"""The page about chance: its checker runs, and what it says of the games stays true."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.cli.test_verify import SECRET, fair_record

import tablee
from tablee.core import record as records
from tablee.core.fairness import FairRandom, commitment
from tablee.core.match import Match
from tablee.core.seat import CHANCE

PAGE = Path(__file__).parents[3] / "docs" / "fairness.md"


def run_checker(folder: Path, record: dict[str, Any]) -> "subprocess.CompletedProcess[str]":
    """The checker of the page, in a Python that has nothing but its own library."""
    (program,) = re.findall(r"```python\n(import hashlib.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (folder / "check.py").write_text(program, encoding="utf-8")
    (folder / "match.json").write_text(records.dumps(record), encoding="utf-8")
    words = [sys.executable, "-I", "-S", "check.py", "match.json"]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


def test_the_checker_of_the_page_agrees_with_the_house(tmp_path: Path) -> None:
    record = fair_record()
    draws = sum(entry["seat"] == "chance" for entry in record["entries"])
    ran = run_checker(tmp_path, record)
    assert ran.stdout == f"commitment {commitment(SECRET)}\nall {draws} draws hold\n", ran.stderr
    record["entries"][0]["action"]["card"] = 11
    ran = run_checker(tmp_path, record)
    assert (ran.returncode, ran.stderr) == (1, "entry 0: card 11, but chance drew 10\n")


@pytest.mark.parametrize(
    ("name", "drawn"),
    [
        ("rathot", [10, 33, 33, 26, 11, 0, 19, 7]),
        ("restaurant", ["menu300", "dish", "dish", "dish", "menu300", "menu100", "res100", "menu200"]),
        ("courtepaille", ["cook-7", "teller-2", "teller-3", "sailor-1", "cook-8", "captain-2", "boy-9", "cook-2"]),
    ],
)
def test_the_same_secret_leads_to_the_same_draws_for_ever(name: str, drawn: list[Any]) -> None:
    """If this fails, matches that were recorded can no longer be checked: raise the game's `rules_version`."""
    match = Match(tablee.game(name))
    assert match.game.rules_version == 1
    while match.actors() != (CHANCE,):
        match.play(match.actors()[0], match.legal(match.actors()[0])[0])
    outcomes = [match.game.sample(match.state, FairRandom(SECRET, number)) for number in range(8)]
    assert [match.game.plain(outcome)["card"] for outcome in outcomes] == drawn

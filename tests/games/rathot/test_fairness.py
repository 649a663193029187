"""The page about chance: its checker, made for this game, runs; and draws stay what they are."""

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.fair_records import SECRET, dealt_record, first_draws

import tablee
from tablee.core import record as records
from tablee.core.fairness import commitment

PAGE = Path(__file__).parents[3] / "docs" / "fairness.md"


def run_checker(folder: Path, record: dict[str, Any]) -> "subprocess.CompletedProcess[str]":
    """The checker of the page, in a Python that has nothing but its own library."""
    (program,) = re.findall(r"```python\n(import hashlib.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    (folder / "check.py").write_text(program, encoding="utf-8")
    (folder / "match.json").write_text(records.dumps(record), encoding="utf-8")
    words = [sys.executable, "-I", "-S", "check.py", "match.json"]
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False)


def test_the_checker_of_the_page_agrees_with_the_house(tmp_path: Path) -> None:
    record = dealt_record(tablee.game("rathot"))
    draws = sum(entry["seat"] == "chance" for entry in record["entries"])
    ran = run_checker(tmp_path, record)
    assert ran.stdout == f"commitment {commitment(SECRET)}\nall {draws} draws hold\n", ran.stderr
    drawn = record["entries"][0]["action"]["card"]
    record["entries"][0]["action"]["card"] = 11
    ran = run_checker(tmp_path, record)
    assert (ran.returncode, ran.stderr) == (1, f"draw 0: card 11, but chance drew {drawn}\n")
    record["fairness"]["parts"][0]["part"] = "00" * 32
    ran = run_checker(tmp_path, record)
    assert (ran.returncode, ran.stderr) == (1, "a part is not the one committed to\n")


def test_the_same_secret_leads_to_the_same_draws_for_ever() -> None:
    assert first_draws("rathot", rules_version=2) == [10, 33, 33, 26, 11, 0, 19, 7]

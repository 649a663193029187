"""The notebooks run, at a small size, as anybody would run them."""

import json
import os
import re
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from random import Random
from typing import Any

import pytest
from docs.site import notebooks
from tests.examples.packages import ROOT

import tablee
from tablee.core import record

SMALL = {
    "analyse_records": {"MATCHES": "20"},
    "solve_an_endgame": {"ITERATIONS": "20"},
    "write_a_bot": {"MATCHES": "1"},
    "train_ppo": {"SECONDS": "2", "RATED": "4"},
}
with_torch = pytest.mark.skipif(
    find_spec("sb3_contrib") is None,
    reason="PyTorch is large: CI installs tablee[examples] where it comes without CUDA",
)


def ran(name: str, folder: Path, **settings: str) -> tuple[Any, str]:
    """The cells of a notebook that was run, and all that it printed."""
    command = [sys.executable, "-m", "docs.site.notebooks", name, "--folder", str(folder)]
    environment = {**os.environ, **SMALL[name], **settings, "PYTHONPATH": str(ROOT), "OPENBLAS_NUM_THREADS": "1"}
    subprocess.run(command, cwd=folder, env=environment, check=True, capture_output=True)
    cells = json.loads((folder / f"{name}.ipynb").read_text("utf-8"))["cells"]
    printed = [line for cell in cells for output in cell.get("outputs", ()) for line in output.get("text", ())]
    return cells, "".join(printed)


def test_none_is_left_out() -> None:
    scripts = {script.stem: script.read_text("utf-8") for script in notebooks.FOLDER.glob("*.py")}
    assert set(scripts) == set(SMALL)
    for name, settings in SMALL.items():
        assert all(f'os.environ.get("{setting}", ' in scripts[name] for setting in settings)


def test_records_are_analysed(tmp_path: Path) -> None:
    cells, printed = ran("analyse_records", tmp_path)
    assert [cell["cell_type"] for cell in cells[:2]] == ["markdown", "code"]
    assert printed.startswith("20 matches, ")
    assert "by winners" in printed


def test_a_notebook_is_a_plain_script_too(tmp_path: Path) -> None:
    match = tablee.Match(tablee.game(min(tablee.GAMES)), Random(1))
    while actors := match.actors():
        match.play(actors[0], match.legal(actors[0])[0])
    (tmp_path / "one.json").write_text(record.dumps(match.record()), "utf-8")
    script = str(notebooks.FOLDER / "analyse_records.py")
    environment = {**os.environ, "RECORDS": str(tmp_path)}
    said = subprocess.run([sys.executable, script], env=environment, check=True, capture_output=True, text=True).stdout
    assert said.startswith("1 matches, ")


def test_an_endgame_is_solved(tmp_path: Path) -> None:
    _, printed = ran("solve_an_endgame", tmp_path)
    assert re.search(r"^player 0 bids$", printed, re.MULTILINE)
    assert re.search(r"^player 0 wins 33\.\d%", printed, re.MULTILINE)


def test_a_bot_is_rated(tmp_path: Path) -> None:
    _, printed = ran("write_a_bot", tmp_path)
    assert int(printed.split()[0]) <= 20
    assert "greedy.py" in printed


@with_torch
def test_a_network_learns_and_is_rated(tmp_path: Path) -> None:
    _, printed = ran("train_ppo", tmp_path)
    assert re.search(r"of 4 matches against commis$", printed)

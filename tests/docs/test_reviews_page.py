"""The commands that the page about reviews shows."""

import re
import shlex
from pathlib import Path

import pytest
from docs.site.palette import ROOT
from tests import toys
from tests.toy_nim import Take, ToyNim

from tablee.cli import main
from tablee.core.match import Match
from tablee.core.record import dumps
from tablee.core.seat import Seat

PAGE = (ROOT / "docs/reviews.md").read_text("utf-8")
COMMANDS = re.findall(r"^(tablee .*?)(?: +[#>].*)?$", PAGE, re.MULTILINE)


def test_there_are_some() -> None:
    assert len(COMMANDS) == 3


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_runs(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    toys.register_toys(monkeypatch)
    monkeypatch.chdir(tmp_path)
    match = Match(ToyNim(heap=2))
    match.play(Seat(0), Take(1))
    match.play(Seat(1), Take(1))
    Path("match.tablee.json").write_text(dumps(match.record()), encoding="utf-8")
    assert main(shlex.split(command)[1:]) == 0
    assert capsys.readouterr().out

"""The tutorial builds the example: its code is taken from there, line by line."""

import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from tests.examples.packages import NIM, ROOT

PAGE = ROOT / "docs" / "adding-a-game.md"


class Block(NamedTuple):
    """A block of code; `title` is the file it is taken from, if it names one."""

    language: str
    title: str
    code: str


def blocks() -> list[Block]:
    fenced = re.compile(r'^```(\w*)(?: title="([^"]*)")?\n(.*?)^```$', re.DOTALL | re.MULTILINE)
    return [Block(*found) for found in fenced.findall(PAGE.read_text("utf-8"))]


TAKEN = [block for block in blocks() if block.title]


@pytest.mark.parametrize("block", TAKEN, ids=lambda block: block.title)
def test_code_is_taken_from_the_example(block: Block) -> None:
    lines, wanted = (NIM / block.title).read_text("utf-8").splitlines(), block.code.splitlines()
    places = range(len(lines) - len(wanted) + 1)
    assert any(lines[place : place + len(wanted)] == wanted for place in places), f"not in {block.title}:\n{block.code}"


def test_no_file_of_the_game_is_passed_over() -> None:
    shown = {block.title for block in TAKEN}
    code = {path.relative_to(NIM).as_posix() for path in NIM.rglob("*.py") if path.read_text("utf-8")}
    assert shown >= code


def test_what_is_not_taken_from_a_file_runs(nim: Path) -> None:
    """In order, as one program."""
    program = "\n".join(block.code for block in blocks() if block.language == "python" and not block.title)
    checked = "match = tablee.Match.replay(tablee.Match(NimOne()).record())\nassert type(match.game) is NimOne\n"
    new = "import tablee\nNim.rules_version = 2\n"
    subprocess.run([sys.executable, "-c", f"{program}\n{new}{checked}"], check=True, cwd=nim)

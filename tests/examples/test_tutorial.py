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
    """In order, as one program; in a house that has gone on to version 2, records of version 1 are still read."""
    program = [block.code for block in blocks() if block.language == "python" and not block.title]
    subprocess.run([sys.executable, "-c", "\n".join([*program, CHECK])], check=True, cwd=nim)


CHECK = """
import tablee
from tablee.core.registry import register

register(MANIFEST)
Nim.rules_version = 2
record = tablee.Match(NimOne()).record()
assert type(tablee.Match.replay(record).game) is NimOne
"""

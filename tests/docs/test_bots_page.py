"""The commands, files and messages that the page about bots shows."""

import json
import random
import re
import shlex
from pathlib import Path
from typing import Any

import pytest
from docs.site.palette import ROOT

import tablee
from tablee.bots.arena import bot_process
from tablee.cli import main
from tablee.cli.app import app
from tablee.core.texts import catalogue

PAGE = (ROOT / "docs/bots.md").read_text("utf-8")
COMMANDS = re.findall(r"^(tablee .*?)(?: +#.*)?$", PAGE, re.MULTILINE)
PLACEHOLDERS = {"GAME": "hotdog", "N": "1", "W": "1"}


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_can_be_typed(command: str) -> None:
    _, name, *words = [PLACEHOLDERS.get(word, word) for word in shlex.split(command)]
    group = app(catalogue("tablee.cli", "en"))
    context = group.make_context("tablee", [name])
    found = group.get_command(context, name)
    assert found is not None
    found.make_context(name, words, parent=context)


@pytest.mark.parametrize(
    ("start", "less"),
    [
        ("tablee arena hotdog --bots plongeur,bot.py", ("--games", "1")),
        ("tablee blunders", ("--games", "1", "--iterations", "3", "--workers", "1", "-o", "hands=1")),
    ],
)
def test_the_small_ones_run(
    start: str,
    less: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    (file,) = [block for block in blocks("python") if block.startswith("def choose")]
    Path("bot.py").write_text(file)
    (command,) = [command for command in COMMANDS if command.startswith(start)]
    assert main([*shlex.split(command)[1:], *less]) == 0
    assert "commis" in capsys.readouterr().out or "bot.py" in command


def test_the_messages_of_the_pipe_are_as_shown() -> None:
    hello, about, request, reply = [json.loads(block) for block in blocks("json")]
    running = bot_process.BotProcess(hello)
    assert hello["protocol"] == bot_process.PROTOCOL
    assert set(running.about()) == set(about)
    match = tablee.Match(tablee.game(hello["game"], **hello["options"]), random.Random(1))
    seat = match.actors()[0]
    view: dict[str, Any] = match.game.plain(match.view(seat))
    answer = running.answer({**request, "view": view, "iterations": 2})
    assert set(answer) == set(reply)
    assert match.game.action(answer["action"]) in match.legal(seat)

"""Programs that play at tables of a house, seated in an arena."""

import sys
from pathlib import Path
from random import Random

import httpx
import pytest
from tests.patience import PATIENCE, SOCKET
from tests.samples import a_game, shortest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

import tablee
from tablee.bots.arena import external_bot
from tablee.bots.arena.arena import Arena, play_match
from tablee.bots.arena.external_bot import ExternalBotFailed
from tablee.core.game import AnyGame
from tablee.core.seat import Seat
from tablee.remote import arena_program
from tablee.remote.arena_program import ProgramBot

BOT = """
import sys
from tablee import remote

def choose(game, view, choices, rng):
    return next(iter(choices))

outcome = remote.play(*sys.argv[1:4], choose)
open("outcome.txt", "a").write(f"{outcome.seat} {outcome.won}\\n")
"""


@pytest.fixture
def game() -> AnyGame:
    name = a_game(chance=True)
    return tablee.game(name, **shortest(name))


def program(folder: Path, code: str) -> ProgramBot:
    file = folder / "network bot.py"
    file.write_text(code)
    return ProgramBot(f"{sys.executable} '{file}'")


def test_a_program_plays_a_match_as_if_at_a_house(
    game: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    guest = program(tmp_path, BOT)
    assert guest.name == f"{Path(sys.executable).name} network bot.py"
    contest = Arena(game, ("plongeur", guest.name), external_bots=(guest,))
    assert str(tmp_path) not in str(contest.plain())
    result = play_match(contest, 0)
    seat = result.seats.index(guest.name)
    assert result.thinking[guest.name]
    assert Path("outcome.txt").read_text() == f"{seat} {seat in result.winners}\n"


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("import sys; sys.exit('no, thanks')", "ended with status 1"),
        (BOT.replace("next(iter(choices))", "int('no, thanks')"), "ended with status 1"),
    ],
)
def test_a_program_that_gives_up(game: AnyGame, tmp_path: Path, code: str, problem: str) -> None:
    guest = program(tmp_path, code)
    with pytest.raises(ExternalBotFailed) as failed:
        play_match(Arena(game, ("plongeur", guest.name), external_bots=(guest,)), 0)
    assert (failed.value.name, failed.value.problem) == (guest.name, problem)
    assert "no, thanks" in failed.value.stderr


@pytest.mark.parametrize(
    ("action", "problem"), [("{'type': 'x'}", "cannot be read"), ("None", "cannot be read"), ("wrong", "not allowed")]
)
def test_a_program_whose_choice_is_not_allowed(game: AnyGame, tmp_path: Path, action: str, problem: str) -> None:
    match = tablee.Match(game, Random(1))
    wrong = game.plain(match.legal(match.actors()[0])[0])
    wrong |= {name: 10**6 for name, value in wrong.items() if isinstance(value, int)}
    code = f"""
import json, sys
from websockets.sync.client import connect
wrong = {wrong!r}
url, table, token = sys.argv[1:]
address = url.replace("http", "ws") + f"/api/tables/{{table}}/socket"
with connect(address, additional_headers={{"Authorization": f"Bearer {{token}}"}}) as socket:
    prompt = json.loads(socket.recv())["prompt"]
    socket.send(json.dumps({{"type": "say", "text": "Hello"}}))
    socket.send(json.dumps({{"type": "play", "prompt": -1, "action": wrong}}))
    socket.send(json.dumps({{"type": "play", "prompt": prompt["id"], "action": {action}}}))
    socket.recv()
"""
    guest = program(tmp_path, code)
    with pytest.raises(ExternalBotFailed, match=problem):
        play_match(Arena(game, ("plongeur", guest.name), external_bots=(guest,)), 0)


def test_a_program_that_never_comes(game: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_program, "PATIENCE", 0.0)
    guest = program(tmp_path, "import sys; sys.stdin.read(); import threading; threading.Event().wait()")
    with pytest.raises(ExternalBotFailed, match="does not answer"):
        play_match(Arena(game, ("plongeur", guest.name), external_bots=(guest,)), 0)


def test_a_program_that_is_not_there(game: AnyGame) -> None:
    with pytest.raises(ExternalBotFailed, match="nowhere"):
        ProgramBot("nowhere/bot").player(game, Seat(0))


def test_nobody_else_gets_in(game: AnyGame, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(arena_program, "CLOSE_SECONDS", 0.0)
    player = program(tmp_path, "import threading; threading.Event().wait()").player(game, Seat(0))
    port = player._server.socket.getsockname()[1]
    assert httpx.get(f"http://127.0.0.1:{port}/api/tables/other", timeout=PATIENCE).status_code == 404
    assert httpx.get(f"http://127.0.0.1:{port}/api/tables/arena", timeout=PATIENCE).json()["game"] == game.name
    address = f"ws://127.0.0.1:{port}/api/tables/arena/socket"
    with pytest.raises(InvalidStatus):
        connect(address, additional_headers={"Authorization": "Bearer x"}, **SOCKET)
    player.end((), ())
    assert external_bot._processes == {}

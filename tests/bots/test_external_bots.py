"""Bots of other programs in an arena: what crosses the pipe, who answers, and what is said when one fails."""

import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from importlib import resources
from io import StringIO
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Any

import pytest
from tests.samples import a_game, shortest
from tests.toy_auction import ToyAuction

import tablee
from tablee.bots import fallback
from tablee.bots.arena import bot_process, external_bot
from tablee.bots.arena.arena import Arena, matches, play_match
from tablee.bots.arena.external_bot import (
    ExternalBotFailed,
    Limits,
    PipedBot,
    SubprocessBot,
    end_external_bots,
    identify,
)
from tablee.bots.arena.ladder import Ladder
from tablee.bots.arena.nearest_action import likeness, nearest_action
from tablee.bots.arena.results_file import OtherArena, ResultsFile
from tablee.bots.bot import Budget
from tablee.core import registry
from tablee.core.game import AnyGame
from tablee.core.seat import Seat

FILE_BOT = """
import neighbour

class Bot:
    def choose(self, game, view, rng, budget):
        print("thinking aloud")
        assert budget.iterations == 7
        return neighbour.first(game, view, rng)
"""
NEIGHBOUR = """
def first(game, view, rng):
    return game.legal(game.determinize(view, rng), view.seat)[0]
"""
ABOUT = {"protocol": 1, "version": "9", "source": "abc", "rules_version": 0, "dropped": []}


@pytest.fixture(autouse=True)
def _ended() -> Iterator[None]:
    yield
    end_external_bots()


@pytest.fixture
def game() -> AnyGame:
    name = a_game(chance=True)
    return tablee.game(name, **shortest(name))


@pytest.fixture
def environment(tmp_path: Path) -> str:
    """A Python that is called like one of another environment, but has the packages of this one."""
    python = tmp_path / "other" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\nshift\nexec {sys.executable} -P "$@"\n')
    python.chmod(0o755)
    return str(python)


@pytest.fixture
def scripted(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[str], SubprocessBot]:
    """A bot process of its own making; its code reads `line` after `line` and prints."""

    def bot(code: str) -> SubprocessBot:
        script = tmp_path / "script.py"
        script.write_text(
            f"import json, sys\nABOUT = {ABOUT!r}\nfor line in sys.stdin:\n    asked = json.loads(line)\n"
        )
        with script.open("a") as file:
            file.writelines(f"    {line}\n" for line in code.splitlines())
            file.write("    sys.stdout.flush()\n")
        monkeypatch.setattr(SubprocessBot, "command", lambda _: [sys.executable, str(script)])
        return SubprocessBot(level="chef", python="python")

    return bot


def started(game: AnyGame) -> tuple[tablee.Match, Seat]:
    match = tablee.Match(game, Random(1))
    return match, match.actors()[0]


# Levels


def test_a_level_chooses_the_same_through_a_pipe(game: AnyGame, environment: str) -> None:
    met = identify(SubprocessBot(level="chef", python=environment), game)
    assert met.name == f"chef@{tablee.__version__}"
    match, seat = started(game)
    view = match.view(seat)
    answered = met.player(game, seat).choose(view, Random(5), Limits(iterations=20))
    seed = Random(5).getrandbits(64)
    assert answered.action == fallback.choose("chef", game, view, Random(seed), Budget(iterations=20))
    assert not answered.replaced
    assert not answered.adapted


def test_an_arena_seats_levels_of_another_environment(game: AnyGame, environment: str, tmp_path: Path) -> None:
    old = identify(SubprocessBot(level="plongeur", python=environment), game)
    end_external_bots()
    contest = Arena(game, (old.name, "plongeur"), external_bots=(old,), iterations=5)
    results = {result.number: result for result in matches(contest, range(2))}
    assert external_bot._processes == {}
    shared = {result.number: replace(result, thinking={}) for result in matches(contest, range(2), 2)}
    assert {number: replace(result, thinking={}) for number, result in results.items()} == shared
    assert set(Ladder(contest, results).thinking()) == {old.name, "plongeur"}
    told = json.dumps(contest.plain())
    assert str(tmp_path) not in told
    assert old.source in told


def test_another_release_of_an_external_bot_is_another_arena(game: AnyGame, tmp_path: Path) -> None:
    old = PipedBot(SubprocessBot(level="chef", python="python"), "0.1.0", "abc", 1)
    path = tmp_path / "results.jsonl"
    contest = Arena(game, ("chef", old.name), external_bots=(old,))
    ResultsFile(contest, path).close()
    ResultsFile(contest, path).close()
    newer = replace(contest, external_bots=(replace(old, source="def"),))
    with pytest.raises(OtherArena):
        ResultsFile(newer, path)


def test_two_external_bots_of_one_version_are_told_apart() -> None:
    one = PipedBot(SubprocessBot(level="chef", python="python"), "0.1.0", "abc", 1, distinct=False)
    assert one.name == "chef@0.1.0+abc"


# Python files


def test_a_python_file_plays_with_its_neighbours_at_hand(game: AnyGame, tmp_path: Path) -> None:
    (tmp_path / "neighbour.py").write_text(NEIGHBOUR)
    file = tmp_path / "bot.py"
    file.write_text(FILE_BOT)
    met = identify(SubprocessBot(file=str(file)), game)
    assert met.name == "bot.py"
    match, seat = started(game)
    chosen = met.player(game, seat).choose(match.view(seat), Random(1), Limits(iterations=7)).action
    assert chosen == match.legal(seat)[0]
    before = met.plain()
    file.write_text(FILE_BOT + "\n# changed\n")
    assert met.plain() != before


def test_a_function_is_enough(game: AnyGame, tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text(NEIGHBOUR + "\ndef choose(game, view, rng, budget):\n    return first(game, view, rng)\n")
    contest = Arena(game, ("plongeur", "bot.py"), external_bots=(identify(SubprocessBot(file=str(file)), game),))
    assert play_match(contest, 0).winners


# Other rules, other options


def asked(played: AnyGame, **more: Any) -> dict[str, Any]:
    return {
        "protocol": 1,
        "level": "plongeur",
        "file": None,
        "game": played.name,
        "options": played.options(),
        "package": played.package,
        "files": {},
        **more,
    }


def test_options_and_fields_that_a_release_does_not_know_are_left_out(game: AnyGame) -> None:
    running = bot_process.BotProcess(asked(game, options={**game.options(), "novelty": 3}))
    assert running.about()["dropped"] == ["novelty"]
    match, seat = started(game)
    view = {**game.plain(match.view(seat)), "novelty": 3}
    answered = running.answer({"number": 4, "view": view, "seed": 1, "seconds": None, "iterations": None})
    assert answered["number"] == 4
    assert game.action(answered["action"]) in match.legal(seat)
    timed = running.answer({"number": 5, "view": view, "seed": 1, "seconds": 0.01, "iterations": None})
    assert timed["action"] == answered["action"]


def test_data_files_can_be_replaced_before_a_game_is_loaded(game: AnyGame, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(resources, "files", resources.files)  # so that it is as before after the test
    bot_process.replace_files(game.package, {"rules.md": "None."})
    folder = resources.files(game.package)
    assert (folder / "rules.md").read_text(encoding="utf-8") == folder.joinpath("rules.md").read_bytes().decode()
    assert folder.joinpath("rules.md").read_text() == "None."
    assert folder.joinpath("rules.fr.md").read_text(encoding="utf-8").startswith("#")
    assert folder.is_dir()
    assert resources.files("tablee.core").joinpath("game.py").is_file()


def test_a_release_without_an_option_gets_the_data_for_it(
    game: AnyGame, scripted: Callable[[str], SubprocessBot], monkeypatch: pytest.MonkeyPatch
) -> None:
    manifest = registry.manifest_of(game)
    data = MappingProxyType({"deck": lambda _: {"deck.toml": "new"}, "known": lambda _: {"other.toml": "new"}})
    monkeypatch.setitem(registry.manifests(), game.name, replace(manifest, data_for_releases_without=data))
    bot = scripted('print(json.dumps({**ABOUT, "dropped": ["deck"], "source": json.dumps(asked["files"])}))')
    assert json.loads(identify(bot, game).source) == {"deck.toml": "new"}


def test_a_choice_by_other_rules_becomes_the_nearest_that_is_legal(scripted: Callable[[str], SubprocessBot]) -> None:
    game = ToyAuction()
    plain = game.plain(game.legal(game.start(), Seat(0))[0])
    code = f"""
reply = {{"number": asked.get("number"), "by": "commis", "action": { ({**plain, "novelty": 1})!r}}}
print(json.dumps(reply if "view" in asked else ABOUT))
"""
    met = identify(scripted(code), game)
    contest = Arena(game, ("plongeur", met.name), external_bots=(met,))
    result = play_match(contest, 0)
    choices = len(result.thinking[met.name])
    assert (result.adapted, result.replaced) == ({met.name: choices, "plongeur": 0}, {met.name: choices, "plongeur": 0})
    assert Ladder(contest, {0: result}).plain()["thinking_ms"][met.name]["adapted"] == choices


def test_what_actions_have_in_common() -> None:
    chosen = {"type": "lay", "card": 3, "under": ["a", "b"], "how": "up"}
    assert likeness(chosen, chosen) == (True, 3)
    assert likeness({**chosen, "under": ["b", "c", "a"]}, chosen) == (True, 2 + 2 / 3)
    assert likeness({**chosen, "card": 4}, chosen) == (True, 2.25)
    assert likeness({**chosen, "how": "down"}, chosen) == (True, 2)
    assert likeness({"type": "pass"}, chosen) == (False, 0)
    game = ToyAuction()
    legal = game.legal(game.start(), Seat(0))
    assert all(nearest_action(game, game.start(), Seat(0), game.plain(action)) == action for action in legal)


# Failures


@pytest.mark.parametrize(
    ("code", "problem"),
    [
        ("sys.exit('I give up')", "ended with status 1"),
        ("print('well')", "answered 'well"),
        ("print('[1]')", "answered [1]"),
        ("print(json.dumps({'error': 'no idea'}))", "no idea"),
        ("print(json.dumps(ABOUT))", "answered {'protocol': 1"),
        ("print(json.dumps({'number': asked.get('number'), **ABOUT}))", "answered {'number': 1"),
        (
            "print(json.dumps({'number': 1, 'by': 'chef', 'action': {'type': 'x'}, **ABOUT, 'rules_version': 1}))",
            "chose what is not allowed: {'type': 'x'}",
        ),
    ],
)
def test_what_went_wrong_is_said(scripted: Callable[[str], SubprocessBot], code: str, problem: str) -> None:
    bot = scripted(f"print('a warning', file=sys.stderr)\n{code}")
    game = ToyAuction()
    with pytest.raises(ExternalBotFailed) as failed:
        identify(bot, game).player(game, Seat(0)).choose(game.view(game.start(), Seat(0)), Random(1), Limits())
    assert (failed.value.name, problem in failed.value.problem) == ("chef", True)
    assert "a warning" in failed.value.stderr


def test_an_external_bot_that_does_not_answer(
    scripted: Callable[[str], SubprocessBot], monkeypatch: pytest.MonkeyPatch, game: AnyGame
) -> None:
    monkeypatch.setattr(external_bot, "PATIENCE", 0.0)
    with pytest.raises(ExternalBotFailed, match="does not answer"):
        identify(scripted("pass"), game)


def test_a_python_that_is_not_there(game: AnyGame) -> None:
    with pytest.raises(ExternalBotFailed, match="nowhere"):
        identify(SubprocessBot(level="chef", python="nowhere/python"), game)


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"protocol": 0}, "speaks protocol 1, not 0"),
        ({"level": "maître"}, "there is no level maître"),
        ({"file": "notes.txt"}, "notes.txt is not a Python file"),
        ({"game": "poker"}, "poker"),
    ],
)
def test_a_host_says_what_it_cannot_do(game: AnyGame, wrong: dict[str, Any], problem: str) -> None:
    replies = StringIO()
    bot_process.serve([json.dumps(asked(game, **wrong))], replies)
    assert problem in json.loads(replies.getvalue())["error"]

"""`tablee arena`: levels meet, results are kept, and the ladder is told, drawn and gone on with."""

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.cli.conftest import Run
from tests.samples import a_game, shortest

from tablee.bots.arena.arena import MatchResult
from tablee.cli import arena
from tablee.core.texts import Lang

ASK = ("arena", "toy_auction", "--bots", "plongeur,commis", "--iterations", "4", "--games", "3")


def without_times(told: str) -> dict[str, Any]:
    report: dict[str, Any] = json.loads(told)
    report.pop("thinking_ms")
    return report


def test_the_ladder_in_words(run: Run) -> None:
    english, french = run(*ASK), run(*ASK, lang="fr")
    assert (english.status, french.status) == (0, 0)
    for said in (
        "Toy auction, 3 players: the ladder",
        "3 matches, seed 0",
        "Against",
        "33.3%",
        "commis",
        "Median ms",
    ):
        assert said in english.said
    for said in ("Enchère jouet, 3 joueurs : l’échelle", "3 parties, graine 0", "Contre", "33,3 %", "Médiane ms"):
        assert said in french.said


def test_results_are_kept_and_gone_on_with(run: Run) -> None:
    whole = run(*ASK, "--json", "--file", "whole.jsonl")
    run(*ASK[:-1], "1", "--file", "part.jsonl")
    assert len(Path("part.jsonl").read_text().splitlines()) == 2
    part = run(*ASK, "--json", "--file", "part.jsonl", "--svg", "ladder.svg", "--workers", "2")
    assert without_times(part.out) == without_times(whole.out)
    assert len(Path("part.jsonl").read_text().splitlines()) == 4
    assert Path("ladder.svg").read_text(encoding="utf-8").startswith("<svg")
    assert without_times(run(*ASK[:-1], "2", "--json", "--file", "part.jsonl").out)["games"] == 2


def test_every_win_is_told_without_odds(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    won = [MatchResult(n, ("commis", "plongeur", "plongeur"), (0,), (1, 0, 0), {"commis": [1.0]}) for n in range(3)]
    monkeypatch.setattr(arena, "matches", lambda *_: (one for one in won))
    assert "100.0% 43.9–100.0 33.3% – stronger" in run(*ASK).said


def test_an_arena_that_is_stopped_tells_what_it_has(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Iterator[MatchResult]:
        yield MatchResult(0, ("commis", "plongeur", "plongeur"), (0,), (1, 0, 0), {"commis": [1.0]})
        raise KeyboardInterrupt

    monkeypatch.setattr(arena, "matches", interrupted)
    ran = run(*ASK)
    assert ran.status == 130
    assert "1 match, seed 0" in ran.said
    assert "Stopped after 1 of 3 matches." in ran.said


def test_an_arena_that_is_stopped_at_once_has_nothing_to_tell(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> Iterator[MatchResult]:
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(arena, "matches", interrupted)
    ran = run(*ASK)
    assert (ran.status, ran.out) == (130, "")


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("--bots", "commis"), "An arena needs at least two levels, each named once, not: commis."),
        (("--bots", "chef,chef"), "each named once, not: chef, chef."),
        (("--bots", "commis,maître"), "There is no level “maître”. The levels are: plongeur, commis,"),
        (("--bots", "commis,bot.py"), "There is no file bot.py."),
        (("--bots", "commis,chef@"), "after @ comes the Python of another environment"),
        (("--bots", "commis,chef@nowhere"), "There is no file nowhere."),
        (("--bots", "commis,chef@list.txt"), "chef cannot play on: "),
        (("--bots", "commis,chef@list.txt", "--lang", "fr"), "chef ne peut plus jouer : "),
        (("--tables", "round"), "--tables: “round” is not one of pairs, neighbours, mixed."),
        (("--games", "some"), "--games: “some” is neither a whole number from 1 on nor a list of 1 number with"),
        (("--games", "0"), "--games: “0” is neither"),
        (("--games", "5,5"), "--games: “5,5” is neither"),
        (("--seconds", "soon"), "--seconds: “soon” is not a number of seconds."),
        (("--seconds", "0,0"), "--seconds: “0,0” is not a number of seconds."),
        (("--file", "list.txt"), "list.txt does not hold the results of this arena."),
        (("--file", "list.txt"), "A level may also have changed since"),
        (("--file", "list.txt", "--lang", "fr"), "Il se peut aussi qu’un niveau ait changé depuis"),
        (("--iterations", "3", "--seconds", "0,5"), "Only one of --iterations and --seconds can be given."),
        (("--iterations", "3", "--seconds", "0,5"), "See: tablee arena --help"),
        (("--iterations", "3", "--seconds", "1", "--lang", "fr"), "qu’un seul de --iterations et --seconds."),
        (("--file", "nowhere/list.txt"), "there is no folder nowhere"),
        (("--svg", "nowhere/ladder.svg"), "nowhere/ladder.svg cannot be written: there is no folder nowhere."),
        (("--svg", "list.txt/ladder.svg"), "there is no folder list.txt."),
        (("--svg", "."), ". is a folder, not a file."),
    ],
)
def test_what_cannot_be_is_said_before_anything_is_played(
    run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], complaint: str
) -> None:
    def played(*_: object) -> Iterator[MatchResult]:
        pytest.fail("matches were played")

    monkeypatch.setattr(arena, "matches", played)
    Path("list.txt").write_text("milk\n")
    ran = run(*ASK, *words)
    assert ran.status == 2
    assert complaint in ran.said


def test_a_picture_that_cannot_be_drawn_leaves_no_results_file_behind(run: Run) -> None:
    run(*ASK, "--file", "results.jsonl", "--svg", "nowhere/ladder.svg")
    assert not Path("results.jsonl").exists()


def test_a_disk_that_will_not_take_the_picture(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> int:
        raise PermissionError

    monkeypatch.setattr(Path, "write_text", refuse)
    ran = run(*ASK, "--svg", "ladder.svg")
    assert (ran.status, "ladder.svg may not be written." in ran.said) == (2, True)
    assert "the ladder" in ran.out


@pytest.mark.parametrize(
    ("time", "iterations", "seconds"), [(("--iterations", "3"), 3, None), (("--seconds", "0,01"), None, 0.01)]
)
def test_levels_can_be_given_time_tables_and_players(
    run: Run, time: tuple[str, str], iterations: int | None, seconds: float | None
) -> None:
    words = (
        "arena",
        "toy_auction",
        "-o",
        "rounds=1",
        "--bots",
        "plongeur,commis,chef",
        "--games",
        "1",
        "--players",
        "2",
    )
    ran = run(*words, "--tables", "neighbours", *time, "--json")
    report = json.loads(ran.out)
    assert [(pair["weaker"], pair["stronger"]) for pair in report["pairs"]] == [
        ("plongeur", "commis"),
        ("commis", "chef"),
    ]
    assert (report["iterations"], report["seconds"], report["options"]["players"]) == (iterations, seconds, 2)


def test_the_cheap_pairs_may_play_more(run: Run) -> None:
    words = (
        "arena",
        "toy_auction",
        "--bots",
        "plongeur,commis,cuisinier",
        "--tables",
        "neighbours",
        "--iterations",
        "4",
    )
    report = json.loads(run(*words, "--games", "4, 2", "--json").out)
    assert [pair["games"] for pair in report["pairs"]] == [4, 2]


def test_a_python_file_sits_down_with_the_levels(run: Run) -> None:
    file = Path("first.py")
    file.write_text(
        "def choose(game, view, rng, budget):\n    return game.legal(game.determinize(view, rng), view.seat)[0]\n"
    )
    name = a_game(chance=True)
    settings = [part for option, value in shortest(name).items() for part in ("-o", f"{option}={value}")]
    words = ("arena", name, "--bots", "plongeur,first.py", "--games", "1", *settings)
    report = json.loads(run(*words, "--json", "--file", "results.jsonl").out)
    assert report["bots"] == ["plongeur", "first.py"]
    assert report["thinking_ms"]["first.py"]["adapted"] == 0
    assert str(Path.cwd()) not in Path("results.jsonl").read_text()
    file.write_text("def choose(game, view, rng, budget):\n    raise RuntimeError('no idea')\n")
    ran = run(*words)
    assert ran.status == 2
    assert "first.py cannot play on: RuntimeError: no idea Traceback" in ran.said


def test_a_program_from_outside_sits_down_with_the_levels(run: Run) -> None:
    Path("outside.py").write_text(
        "import sys\nfrom tablee import remote\n"
        "remote.play(*sys.argv[1:4], lambda game, view, choices, rng: next(iter(choices)))\n"
    )
    name = a_game(chance=True)
    settings = [part for option, value in shortest(name).items() for part in ("-o", f"{option}={value}")]
    program = f"{Path(sys.executable).name} outside.py"
    words = ("--bots", f"plongeur,program:{sys.executable} outside.py", "--games", "1", *settings)
    report = json.loads(run("arena", name, *words, "--json").out)
    assert report["bots"] == ["plongeur", program]
    assert report["levels"][program]["program"] == program
    assert "cannot play on: ended with status" in run("arena", name, *words[:1], "plongeur,program:false").said


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_ladder_fits_eighty_columns(run: Run, monkeypatch: pytest.MonkeyPatch, lang: Lang) -> None:
    """With the longest names of levels, and figures as large as they get."""
    bots = ("cuisinier", "plongeur", "plongeur")
    times = {"cuisinier": [12345.6] * 12, "plongeur": [0.1] * 12}
    won = [MatchResult(n, bots, (0,) if n % 9 else (1,), (1, 0, 0), times) for n in range(1000)]
    monkeypatch.setattr(arena, "matches", lambda *_: (one for one in won))
    ran = run("arena", "toy_auction", "--bots", "plongeur,cuisinier", "--games", "1000", lang=lang)
    assert ran.status == 0
    assert "…" not in ran.out
    lines = ran.out.splitlines()
    assert max(map(len, lines)) <= 80
    # Neither heads nor rows are broken: one line each.
    assert sum("cuisinier" in line for line in lines) == 3
    assert sum(bool(line.strip()) and not any(sign.isalnum() for sign in line) for line in lines) == 3

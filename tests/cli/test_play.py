"""Questions, mistyped lines, the words of the house, saving and loading, with the toy auction on the table."""

import os
import re
from collections.abc import Iterator, Sequence
from concurrent.futures import Executor
from contextlib import contextmanager
from io import StringIO
from multiprocessing import active_children
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console
from tests.cli.conftest import LazyPool, Run
from tests.toy_auction import Bid, Lot, ToyAuctionWords
from tests.toy_nim import Curse, CursedNim, ToyNim

import tablee
from tablee.bots.fallback import choose
from tablee.bots.process_pool import process_pool
from tablee.cli.screen import Screen
from tablee.cli.terminal_match import TerminalMatch
from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.registry import game
from tablee.core.texts import Lang, catalogue

SOLO = ("play", "toy_auction", "--yes", "--players", "2", "--seed", "1", "--name", "Anne")


def saved_match(path: str = "kept.json") -> Match:
    return Match.replay(Path(path).read_bytes())


# Before the match


def test_the_games_are_offered(run: Run) -> None:
    ran = run("play", typed="99\nnone\ntoy_auction\n")
    assert f"{len(tablee.GAMES)} Toy auction · 2 to 5 players · 1–2 minutes" in ran.said
    assert "Bid for both lots, bid at once." in ran.said
    assert "There is no game called “99”." in ran.said
    assert "There is no game called “none”." in ran.said
    assert ran.said.endswith("With --yes, nothing is asked before the match.")
    assert ran.status == 1


def test_a_game_is_chosen_by_its_number(run: Run) -> None:
    ran = run("play", "--save", "kept.json", typed="1\n" + "\n" * 6)
    assert ran.status == 0
    assert saved_match().game.name == next(iter(tablee.GAMES))


def test_without_questions_the_first_game_is_played(run: Run) -> None:
    ran = run("play", "--yes", "--save", "kept.json")
    assert ran.status == 0
    assert saved_match().game.name == next(iter(tablee.GAMES))


def test_everything_is_asked_with_what_is_usual(run: Run) -> None:
    ran = run("play", "toy_auction", "--save", "kept.json", typed="\n" * 7)
    assert ran.status == 0
    match = saved_match()
    assert match.game.players == 3
    assert match.players == (
        Player("Player 1"),
        Player("Tartine", "cuisinier:cautious"),
        Player("Biscotte", "cuisinier:greedy"),
    )
    assert "Tartine: Cook, cautious. Biscotte: Cook, greedy." in ran.said
    questions = re.findall(r"[^\n]*\?[^\n]*\[[^\n]*\]", ran.out)
    assert [question.replace("\N{NO-BREAK SPACE}", " ") for question in questions] == [
        "How many players (2 to 5)? [3]",
        "How many of the 3 are people at this terminal? The others are bots. [1]",
        "Your name? [Player 1]",
        "How strong shall the bots be? [cuisinier]",
        "Your seat (1, 2, 3)? [1]",
        "Change them? [y/N]",
    ]


def test_wrong_answers_are_asked_again(run: Run) -> None:
    answers = ["7", "two", "2", "3", "2", "", "Anne", "Anne", "Bernard", "9", "2", "", "n"]
    ran = run("play", "toy_auction", "--save", "kept.json", typed="\n".join(answers))
    assert "“7” is not a whole number from 2 to 5." in ran.said
    assert "“two” is not a whole number from 2 to 5." in ran.said
    assert "“3” is not a whole number from 1 to 2." in ran.said
    assert "Somebody is called Player 1 already." not in ran.said
    assert [player.name for player in saved_match().players] == ["Anne", "Player 1"]


def test_names_and_seats_are_not_given_twice(run: Run) -> None:
    answers = ["3", "2", "Anne", "Anne", "Bernard", "sous-chef", "Plongeur", "3", "3", "1", "\n"]
    ran = run("play", "toy_auction", "--save", "kept.json", typed="\n".join(answers))
    assert "Somebody is called Anne already." in ran.said
    assert "There is no level “sous-chef”. The levels are: plongeur, commis, cuisinier, chef, toque." in ran.said
    assert "Seat 3 cannot be had. Free: 1, 2." in ran.said
    assert saved_match().players == (Player("Bernard"), Player("Tartine", "plongeur"), Player("Anne"))


def test_levels_are_listed_with_what_people_call_them(run: Run) -> None:
    ran = run("play", "toy_auction", "--save", "kept.json", typed="3\n1\nAnne\nMaster Chef\n\nn\n")
    assert " · plongeur (Dishwasher) — Up to the elbows" in ran.said
    assert " · toque (Master chef) — The best" in ran.said
    assert " · chef — Thinks ahead" in ran.said
    assert [player.bot for player in saved_match().players] == [None, "toque:cautious", "toque:greedy"]
    french = run("play", "toy_auction", typed="3\n1\nAnne\n", lang="fr")
    assert " · plongeur — Les mains dans l’eau" in french.said


def test_levels_on_the_command_line_may_be_called_as_people_call_them(run: Run) -> None:
    run("play", "toy_auction", "--yes", "--bots", "dishwasher,Plongeur", "--save", "kept.json", lang="fr")
    assert [player.bot for player in saved_match().players] == [None, "plongeur", "plongeur"]


def test_a_temperament_may_be_asked_for(run: Run) -> None:
    ran = run("play", "toy_auction", "--yes", "--bots", "cook:bold,Chef : gourmand", "--save", "kept.json", lang="fr")
    assert [player.bot for player in saved_match().players] == [None, "cuisinier:bold", "chef:greedy"]
    assert "Tartine : Cuisinier, audacieux. Biscotte : Chef, gourmand." in ran.said
    ran = run("play", "toy_auction", "--yes", "--bots", "chef:sleepy")
    assert "There is no level “chef:sleepy”." in ran.said


def test_options_are_asked_only_if_wanted(run: Run) -> None:
    answers = ["2", "1", "Anne", "", "1", "perhaps", "yes", "99", "4", "1,2,3", "soon", "2", "maybe", "no"]
    ran = run("play", "toy_auction", "--save", "kept.json", typed="\n".join(answers))
    assert "Yes or no?" in ran.said
    assert "the option “rounds” cannot be 99. Allowed: a whole number from 1 to 50." in ran.said
    assert " · Ties: Nobody: the lot is left." in ran.said
    assert "“soon” is not a whole number from 1 to 2." in ran.said
    assert "2 All of them win it." in ran.said
    assert "the option “refill” cannot be maybe." in ran.said
    assert "nobody" not in ran.said
    options = {"players": 2, "rounds": 4, "cards": [1, 2, 3], "ties": "all", "refill": False}
    assert saved_match().game.options() == options


def test_the_command_line_leaves_nothing_to_ask(run: Run) -> None:
    ran = run(
        *("play", "toy_auction", "--players", "4", "--humans", "2", "--name", "Anne", "--name", "Bernard"),
        *("--seat", "4", "--seat", "2", "-o", "rounds=2", "--option", "ties=all", "--save", "kept.json"),
        *("--bots", "commis,chef"),
    )
    assert "?" not in ran.out.replace("Press", "").partition("Hand the device")[0]
    assert [player.name for player in saved_match().players] == ["Tartine", "Bernard", "Biscotte", "Anne"]
    assert [player.bot for player in saved_match().players] == ["commis:cautious", None, "chef:greedy", None]
    assert saved_match().game.options()["rounds"] == 2


def test_the_last_level_is_that_of_all_other_bots(run: Run) -> None:
    run("play", "toy_auction", "--yes", "--players", "4", "--bots", "commis,toque", "--save", "kept.json")
    assert [player.bot for player in saved_match().players] == [None, "commis:cautious", "toque:greedy", "toque:bold"]
    ran = run("play", "toy_auction", "--yes", "--players", "2", "--bots", "commis,toque")
    assert "2 levels are too many for 1 bot." in ran.said


@pytest.mark.parametrize(("lang", "said"), [("en", "is thinking…"), ("fr", "réfléchit…")])
def test_bots_that_take_their_time_are_said_to_think(monkeypatch: pytest.MonkeyPatch, lang: Lang, said: str) -> None:
    """While they do, and only those whose thinking can be noticed."""
    levels = ("plongeur", "commis", "cuisinier", "chef", "toque")
    match = Match(game("toy_auction", players=5), players=[Player(level.upper(), level) for level in levels])
    output = StringIO()
    console = Console(file=output, width=120, force_terminal=True, highlight=False, emoji=False)
    announced: dict[str, set[bool]] = {}

    def quick(level: str, game: Any, view: Any, luck: Any) -> Any:
        since = output.getvalue().rpartition("\x1b[2K")[2]  # where the last one was taken away
        announced.setdefault(level, set()).add(f"{level.upper()} {said}" in since)
        return choose("plongeur", game, view, luck)

    monkeypatch.setattr("tablee.cli.terminal_match.choose", quick)
    TerminalMatch(Screen(catalogue("tablee.cli", lang), console), match, "1").play()
    assert match.over
    assert announced == {level: {level in ("chef", "toque")} for level in levels}


def test_bots_that_choose_at_once_think_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    players = [Player("Ada", "chef"), Player("Bo", "toque"), Player("Cy", "commis"), Player("Di", "chef:bold")]
    match = Match(game("toy_auction", players=4, rounds=2), players=players)
    waiting: list[int] = []

    def quick(level: str, game: Any, view: Any, luck: Any) -> Any:
        waiting.append(LazyPool.submitted)
        return choose("plongeur", game, view, luck)

    monkeypatch.setattr("tablee.cli.terminal_match.choose", quick)
    monkeypatch.setattr(LazyPool, "submitted", 0)
    TerminalMatch(Screen(catalogue("tablee.cli", "en"), Console(file=StringIO())), match, "1").play()
    assert match.over
    started = 3  # processes
    assert waiting == [started + 3] * 4 + [started + 6] * 4


def test_bots_think_in_other_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.cli.terminal_match.process_pool", process_pool)
    here = Match(ToyNim(heap=5), players=[Player("Ada", "chef"), Player("Bo", "chef")])
    TerminalMatch(Screen(catalogue("tablee.cli", "en"), Console(file=StringIO())), here, "1").play()
    assert here.over
    assert active_children() == []


@pytest.mark.parametrize("dies", ["while it thinks", "while it waits"])
def test_a_level_whose_process_is_lost_thinks_here(
    dies: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    asked = []

    def choose_here(level: str, *question: Any) -> Any:
        asked.append(level)
        return choose(level, *question)

    @contextmanager
    def lost_pool(number: int) -> Iterator[Executor]:
        with process_pool(number) as pool:
            if dies == "while it waits":
                assert pool.submit(os._exit, 1).exception()
            yield pool

    monkeypatch.setattr("tablee.cli.terminal_match.process_pool", lost_pool)
    monkeypatch.setattr("tablee.cli.terminal_match.choose", choose_here)
    match = Match(CursedNim(heap=4, curse=Curse.BOT_DIES), players=[Player("Ada", "chef"), Player("Bo", "chef")])
    TerminalMatch(Screen(catalogue("tablee.cli", "en"), Console(file=StringIO())), match, "1").play()
    assert match.over
    assert asked == ["chef"] * len(match.log)
    assert [record.message for record in caplog.records] == ["no process for bots"]
    assert active_children() == []


def test_nothing_of_thinking_is_left_in_what_is_piped(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.cli.terminal_match.choose", lambda _, *rest: choose("plongeur", *rest))
    ran = run("play", "toy_auction", "--yes", "--humans", "0", "--bots", "chef")
    assert "Result" in ran.out
    assert "thinking" not in ran.out
    assert "\x1b" not in ran.out


def test_bots_can_be_watched(run: Run) -> None:
    ran = run("play", "toy_auction", "--yes", "--humans", "0", "-o", "rounds=1", "--save", "kept.json")
    assert ran.status == 0
    assert "Result" in ran.out
    assert saved_match().over


# At the table


def test_a_mistyped_bid_says_what_is_wrong_and_loses_nothing(run: Run) -> None:
    typed = ["", "8 1", "5 x", "5", "5 9", "7 5+2 $9", "5 4+1 $2"]
    ran = run(*SOLO, "--save", "kept.json", typed="\n".join(typed))
    assert ran.status == 0
    for complaint in (
        "“8” is not a lot. The lots are 5, 7.",
        "“x” is neither a card (1 to 9) nor coins ($2).",
        "Which cards? Put them after the lot; for example: 7 3+2 $1",
        "[TA-03] You do not hold 1 card of value 9.",
        "[TA-04] You bid 9 coins but have 3.",
    ):
        assert complaint in ran.said
    bids = [entry.action for entry in saved_match().log if entry.seat == 0]
    assert [saved_match().game.plain(bid)["cards"] for bid in bids] == [[4, 1]]


def test_what_has_a_preview_is_confirmed(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def preview(_: object, view: object, action: Bid, names: Sequence[str], lang: Lang) -> str:
        return f"[bold]{names[0]} would bid {action.total}[/]"

    monkeypatch.setattr(ToyAuctionWords, "preview", preview)
    typed = ["5 9", "5 4+1", "no", "5 3+2", "7 5", "nonsense", "5 3+1", "help", "\n"]
    ran = run(*SOLO, "--save", "kept.json", typed="\n".join(typed))
    asked = re.findall(r"would bid (\d) Play it, or type another choice\? \[Y/n\]", ran.said)
    assert asked == ["5", "5", "5", "4"]  # not what is not legal; what is typed instead takes its place
    assert "“nonsense” is not a lot." in ran.said
    assert "save FILE" in ran.said
    bids = [entry.action for entry in saved_match().log if entry.seat == 0]
    assert bids == [Bid(Lot.FIVE, (3, 1))]


@pytest.mark.parametrize("word", ["help", "?", "AIDE"])
def test_help_is_near(run: Run, word: str) -> None:
    ran = run(*SOLO, typed=word)
    assert ran.said.count("Your bid: the lot (5, 7)") == 2
    assert "save FILE" in ran.out
    assert "leave (Ctrl-C too)" in ran.out


@pytest.mark.parametrize("word", ["rules", "règles", "REGLES"])
def test_the_rules_are_near(run: Run, word: str) -> None:
    ran = run(*SOLO, typed=word)
    assert "TA-05" in ran.out
    assert ran.out.count("Your bid:") == 2


@pytest.mark.parametrize("word", ["log", "journal"])
def test_the_log_is_near(run: Run, word: str) -> None:
    ran = run(*SOLO, typed=f"5 4+1\n{word}")
    assert ran.out.count("You bid lot 5, 4+1 with 0 coins") == 2


@pytest.mark.parametrize("word", ["board", "plateau"])
def test_the_table_can_be_seen_again(run: Run, word: str) -> None:
    assert run(*SOLO, typed=word).out.count("Round 1 of 3.") == 2


def test_the_events_are_told_as_the_reader_sees_them(run: Run) -> None:
    ran = run(*SOLO, typed="5 4+1")
    assert " · You bid lot 5, 4+1" in ran.out
    assert " · Tartine has chosen." in ran.out
    assert (
        "You bid lot 5, 4+1" not in run(*SOLO, "--humans", "2", typed="\n5 4+1\n\n\nlog").out.rpartition("Player 2")[2]
    )


# One device for several people


def test_a_choice_that_lies_face_down_can_be_replaced(run: Run) -> None:
    """Before the device is handed over; what cannot be is refused, and the choice lies as it lay."""
    start = ("play", "toy_auction", "-y", "--players", "2", "--humans", "2", "-o", "cards=1,1,1")
    said = run(*start, "--save", "kept.json", typed="\n5 1+1\n7 5\n7 1\n\n\n5 1\n").said
    assert said.count("Or type another choice in place of yours.") == 3
    bids = [saved_match().game.plain(entry.action) for entry in saved_match().log]
    assert [(bid["lot"], bid["cards"]) for bid in bids] == [(5, [1, 1]), (7, [1]), (5, [1])]


# After the match


def play_out(run: Run, *words: str, after: str) -> str:
    """A match of one round, in which both win the same lot."""
    start = ("play", "toy_auction", "--players", "2", "--humans", "2", "--name", "Anne", "--name", "Bernard")
    options = ("--seat", "1", "--seat", "2", "-o", "rounds=1", "-o", "cards=1,1", "-o", "ties=all")
    return run(*start, *options, *words, typed=f"\n5 1+1\n\n\n5 1+1\n{after}").said


def test_the_result_is_shown(run: Run) -> None:
    said = play_out(run, after="")
    assert "★ │ Anne │ 5" in said
    assert "★ │ Bernard │ 5" in said
    assert "Anne and Bernard win!" in said


def test_the_record_can_be_saved_and_another_match_played(run: Run) -> None:
    said = play_out(run, after="whole.json\ny\n\n5 1+1\n\n\n5 1+1\n\nn\n")
    assert "tablee replay whole.json" in said
    assert saved_match("whole.json").over
    assert said.count("Anne and Bernard win!") == 2
    assert said.count("Not saved.") == 1


def test_a_kept_file_is_not_overwritten_by_the_next_match(run: Run) -> None:
    said = play_out(run, "--save", "kept.json", after="y\n\n5 1\n")
    assert "Save a record of the match?" not in said
    assert saved_match("kept.json").over
    assert not saved_match("kept-2.json").over

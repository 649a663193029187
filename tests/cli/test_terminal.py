"""In a real terminal: whole matches, Ctrl-C, the curtain."""

import json
from pathlib import Path
from random import Random

import pytest
from tests.cli.terminal import CLEAR, Terminal, plain, play_on
from tests.repetitions import repetitions

import tablee
from tablee.core.match import Match
from tablee.core.texts import LANGS, Lang, catalogue

both_languages = pytest.mark.parametrize("lang", LANGS)
every_game = pytest.mark.parametrize(
    ("name", "lang"),
    # By day every game in one of the languages, by night in both.
    [
        (name, LANGS[at % 2])
        for night in range(repetitions(2, by_day=1))
        for at, name in enumerate(sorted(tablee.GAMES), night)
    ],
)


@every_game
def test_a_person_finishes_a_match(name: str, lang: Lang, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    words = ["play", name, "--yes", "--seed", "1", "--name", "Anne", "--save", str(kept)]
    terminal = Terminal(words, lang, tmp_path, size=(50, 120))
    assert terminal.wait()
    play_on(terminal, kept, Random(1), lang)
    assert terminal.status() == 0
    match = Match.replay(kept.read_bytes())
    assert match.over
    levels = [player.bot and player.bot.partition(":")[0] for player in match.players]
    assert levels == [None] + ["cuisinier"] * (match.game.players - 1)
    said = plain(terminal.everything)
    assert catalogue("tablee.cli", lang)("result.title") in said
    assert "Traceback" not in said


@both_languages
def test_a_match_with_all_the_questions(lang: Lang, tmp_path: Path) -> None:
    """As `tablee play --terminal` does it: choose a game, take what is usual, play it, save, do not play again."""
    kept = tmp_path / "kept.json"
    terminal = Terminal(["play", "--terminal", "--seed", "2", "--save", str(kept)], lang, tmp_path)
    say = catalogue("tablee.cli", lang)
    assert terminal.wait()
    assert all(kind.title(lang) in terminal.shown for kind in tablee.GAMES.values())
    for question, answer in (
        ("play.which_game", "toy_auction"),
        ("play.how_many_players", "3"),
        ("play.how_many_people", ""),
        ("play.your_name", "Zoé"),
        ("play.which_level", "commis"),
        ("play.your_seat", "2"),
        ("play.change_options", ""),
    ):
        beginning = say.template(question).partition("{")[0]
        assert beginning in terminal.shown
        assert terminal.type(answer)
    play_on(terminal, kept, Random(2), lang)
    match = Match.replay(kept.read_bytes())
    assert (match.game.name, match.game.options()["rounds"], match.over) == ("toy_auction", 3, True)
    assert match.players[1].name == "Zoé"
    assert say("play.again") in plain(terminal.shown)
    assert not terminal.type()
    assert terminal.status() == 0


@every_game
def test_ctrl_c_saves_and_load_goes_on(name: str, lang: Lang, tmp_path: Path) -> None:
    """A match that was left and taken up again, with the same seed, goes on as if it had not been left."""
    whole, part, later = tmp_path / "whole.json", tmp_path / "part.json", tmp_path / "later.json"
    start = ["play", name, "--yes", "--seed", "5", "--name", "Anne"]
    uninterrupted = Terminal([*start, "--save", str(whole)], lang, tmp_path, size=(50, 120))
    assert uninterrupted.wait()
    play_on(uninterrupted, whole, Random(3), lang, choices=4)
    assert not uninterrupted.interrupt()  # it knows where to save

    terminal = Terminal([*start, "--save", str(part)], lang, tmp_path, size=(50, 120))
    assert terminal.wait()
    rng = Random(3)
    play_on(terminal, part, rng, lang, choices=2)
    assert not terminal.interrupt()
    assert f"tablee play --load {part}" in plain(terminal.everything)
    assert terminal.status() == 0
    left = Match.replay(part.read_bytes())

    loaded = Terminal(
        ["play", "--load", str(part), "--seed", "5", "--save", str(later)], lang, tmp_path, size=(50, 120)
    )
    assert loaded.wait()
    taken_up = Match.replay(later.read_bytes())
    assert taken_up.state == left.state
    assert taken_up.players == left.players
    play_on(loaded, later, rng, lang, choices=2)
    assert not loaded.interrupt()
    assert later.read_text(encoding="utf-8") == whole.read_text(encoding="utf-8")


def test_ctrl_c_asks_where_to_save(tmp_path: Path) -> None:
    terminal = Terminal(["play", "toy_auction", "--yes"], "en", tmp_path)
    assert terminal.wait()
    assert terminal.type("5 4+1")
    assert terminal.interrupt()
    assert "Save the match before leaving?" in terminal.shown
    assert not terminal.type("mine.json")
    assert "tablee play --load mine.json" in plain(terminal.everything)
    assert terminal.status() == 0
    assert len(Match.replay((tmp_path / "mine.json").read_bytes()).log) == 5


def test_ctrl_c_while_a_bot_thinks(tmp_path: Path) -> None:
    words = ["play", "cursed", "--yes", "--humans", "0", "--bots", "toque", "-o", "curse=bot_hangs", "-o", "heap=8"]
    terminal = Terminal(words, "en", tmp_path)
    terminal.expect("is thinking…")
    assert terminal.interrupt()
    assert "Save the match before leaving?" in terminal.shown
    assert not terminal.type("mine.json")
    assert terminal.status() == 0
    assert json.loads((tmp_path / "mine.json").read_bytes())["entries"] == []


def test_a_bot_whose_process_is_lost(tmp_path: Path) -> None:
    words = ["play", "cursed", "--yes", "--humans", "0", "--bots", "toque", "-o", "curse=bot_dies", "-o", "heap=8"]
    terminal = Terminal([*words, "--save", "kept.json"], "en", tmp_path)
    assert terminal.status() == 0
    assert json.loads((tmp_path / "kept.json").read_bytes())["result"]


def test_ctrl_d_saves_under_a_name_that_is_free(tmp_path: Path) -> None:
    for expected in (1, 2):
        terminal = Terminal(["play", "toy_auction", "--yes"], "fr", tmp_path)
        assert terminal.wait()
        assert terminal.end_of_input()
        assert "Enregistrer la partie avant de partir" in terminal.shown
        assert not terminal.type()
        assert terminal.status() == 0
        assert len(list(tmp_path.glob("toy_auction-*.tablee.json"))) == expected


def test_ctrl_c_twice_leaves_without_saving(tmp_path: Path) -> None:
    terminal = Terminal(["play", "toy_auction", "--yes"], "en", tmp_path)
    assert terminal.wait()
    assert terminal.interrupt()
    assert not terminal.interrupt()
    assert "Not saved." in terminal.shown
    assert terminal.status() == 0
    assert list(tmp_path.iterdir()) == []


def test_ctrl_c_before_the_match_just_leaves(tmp_path: Path) -> None:
    terminal = Terminal(["play"], "fr", tmp_path)
    assert terminal.wait()
    assert not terminal.interrupt()
    assert terminal.status() == 130
    assert "Au revoir." in terminal.everything
    assert "Traceback" not in terminal.everything


@both_languages
def test_the_curtain_hides_a_bid(lang: Lang, tmp_path: Path) -> None:
    words = ["play", "toy_auction", "--yes", "--humans", "2", "--players", "2", "--name", "Anne", "--name", "Bernard"]
    terminal = Terminal(words, lang, tmp_path)
    say = catalogue("tablee.cli", lang)
    assert terminal.wait()
    assert "Anne" in terminal.visible
    assert terminal.type()  # Anne is alone with the device
    assert terminal.type("7 5+2 $1")
    bid = "5+2"
    assert bid in terminal.visible
    assert terminal.type()  # Anne has seen enough
    assert say("match.hand_over", name="Bernard").split(".")[0] in terminal.visible
    assert bid not in terminal.visible
    assert terminal.type("journal")  # at the curtain: what all may know
    assert bid not in terminal.visible
    assert terminal.type()
    for word in ("\x1b[A" * 9, "log", "board", "help"):  # the arrows: no history of what Anne typed
        assert terminal.type(word)
        assert bid not in terminal.visible
    assert terminal.type("5 1")  # the last bid reveals all
    assert bid in terminal.visible
    assert plain(terminal.everything).count("Anne") > 3


@both_languages
def test_a_bid_that_lies_face_down_can_be_replaced_before_the_curtain(lang: Lang, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    words = ["play", "toy_auction", "--yes", "--humans", "2", "--players", "2", "--name", "Anne", "--name", "Bernard"]
    terminal = Terminal([*words, "--save", str(kept)], lang, tmp_path)
    say = catalogue("tablee.cli", lang)
    offer = " ".join(say("match.done_or_replace").split())
    assert terminal.wait()
    assert terminal.type()
    assert terminal.type("7 5+2 $1")
    assert offer in " ".join(plain(terminal.shown).split())
    assert terminal.type("7 9+9")  # refused: the bid lies as it lay
    assert offer in " ".join(plain(terminal.shown).split())
    assert terminal.type("5 3 $1")
    assert terminal.type()  # the curtain
    assert terminal.type()  # Bernard has the device
    bids = [match.game.plain(entry.action) for match in [Match.replay(kept.read_bytes())] for entry in match.log]
    assert [(bid["lot"], bid["cards"]) for bid in bids] == [(7, [5, 2]), (5, [3])]


def test_the_curtain_in_a_terminal_that_cannot_be_cleared(tmp_path: Path) -> None:
    words = ["play", "toy_auction", "--yes", "--humans", "2", "--players", "2"]
    terminal = Terminal(words, "en", tmp_path, size=(24, 80), kind="dumb")
    assert terminal.wait()
    assert terminal.type()
    assert terminal.type("7 5+2 $1")
    assert terminal.type()
    assert CLEAR not in terminal.everything
    assert "5+2" not in "\n".join(plain(terminal.everything).splitlines()[-24:])


@both_languages
def test_a_replay_is_stepped_through(lang: Lang, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    terminal = Terminal(["play", "toy_auction", "--yes", "--save", str(kept)], lang, tmp_path)
    assert terminal.wait()
    play_on(terminal, kept, Random(4), lang)
    assert terminal.status() == 0
    last = len(Match.replay(kept.read_bytes()).log)
    say = catalogue("tablee.cli", lang)

    replay = Terminal(["replay", str(kept), "--seat", "2"], lang, tmp_path)
    assert replay.wait()
    for typed, number in (
        ("", 1),
        ("", 2),
        ("b", 1),
        ("retour", 0),
        ("back", 0),
        (str(last), last),
        (str(last + 1), last),
        ("what", last),
        ("b", last - 1),
        ("suite", last),
    ):
        assert replay.type(typed)
        assert say("replay.step", number=number, last=last) in replay.visible
    assert say("result.title") in replay.visible
    assert not replay.type("q")
    assert replay.status() == 0


def test_the_rules_come_through_a_pager(tmp_path: Path) -> None:
    terminal = Terminal(["rules", "toy_auction"], "fr", tmp_path)
    assert terminal.status() == 0
    assert "TA-05" in terminal.everything


def test_ctrl_c_stops_a_simulation_with_a_report(tmp_path: Path) -> None:
    terminal = Terminal(["simulate", "toy_auction", "--games", "10000000"], "en", tmp_path)
    terminal.expect(r"Playing.*[1-9]\d*/10000000")  # the first batch is in
    terminal.interrupt()
    assert terminal.status() == 130
    said = plain(terminal.everything)
    assert "First-seat advantage" in said
    assert "of 10000000 matches" in said
    assert "Traceback" not in said

"""`tablee hint`: what a chef would do in a saved match."""

from pathlib import Path
from random import Random

import pytest
from tests.cli.conftest import Run
from tests.samples import HOUSE_GAMES, a_game
from tests.toy_nim import ToyNim
from tests.toys import register_toys

from tablee.cli import record_files
from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.registry import game
from tablee.core.seat import CHANCE
from tablee.core.texts import Lang


def saved(name: str, *, choices: int, players: tuple[Player, ...] = (), **options: object) -> Match:
    rng = Random(1)
    match = Match(game(name, **options), rng, players=players or None)
    while choices and not match.over:
        seat = match.actors()[0]
        match.play(seat, match.game.random_action(match.state, seat, rng))
        choices -= 1
    record_files.save(match, Path("saved.json"))
    return match


def test_a_chef_says_what_and_why(run: Run) -> None:
    match = saved(a_game(at_once=False), choices=5)
    english = run("hint", "saved.json", "--iterations", "60")
    assert english.status == 0
    assert "a chef would play: " in english.said
    assert "60 simulated matches from what" in english.said
    assert "What it costs" in english.said
    assert "the chef’s choice" in english.said
    assert "%" not in english.said
    assert "at the same time" not in english.said
    assert "How often" not in english.said
    first = english.out.partition("would play: ")[2].split(".")[0].split()[:2]
    seat = match.actors()[0]
    assert any(match.game.words.action(action, "en").split()[:2] == first for action in match.legal(seat))
    assert run("hint", "saved.json", "--iterations", "60").out == english.out
    french = run("hint", "saved.json", "--iterations", "60", lang="fr")
    assert "un chef jouerait : " in french.said
    assert "Fréquence" not in french.said


def test_where_others_choose_too_choices_are_mixed(run: Run) -> None:
    saved("toy_auction", choices=0, players=(Player("Bot", "chef"), Player("Anne"), Player("Zoé")))
    assert run("hint", "saved.json", "--iterations", "40").said.startswith("Anne, a chef would play:")
    other = run("hint", "saved.json", "--iterations", "40", "--seat", "3")
    assert other.said.startswith("Zoé, a chef would play:")
    assert "Others choose at the same time" in other.said
    assert "How often" in other.said


def test_what_is_forced_needs_no_search(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    register_toys(monkeypatch)
    match = Match(ToyNim(heap=1))
    record_files.save(match, Path("forced.json"))
    ran = run("hint", "forced.json")
    assert "Nothing else is worth considering." in ran.said


def test_whose_turn_it_is_not_and_what_is_over(run: Run) -> None:
    saved("toy_auction", choices=1)
    ran = run("hint", "saved.json", "--seat", "1")
    assert (ran.status, "Seat 1 has nothing to choose now. Awaited: 2, 3." in ran.said) == (2, True)
    assert "There is no seat 4." in run("hint", "saved.json", "--seat", "4").said
    saved("toy_auction", choices=999)
    assert "The match is over: nothing is left to choose." in run("hint", "saved.json").said


def game_that_begins_with_chance() -> str:
    names = [name for name in HOUSE_GAMES if Match(game(name)).actors() == (CHANCE,)]
    return names[0] if names else pytest.skip("the house has no such game")


@pytest.mark.parametrize(
    ("lang", "complaint"),
    [
        (
            "en",
            "what comes next is not drawn yet, so nobody has anything to choose. Go on playing it first: tablee play",
        ),
        (
            "fr",
            "la suite n’est pas encore tirée, et personne n’a donc rien à choisir. Continuez-la d’abord : tablee play",
        ),
    ],
)
def test_what_chance_has_not_drawn_is_not_invented(run: Run, lang: Lang, complaint: str) -> None:
    path = Path("my match.json")
    match = Match(game(game_that_begins_with_chance()))
    record_files.save(match, path)
    before = path.read_bytes()
    ran = run("hint", str(path), "--iterations", "5", lang=lang)
    assert (ran.status, ran.out) == (2, "")
    assert complaint in ran.said
    assert ran.said.endswith("--load 'my match.json'")
    assert path.read_bytes() == before


@pytest.mark.parametrize("words", [("hint",), ("hint", "nowhere.json")])
def test_there_must_be_a_file(run: Run, words: tuple[str, ...]) -> None:
    assert run(*words).status == 2

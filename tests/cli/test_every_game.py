"""Every game of the house at the terminal, under every option, in both languages, alone and with a shared device."""

import re
from collections.abc import Iterator
from dataclasses import fields
from io import StringIO
from pathlib import Path
from random import Random
from typing import Any

import pytest
from rich.console import Console
from tests.cli.conftest import Run
from tests.repetitions import repetitions

import tablee
from tablee.cli.screen import Screen
from tablee.cli.terminal_match import TerminalMatch
from tablee.core.errors import BadOption
from tablee.core.game import Game
from tablee.core.match import Match
from tablee.core.options import Choice, Flag, Integer, Integers, Option, options_of
from tablee.core.record import Player, dumps
from tablee.core.seat import Seat
from tablee.core.texts import LANGS, Lang, catalogue

CLEAR = "\x1b[3J"
NAMES = ("Anne", "Bernard", "Claire", "David", "Emma", "Fanny")


def settings() -> Iterator[tuple[str, dict[str, Any]]]:
    """Every game as it usually is, and once for every other value of each of its options."""
    for name, kind in sorted(tablee.GAMES.items()):
        usual = {entry.name: entry.default for entry in fields(kind)}
        yield name, {}
        for option, allowed in options_of(kind).items():
            yield from (
                (name, _with_company(name, option, value)) for value in _values(allowed) if value != usual[option]
            )


def _with_company(name: str, option: str, value: Any) -> dict[str, Any]:
    """An option that goes only with others is tried with all of them."""
    try:
        tablee.game(name, **{option: value})
    except BadOption:
        flags = [other for other, allowed in options_of(tablee.GAMES[name]).items() if isinstance(allowed, Flag)]
        return {**dict.fromkeys(flags, True), option: value}
    return {option: value}


def _values(option: Option) -> list[Any]:
    match option:
        case Integer(low, high):
            return [low, high]
        case Integers(least, _, low, high):
            return [(low,) * least, (high,) * least]
        case Choice(members):
            return list(members)
        case Flag():
            return [False, True]
        case _:
            raise TypeError(option)


class Typist(Screen):
    """A terminal at which somebody types legal choices, says yes to previews and presses Enter at the curtain."""

    def __init__(self, lang: Lang, seed: int) -> None:
        output = Console(file=StringIO(), force_terminal=True, width=100, height=40, highlight=False, emoji=False)
        super().__init__(catalogue("tablee.cli", lang), output)
        self.rng = Random(seed)
        self.terminal_match: TerminalMatch | None = None
        self.asked: list[Seat] = []
        """Who was asked, in order."""
        self._read = 0

    @property
    def everything(self) -> str:
        output: Any = self.console.file
        return without_colours(output.getvalue())

    def line(self) -> str:
        assert self.terminal_match is not None
        output: Any = self.console.file
        shown, self._read = output.getvalue()[self._read :], output.tell()
        question = " ".join(without_colours(shown).split())
        if any(_begins(self.say.template(f"match.{key}")) in question for key in ("confirm", "done", "hand_over")):
            return ""
        match = self.terminal_match.match
        seat = next(seat for seat in match.actors() if match.players[seat].bot is None)
        self.asked.append(seat)
        return match.game.words.spell(match.game.random_action(match.state, seat, self.rng), match.view(seat))


def without_colours(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


def _begins(text: str) -> str:
    return " ".join(text.partition("{")[0].split())


def sit(game: Game[Any, Any, Any], people: int, lang: Lang, seed: int = 1) -> Typist:
    """A match played to its end."""
    screen = Typist(lang, seed)
    players = [Player(NAMES[seat], None if seat < people else "random") for seat in game.seats]
    screen.terminal_match = TerminalMatch(screen, Match(game, players=players), str(seed))
    screen.terminal_match.play()
    return screen


@pytest.mark.parametrize(
    ("name", "options", "lang"),
    # By day each of them in one of the languages, by night in both.
    [(*each, LANGS[at % 2]) for night in range(repetitions(2, by_day=1)) for at, each in enumerate(settings(), night)],
)
def test_a_person_against_bots(name: str, options: dict[str, Any], lang: Lang) -> None:
    screen = sit(tablee.game(name, **options), 1, lang)
    assert screen.terminal_match is not None
    assert screen.terminal_match.match.over
    assert screen.say("result.title") in screen.everything
    assert set(screen.asked) <= {Seat(0)}


@pytest.mark.parametrize("name", sorted(tablee.GAMES))
def test_people_who_share_a_device_keep_their_secrets(name: str) -> None:
    """What only one seat was told is never on the screen while another looks at it."""
    game = tablee.game(name)
    screen = sit(game, game.players, "en")
    assert screen.terminal_match is not None
    names = NAMES[: game.players]
    told: dict[Seat, set[str]] = {seat: set() for seat in game.seats}
    for entry in screen.terminal_match.match.log:
        for event in entry.events:
            for seat in game.seats:
                seen = event.seen_by(seat)
                told[seat].update(game.words.event(seen, names, "en").splitlines() if seen else ())
    looks = screen.everything.split(CLEAR)[1:-1]  # the last look is for all
    assert len(looks) > game.players
    for look in looks:
        reader = next(Seat(seat) for seat, person in enumerate(names) if f"Hand the device to {person}." in look)
        shown = " ".join(look.split())
        for other in set(game.seats) - {reader}:
            for sentence in told[other] - told[reader]:
                assert f"· {' '.join(sentence.split())}" not in shown


@pytest.mark.parametrize("lang", LANGS)
@pytest.mark.parametrize("name", sorted(tablee.GAMES))
def test_a_match_is_replayed_in_words_for_every_reader(name: str, lang: Lang, run: Run) -> None:
    screen = sit(tablee.game(name), 1, lang)
    assert screen.terminal_match is not None
    match = screen.terminal_match.match
    Path("match.json").write_text(dumps(match.record()), encoding="utf-8")
    names = [player.name for player in match.players]
    readers: list[tuple[Seat | None, list[str]]] = [(None, []), (None, ["--spectator"])]
    readers += [(seat, ["--seat", str(seat + 1)]) for seat in match.game.seats]
    for reader, words in readers:
        ran = run("replay", "match.json", "--text", *words, lang=lang)
        assert (ran.status, ran.err) == (0, "")
        lines = [
            line
            for entry in match.log
            for event in entry.events
            if (seen := event.seen_by(reader)) is not None
            for line in match.game.words.event(seen, names, lang).splitlines()
        ]
        assert re.findall(r"^ *\d+  (.*)$", ran.out, re.MULTILINE)[: len(lines)] == lines
        assert match.game.words.view(match.view(reader), names, lang) in ran.out
    everything = run("replay", "match.json", "--all", "--text", lang=lang)
    for seat in match.game.seats:
        assert match.game.words.view(match.view(seat), names, lang) in everything.out


@pytest.mark.parametrize("name", sorted(tablee.GAMES))
def test_a_replay_holds_a_view_for_every_step_and_reader(name: str) -> None:
    screen = sit(tablee.game(name), 1, "en")
    assert screen.terminal_match is not None
    match = screen.terminal_match.match
    steps = list(Match.replay(dumps(match.record())).walk())
    assert len(steps) == len(match.log) + 1
    readers = (*match.game.seats, None)
    assert [steps[-1].view(reader) for reader in readers] == [match.view(reader) for reader in readers]


@pytest.mark.parametrize("name", sorted(tablee.GAMES))
def test_every_game_can_be_simulated(name: str, run: Run) -> None:
    ran = run("simulate", name, "--games", "20", "--seed", "4", lang="fr")
    assert (ran.status, ran.err) == (0, "")
    say = tablee.GAMES[name].words.texts("fr")
    for key in tablee.game(name).tally(_finished(name)):
        group, case = key.split(".")
        assert say(f"tally.{group}") in ran.out
        assert say(f"tally.{group}_{case}") in ran.out


def _finished(name: str) -> Any:
    screen = sit(tablee.game(name), 1, "fr")
    assert screen.terminal_match is not None
    return screen.terminal_match.match.state

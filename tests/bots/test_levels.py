"""The five levels: none cheats, none fails the table, and each is told of in both languages."""

from dataclasses import replace
from random import Random

import pytest
from tests.samples import a_game
from tests.toy_auction import ToyAuction

import tablee
from tablee.bots.bot import Budget
from tablee.bots.fallback import choose
from tablee.bots.greedy import GreedyBot
from tablee.bots.heuristic import heuristic
from tablee.bots.levels import BOTS, LEVELS, in_place_of
from tablee.bots.noisy_policy import NoisyPolicyBot
from tablee.core import registry
from tablee.core.game import State
from tablee.core.manifest import LevelTuning
from tablee.core.registry import manifest_of
from tablee.core.seat import Seat
from tablee.core.texts import LANGS

every_game = pytest.mark.parametrize("name", sorted(tablee.GAMES))


def test_the_kitchen_has_five_levels() -> None:
    assert list(LEVELS) == ["plongeur", "commis", "cuisinier", "chef", "toque"]
    for level in LEVELS.values():
        assert level.budget.seconds <= level.limit
        assert level.patience >= 2 * level.limit
        for lang in LANGS:
            assert level.title(lang)
            assert level.about(lang).endswith(".")
    assert len({level.about(lang) for level in LEVELS.values() for lang in LANGS}) == 10


def test_old_records_name_bots_that_are_still_there() -> None:
    assert {"random", "greedy"} < set(BOTS)
    assert in_place_of("greedy") == in_place_of("whoever that was") == ("random",)


# No cheating


def other_table(match: tablee.Match, seat: Seat, rng: Random) -> State | None:
    """A state that differs from the true one only in what the seat cannot know; None if it knows everything."""
    view = match.view(seat)
    for _ in range(20):
        other: State = match.game.determinize(view, rng)
        if other != match.state:
            assert match.game.view(other, seat) == view
            return other
    return None


@every_game
@pytest.mark.parametrize("level", LEVELS)
def test_what_a_seat_cannot_know_changes_no_choice(name: str, level: str) -> None:
    rng = Random(3)
    game = tablee.game(name)
    match = tablee.Match(game, rng)
    compared = choices = 0
    while not match.over:
        for seat in match.actors() if choices < 6 or choices % 8 == 0 else ():
            other = other_table(match, seat, rng)
            if other is not None:
                compared += 1
                views = game.view(match.state, seat), game.view(other, seat)
                chosen = [choose(level, game, view, Random(4), Budget(iterations=60)) for view in views]
                assert chosen[0] == chosen[1]
        seat = match.actors()[0]
        match.play(seat, game.random_action(match.state, seat, rng))
        choices += 1
    assert compared or not manifest_of(game).hidden


# What they overlook


def test_a_bot_that_overlooks_everything_does_the_first_thing_it_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    match = tablee.Match(tablee.game(a_game(at_once=False)), Random(1))
    seat = match.actors()[0]
    view, rng = match.view(seat), Random(2)
    knows = heuristic(match.game)
    first = knows.candidates(match.game.determinize(view, rng), seat, rng, 40)[0]
    assert GreedyBot().choose(match.game, view, Random(2), Budget()) != first
    assert GreedyBot(overlooks=1.0).choose(match.game, view, Random(2), Budget()) == first
    tuned = replace(manifest_of(match.game), levels={"commis": LevelTuning(overlooks=1.0)})
    monkeypatch.setitem(registry.manifests(), match.game.name, tuned)
    assert GreedyBot(level="commis").choose(match.game, view, Random(2), Budget()) == first
    elsewhere = GreedyBot(level="cuisinier")
    assert elsewhere.choose(match.game, view, Random(2), Budget()) == GreedyBot().choose(
        match.game, view, Random(2), Budget()
    )


def test_judgement_can_be_off() -> None:
    match = tablee.Match(tablee.game(a_game(at_once=False)), Random(1))
    view = match.view(match.actors()[0])
    chosen = {GreedyBot(blur=9.0).choose(match.game, view, Random(seed), Budget()) for seed in range(9)}
    assert len(chosen) > 3


def test_whoever_does_not_pay_attention_takes_any_candidate() -> None:
    match = tablee.Match(ToyAuction(), Random(1))
    view = match.view(Seat(0))
    for attention in (0.0, 1.0):
        bot = NoisyPolicyBot(attention=attention)
        chosen = {bot.choose(match.game, view, Random(seed), Budget()) for seed in range(30)}
        assert len(chosen) > 1
        assert chosen < set(match.legal(Seat(0)))

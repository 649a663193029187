"""The search: it may do what its seat may do, the same again with the same seed, and it finds what there is to find."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from statistics import mean
from typing import Any

import pytest
from tests.repetitions import every_second, repetitions
from tests.samples import a_game
from tests.toy_auction import ToyAuction
from tests.toy_nim import Take, ToyNim

import tablee
from tablee.bots.bot import Budget
from tablee.bots.heuristic import PlainHeuristic, heuristic, win_odds
from tablee.bots.level_bot import LevelBot
from tablee.bots.search import Search, search_tuning
from tablee.core.manifest import SearchTuning
from tablee.core.registry import manifests
from tablee.core.seat import CHANCE, Seat

every_game = pytest.mark.parametrize("name", sorted(tablee.GAMES))
HIDDEN = sorted(name for name, manifest in manifests().items() if manifest.hidden)
IN_TURN = sorted(name for name, manifest in manifests().items() if not manifest.at_once)


def some_way_into(name: str, choices: int, seed: int = 1) -> tablee.Match:
    rng = Random(seed)
    match = tablee.Match(tablee.game(name), rng)
    for _ in range(choices):
        if match.over:
            break
        seat = match.actors()[0]
        match.play(seat, match.game.random_action(match.state, seat, rng))
    return match


@every_game
def test_what_is_found_may_be_done(name: str) -> None:
    match = some_way_into(name, 5)
    for seat in match.actors():
        search = Search(match.game, match.view(seat), Random(2), search_tuning(match.game))
        search.run(Budget(iterations=150))
        legal = match.legal(seat)
        assert all(ranked.action in legal for ranked in search.ranked())
        assert search.choice() in legal


@every_game
def test_the_same_seed_finds_the_same(name: str) -> None:
    match = some_way_into(name, 3)
    seat = match.actors()[0]
    found = []
    for _ in range(2):
        search = Search(match.game, match.view(seat), Random(3), search_tuning(match.game))
        search.run(Budget(iterations=120))
        found.append((search.ranked(), search.choice()))
    assert found[0] == found[1]


@every_game
def test_values_are_parts_of_the_win(name: str) -> None:
    match = some_way_into(name, 4)
    search = Search(match.game, match.view(match.actors()[0]), Random(4), search_tuning(match.game))
    search.run(Budget(iterations=60))
    ranked = search.ranked()
    assert all(0 <= choice.value <= 1 for choice in ranked)
    assert sum(choice.weight for choice in ranked) == pytest.approx(1)
    assert [choice.weight for choice in ranked] == sorted((choice.weight for choice in ranked), reverse=True)


def test_a_search_that_had_no_time_still_has_an_answer() -> None:
    match = some_way_into(a_game(), 2)
    seat = match.actors()[0]
    assert LevelBot().choose(match.game, match.view(seat), Random(1), Budget(seconds=0.0)) in match.legal(seat)


def test_what_cannot_be_chosen_is_not_thought_about() -> None:
    game = ToyNim(heap=1)
    search = Search(game, game.view(game.start(), Seat(0)), Random(1), SearchTuning())
    assert search.forced
    assert LevelBot().choose(game, game.view(game.start(), Seat(0)), Random(1), Budget(seconds=1e9)) == Take(1)


@pytest.mark.parametrize("heap", [5, 6, 7, 9, 10, 11])
def test_a_game_that_can_be_won_is_won(heap: int) -> None:
    """Without a word of what is good: whoever leaves a multiple of four wins."""
    game = ToyNim(heap=heap)
    search = Search(game, game.view(game.start(), Seat(0)), Random(5), SearchTuning(rollout_depth=99))
    search.run(Budget(iterations=1500))
    assert search.choice() == Take(heap % 4)
    assert search.ranked()[0].value > 0.8


def test_face_down_choices_of_others_are_as_open_as_before() -> None:
    """Whether one is asked before the others have chosen or after makes no difference to what is searched."""
    game = ToyAuction(players=2, rounds=2, cards=(1, 4), refill=False)
    early = game.start()
    late = game.start()
    game.apply(late, Seat(1), game.legal(late, Seat(1))[0])
    everything = SearchTuning(root_width=99, node_width=99, first_actions=99)
    values = []
    for state in (early, late):
        found = []
        for seed in range(8):
            search = Search(game, game.view(state, Seat(0)), Random(seed), everything, PlainHeuristic(game))
            search.run(Budget(iterations=400))
            assert search.together
            assert {choice.action for choice in search.ranked()} == set(game.legal(early, Seat(0)))
            found.append(search.value())
        values.append(mean(found))
    assert values[0] == pytest.approx(values[1], abs=0.05)


@pytest.mark.parametrize("players", [2, 5])
def test_every_iteration_tells_something_of_a_choice(players: int) -> None:
    """However many choose at the same time, at the root none of it is for nothing."""
    game = ToyAuction(players=players, rounds=50)
    search = Search(game, game.view(game.start(), Seat(0)), Random(1), search_tuning(game))
    search.run(Budget(iterations=30))
    assert all(0 < choice.value < 1 for choice in search.ranked())
    assert search.value() > 0.5 / players


@pytest.mark.parametrize("name", HIDDEN)
def test_worlds_are_used_again_where_they_are_dear(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    match = some_way_into(name, 4)
    view = match.view(match.actors()[0])
    worlds, determinize = [], type(match.game).determinize

    def counted(game: Any, view: Any, rng: Any) -> Any:
        worlds.append(determinize(game, view, rng))
        return worlds[-1]

    monkeypatch.setattr(type(match.game), "determinize", counted)
    Search(match.game, view, Random(7), replace(search_tuning(match.game), world_uses=10)).run(Budget(iterations=100))
    assert 0 < len(worlds) <= 11


def test_odds_at_the_end_are_what_was_won() -> None:
    game = ToyAuction(players=3)
    rng, state = Random(8), game.start()
    odds = win_odds(game, heuristic(game))
    while actors := game.actors(state):
        assert sum(odds(state)) == pytest.approx(1)
        for seat in actors:
            game.apply(state, seat, game.random_action(state, seat, rng), False)
    winners = game.winners(state)
    assert odds(state) == [(seat in winners) / len(winners) for seat in game.seats]


class _Swinging(PlainHeuristic):
    """Says all that a heuristic may say."""

    def values(self, state: Any) -> Sequence[float]:
        return [0.0, 1.0]

    def swing(self, state: Any) -> float:
        return 0.01


def test_a_heuristic_may_say_how_open_a_match_is() -> None:
    game = ToyAuction(players=2)
    assert win_odds(game, _Swinging(game))(game.start()) == pytest.approx([0.0, 1.0])


@pytest.mark.parametrize("name", sorted(tablee.GAMES))
def test_candidates_may_be_done_and_differ(name: str) -> None:
    """The most promising first, all of them legal, as many as asked for at most, never none."""
    game, rng = tablee.game(name), Random(9)
    knows, state = heuristic(game), game.start()
    while actors := game.actors(state):
        for seat in actors:
            if seat == CHANCE:
                action = game.sample(state, rng)
            else:
                candidates = knows.candidates(state, seat, rng, 6)
                assert 0 < len(candidates) <= 6
                assert len(set(candidates)) == len(candidates)
                assert all(game.is_legal(state, seat, candidate) for candidate in candidates)
                action = knows.policy(state, seat, rng)
            game.apply(state, seat, action, False)


@pytest.mark.parametrize("name", HIDDEN)
def test_others_may_choose_by_the_tree_though_their_hands_are_hidden(name: str) -> None:
    """What they may do differs from world to world: where nothing that is open can be done, the policy has a say."""
    for choices, later in ((2, 4), (3, 4), (8, 4), (8, 1), (16, 4), (16, 1)):
        match = some_way_into(name, choices)
        assert not match.over
        seat = match.actors()[0]
        few_open = SearchTuning(
            node_width=later, expand_after=0, first_actions=1, widening=0.2, mixing=0.5, rollout_depth=1
        )
        search = Search(match.game, match.view(seat), Random(10), few_open)
        search.run(Budget(iterations=60))
        assert search.choice() in match.legal(seat)


def test_any_game_can_be_valued_by_its_score() -> None:
    game = ToyNim(heap=40)
    search = Search(game, game.view(game.start(), Seat(0)), Random(11), SearchTuning(rollout_depth=0))
    search.run(Budget(iterations=30))
    assert search.value() == pytest.approx(0.5)


@pytest.mark.parametrize("name", every_second(IN_TURN, 1))
def test_a_search_that_ends_early_chooses_what_the_whole_one_would(name: str) -> None:
    saved = 0
    for choices in (1, 3, 6)[-repetitions(3, by_day=1) :]:
        match = some_way_into(name, choices)
        seat = match.actors()[0]
        early, whole = (Search(match.game, match.view(seat), Random(5), search_tuning(match.game)) for _ in range(2))
        early.run(Budget(iterations=300))
        for _ in range(300):
            whole.iterate()
        assert early.choice() == whole.choice()
        saved += whole.iterations - early.iterations
    assert saved > 0


def test_a_mixture_is_searched_to_the_end() -> None:
    rng = Random(1)
    match = tablee.Match(ToyAuction(), rng)
    for seat in (0, 1, 2):
        match.play(Seat(seat), match.game.random_action(match.state, Seat(seat), rng))
    search = Search(match.game, match.view(match.actors()[0]), Random(5), search_tuning(match.game))
    search.run(Budget(iterations=300))
    assert search.together
    assert search.iterations == 300


def test_there_is_always_time_for_something() -> None:
    meter = Budget(seconds=1e-9).meter()
    assert meter.next_iteration()
    assert not meter.next_iteration()
    assert not Budget(seconds=0).meter().next_iteration()


def test_what_seconds_leave_time_for_is_guessed_from_the_pace() -> None:
    assert Budget(seconds=1000).meter().iterations_left(10) > 10
    assert Budget(seconds=0).meter().iterations_left(10) == 0
    assert Budget(iterations=7).meter().iterations_left(10) == 7

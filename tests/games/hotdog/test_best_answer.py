"""Toque's answer to others who bid as chefs: what the last round began with, and what their bids say of them."""

from random import Random

import pytest
from tests.games.hotdog.scene import ANNE, CLAIRE, FIVE, bid

from tablee.bots.bot import Budget
from tablee.core.heuristic import Ranked
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.bot import HotDogHeuristic
from tablee.games.hotdog.bot.best_answer import MOST_DOUBT, best_answer, chef_mixture, doubt
from tablee.games.hotdog.bot.last_round import tables_before
from tablee.games.hotdog.bot.round_search import WIDE, RoundSearch, Width, tools
from tablee.games.hotdog.bot.rounds import after_bids
from tablee.games.hotdog.pieces import total
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

THREE = HotDog(players=3)
WIDTH = WIDE[3]


def search_of(game: HotDog) -> RoundSearch:
    return RoundSearch(*tools(game), HotDogHeuristic(game).considered)


def likely_bids(search: RoundSearch, state: HotDogState, width: Width) -> dict[Seat, Bid]:
    """What a chef bids most often in each seat."""
    solved = search.solve([state], width)[0]
    return {
        seat: max(search.chosen(state, solved, turn), key=lambda choice: choice.weight).action
        for turn, seat in enumerate(search.order(state))
    }


def what_counts(state: HotDogState) -> tuple[object, ...]:
    """All that bids depend on."""
    return state.hotdogs, state.money, state.room, list(map(total, state.placed)), state.mustard


@pytest.mark.parametrize("options", [{}, {"players": 2}, {"settle": "end_of_round"}, {"players": 4}])
def test_the_last_round_is_worked_out_backwards(options: dict[str, object]) -> None:
    """If anything is said, the table as it was is among what may have been, and all of that leads here."""
    game = HotDog(**{"hands": 1, **options})  # type: ignore[arg-type]
    told = 0
    for seed in range(6):
        rng, state = Random(seed), game.start()
        policy = HotDogHeuristic(game).policy
        while game.actors(state):
            before = state.copy()
            state = after_bids(game, state, {seat: policy(state, seat, rng) for seat in game.seats})
            guesses = tables_before(game, state, 12) if game.actors(state) else []
            told += bool(guesses)
            assert not guesses or what_counts(before) in map(what_counts, guesses)
            for guess in guesses:
                after = after_bids(game, guess, dict(zip(game.seats, state.revealed, strict=True)))
                assert what_counts(after) == what_counts(state)
    assert told > 10


def test_nothing_is_said_of_the_round_before_the_first() -> None:
    assert tables_before(THREE, THREE.start(), 12) == []


def test_nothing_is_said_where_too_much_may_have_been() -> None:
    state = after_bids(THREE, THREE.start(), {seat: bid(FIVE, 2) for seat in THREE.seats})
    assert tables_before(THREE, state, 12)
    assert tables_before(THREE, state, 0) == []


def test_a_dollar_too_many_is_no_chefs_bid() -> None:
    search, start = search_of(THREE), THREE.start()
    likely = likely_bids(search, start, WIDTH)
    as_chefs = after_bids(THREE, start, likely)
    assert doubt(search, as_chefs, ANNE, WIDTH) <= MOST_DOUBT
    strange = after_bids(THREE, start, {**likely, CLAIRE: bid(FIVE, 2, dollars=2)})
    assert doubt(search, strange, ANNE, WIDTH) == 1.0


def test_the_answer_is_the_best_against_what_chefs_bid() -> None:
    search, state = search_of(THREE), THREE.start()
    solved = search.solve([state], WIDTH)[0]
    mixtures = [chef_mixture(search, state, solved, turn) for turn in range(3)]
    answers = best_answer(search, state, solved, 0, 0.0)

    def worth(choice: Ranked) -> float:
        number = solved.bids[0].index(choice.action)
        return float(mixtures[1] @ solved.shares[0][number] @ mixtures[2])

    assert all(choice.value == pytest.approx(worth(choice), abs=1e-4) for choice in answers)
    assert answers[0].value == max(choice.value for choice in answers)
    assert max(answers, key=lambda choice: choice.weight) == answers[0]


def test_it_is_used_with_more_iterations_than_a_chef_has() -> None:
    search, start = search_of(THREE), THREE.start()
    likely = likely_bids(search, start, WIDTH)
    state = after_bids(THREE, start, likely)
    knows, view = HotDogHeuristic(THREE), THREE.view(state, ANNE)
    chef, toque = (list(knows.judge(view, Random(1), Budget(iterations=many).meter())) for many in (5, 6))
    now = search.solve([state], WIDTH)[0]
    turn = search.order(state).index(ANNE)
    doubts = doubt(search, state, ANNE, WIDTH)
    assert chef == search.chosen(state, now, turn)
    assert toque == best_answer(search, state, now, turn, doubts)


def test_with_two_players_nothing_is_answered() -> None:
    """An equilibrium of two cannot be beaten."""
    game = HotDog(players=2)
    start = game.start()
    likely = likely_bids(search_of(game), start, WIDE[2])
    view = game.view(after_bids(game, start, likely), ANNE)
    knows = HotDogHeuristic(game)
    chef, toque = (list(knows.judge(view, Random(1), Budget(iterations=many).meter())) for many in (5, 6))
    assert toque == chef

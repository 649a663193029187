"""The search for a bid: rounds settled many at once, mixtures, and the choices that come of them."""

import sys
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.games.hotdog.scene import ANNE, BERNARD, CLAIRE, FIVE, SEVEN, bid, choose, scene

import tablee
from tablee.bots.bot import Budget
from tablee.bots.heuristic import win_odds
from tablee.core.heuristic import Judge, Ranked
from tablee.core.seat import Seat
from tablee.games.hotdog import bot
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.bot import HotDogHeuristic
from tablee.games.hotdog.bot.equilibrium import quantal_equilibrium
from tablee.games.hotdog.bot.outcomes import Rounds
from tablee.games.hotdog.bot.round_search import FAST, RoundSearch, tools
from tablee.games.hotdog.bot.rounds import ranked
from tablee.games.hotdog.bot.win_shares import WinShares, learned_weights, weights_name
from tablee.games.hotdog.pieces import Announce, Settle
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

TWO, THREE = HotDog(players=2), HotDog(players=3)

OPTIONS: list[dict[str, Any]] = [
    {},
    {"players": 2},
    {"players": 4, "hands": 1},
    {"players": 5, "hands": 1, "settle": "end_of_round"},
    {"announce": "manual", "hands": 1},
    {"players": 2, "hotdog_values": (1, 1, 2, 2, 4)},
    {"hotdog_values": (8, 9, 1), "hands": 1},
]


def judged(game: HotDog, state: HotDogState, seat: Seat = ANNE, iterations: int = 5) -> list[Ranked]:
    view = game.view(state, seat)
    return list(HotDogHeuristic(game).judge(view, Random(1), Budget(iterations=iterations).meter()))


def without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)


# Rounds settled many at once


def some_bids(game: HotDog, state: HotDogState, seat: Seat, rng: Random) -> list[Bid]:
    """Two bids, sensible ones or any."""
    if rng.random() < 0.3:
        return [game.random_action(state, seat, rng) for _ in range(2)]
    considered = HotDogHeuristic(game).considered(state, seat, 12)
    return [rng.choice(considered) for _ in range(2)]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_rounds_settled_at_once_come_out_as_by_the_rules(options: dict[str, Any]) -> None:
    game, rng = tablee.game("hotdog", **options), Random(1)
    assert isinstance(game, HotDog)
    rounds = Rounds(game)
    odds, shares = win_odds(game, HotDogHeuristic(game)), WinShares(rounds)
    state = game.start()
    while game.actors(state):
        order = [Seat((state.mustard + turn) % game.players) for turn in range(game.players)]
        bids = [some_bids(game, state, seat, rng) for seat in order]
        table = rounds.bid_table([bids])
        after, _ = rounds.after(rounds.positions([state]), table, (2,) * game.players)
        valued = shares(after)
        for column, numbers in enumerate(product(range(2), repeat=game.players)):
            one = state.copy()
            for seat, own, number in zip(order, bids, numbers, strict=True):
                game.apply(one, seat, own[number], False)
            expected = odds(one)
            assert valued[:, column] == pytest.approx([expected[seat] for seat in order], abs=1e-4)
        state = one
    assert game.winners(state)


def test_the_network_says_the_same_by_tables_as_by_features() -> None:
    rounds = Rounds(THREE)
    rng = np.random.default_rng(1)
    features = WinShares(rounds)
    positions = rounds.positions([THREE.start(), scene(THREE, hands={ANNE: [5, 1]}, money={CLAIRE: 7})])
    worths = features.worths(positions)
    seen = features.features(positions, worths)
    weights = {
        "w0": rng.standard_normal((len(seen), 4)).astype(np.float32),
        "b0": rng.standard_normal(4).astype(np.float32),
        "w1": rng.standard_normal((4, 3)).astype(np.float32),
        "b1": rng.standard_normal(3).astype(np.float32),
    }
    out = np.maximum(seen.T @ weights["w0"] + weights["b0"], 0) @ weights["w1"] + weights["b1"]
    odds = np.exp(worths + out.T)
    assert WinShares(rounds, weights)(positions) == pytest.approx(odds / odds.sum(axis=0), abs=1e-4)


def test_the_learned_weights_are_small_and_fit() -> None:
    folder = Path(str(bot.__file__)).parent
    found = [players for players in range(2, 6) if (folder / weights_name(players)).is_file()]
    assert THREE.players in found
    assert sum((folder / weights_name(players)).stat().st_size for players in found) <= 500_000
    for players in found:
        rounds = Rounds(HotDog(players=players))
        weights = learned_weights(players)
        assert weights is not None
        shares = WinShares(rounds, weights)(rounds.positions([rounds.game.start()]))
        assert shares.sum() == pytest.approx(1.0, abs=1e-5)
    assert learned_weights(99) is None


# Mixtures


def test_who_must_not_be_foreseen_mixes_evenly() -> None:
    """Matching pennies; there is a third bid that is not there."""
    heads_and_tails = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 0]], dtype=np.float32)
    shares = np.stack([heads_and_tails, 1 - heads_and_tails])[:, None]
    there = np.array([[[True, True, False]]] * 2)
    mixtures, worths = quantal_equilibrium(shares, there, 0.02, 60)
    assert mixtures[:, 0].tolist() == pytest.approx(np.array([[0.5, 0.5, 0.0]] * 2), abs=0.02)
    assert worths[:, 0, :2].tolist() == pytest.approx(np.full((2, 2), 0.5), abs=0.02)


def test_what_seats_may_expect_adds_up_to_a_win() -> None:
    state = scene(THREE, mustard=BERNARD, money={CLAIRE: 9})
    [solved] = RoundSearch(*tools(THREE), HotDogHeuristic(THREE).considered).solve([state], FAST[3])
    assert sum(solved.value) == pytest.approx(1.0, abs=1e-3)
    # Seats are in the order of the mustard: Claire, who is ahead, comes after Bernard.
    assert max(solved.value) == solved.value[1]


# What to bid


def test_the_choices_are_legal_ordered_and_the_same_again() -> None:
    state = scene(THREE, hands={ANNE: [4, 3, 1, 1]}, tables={FIVE: {ANNE: [3]}, SEVEN: {BERNARD: [5, 1]}})
    for iterations in (0, 1, 5, 7):
        choices = judged(THREE, state, iterations=iterations)
        assert choices == judged(THREE, state, iterations=iterations)
        assert all(THREE.is_legal(state, ANNE, choice.action) for choice in choices)
        assert sum(choice.weight for choice in choices) == pytest.approx(1.0, abs=1e-4)
        assert [choice.value for choice in choices] == sorted((choice.value for choice in choices), reverse=True)
    assert isinstance(HotDogHeuristic(THREE), Judge)


def test_a_spectator_has_nothing_to_bid() -> None:
    with pytest.raises(ValueError, match="spectator"):
        HotDogHeuristic(TWO).judge(TWO.view(TWO.start(), None), Random(1), Budget(iterations=1).meter())


@pytest.mark.parametrize("iterations", [1, 5])
def test_two_small_cards_that_fill_a_table_are_found(iterations: int) -> None:
    # The others end the hand with a five each: what is not paid now never will be.
    game = HotDog(players=3, hands=1)
    state = scene(game, hands={ANNE: [3, 1, 1], BERNARD: [5], CLAIRE: [5]}, tables={SEVEN: {ANNE: [5]}})
    choices = judged(game, state, iterations=iterations)
    assert {choice.action for choice in choices if choice.weight} <= {
        bid(SEVEN, 1, 1, dollars=dollars) for dollars in range(3)
    }


@pytest.mark.parametrize("numpy", [True, False])
def test_what_can_never_be_sold_is_not_considered(monkeypatch: pytest.MonkeyPatch, numpy: bool) -> None:
    if not numpy:
        without_numpy(monkeypatch)
    # Nobody else has a card for the one place at each table, so nobody can empty them for Anne's five and two.
    hands = {ANNE: [5, 2, 1], BERNARD: [4, 3], CLAIRE: [3, 3, 2]}
    state = scene(THREE, hands=hands, tables={FIVE: {BERNARD: [4]}, SEVEN: {CLAIRE: [4, 2]}})
    assert {choice.action.hotdogs for choice in judged(THREE, state)} == {(1,)}


def test_who_can_sell_nothing_bids_anything() -> None:
    hands = {ANNE: [5, 2], BERNARD: [4, 1], CLAIRE: [3, 3, 2]}
    game = HotDog(players=3, settle=Settle.END_OF_ROUND)
    state = scene(game, hands=hands, tables={FIVE: {BERNARD: [4]}, SEVEN: {CLAIRE: [4, 2]}})
    assert game.is_legal(state, ANNE, judged(game, state)[0].action)


def test_a_bid_counts_on_others_only_if_they_can_make_room_with_lower_prices() -> None:
    state = scene(TWO, hands={ANNE: [5, 4], BERNARD: [2, 1, 5]}, tables={FIVE: {ANNE: [2]}, SEVEN: {BERNARD: [1]}})
    considered = HotDogHeuristic(TWO).considered(state, ANNE, 99)
    assert bid(FIVE, 5) in considered  # Bernard's 2 and 1 fill the table, at a price of 3 at most
    assert bid(FIVE, 5, dollars=2) not in considered
    assert all(chosen.total <= chosen.table for chosen in considered)


def test_what_others_announced_or_did_not_is_counted_with() -> None:
    knows = HotDogHeuristic(TWO)
    loud = scene(TWO, hands={ANNE: [5, 4], BERNARD: [3, 2]})
    choose(TWO, loud, BERNARD, bid(FIVE, 3, 2))
    assert {chosen.hotdogs for chosen in knows.considered(loud, BERNARD, 99)} == {(3, 2)}
    silent = scene(TWO, hands={ANNE: [5, 4], BERNARD: [3, 2]})
    choose(TWO, silent, BERNARD, bid(FIVE, 3))
    assert (3, 2) not in {chosen.hotdogs for chosen in knows.considered(silent, BERNARD, 99)}
    for state in (loud, silent):
        for iterations in (1, 6):
            assert judged(TWO, state, iterations=iterations)


def test_an_announcement_is_kept() -> None:
    game = HotDog(players=2, announce=Announce.MANUAL)
    state = scene(game, hands={ANNE: [2, 1]})
    choose(game, state, ANNE, bid(FIVE, 2, 1, announce=True))
    choices = judged(game, state)
    assert all(game.is_legal(state, ANNE, choice.action) for choice in choices)
    assert {choice.action.announce for choice in choices} == {True}


def test_outcomes_that_end_the_match_need_no_further_search() -> None:
    game = HotDog(players=2, hands=1)
    state = scene(game, hands={ANNE: [5], BERNARD: [5]})
    assert max(judged(game, state, iterations=40), key=lambda choice: choice.weight).action.hotdogs == (5,)


@pytest.mark.slow_under_coverage
@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("numpy", [True, False])
def test_all_kinds_of_matches_are_played_to_the_end(
    monkeypatch: pytest.MonkeyPatch, options: dict[str, Any], numpy: bool
) -> None:
    if not numpy:
        without_numpy(monkeypatch)
    game = tablee.game("hotdog", **{**options, "hands": 1})
    assert isinstance(game, HotDog)
    state = game.start()
    while game.actors(state):
        chosen = [max(judged(game, state, seat, 1), key=lambda choice: choice.weight) for seat in game.seats]
        for seat, choice in zip(game.seats, chosen, strict=True):
            assert game.refusal(state, seat, choice.action) is None
            game.apply(state, seat, choice.action, False)
    assert game.winners(state)


def test_without_numpy_a_table_is_filled_too(monkeypatch: pytest.MonkeyPatch) -> None:
    without_numpy(monkeypatch)
    state = scene(TWO, hands={ANNE: [4, 2, 1], BERNARD: [5, 5]})
    choices = judged(TWO, state, iterations=20)
    assert choices[0].action.total in {5, 7}
    assert sum(choice.weight for choice in choices) == pytest.approx(1.0, abs=1e-4)
    assert len(judged(TWO, state, iterations=0)) == 1
    ended = scene(HotDog(players=2, hands=1), hands={ANNE: [5], BERNARD: [5]})
    assert judged(HotDog(players=2, hands=1), ended, iterations=20)[0].action.hotdogs == (5,)


def test_the_best_is_chosen_where_a_mixture_has_nothing_left() -> None:
    choices = ranked([bid(FIVE, 1), bid(FIVE, 2)], [0.1, 0.2], [0.0, 0.0])
    assert [(choice.action.total, choice.weight) for choice in choices] == [(2, 1.0), (1, 0.0)]


def test_a_bid_too_large_for_the_room_is_made_only_if_it_is_likely_sold() -> None:
    """Bernard could fill the five with his 1, but has better to do; Anne's 5 would wait for it in vain."""
    hands = {ANNE: [5, 2, 2], BERNARD: [4, 3, 1], CLAIRE: [3, 3, 2]}
    state = scene(THREE, hands=hands, tables={FIVE: {CLAIRE: [4]}})
    assert bid(FIVE, 5) in HotDogHeuristic(THREE).considered(state, ANNE, 99)
    assert all(choice.action.total <= state.room[choice.action.rank >> 12] for choice in judged(THREE, state))


# Temperament


def test_temperament_shows_in_bids() -> None:
    knows = HotDogHeuristic(TWO)
    state = scene(TWO, tables={FIVE: {ANNE: [4]}})
    rides = knows.style(state, ANNE, bid(FIVE, 5))
    assert rides["bold"] == 1.0
    assert rides["cautious"] == 0.0
    whole, small = knows.style(state, ANNE, bid(SEVEN, 4, 3)), knows.style(state, ANNE, bid(SEVEN, 1))
    paid = knows.style(state, ANNE, bid(SEVEN, 4, 3, dollars=3))
    assert whole["greedy"] > paid["greedy"] > small["greedy"]
    assert small["cautious"] > paid["cautious"] > whole["cautious"]
    assert all(0 <= part <= 1 for style in (rides, whole, small, paid) for part in style.values())


def test_weights_are_read_where_they_were_learned() -> None:
    learned_weights.cache_clear()
    assert learned_weights(3)
    assert learned_weights(9) is None

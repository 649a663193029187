"""The bids a bot considers."""

from random import Random

import tablee
from tablee.bots.heuristic import heuristic
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.pieces import TableSize


def test_where_no_bid_fits_any_will_do() -> None:
    game = tablee.game("hotdog", players=2, hotdog_values=(8, 9))
    state, rng = game.start(), Random(6)
    knows = heuristic(game)
    assert next(iter(knows.candidates(state, Seat(0), rng, 40))) in game.legal(state, Seat(0))
    assert knows.policy(state, Seat(0), rng) in game.legal(state, Seat(0))


def test_few_candidates_are_picked_from_many() -> None:
    game = tablee.game("hotdog")
    picked = heuristic(game).candidates(game.start(), Seat(0), Random(7), 3)
    assert len(picked) == len(set(picked)) == 3


def test_a_last_hotdog_is_never_offered_in_silence() -> None:
    game = tablee.game("hotdog", players=2, announce="manual", hotdog_values=(1, 1))
    offered = heuristic(game).candidates(game.start(), Seat(0), Random(8), 99)
    assert Bid(TableSize.FIVE, (1, 1), 0, announce=True) in offered
    assert Bid(TableSize.FIVE, (1, 1), 0) not in offered

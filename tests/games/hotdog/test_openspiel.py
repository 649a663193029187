"""Tiny Hot-Dog in OpenSpiel: its exact algorithms find what ours do."""

import pyspiel
import pytest
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from tests.bots.matrix_games import FIRST, SECOND, SolvedGame

import tablee
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.encoding import HotDogEncoding
from tablee.games.hotdog.pieces import TableSize
from tablee.games.hotdog.rules import HotDog
from tablee.lab import openspiel

FIVE, SEVEN = TableSize.FIVE, TableSize.SEVEN


def solved(game: HotDog, *opening: Bid, iterations: int) -> tuple[float, float]:
    """What OpenSpiel's CFR+ says the game is worth to the first seat, and how much its mixtures could lose."""
    numbers = " ".join(str(HotDogEncoding(game).parts(bid)[0]) for bid in opening)
    parameters = {**openspiel.parameters(game, in_turns=True), "opening": numbers}
    tree = pyspiel.load_game(openspiel.short_name(game.name), parameters)
    solver = cfr.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(tree.new_initial_state(), [policy, policy])[0]
    return value, exploitability.exploitability(tree, policy)


@pytest.mark.parametrize(
    ("bids", "share"),
    [
        ((Bid(FIVE, (1,)), Bid(SEVEN, (1,))), 1 / 3),
        ((Bid(SEVEN, (4,)), Bid(SEVEN, (4,))), 1 / 4),
        ((Bid(SEVEN, (4, 1)), Bid(SEVEN, (4,))), 3 / 4),
    ],
)
def test_positions_in_which_both_must_mix(bids: tuple[Bid, Bid], share: float) -> None:
    game = tablee.game("hotdog", players=2, hands=1, hotdog_values=(1, 4))
    assert isinstance(game, HotDog)
    state = game.start()
    for seat, bid in zip((FIRST, SECOND), bids, strict=True):
        game.apply(state, seat, bid, False)
    ours = SolvedGame(game).value(state)
    assert ours == pytest.approx(share)
    value, loss = solved(game, *bids, iterations=50)
    assert loss < 0.02
    assert (value + 1) / 2 == pytest.approx(ours, abs=0.01)


def test_the_whole_game_with_two_small_cards() -> None:
    game = tablee.game("hotdog", players=2, hands=1, hotdog_values=(1, 1))
    assert isinstance(game, HotDog)
    value, loss = solved(game, iterations=20)
    assert loss < 0.02
    assert (value + 1) / 2 == pytest.approx(SolvedGame(game).value(game.start()), abs=0.01)

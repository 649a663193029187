"""Tiny Hot-Dog in OpenSpiel: its exact algorithms find what ours do, and what the encoding says is known."""

import unittest

import pyspiel
import pytest
from open_spiel.integration_tests import api_test
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from tests.bots.matrix_games import SolvedGame

import tablee
from tablee.core.encoding import KnownValue
from tablee.games.hotdog.encoding import HotDogEncoding
from tablee.lab import openspiel
from tablee.lab.episode import Episode, encoded

ITERATIONS = 50
NODES, INFORMATION_SETS = (0, 91, 340), 34
"""Of the tiniest Hot-Dog, in turns: nodes of chance, of choice, and ends."""


def solved_by_openspiel(known: KnownValue) -> tuple[float, float]:
    """What OpenSpiel's CFR+ says the game is worth to the first seat, and how much its mixtures could lose."""
    game = tablee.game("hotdog", **known.options)
    parameters = {**openspiel.parameters(game, in_turns=True), "opening": " ".join(map(str, known.opening))}
    tree = pyspiel.load_game(openspiel.short_name(game.name), parameters)
    solver = cfr.CFRPlusSolver(tree)
    for _ in range(ITERATIONS if known.opening else 20):  # from the start the tree is larger
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(tree.new_initial_state(), [policy, policy])[0]
    return (value + 1) / 2, exploitability.exploitability(tree, policy)


def solved_by_us(known: KnownValue) -> float:
    game, encoding = encoded("hotdog", dict(known.options))
    episode = Episode(game, encoding)
    for number in known.opening:
        episode.choose(episode.asked[0], number)
    return SolvedGame(game).value(episode.state)


@pytest.mark.slow_under_coverage
@pytest.mark.parametrize("known", HotDogEncoding.known_values)
def test_what_is_known_is_found_by_both(known: KnownValue) -> None:
    """In all positions but the first, both must mix."""
    ours = solved_by_us(known)
    assert ours == pytest.approx(float(known.share))
    value, loss = solved_by_openspiel(known)
    assert loss < 0.02
    assert value == pytest.approx(ours, abs=0.01)


def test_the_suite_for_whole_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    """The one that OpenSpiel runs on its smallest games. Two of its tests look up in tables of the suite how many nodes
    and information sets a game has; ours are added there."""
    first = HotDogEncoding.known_values[0]
    parameters = openspiel.parameters(tablee.game("hotdog", **first.options), in_turns=True)
    name = openspiel.short_name("hotdog")
    monkeypatch.setitem(api_test.TOTAL_NUM_STATES, name, NODES)
    monkeypatch.setitem(api_test.PERFECT_RECALL_NUM_STATES, name, INFORMATION_SETS)
    tree = pyspiel.load_game(name, parameters)
    case = type("Case", (api_test.EnforceAPIOnFullTreeBase,), {"game": tree, "game_name": name})
    result = unittest.TestResult()
    unittest.defaultTestLoader.loadTestsFromTestCase(case).run(result)
    assert result.testsRun >= 8
    assert [told for _, told in (*result.errors, *result.failures)] == []

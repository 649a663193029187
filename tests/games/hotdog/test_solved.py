"""Small games solved exactly, and the search beside them."""

from collections.abc import Mapping
from functools import cache
from random import Random
from typing import Any, Final

import pytest
from tests.bots.matrix_games import FIRST, SECOND, SolvedGame

import tablee
from tablee.bots.bot import Budget
from tablee.bots.heuristic import PlainHeuristic
from tablee.bots.judgement import judgement
from tablee.bots.search import Search
from tablee.core.game import Game, State
from tablee.core.manifest import SearchTuning

pytestmark = pytest.mark.slow_under_coverage

TOLERANCE: Final = 0.05
"""The part of the win by which the mixture that a bot draws from may fall short of perfect play."""
VALUE_TOLERANCE: Final = 0.1
"""How far off its own idea of that part may be: it keeps trying what is not perfect, and so do its rivals."""
EVERYTHING: Final = SearchTuning(
    root_width=99, node_width=99, expand_after=1, first_actions=99, mixing=0.1, rollout_depth=99
)
"""All actions are open from the first visit, and matches are played on to their end: no knowledge of the game."""


@cache
def solved_game() -> tuple[SolvedGame, list[State]]:
    """Two-player Hot-Dog with a 1 and a 4 each, and every position after one round in which both must mix."""
    solved = SolvedGame(tablee.game("hotdog", players=2, hands=1, hotdog_values=(1, 4)))
    return solved, open_positions(solved)


def open_positions(solved: SolvedGame) -> list[State]:
    """Those after one round that no single choice solves: both must mix. One of each kind."""
    game, start = solved.game, solved.game.start()
    positions: dict[str, State] = {}
    for row in game.legal(start, FIRST):
        for column in game.legal(start, SECOND):
            state = start.copy()
            game.apply(state, FIRST, row, False)
            game.apply(state, SECOND, column, False)
            if game.actors(state):
                matrix = solved.matrix(state)
                if max(map(min, matrix)) < min(map(max, zip(*matrix, strict=True))):
                    positions.setdefault(str(matrix), state)
    return list(positions.values())


def guaranteed(solved: SolvedGame, state: State, search: Search) -> float:
    """What the mixture that the bot draws from wins on average against the best answer to it, played perfectly on."""
    return at_worst(solved, state, dict(search.mixture()))


def at_worst(solved: SolvedGame, state: State, weights: Mapping[Any, float]) -> float:
    matrix, rows = solved.matrix(state), solved.game.legal(state, FIRST)
    won: list[float] = [
        sum(weights.get(row, 0.0) * value for row, value in zip(rows, column, strict=True))
        for column in zip(*matrix, strict=True)
    ]
    return min(won)


def searched(game: Game[Any, Any, Any], state: State, iterations: int) -> Search:
    search = Search(game, game.view(state, FIRST), Random(1), EVERYTHING, PlainHeuristic(game))
    search.run(Budget(iterations=iterations))
    return search


def test_the_search_comes_as_close_to_perfect_play_as_stated() -> None:
    solved, positions = solved_game()
    assert len(positions) == 5
    for state in positions:
        perfect = solved.value(state)
        hasty, patient = searched(solved.game, state, 60), searched(solved.game, state, 5000)
        assert guaranteed(solved, state, hasty) < guaranteed(solved, state, patient)
        assert guaranteed(solved, state, patient) >= perfect - TOLERANCE
        assert patient.value() == pytest.approx(perfect, abs=VALUE_TOLERANCE)


@pytest.mark.parametrize("iterations", [1, 5, 40])
def test_the_search_of_the_game_does_too(iterations: int) -> None:
    """The bot's own search, with few iterations and with many."""
    solved, positions = solved_game()
    game = solved.game
    for state in positions:
        perfect = solved.value(state)
        judged = judgement(game, game.view(state, FIRST), Random(1), Budget(iterations=iterations))
        assert judged.together
        assert at_worst(solved, state, {one.action: one.weight for one in judged.choices}) >= perfect - TOLERANCE
        value = sum(one.weight * one.value for one in judged.choices)
        assert value == pytest.approx(perfect, abs=VALUE_TOLERANCE)

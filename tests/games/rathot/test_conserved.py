"""Random matches end within their bound, with every card and every point accounted for."""

from random import Random

import pytest
from tests.games.rathot.scene import SmallTable, walk

from tablee.games.rathot import events as e
from tablee.games.rathot.pieces import Changed
from tablee.games.rathot.rules import RatHot


@pytest.mark.slow_under_coverage
@pytest.mark.parametrize("tame", [False, True])
@pytest.mark.parametrize(
    "game", [RatHot(), RatHot(changed=Changed.GROWN), RatHot(table_size=15), RatHot(table_size=61), SmallTable()]
)
def test_cards_and_points_are_conserved(game: RatHot, tame: bool) -> None:
    """`tame`: rats end no match, so that all go on to the last card."""
    for seed in range(10 if tame else 50):
        told, steps, amounts = [0, 0], 0, None
        for state, seat, action in walk(game, Random(seed), tame=tame):
            amounts = amounts or game.conserved(state)
            after = state.copy()
            for event in game.apply(after, seat, action):
                if isinstance(event, e.Scored | e.FinalCount):
                    for group in event.groups:
                        told[group.seat] += group.points
                    assert list(event.scores) == told
            assert after.scores == told
            assert game.conserved(after) == amounts
            steps += 1
        assert steps <= game.longest
        assert state.ending is not None

"""The table: a copy has all of it and shares nothing that changes."""

from random import Random

from tests.games.hotdog.scene import ANNE, BERNARD, FIVE, SEVEN, bid, choose, play_round

from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState


def busy_table() -> HotDogState:
    """A table in the second hand where nothing is as at the start, and one bid lies face down."""
    game = HotDog(players=2, hands=3, hotdog_values=(1, 1, 1, 5))
    state = game.start()
    play_round(game, state, bid(FIVE, 5, dollars=1), bid(SEVEN, 5, 1, 1, 1))
    play_round(game, state, bid(FIVE, 1, 1, 1), bid(FIVE, 1, 1, 1, 5))
    for _ in range(2):
        play_round(game, state, bid(FIVE, 5, 1), bid(FIVE, 5, 1))
    choose(game, state, ANNE, bid(SEVEN, 5, 1, 1, 1, dollars=2))
    return state


def test_a_copy_has_everything() -> None:
    state, start = busy_table(), HotDog(players=2).start()
    twin = state.copy()
    for name in HotDogState.__slots__:
        assert getattr(twin, name) == getattr(state, name), name
    assert twin == state
    assert state.idle_rounds == 2
    assert state.hand == 2
    assert state.announced == [True, False]
    assert state.missing == 1
    assert start != state


def test_a_copy_shares_nothing_that_changes() -> None:
    state = busy_table()
    twin = state.copy()
    for name in HotDogState.__slots__:
        if isinstance(getattr(state, name), list):
            assert getattr(twin, name) is not getattr(state, name), name


def test_playing_on_a_copy_leaves_the_table_alone() -> None:
    game = HotDog(players=2, hands=3, hotdog_values=(1, 1, 1, 5))
    state = busy_table()
    before = repr(state)
    twin = state.copy()
    rng = Random(1)
    game.apply(twin, BERNARD, game.random_action(twin, BERNARD, rng))
    while actors := game.actors(twin):
        game.apply(twin, actors[0], game.random_action(twin, actors[0], rng))
    assert repr(state) == before

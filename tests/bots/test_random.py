"""A bot is handed a view and its choices; the random one takes any of them."""

import inspect
from collections import Counter
from random import Random
from typing import Any, get_type_hints

import pytest

import tablee
from tablee.bots import BOTS
from tablee.bots.bot import Bot, Budget, Choices
from tablee.bots.random import RandomBot
from tablee.core.game import State
from tablee.core.seat import Seat


@pytest.mark.parametrize("name", sorted(tablee.GAMES))
def test_random_bots_play_any_game_to_its_end(name: str) -> None:
    rng = Random(1)
    match = tablee.Match(tablee.game(name), rng)
    while not match.over:
        seat = match.actors()[0]
        choices = Choices.of(match.game, match.state, seat)
        action = RandomBot().choose(match.view(seat), choices, rng, Budget())
        assert action in choices.listed()
        match.play(seat, action)
    assert match.winners()


def test_each_choice_is_as_likely_as_the_others() -> None:
    game = tablee.game("hotdog", players=2, hotdog_values=(1, 2))
    match = tablee.Match(game)
    choices = Choices.of(game, match.state, Seat(0))
    view, rng = match.view(Seat(0)), Random(2)
    seen: Counter[Any] = Counter(RandomBot().choose(view, choices, rng, Budget()) for _ in range(9000))
    legal = choices.listed()
    assert set(seen) == set(legal)
    even = 9000 / len(legal)
    chi_square = sum((count - even) ** 2 / even for count in seen.values())
    assert chi_square < 2 * len(legal)


@pytest.mark.parametrize("kind", BOTS)
def test_a_bot_is_never_handed_a_state(kind: str) -> None:
    bot: Bot = BOTS[kind]
    hints = get_type_hints(bot.choose)
    assert list(inspect.signature(bot.choose).parameters) == ["view", "choices", "rng", "budget"]
    assert not any(isinstance(hint, type) and issubclass(hint, State) for hint in hints.values())

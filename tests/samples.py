"""Games of the house chosen by what they are like, for tests that need a real game but none in particular."""

from contextlib import suppress
from functools import cache
from random import Random
from typing import Any, Final

import pytest

import tablee
from tablee.core.errors import BadOption
from tablee.core.options import Choice, Flag, Integer, options_of
from tablee.core.registry import manifests
from tablee.core.seat import CHANCE

HOUSE_GAMES: Final = tuple(tablee.GAMES)
"""The games of the house, without the toys that a test may put into it."""


def a_game(*, hidden: bool | None = None, at_once: bool | None = None, chance: bool | None = None) -> str:
    """The name of the first game that is so (None: either way); where there is none, the test is skipped."""
    for name in HOUSE_GAMES:
        traits = manifests()[name].hidden, manifests()[name].at_once, has_chance(name)
        if all(wanted in (None, trait) for wanted, trait in zip((hidden, at_once, chance), traits, strict=True)):
            return name
    pytest.skip("the house has no such game")


@cache
def has_chance(name: str) -> bool:
    """Whether chance acts in a match of this game."""
    rng, match = Random(1), tablee.Match(tablee.game(name))
    while actors := match.actors():
        if actors[0] == CHANCE:
            return True
        match.play(actors[0], match.game.random_action(match.state, actors[0], rng))
    return False


@cache
def shortest(name: str, players: int | None = None) -> dict[str, Any]:
    """Options, as plain data, with which a match of a game is as short as it can be."""
    given = {} if players is None else {"players": players}
    best = tablee.game(name, **given)
    for option, kind in options_of(best).items():
        match kind:
            case Integer(low, high) if option != "players":
                values: list[Any] = [low, high]
            case Choice(members):
                values = list(members)
            case Flag():
                values = [False, True]
            case _:
                continue
        for value in values:
            with suppress(BadOption):  # options that do not go together
                other = tablee.game(name, **{**best.options(), option: value})
                best = min(best, other, key=lambda game: game.longest)
    return {option: value for option, value in best.options().items() if value != tablee.game(name).options()[option]}

"""Choices in short form: read as the page says, they are exactly what the rules allow."""

import json
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.laws.positions import games
from tests.server.protocol.protocol_examples import blocks

import tablee
from tablee.core.game import Game
from tablee.core.seat import CHANCE

Expansion = Callable[[dict[str, Any], dict[str, Any]], Iterable[dict[str, Any]]]


def expansion(name: str) -> Expansion:
    """The function of the page that lists a game's choices; a game it does not name sends them as a list."""
    found = next((block for block in blocks("python") if block.words == ("expand", name)), None)
    if found is None:
        return listed
    scope: dict[str, Any] = {}
    exec(found.text, scope)  # noqa: S102 - the page is ours
    expand: Expansion = scope["expand"]
    return expand


def listed(_view: dict[str, Any], choices: dict[str, Any]) -> Iterable[dict[str, Any]]:
    assert choices["kind"] == "list"
    actions: list[dict[str, Any]] = choices["actions"]
    return actions


def sent(thing: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(thing))


@pytest.mark.parametrize("name", list(tablee.GAMES))
@settings(max_examples=4)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_short_choices_are_the_legal_ones(name: str, data: Any, seed: int) -> None:
    game: Game[Any, Any, Any] = data.draw(games(name))
    expand, rng = expansion(name), Random(seed)
    state = game.start()
    while actors := game.actors(state):
        for seat in {*actors, *game.may_replace(state)} - {CHANCE}:
            if rng.random() < 0.15:
                legal = [game.plain(action) for action in game.legal(state, seat)]
                view, choices = game.plain(game.view(state, seat)), sent(game.choices(state, seat))
                assert in_order(expand(view, choices)) == in_order(legal)
        seat = rng.choice(actors)
        game.apply(state, seat, game.random_action(state, seat, rng), False)


def in_order(actions: Iterable[dict[str, Any]]) -> list[str]:
    """As the house reads them: the order in which cards are named does not matter."""
    return sorted(
        json.dumps({key: sorted(value) if isinstance(value, list) else value for key, value in action.items()})
        for action in actions
    )


@pytest.mark.parametrize("name", list(tablee.GAMES))
def test_choices_are_short(name: str) -> None:
    game = tablee.game(name)
    rng = Random(2)
    for _ in range(3):
        state = game.start()
        while actors := game.actors(state):
            seat = rng.choice(actors)
            if seat != CHANCE:
                assert len(msgspec.json.encode(game.choices(state, seat))) < 20_000
            game.apply(state, seat, game.random_action(state, seat, rng), False)

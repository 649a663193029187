"""Positions of any game for the laws to look at: hypothesis draws the game, its options and the way there."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib import resources
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import assume, note, settings
from hypothesis import strategies as st
from tests.repetitions import repetitions

import tablee
from tablee.core.errors import BadOption
from tablee.core.game import Action, AnyGame, Event, State
from tablee.core.options import Choice, Flag, Integer, Integers, Option, options_of
from tablee.core.seat import CHANCE, Seat

Reader = Seat | None

every_game = pytest.mark.parametrize("name", list(tablee.GAMES))


def own_tests(name: str) -> list[Path]:
    """Where the tests of one game are: in the folder of its name, and in its own package."""
    package = Path(str(resources.files(tablee.GAMES[name].package)))
    return [Path(__file__).parents[1] / "games" / name, package / "tests"]


def examples(number: int) -> settings:
    """How many positions a law looks at by night, for each game; by day a fifth."""
    return settings(max_examples=repetitions(number, number // 5))


def values(option: Option) -> st.SearchStrategy[Any]:
    """All values an option can have."""
    match option:
        case Integer(low, high, step):
            return st.sampled_from(range(low, high + 1, step))
        case Integers(least, most, low, high):
            return st.lists(st.integers(low, high), min_size=least, max_size=most)
        case Choice(members):
            return st.sampled_from(list(members))
        case Flag():
            return st.booleans()
        case _:
            raise TypeError(option)


@st.composite
def games(draw: st.DrawFn, name: str) -> AnyGame:
    """A game with any options: most left as they are, so that each is seen alone and with others."""
    chosen = {
        key: draw(values(option)) for key, option in options_of(tablee.GAMES[name]).items() if draw(st.booleans())
    }
    try:
        return tablee.game(name, **chosen)
    except BadOption:  # options that do not go together
        assume(False)
        raise


@dataclass
class Step:
    """One step of the way to a position."""

    state: State
    """Before the step."""
    seat: Seat
    action: Action
    events: list[Event] = field(default_factory=list)


@dataclass(repr=False)
class Position:
    """A state that can be reached, and the steps that led there."""

    game: AnyGame
    state: State
    steps: list[Step]

    @property
    def readers(self) -> list[Reader]:
        return [*self.game.seats, None]


def walk(game: AnyGame, rng: Random) -> Iterator[Position]:
    """A match played at random, position by position; the position is the same object, updated."""
    position = Position(game, game.start(), [])
    yield position
    while actors := game.actors(position.state):
        seat = rng.choice(actors)
        action = game.random_action(position.state, seat, rng)
        step = Step(position.state.copy(), seat, action)
        step.events = list(game.apply(position.state, seat, action))
        position.steps.append(step)
        yield position


@st.composite
def positions(draw: st.DrawFn, name: str, *, over: bool = False) -> Position:
    """A position anywhere between the start and the end of a match (the end itself only if `over`)."""
    game = draw(games(name))
    seed = draw(st.integers(0, 2**32 - 1))
    share = draw(st.floats(0, 1))
    *_, end = walk(game, Random(seed))
    steps = end.steps
    stop = int(share * (len(steps) if over else len(steps) - 1))
    state = end.state if stop == len(steps) else steps[stop].state
    note(f"{game}, seed {seed}, after {stop} of {len(steps)} steps")
    return Position(game, state, steps[:stop])


def choices(position: Position, seat: Seat, rng: Random, number: int = 20) -> list[Action]:
    """Some actions a seat may take now."""
    if seat == CHANCE:
        return [position.game.sample(position.state, rng) for _ in range(number)]
    legal = list(position.game.legal(position.state, seat))
    return legal if len(legal) <= number else [rng.choice(legal) for _ in range(number)]

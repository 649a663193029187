"""The law of undo: a choice that may be taken back has told nobody anything.

A table lets a seat take back its last choice while no event since then is marked `reveals` and chance has not acted. So
whatever is not marked must leave everybody as wise as before: every state a reader thought possible must still be
possible after what he saw, for some choice of the seat that acted.
"""

from random import Random
from typing import Any

import pytest
from hypothesis import given, note
from hypothesis import strategies as st
from tests.laws.positions import Reader, choices, every_game, examples, positions

from tablee.core.game import Action, Game, State
from tablee.core.seat import CHANCE, Seat

pytestmark = pytest.mark.slow_under_coverage

rngs = st.integers(0, 2**32 - 1).map(Random)
WORLDS = 4
"""How many states each reader thinks possible are looked at."""


def seen(game: Game[Any, Any, Any], state: State, seat: Seat, action: Action, reader: Reader) -> tuple[Any, Any]:
    """What a reader has in front of him once the seat has acted: his view, and the events he is told."""
    after = state.copy()
    events = [event.seen_by(reader) for event in game.apply(after, seat, action)]
    return game.view(after, reader), [event for event in events if event is not None]


@every_game
@examples(375)
@given(data=st.data(), rng=rngs)
def test_what_can_be_undone_has_told_nobody_anything(name: str, data: Any, rng: Random) -> None:
    position = data.draw(positions(name))
    game, state = position.game, position.state
    for seat in game.actors(state):
        if seat == CHANCE:
            continue
        for action in choices(position, seat, rng, 3):
            after = state.copy()
            if any(event.reveals for event in game.apply(after, seat, action)):
                continue
            for reader in position.readers:
                told = seen(game, state, seat, action, reader)
                view = game.view(state, reader)
                for _ in range(WORLDS):
                    possible = game.determinize(view, rng)
                    # The one who acted knows what he did; to the others it may have been anything that looks the same.
                    others = [] if reader == seat else game.legal(possible, seat)
                    note(f"seat {seat}: {action}, as {reader} sees it")
                    is_same = game.is_legal(possible, seat, action) and (
                        seen(game, possible, seat, action, reader) == told
                    )
                    assert is_same or any(seen(game, possible, seat, other, reader) == told for other in others)

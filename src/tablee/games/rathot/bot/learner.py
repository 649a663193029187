"""How the bot learns what a table is worth: it plays matches against itself, and remembers who won. Needs numpy."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Final

import numpy as np

from tablee.core.chance import Random
from tablee.core.learner import Network, Samples, Weights
from tablee.core.playout import draw_chance
from tablee.core.seat import Seat
from tablee.games.rathot.bot.outlook import LOST, Outlook, chance
from tablee.games.rathot.bot.rat_network import FILE, LearningRatNetwork, RatNetwork
from tablee.games.rathot.bot.surroundings import Floats, TableReader, turned
from tablee.games.rathot.bot.turns import Turn, TurnSearch
from tablee.games.rathot.knowledge.grid import grid
from tablee.games.rathot.pieces import RED, Changed, Deck
from tablee.games.rathot.rules import RatHot
from tablee.games.rathot.state import RatHotState

_FIRSTS, _SECONDS = 6, 5
"""How many placements are tried to find a turn."""
_EXPLORATION: Final = 0.1
"""How often a seat makes any turn it has tried, so that unusual tables are seen too."""
_TRACE: Final = 0.8
"""How much of what a table is worth is taken from what came of it; the rest from what the network thought of the
next one."""


@dataclass(frozen=True)
class _Step:
    """A table between two turns."""

    seat: Seat
    """Who has just laid his cards."""
    explored: bool
    table: RatHotState
    look: float
    thought: float
    """The part of the win of that seat, as the network says."""


class RatHotLearner:
    """Learns for both kinds of deck at once: they differ in how many rats there are, and the network sees that."""

    layers: Sequence[int] = ()
    network: Network = LearningRatNetwork()

    def __init__(self, game: RatHot) -> None:
        self._games = [replace(game, deck=deck) for deck in (Deck.EVEN, Deck.PLAGUE)]
        self._grid = grid(game.table_size)
        self._search = TurnSearch(self._grid, Outlook(self._grid), lost_count=game.changed is Changed.TOUCHED)
        self._reader = TableReader(self._grid)

    @property
    def file(self) -> str:
        """Where the bot looks for the weights, in the folder of the game."""
        return FILE

    def samples(self, weights: Weights | None, rng: Random, matches: int) -> Samples:
        """What can be learned from `matches` matches of the bot with these weights against itself."""
        generator = np.random.Generator(np.random.PCG64(int(rng.random() * (1 << 53))))
        value = None if weights is None else RatNetwork(self._grid, weights)
        parts = [self._match(self._games[number % 2], value, rng, generator) for number in range(matches)]
        return Samples(*[np.concatenate(list(same)) for same in zip(*parts, strict=True)])

    def contest(self, new: Weights | None, old: Weights | None, rng: Random, matches: int) -> list[float]:
        """The parts of the win of one bot with the new weights against one with the old ones."""
        values = [None if weights is None else RatNetwork(self._grid, weights) for weights in (old, new)]
        shares = []
        for number in range(matches):
            game, seat = self._games[number // 2 % 2], number % 2
            state = game.start()
            while game.actors(state):
                draw_chance(game, state, rng)
                self._play(game, state, self._best(state, values[state.player == seat])[0])
            winners = game.winners(state)
            shares.append((seat in winners) / len(winners))
        return shares

    def _match(self, game: RatHot, value: RatNetwork | None, rng: Random, generator: np.random.Generator) -> Samples:
        state, steps = game.start(), list[_Step]()
        explored = False
        while game.actors(state):
            draw_chance(game, state, rng)
            best, turns, thought = self._best(state, value)
            explored = rng.random() < _EXPLORATION
            turn = turns[int(rng.random() * len(turns))] if explored and turns else best
            seat = state.player
            self._play(game, state, turn)
            if turn and game.actors(state):
                look = turn.value
                if turn is not best:
                    thought = value.log_odds([turn.table], seat, [look])[0] if value else look
                steps.append(_Step(seat, explored, turn.table, look, chance(thought)))
        winners = game.winners(state)
        return self._learned(steps, (RED in winners) / len(winners), explored, trusts=value is not None, rng=generator)

    def _learned(
        self, steps: Sequence[_Step], red: float, explored: bool, *, trusts: bool, rng: np.random.Generator
    ) -> Samples:
        """`red`: its part of the win in the end. What came of an exploration says nothing about the table before it."""
        rows: list[tuple[Floats, float, float]] = []
        thought = red
        for step in reversed(steps):
            if trusts and explored:
                red = _for_red(step.thought, step.seat)
            else:
                red = _TRACE * red + (1 - _TRACE) * thought if trusts else red
                rows.append((self._seen(step, rng), step.look, _for_red(red, step.seat)))
            thought, explored = _for_red(step.thought, step.seat), step.explored
        won = np.array([share for _, _, share in rows], dtype=np.float32)
        looks = np.array([look for _, look, _ in rows], dtype=np.float32)
        width = self._reader.width
        features = np.concatenate([seen for seen, _, _ in rows]) if rows else np.zeros((0, width), dtype=np.float32)
        return Samples(features, np.stack([looks, np.zeros_like(looks)], 1), np.stack([won, 1 - won], 1))

    def _seen(self, step: _Step, rng: np.random.Generator) -> Floats:
        seen = self._reader.surroundings([step.table], step.seat, [step.look])
        turned(seen, rng)
        return seen.packed()

    def _best(self, state: RatHotState, value: RatNetwork | None) -> tuple[Turn | None, list[Turn], float]:
        """The best turn of those tried, all that do not lose at once, and the log odds after the best."""
        seat, search = state.player, self._search
        tried = [
            turn
            for first in islice(search.firsts(state, seat), _FIRSTS)
            for turn in search.turns_from(state, seat, first, _SECONDS)
        ]
        turns = [turn for turn in tried if turn.value > LOST]
        if not turns:
            return (tried[0] if tried else None), [], LOST
        looks = [turn.value for turn in turns]
        values = value.log_odds([turn.table for turn in turns], seat, looks) if value and state.pile else looks
        best = max(range(len(turns)), key=values.__getitem__)
        return turns[best], turns, values[best]

    def _play(self, game: RatHot, state: RatHotState, turn: Turn | None) -> None:
        seat = state.player
        for place in turn.places if turn else ():
            game.apply(state, seat, place, False)


def _for_red(share: float, seat: Seat) -> float:
    """The part of the win of red, from that of a seat; or the other way round."""
    return share if seat == RED else 1 - share

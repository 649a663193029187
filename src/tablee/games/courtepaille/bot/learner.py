"""How the bot learns what a table is worth: parts are played by habit, and it remembers who won. Needs numpy."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from tablee.core.chance import Random
from tablee.core.learner import Samples, Weights
from tablee.core.playout import draw_chance
from tablee.core.seat import Seat
from tablee.games.courtepaille.actions import Move
from tablee.games.courtepaille.bot.card_arrays import NO_CARD, POINTS, Floats
from tablee.games.courtepaille.bot.heuristic import CourtePailleHeuristic
from tablee.games.courtepaille.bot.playouts import Playouts
from tablee.games.courtepaille.bot.win_chances import WinChances, eaten_odds, inputs, weights_name
from tablee.games.courtepaille.pieces import HAND_SIZE, WEEK_SIZES
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.state import CourtePailleState

_ADVENTURE: Final = 0.1
"""How often a seat plays any card, so that unusual tables are seen too."""


class CourtePailleLearner:
    """Learns for one number of players. What is learned is good for one part, and so for the advanced rule too."""

    layers: Sequence[int] = (64, 32)

    def __init__(self, game: CourtePaille) -> None:
        self._game = game

    @property
    def file(self) -> str:
        """Where the bot looks for the weights, in the folder of the game."""
        return f"bot/{weights_name(self._game.players)}"

    def samples(self, weights: Weights | None, rng: Random, matches: int) -> Samples:
        """After each round, for each seat: would it win if the character is eaten that was eaten in the end?

        Everybody plays by habit: the weights do not change it.
        """
        generator = np.random.Generator(np.random.PCG64(int(rng.random() * (1 << 53))))
        tables = self.dealt(matches, generator)
        seen: list[tuple[int, Floats, Floats, Floats]] = []
        while tables.alive.any():
            slots = tables.choose()
            any_slot = generator.integers(0, HAND_SIZE, slots.shape)
            slots = np.where(generator.random(slots.shape) < _ADVENTURE, any_slot, slots)
            tables.play_round(slots)
            rows = np.flatnonzero(tables.alive & (tables.face_down() > 1))
            for seat in tables.seats:
                features, base = inputs(tables, seat, eaten_odds(tables, seat))
                seen.append((seat, rows.astype(np.float32), features[rows], base[rows]))
            tables.end_round()
        totals = POINTS[tables.week].sum(1)
        eaten, shares = totals.argmax(1), tables.shares()
        parts = []
        for seat, at, features, base in seen:
            rows = at.astype(np.int64)
            which = np.arange(len(rows)), eaten[rows]
            won = shares[rows, seat]
            parts.append((features[which], np.stack([base[which], 0 * won], 1), np.stack([won, 1 - won], 1)))
        return Samples(*[np.concatenate(column).astype(np.float32) for column in zip(*parts, strict=True)])

    def dealt(self, rows: int, generator: np.random.Generator) -> Playouts:
        """CP-02, CP-03: tables before the first round, one for each row."""
        players = self._game.players
        tables = Playouts(rows, players, generator)
        tables.coco_needs_match = self._game.coco_needs_match
        cards = generator.random((rows, NO_CARD)).argsort(1)
        dealt, days = HAND_SIZE * players, WEEK_SIZES[0]
        tables.hands = cards[:, :dealt].reshape(rows, players, HAND_SIZE)
        tables.week[:, :days] = cards[:, dealt : dealt + days]
        tables.laid[:] = days
        tables.is_open[:, 0] = True
        tables.seen[:] = POINTS[tables.week[:, 0]][:, None]
        tables.unknown[:] = days - 1
        tables.deck = cards[:, dealt + days :]
        tables.pile = tables.deck.shape[1]
        tables.lay_menu(np.arange(rows))
        return tables

    def contest(self, new: Weights | None, old: Weights | None, rng: Random, matches: int) -> list[float]:
        """The parts of the win of one bot with the new weights among bots with the old ones."""
        bots = [CourtePailleHeuristic(self._game, WinChances(weights)) for weights in (old, new)]
        return [self._share(bots, Seat(number % self._game.players), rng) for number in range(matches)]

    def _share(self, bots: Sequence[CourtePailleHeuristic], new: Seat, rng: Random) -> float:
        game, state = self._game, self._game.start()
        while actors := draw_chance(game, state, rng):
            chosen = [(seat, self._choice(bots[seat == new], state, seat, rng)) for seat in actors]
            for seat, action in chosen:
                game.apply(state, seat, action, False)
        winners = game.winners(state)
        return (new in winners) / len(winners)

    def _choice(self, bot: CourtePailleHeuristic, state: CourtePailleState, seat: Seat, rng: Random) -> Move:
        choice: Move = bot.judge(self._game.view(state, seat), rng, _Once())[0].action
        return choice


class _Once:
    """One iteration."""

    def __init__(self) -> None:
        self._left = 1

    def next_iteration(self) -> bool:
        self._left -= 1
        return self._left >= 0

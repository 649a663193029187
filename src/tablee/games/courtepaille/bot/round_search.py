"""The search of La Courte Paille: each choice is tried in many possible worlds at once. Needs numpy.

The first iterations play the round to its end by habit and value the table that comes of it. Later ones play the part
to its last day: that takes longer and varies more, but rests on nothing that was learned.
"""

from collections.abc import Sequence
from typing import Final

import numpy as np

from tablee.core.chance import Random
from tablee.core.heuristic import Meter
from tablee.core.seat import Seat
from tablee.games.courtepaille.actions import Add, Look, Move, Remove
from tablee.games.courtepaille.bot.card_arrays import Floats
from tablee.games.courtepaille.bot.playouts import Playouts
from tablee.games.courtepaille.bot.win_chances import WinChances, last_day
from tablee.games.courtepaille.bot.worlds import number_of, tables_of, unseen_days
from tablee.games.courtepaille.knowledge import CourtePailleView
from tablee.games.courtepaille.pieces import HAND_SIZE, MENU_SIZE, Source, Step, numbers
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.rules.rounds import plays_coco
from tablee.games.courtepaille.state import CourtePailleState

ROWS: Final = 240
"""The rows of an iteration: divided by the number of choices, the number of worlds that each is tried in."""
FULL_ROWS: Final = 120
"""The same for iterations that play to the last day."""
VALUED: Final = 1
"""How many iterations do not."""
_FEWEST: Final = 8
"""Worlds of an iteration, at least."""

_SURE: Final = 3.0
_MARGIN: Final = 0.005
"""A choice is dropped when it is behind the best by this number of standard errors and a margin; but not as long as
tables are valued, since what looks clearly worse then may be the best."""


class RoundSearch:
    """One search for one choice."""

    def __init__(
        self, game: CourtePaille, view: CourtePailleView, seat: Seat, choices: Sequence[Move], chances: WinChances
    ) -> None:
        self._game = game
        self._view = view
        self._seat = seat
        self._choices = choices
        self._chances = chances
        self._results: list[list[Floats]] = [[] for _ in choices]
        self.open = list(range(len(choices)))
        """The numbers of the choices that may still turn out to be the best."""

    def run(self, rng: Random, meter: Meter) -> None:
        """Search until the time is up or one choice is left."""
        generator = np.random.Generator(np.random.PCG64(int(rng.random() * (1 << 53))))
        iterations = 0
        while len(self.open) > 1 and meter.next_iteration():
            is_full = iterations >= VALUED
            each = max(_FEWEST, (FULL_ROWS if is_full else ROWS) // len(self.open))
            worlds = [self._game.determinize(self._view, rng) for _ in range(each)]
            choices = [self._choices[number] for number in self.open]
            tables = self._tried(worlds, choices, generator)
            values = self._played_out(tables, worlds[0]) if is_full else self._valued(tables, worlds[0])
            for number, row in zip(self.open, values.reshape(len(choices), each), strict=True):
                self._results[number].append(row)
            iterations += 1
            if is_full:
                self._drop()

    def values(self) -> list[float]:
        """The part of the win that each choice promises."""
        even = 1 / len(self._view.seats)
        return [float(np.concatenate(some).mean()) if some else even for some in self._results]

    def _valued(self, tables: Playouts, state: CourtePailleState) -> Floats:
        return self._chances(tables, self._seat, unseen_days(state, self._seat))

    def _played_out(self, tables: Playouts, state: CourtePailleState) -> Floats:
        """Play on until one day lies face down at most, which is then all that it may be."""
        pool = unseen_days(state, self._seat)
        values = np.zeros(tables.rows, dtype=np.float32)
        while True:
            going = tables.alive & (tables.face_down() > 1)
            last = np.flatnonzero(tables.alive & ~going)
            if last.size:
                values[last] = last_day(tables, self._seat, pool, last)
            if not going.any():
                return values
            tables.alive = going
            tables.end_round()
            tables.play_round(tables.choose())

    def _drop(self) -> None:
        """Drop choices that are clearly behind. Those that are open have all been tried in the same worlds."""
        tried = np.stack([np.concatenate(self._results[number]) for number in self.open])
        behind = tried[tried.mean(1).argmax()] - tried
        error = behind.std(1) / behind.shape[1] ** 0.5
        is_bad = behind.mean(1) > _SURE * error + _MARGIN
        self.open = [number for number, bad in zip(self.open, is_bad.tolist(), strict=True) if not bad]

    def _tried(
        self, worlds: Sequence[CourtePailleState], choices: Sequence[Move], generator: np.random.Generator
    ) -> Playouts:
        """The tables after the round, for each choice and world."""
        seat, state, each = self._seat, worlds[0], len(worlds)
        tables = tables_of(self._game, worlds, seat, len(choices), generator)
        if state.step is Step.CHOOSE:
            slots = tables.choose()
            slots[:, seat] = np.repeat(_places(choices, numbers(state.hands[seat])), each)
            tables.play_round(slots)
        else:
            own = np.full(tables.rows, seat)
            if plays_coco(state):
                tables.do_effects(own, np.repeat(_effects(tables, state, seat, choices), each))
            else:
                tables.carry_out(own, taken=np.repeat(_places(choices, numbers(state.menu)), each))
            for other in reversed(state.queue[:-1]):
                tables.carry_out(np.full(tables.rows, other))
        return tables


def _places(choices: Sequence[Move], cards: list[int]) -> list[int]:
    """Where the card of each choice lies."""
    return [cards.index(number_of(choice.bit)) for choice in choices if not isinstance(choice, Look | Remove)]  # type: ignore[union-attr]


def _effects(tables: Playouts, state: CourtePailleState, seat: Seat, choices: Sequence[Move]) -> list[int]:
    """CP-12: the number that each effect has in `Playouts`; what is looked at is seen at once."""
    days = tables.week.shape[1]
    menu, hand = numbers(state.menu), numbers(state.hands[seat])
    each = tables.rows // len(choices)
    found = []
    for number, choice in enumerate(choices):
        match choice:
            case Remove(day):
                found.append(day - 1)
            case Add(source=Source.MENU):
                found.append(days + menu.index(number_of(choice.bit)))
            case Add(source=Source.HAND):
                found.append(days + MENU_SIZE + hand.index(number_of(choice.bit)))
            case Look(seen):
                found.append(days + MENU_SIZE + HAND_SIZE + 1)
                for day in seen:
                    tables.look_at(slice(number * each, (number + 1) * each), seat, day - 1)
            case _:
                found.append(days + MENU_SIZE + HAND_SIZE)
    return found

"""Turns that end the evening: cards chained by doubles and jumps into a dead end, RE-17 and RE-20.

The seat knows its own cards and all markers, so it can look through all such turns. Only the scores of the others are
not quite known to it: a RES that they still hold costs them double.
"""

from collections.abc import Sequence
from typing import Final

from tablee.core.seat import Seat
from tablee.games.restaurant.actions import DONE, SERVES, Move
from tablee.games.restaurant.bot.service_playout import DOUBLE, DOUBLE_KIND, EXTRA_KINDS, JUMP, JUMP_KIND, RELIEF, WORTH
from tablee.games.restaurant.pieces import (
    FIT_ELSEWHERE,
    FIT_THE_SALON,
    SALON,
    UNITS,
    Room,
    in_order,
    kinds,
    numbers_in,
    size,
)
from tablee.games.restaurant.state import SERVE_MORE, RestaurantState

LOOKS: Final = 1500
"""The number of steps after which no further turns are looked for."""
LONGEST: Final = 20
"""No turn has more cards than this."""

Gains = tuple[int, ...]
"""By seat: what the cards of a turn bring."""


class LastTurns:
    """The turns of a seat that end the evening, up to a number of cards."""

    def __init__(
        self, room: Room, state: RestaurantState, owner: Sequence[int], seat: Seat, longest: int = LONGEST
    ) -> None:
        self._room = room
        self._owner = owner
        self._seat = seat
        self._looks = LOOKS
        self._fewest = max(1, size(state.hands[seat]) - longest + 1)
        """With so few cards left, the next one is the last of the turn."""
        self.found: dict[Move, set[Gains]] = {}
        """By the first action of such a turn: what it may bring."""
        nothing = (0,) * len(state.hands)
        unserved = state.marked & ~state.served
        self._look(state.reach, unserved, state.hands[seat], nothing, None)
        if state.step is SERVE_MORE and state.last is not None and not room.next_to[state.last] & unserved:
            self.found[DONE] = {nothing}

    def _look(self, reach: int, unserved: int, hand: int, gains: Gains, first: Move | None) -> None:
        self._looks -= 1
        if self._looks < 0:
            return
        held = kinds(hand)
        dead_ends = reach & ~self._room.beside(unserved)
        for table in in_order(reach if size(hand) == 1 else dead_ends):
            for number in numbers_in(held & (FIT_THE_SALON if SALON >> table & 1 else FIT_ELSEWHERE)):
                self._note(first or SERVES[number][table], self._after(gains, number, table))
        if not held & EXTRA_KINDS or size(hand) <= self._fewest:
            return
        for table in in_order(reach):
            rest = unserved & ~(1 << table)
            onward = self._room.next_to[table] & rest
            if held & DOUBLE_KIND and onward:
                self._look(onward, rest, hand - UNITS[DOUBLE], gains, first or SERVES[DOUBLE][table])
            if held & JUMP_KIND and rest:
                self._look(rest, rest, hand - UNITS[JUMP], gains, first or SERVES[JUMP][table])

    def _after(self, gains: Gains, number: int, table: int) -> Gains:
        after = list(gains)
        after[self._seat] += RELIEF[number]
        after[self._owner[table]] += WORTH[number]
        return tuple(after)

    def _note(self, first: Move, gains: Gains) -> None:
        self.found.setdefault(first, set()).add(gains)

    def chances(self, standings: Sequence[Sequence[int]]) -> dict[Move, float]:
        """By first action: in which part of these possible standings the best of its turns wins."""
        return {
            first: max(sum([self._won(gains, standing) for standing in standings]) for gains in turns) / len(standings)
            for first, turns in self.found.items()
        }

    def _won(self, gains: Gains, standing: Sequence[int]) -> float:
        final = [score + gain for score, gain in zip(standing, gains, strict=True)]
        best = max(final)
        return 1 / final.count(best) if final[self._seat] == best else 0.0

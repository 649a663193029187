"""What the next players to serve will do: learned while the same choice is played on again and again.

In the service all that is done is seen by all. So for each course of the next few cards the playouts remember how each
answer did for the seat that gave it, and give better ones more often.
"""

from collections.abc import Sequence
from math import log, sqrt
from typing import Any, Final

from tablee.core.chance import Random
from tablee.games.restaurant.bot.service_playout import Plans, ServicePlayout, Start
from tablee.games.restaurant.pieces import FIT_ELSEWHERE, FIT_THE_SALON, SALON, Room, in_order, numbers_in

DEPTH: Final = 4
"""The number of cards answered like this; later ones are answered by the policy alone."""
TRIED: Final = 6
"""Playouts that come by before answers are compared."""
EXPLORATION: Final = 0.5
FEW_TABLES: Final = 4
"""After a jump there are too many answers to compare."""

Answer = tuple[int, int]
"""A kind of card and a table; -1: no further card."""


class Answers:
    """How the answers to one course of cards did."""

    __slots__ = ("results", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.results: dict[Answer, list[float]] = {}
        """How often each was given, and the sum of what it brought."""

    def choose(self, possible: Sequence[Answer], usual: Answer, rng: Random) -> Answer:
        """One of those possible in this world: a new one now and then, first the usual one, else the most promising."""
        results = self.results
        known = [answer for answer in possible if answer in results]
        if len(known) < len(possible) and len(known) < sqrt(self.visits - TRIED) + 1:
            if usual not in results:
                return usual
            fresh = [answer for answer in possible if answer not in results]
            return fresh[int(rng.random() * len(fresh))]
        wide = EXPLORATION * sqrt(log(self.visits))
        return max(known, key=lambda answer: _bound(results[answer], wide))

    def add(self, answer: Answer, result: float) -> None:
        known = self.results.setdefault(answer, [0, 0.0])
        known[0] += 1
        known[1] += result


def _bound(result: Sequence[float], wide: float) -> float:
    times, total = result
    return total / times + wide / sqrt(times)


class AnsweredPlayout(ServicePlayout):
    """A playout whose next cards are chosen by how they did before."""

    __slots__ = ("_answers", "_course", "_depth", "given")

    def __init__(
        self, room: Room, plans: Plans, rng: Random, start: Start, *, answers: dict[Any, Answers], course: Any
    ) -> None:
        super().__init__(room, plans, rng, start)
        self._answers = answers
        self._course = course
        """What was done so far."""
        self._depth = DEPTH
        self.given: list[tuple[Answers, Answer, int]] = []
        """The answers of this playout, and who gave them."""

    def choose(self, held: int) -> Answer:
        usual = super().choose(held)
        if not self._depth:
            return usual
        self._depth -= 1
        key = self._course, self.seat
        node = self._answers.get(key)
        if node is None:
            node = self._answers[key] = Answers()
        node.visits += 1
        if node.visits <= TRIED or self.reach.bit_count() > FEW_TABLES:
            self._depth = 0
            answer = usual
        else:
            answer = node.choose(self._possible(held), usual, self._rng)
        self._course = key, answer
        self.given.append((node, answer, self.seat))
        return answer

    def _possible(self, held: int) -> list[Answer]:
        inside, outside = numbers_in(held & FIT_THE_SALON), numbers_in(held & FIT_ELSEWHERE)
        listed = [
            (number, int(table))
            for table in in_order(self.reach)
            for number in (inside if SALON >> table & 1 else outside)
        ]
        return [*listed, (-1, -1)] if self._more else listed

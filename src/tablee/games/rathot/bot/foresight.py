"""The search behind a choice: turns valued by how they look, the best of them by what the other answers."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations, islice
from math import sqrt
from statistics import fmean, stdev
from typing import Final

from tablee.core.chance import Random
from tablee.core.heuristic import Meter, Ranked
from tablee.core.seat import Seat
from tablee.games.rathot.actions import Place
from tablee.games.rathot.bot.answers import Answers
from tablee.games.rathot.bot.outlook import LOST, chance
from tablee.games.rathot.bot.turns import Turn, TurnSearch
from tablee.games.rathot.knowledge.grid import bits
from tablee.games.rathot.state import RatHotState

_LOOKED_AT: Final = 160
"""So many first placements are looked at, one by one."""
_FIRSTS: Final = 10
"""Whole turns are tried at once with so many of them."""
_MORE_FIRSTS: Final = 14
"""With so many more they are tried in one iteration each."""
_SECONDS: Final = 8
"""So many second placements are tried with each."""
_ANSWERED: Final = 16
"""For so many turns the other's answers are looked at first, and for as many more in each further pass."""
_FIRST_ROUND: Final = 2
"""After so many draws the worse half of them is dropped, and again after twice as many."""
_LEAST: Final = 3
"""So many are never dropped."""
_LONGER: Final = 4
"""The next pass, with all that are not clearly worse, has rounds so many times as long."""
_ENOUGH: Final = 8
"""After so many draws a turn may be clearly worse than the best one."""
_CLEARLY: Final = 2.5
"""It is if it is worse by so many standard errors."""
_TRUST: Final = 2
"""How a turn looks counts as much as so many answers to it."""
_FEW_DRAWS: Final = 45
"""Up to so many draws are all looked at, each once."""


@dataclass(slots=True)
class _Weighed:
    """A turn and what was found about it."""

    turn: Turn
    looks: float
    """The part of the win that its table promises."""
    left: list[float] = field(default_factory=list)
    """By draw, the same draws for all turns: what is left of it after the other's answer."""
    others: Answers | None = None
    """The other's answers to it, once they are asked for."""

    def better_than(self, other: "_Weighed") -> float:
        """By how much it is better than another, by the draws that were tried for both."""
        count = min(len(self.left), len(other.left))
        by_answers = sum(self.left[:count]) - sum(other.left[:count])
        return (by_answers + _TRUST * (self.looks - other.looks)) / (count + _TRUST)

    def is_clearly_worse_than(self, other: "_Weighed") -> bool:
        """Whether that is beyond doubt."""
        count = min(len(self.left), len(other.left))
        if count < _ENOUGH or self is other:
            return False
        differences = [own - his for own, his in zip(self.left, other.left, strict=False)]
        return fmean(differences) + _CLEARLY * stdev(differences) / sqrt(count) < 0


class Foresight:
    """A search for one choice."""

    def __init__(self, search: TurnSearch, state: RatHotState, rng: Random, meter: Meter) -> None:
        self._search = search
        self._state = state
        self._seat = state.player
        self._rng = rng
        self._meter = meter

    def judged(self) -> Sequence[Ranked]:
        """The placements that are worth considering, the best first."""
        turns = sorted(self._turns(), key=lambda turn: turn.value, reverse=True)
        weighed = [_Weighed(turn, chance(turn.value)) for turn in turns]
        if self._state.pile:
            self._look_ahead(_different(weighed))
        known = max(weighed, key=lambda one: len(one.left))
        standard = fmean(known.left) if known.left else known.looks
        best: dict[Place, float] = {}
        for one in weighed:
            first, value = one.turn.places[0], standard + one.better_than(known)
            best[first] = max(min(1.0, max(0.0, value)), best.get(first, 0.0))
        ranked = sorted(best.items(), key=lambda choice: choice[1], reverse=True)
        return [Ranked(place, value, float(number == 0)) for number, (place, value) in enumerate(ranked)]

    def _turns(self) -> list[Turn]:
        """The turns that look best. Each iteration tries one more first placement."""
        search, state, seat = self._search, self._state, self._seat
        if len(state.hand) > 1:
            firsts, at_once = search.sorted_firsts(state, seat, _LOOKED_AT), _FIRSTS
        else:
            firsts, at_once = list(islice(search.firsts(state, seat), _LOOKED_AT)), _LOOKED_AT
        turns: list[Turn] = []
        for number, first in enumerate(firsts[: at_once + _MORE_FIRSTS]):
            if number >= at_once and not self._meter.next_iteration():
                break
            turns += search.turns_from(state, seat, first, _SECONDS)
        return turns

    def _look_ahead(self, considered: list[_Weighed]) -> None:
        """Look at the other's answers, in passes: to many turns for a few draws, to the better ones for more."""
        draws = _Draws(self._state.pile, self._rng)
        goal, many = _FIRST_ROUND, _ANSWERED
        while True:
            best = max(considered, key=lambda one: len(one.left))
            contest = [one for one in considered[:many] if not one.is_clearly_worse_than(best)]
            if not self._try(contest, draws, goal) or draws.are_all_before(goal):
                return
            goal, many = goal * _LONGER, many + _ANSWERED

    def _try(self, contest: list[_Weighed], draws: "_Draws", goal: int) -> bool:
        """Try the turns of a contest for more and more draws, and fewer and fewer of them; whether there was time."""
        while True:
            for number in range(goal):
                for one in contest:
                    if len(one.left) == number and number in draws:
                        if not self._meter.next_iteration():
                            return False
                        one.left.append(self._after_answer(one, draws[number]))
            if len(contest) <= _LEAST:
                return True
            standard = contest[0]
            contest = sorted(contest, key=lambda one: one.better_than(standard), reverse=True)
            contest = contest[: max(_LEAST, len(contest) // 2)]
            goal *= 2

    def _after_answer(self, one: _Weighed, draw: tuple[int, ...]) -> float:
        """The part of the win that is left when the other has drawn these cards and laid them as well as he can."""
        if one.turn.value <= LOST:
            return 0.0
        if one.others is None:
            table = one.turn.table.copy()
            table.turn += 1
            one.others = Answers(self._search, table, Seat(1 - self._seat))
        answer = one.others.best(draw)
        return one.looks if answer is None else 1 - chance(answer)


def _different(weighed: Sequence[_Weighed]) -> list[_Weighed]:
    """All of them, but of those that lead to the same table only one."""
    return list({one.turn.look: one for one in reversed(weighed)}.values())[::-1]


class _Draws:
    """What the other may draw: all there is, in any order, or without end if that is much."""

    def __init__(self, pile: int, rng: Random) -> None:
        cards = list(bits(pile))
        every = list(islice(combinations(cards, min(2, len(cards))), _FEW_DRAWS + 1))
        self._cards = cards if len(every) > _FEW_DRAWS else []
        """If that is much."""
        self._drawn = [] if self._cards else every
        self._rng = rng
        rng.shuffle(self._drawn)

    def __contains__(self, number: int) -> bool:
        return bool(self._cards) or number < len(self._drawn)

    def __getitem__(self, number: int) -> tuple[int, ...]:
        while number >= len(self._drawn):
            self._rng.shuffle(self._cards)
            self._drawn += zip(self._cards[::2], self._cards[1::2], strict=False)
        return self._drawn[number]

    def are_all_before(self, number: int) -> bool:
        """Whether there are no more than so many."""
        return not self._cards and len(self._drawn) <= number

"""The search behind a choice: turns valued by how they look, the best of them by what the other answers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, combinations, islice, takewhile
from math import inf
from typing import Final, Protocol

from tablee.core.chance import Random
from tablee.core.heuristic import Meter, Ranked
from tablee.core.seat import Seat
from tablee.games.rathot.actions import Place
from tablee.games.rathot.bot.outlook import LOST, chance
from tablee.games.rathot.bot.turns import Turn, TurnSearch
from tablee.games.rathot.knowledge.grid import bits
from tablee.games.rathot.state import RatHotState

_LOOKED_AT: Final = 160
"""The number of first placements that are looked at, one by one."""
_FIRSTS: Final = 10
"""The number of those with which whole turns are tried at once."""
_MORE_FIRSTS: Final = 14
"""The number of further ones, tried in one iteration each."""
_SECONDS: Final = 8
"""The number of second placements tried with each."""
_ANSWERED: Final = 16
"""The number of turns for which the other's answers are looked at."""
_ANSWERS: Final = 76
"""The number of answers after which more turns are looked at, if there is time."""
_WIDE_FIRSTS, _WIDE_SECONDS = 100, 20
"""The number of first placements tried then, and of second ones with each."""
_WIDE_ANSWERED: Final = 32
"""The number of turns for which the other's answers are looked at then."""
_FIRST_ROUND: Final = 4
"""The number of draws after which the worse half of them is dropped, and again after twice as many."""
_LEAST: Final = 3
"""The number of turns that are never dropped."""
_ANSWER_FIRSTS, _ANSWER_SECONDS = 3, 3
"""How many placements are tried to find an answer."""
_TRUST: Final = 2
"""How a turn looks counts as much as this number of answers to it."""
_FEW_DRAWS: Final = 45
"""The number of draws up to which all are looked at, each once."""


class Network(Protocol):
    """Values tables by what it has learned."""

    def log_odds(self, tables: Sequence[RatHotState], seat: Seat, looks: Sequence[float]) -> Sequence[float]:
        """The log odds of a seat that has just laid its cards on each table. `looks`: what `Outlook` says of them."""


@dataclass(slots=True)
class _Weighed:
    """A turn and what was found about it."""

    turn: Turn
    looks: float
    """The part of the win that its table promises."""
    answers: float = 0.0
    """The sum of what is left of that after each answer."""
    count: int = 0

    def value(self, shift: float) -> float:
        """`shift`: how much higher answers leave it than looks, on average."""
        expected = min(1.0, max(0.0, self.looks + shift))
        return (self.answers + _TRUST * expected) / (self.count + _TRUST)


class Foresight:
    """A search for one choice."""

    def __init__(
        self, search: TurnSearch, state: RatHotState, rng: Random, meter: Meter, network: Network | None = None
    ) -> None:
        """Without a network tables are worth what they look like to `Outlook`."""
        self._search = search
        self._state = state
        self._seat = state.player
        self._rng = rng
        self._meter = meter
        self._network = network

    def judged(self) -> Sequence[Ranked]:
        """The placements that are worth considering, the best first."""
        firsts = self._firsts()
        weighed = self._weighed(self._turns(firsts))
        shift = 0.0
        if self._state.pile:
            # With one card in hand all that can be done was tried at once.
            shift = self._look_ahead(_different(weighed, _ANSWERED), _ANSWERS if len(self._state.hand) > 1 else inf)
            if len(self._state.hand) > 1 and (more := self._more_turns(firsts)):
                weighed = _sorted([*weighed, *self._weighed(more)])
                shift = self._look_ahead(_different(weighed, _WIDE_ANSWERED), inf)
        best: dict[Place, float] = {}
        for one in weighed:
            first = one.turn.places[0]
            best[first] = max(one.value(shift), best.get(first, 0.0))
        ranked = sorted(best.items(), key=lambda choice: choice[1], reverse=True)
        return [Ranked(place, value, float(number == 0)) for number, (place, value) in enumerate(ranked)]

    def _firsts(self) -> list[Place]:
        search, state, seat = self._search, self._state, self._seat
        if len(state.hand) > 1:
            return search.sorted_firsts(state, seat, _LOOKED_AT)
        return list(islice(search.firsts(state, seat), _LOOKED_AT))

    def _turns(self, firsts: Sequence[Place]) -> list[Turn]:
        """The turns that look best. Each iteration tries one more first placement."""
        at_once = _FIRSTS if len(self._state.hand) > 1 else _LOOKED_AT
        turns: list[Turn] = []
        for number, first in enumerate(firsts[: at_once + _MORE_FIRSTS]):
            if number >= at_once and not self._meter.next_iteration():
                break
            turns += self._search.turns_from(self._state, self._seat, first, _SECONDS)
        return turns

    def _more_turns(self, firsts: Sequence[Place]) -> list[Turn]:
        """Many more turns, one first placement in an iteration."""
        tried = takewhile(lambda _: self._meter.next_iteration(), firsts[:_WIDE_FIRSTS])
        found = (self._search.turns_from(self._state, self._seat, first, _WIDE_SECONDS) for first in tried)
        return list(chain.from_iterable(found))

    def _weighed(self, turns: Sequence[Turn]) -> list[_Weighed]:
        """The best first."""
        by_looks = sorted(turns, key=lambda turn: turn.value, reverse=True)
        values = self._values(by_looks, self._seat)
        return _sorted([_Weighed(turn, chance(value)) for turn, value in zip(by_looks, values, strict=True)])

    def _look_ahead(self, considered: list[_Weighed], most: float) -> float:
        """Look at the other's answers to some turns, to the same draws, until there were so many answers; how much more
        they leave than the looks."""
        alive, round_ends, answered = considered, _FIRST_ROUND, 0
        for number, draw in enumerate(_draws(self._state.pile, self._rng), 1):
            answers = list(self._answers(alive, draw))
            for one, left in zip(alive, self._left(alive, answers), strict=False):
                one.answers += left
                one.count += 1
            answered += len(answers)
            if len(answers) < len(alive) or answered >= most:
                break
            if number == round_ends and len(alive) > _LEAST:
                shift = _shift(alive)
                alive = sorted(alive, key=lambda one: one.value(shift), reverse=True)[: max(_LEAST, len(alive) // 2)]
                round_ends *= 2
        return _shift(considered)

    def _answers(self, alive: Sequence[_Weighed], draw: tuple[int, ...]) -> Iterator[Turn | None]:
        """What the other does after each turn, as long as there is time."""
        for one in alive:
            if not self._meter.next_iteration():
                break
            yield self._answer(one.turn, draw)

    def _left(self, alive: Sequence[_Weighed], answers: Sequence[Turn | None]) -> list[float]:
        """The part of the win that is left after each answer."""
        values = iter(self._values([answer for answer in answers if answer], Seat(1 - self._seat)))
        return [
            1 - chance(next(values)) if answer else chance(one.turn.value)
            for one, answer in zip(alive, answers, strict=False)
        ]

    def _answer(self, turn: Turn, draw: tuple[int, ...]) -> Turn | None:
        """What the other does when he has drawn these cards, as well as he can. None: the match is lost before that, or
        no card can be laid."""
        if turn.value <= LOST:
            return None
        table = turn.table.copy()
        table.turn += 1
        table.hand = draw
        for card in draw:
            table.pile ^= 1 << card
        return self._search.best(table, Seat(1 - self._seat), _ANSWER_FIRSTS, _ANSWER_SECONDS)

    def _values(self, turns: Sequence[Turn], seat: Seat) -> list[float]:
        """The log odds of the seat that has laid its cards. How a match that is over stands, nobody has to learn."""
        values = [turn.value for turn in turns]
        if self._network:
            first: dict[tuple[object, ...], int] = {}
            alike = [first.setdefault(turn.look, number) for number, turn in enumerate(turns)]
            going = [number for number in first.values() if turns[number].table.pile and values[number] > LOST]
            if going:
                tables, looks = [turns[number].table for number in going], [values[number] for number in going]
                for number, value in zip(going, self._network.log_odds(tables, seat, looks), strict=True):
                    values[number] = value
            values = [values[number] for number in alike]
        return values


def _sorted(weighed: Sequence[_Weighed]) -> list[_Weighed]:
    """By their looks, the best first."""
    return sorted(weighed, key=lambda one: one.looks, reverse=True)


def _different(weighed: Sequence[_Weighed], most: int) -> list[_Weighed]:
    """The best of them, but of those that lead to the same table only the first."""
    seen, chosen = set(), []
    for one in weighed:
        look = one.turn.look
        if look not in seen:
            seen.add(look)
            chosen.append(one)
            if len(chosen) == most:
                break
    return chosen


def _shift(considered: Sequence[_Weighed]) -> float:
    known = [one.answers / one.count - one.looks for one in considered if one.count]
    return sum(known) / len(known) if known else 0.0


def _draws(pile: int, rng: Random) -> Iterator[tuple[int, ...]]:
    """What the other may draw: all there is, in any order, or without end if that is much."""
    cards = list(bits(pile))
    size = min(2, len(cards))
    every = list(islice(combinations(cards, size), _FEW_DRAWS + 1))
    if len(every) <= _FEW_DRAWS:
        rng.shuffle(every)
        yield from every
        return
    while True:
        rng.shuffle(cards)
        yield from zip(cards[::2], cards[1::2], strict=False)

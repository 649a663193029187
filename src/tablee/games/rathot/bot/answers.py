"""What the other makes of a table: his best turn with the cards he may draw."""

from dataclasses import dataclass
from itertools import chain, islice
from typing import Final

from tablee.core.seat import Seat
from tablee.games.rathot.bot import rats
from tablee.games.rathot.bot.evaluation import Evaluation
from tablee.games.rathot.bot.outlook import LOST
from tablee.games.rathot.bot.turns import TurnSearch
from tablee.games.rathot.state import RatHotState

_LOOKED_AT: Final = 4
"""So many placements of each card are looked at; they come first in the order of their tables."""
_FIRSTS: Final = 3
"""So many of them are tried as the first of a turn."""
_SECONDS: Final = 3
"""So many placements of the other card are tried after each."""
_BEHIND: Final = 0.7
"""A first placement so far behind the best of its card, in log odds, is not tried."""
_WHEN_PRESSED: Final = 4
"""So many placements are tried for each card of a turn in which rats must be covered."""


@dataclass(slots=True)
class _First:
    """A card laid first."""

    table: RatHotState
    """With it; the other card is not drawn yet."""
    look: float
    behind: float = 0.0
    """How much better the best placement of the card looks."""
    evaluation: Evaluation | None = None
    """Of the next card, once it is asked for."""


class Answers:
    """A seat's answers to one table. What depends on one card only is worked out once for all draws with it."""

    def __init__(self, search: TurnSearch, table: RatHotState, seat: Seat) -> None:
        """`table`: before the seat draws."""
        self._search = search
        self._table = table
        self._seat = seat
        self._evaluation = search.evaluation(table, seat)
        self._by_card: dict[int, list[_First]] = {}

    def best(self, draw: tuple[int, ...]) -> float | None:
        """The log odds of the seat after the best turn that a short look finds; None if no card can be laid."""
        search, seat = self._search, self._seat
        table = self._table.copy()
        table.hand = draw
        for card in draw:
            table.pile ^= 1 << card
        if len(draw) < 2 or rats.must_cover(table, seat):
            turn = search.best(table, seat, _WHEN_PRESSED, _WHEN_PRESSED)
            return turn.value if turn else None
        one, other = draw
        tries = [(first, other) for first in self._firsts(one)] + [(first, one) for first in self._firsts(other)]
        tries.sort(key=lambda pair: pair[0].behind)
        found = chain.from_iterable(self._after(first, card, table.pile) for first, card in tries[:_FIRSTS])
        return max(found, default=None)

    def _firsts(self, card: int) -> list[_First]:
        """The most promising placements of a card, the best first."""
        if card not in self._by_card:
            search, seat = self._search, self._seat
            table = self._table.copy()
            table.hand = (card,)
            table.pile ^= 1 << card
            firsts = []
            for place in islice(search.ranked(self._evaluation, card), _LOOKED_AT):
                after = search.after(table, place)
                firsts.append(_First(after, search.look(after, seat)))
            best = max((first.look for first in firsts), default=LOST)
            for first in firsts:
                first.behind = best - first.look
            self._by_card[card] = [first for first in firsts if first.behind < _BEHIND]
        return self._by_card[card]

    def _after(self, first: _First, card: int, pile: int) -> list[float]:
        """What is left to the seat after some placements of the other card."""
        search, seat = self._search, self._seat
        if first.evaluation is None:
            first.evaluation = search.evaluation(first.table, seat)
        table = first.table
        table.hand, table.pile = (card,), pile
        places = islice(search.ranked(first.evaluation, card), _SECONDS)
        return [search.look(search.after(table, place), seat) for place in places] or [first.look]  # RH-14

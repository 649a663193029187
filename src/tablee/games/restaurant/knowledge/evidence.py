"""What the service tells about the cards that each of the others held when the orders ended."""

from dataclasses import dataclass

from tablee.games.restaurant.knowledge.history import What
from tablee.games.restaurant.knowledge.view import RestaurantView
from tablee.games.restaurant.pieces import (
    CARDS,
    FIT_ELSEWHERE,
    FIT_THE_SALON,
    RIM,
    SALON,
    Tables,
    numbers_in,
    room,
)
from tablee.games.restaurant.state import SERVE, RestaurantState


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the service has told about one seat. Kinds of cards are places in `CARDS`."""

    hundreds: int
    """RE-13: the sum of its menus."""
    served: tuple[int, ...]
    """How many of each kind it has served, or shown at the end."""
    gone: frozenset[int]
    """The kinds it holds no more of: it passed (RE-18), or has shown all that it had left."""
    some_of: frozenset[int] | None
    """It holds at least one card of these kinds, because it is asked to serve (RE-18). None if it is not asked."""


def service_evidence(view: RestaurantView, state: RestaurantState) -> list[Evidence]:
    """For each of the others; empty before the service begins. Of the state only what the viewer sees is read."""
    if not view.sums:
        return []
    service = _Service(view, state)
    return [service.evidence(seat) for seat in range(view.players) if seat != view.seat]


class _Service:
    """RE-18: what each seat has served, and which kinds it did not hold when it passed."""

    def __init__(self, view: RestaurantView, state: RestaurantState) -> None:
        self._view = view
        self._reach = state.reach
        self._served = [[0] * len(CARDS) for _ in range(view.players)]
        self._gone: list[frozenset[int]] = [frozenset()] * view.players
        next_to = room(view.stairs).next_to
        reach = RIM & state.marked
        unserved = state.marked
        for deed in view.chronicle:
            if deed.what is What.SERVE and deed.table is not None and deed.card is not None:
                self._served[deed.seat][CARDS.index(deed.card)] += 1
                unserved = Tables(unserved & ~(1 << deed.table))
                reach = next_to[deed.table] & unserved
            elif deed.what is What.PASS:
                self._gone[deed.seat] |= _fitting(reach)

    def evidence(self, seat: int) -> Evidence:
        view = self._view
        served, gone = self._served[seat], self._gone[seat]
        if view.hands:
            served = [number + view.hands[seat].count(card) for number, card in zip(served, CARDS, strict=True)]
            gone = frozenset(range(len(CARDS)))
        asked = view.step is SERVE and view.to_play == seat
        return Evidence(view.sums[seat] // 100, tuple(served), gone, _fitting(self._reach) if asked else None)


def _fitting(reach: int) -> frozenset[int]:
    """RE-16: the kinds that may be laid at one of these tables."""
    kinds = (FIT_THE_SALON if reach & SALON else 0) | (FIT_ELSEWHERE if reach & ~SALON else 0)
    return frozenset(numbers_in(kinds))

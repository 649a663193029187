"""The scores: RE-21, RE-22, RE-24."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from typing import Final

from tablee.games.restaurant.pieces import CARDS, HUNDREDS, RES, Hand, counts, value
from tablee.games.restaurant.state import RestaurantState

_EXTRA: Final = tuple(100 * HUNDREDS[card] if card in RES else 0 for card in CARDS)


def minus(held: Hand) -> int:
    """RE-21: what these cards cost the seat that still holds them; a RES costs twice its value."""
    return value(held) + sum(number * extra for number, extra in zip(counts(held), _EXTRA, strict=True))


def scores(state: RestaurantState, *, service_only: bool) -> tuple[int, ...]:
    """RE-22; RE-24: without the orders. Before the orders end, their sums count as if noted now."""
    held = [Hand(cards + pile) for cards, pile in zip(state.hands, state.piles, strict=True)]
    sums = state.sums or tuple(map(value, held))
    return tuple(
        (0 if service_only else ordered) + earned - minus(cards)
        for ordered, earned, cards in zip(sums, state.points, held, strict=True)
    )

"""Portions: the ways to sell a pile of cards bid by bid, and how many rounds they take."""

from functools import cache
from typing import Final, NamedTuple

from tablee.games.hotdog.pieces import EMPTY, Pile, cards, pile, total

NEVER: Final = 99
"""More rounds than any hand has."""


@cache
def portions(held: Pile, most: int) -> tuple[Pile, ...]:
    """The parts of a pile of at most `most` hot-dogs; the first is the empty one.

    >>> [cards(portion) for portion in portions(pile([1, 1, 2]), 3)]
    [(), (1,), (1, 1), (2,), (2, 1)]
    """
    if not held:
        return (EMPTY,)
    highest = cards(held)[0]
    card = pile([highest])
    without = portions(Pile(held - card), most)
    if highest > most:
        return without
    with_it = [Pile(card + portion) for portion in portions(Pile(held - card), most - highest)]
    return tuple(dict.fromkeys([*without, *with_it]))


@cache
def rounds_needed(held: Pile, largest: int) -> int:
    """How many bids it takes to sell a pile if the largest table is always empty."""
    if not held:
        return 0
    highest = cards(held)[0]
    if highest > largest:
        return NEVER
    card = pile([highest])
    rest = Pile(held - card)
    return 1 + min(rounds_needed(Pile(rest - more), largest) for more in portions(rest, largest - highest))


@cache
def sellable(held: Pile, rounds: int, sizes: tuple[int, ...]) -> int:
    """How many hot-dogs of a pile can be sold in `rounds` bids, each of which fills an empty table."""
    if not held or rounds <= 0:
        return 0
    highest = cards(held)[0]
    card = pile([highest])
    rest = Pile(held - card)
    most = sellable(rest, rounds, sizes)
    for more in portions(rest, max(sizes[-1] - highest, 0)):
        sold = highest + total(more)
        if sold in sizes:
            most = max(most, sold + sellable(Pile(rest - more), rounds - 1, sizes))
    return most


@cache
def sums(held: Pile, most: int) -> frozenset[int]:
    """The numbers of hot-dogs, up to `most`, that some cards of a pile make; none of them make 0.

    >>> sorted(sums(pile([1, 4, 5]), 5))
    [0, 1, 4, 5]
    """
    return frozenset(map(total, portions(held, most)))


class Portion(NamedTuple):
    """Some cards that could be bid."""

    cards: Pile
    hotdogs: tuple[int, ...]
    saved: int
    """By how many rounds the rest is sold sooner than the whole pile."""


@cache
def by_total(held: Pile, sizes: tuple[int, ...]) -> dict[int, tuple[Portion, ...]]:
    """The portions of a pile by their number of hot-dogs, those that leave the best rest first.

    The best rest needs few rounds, then sells many hot-dogs, then has many cards: small ones fill gaps.
    """
    largest = sizes[-1]
    needed = rounds_needed(held, largest)
    found: dict[int, list[tuple[int, int, int, Portion]]] = {}
    for portion in portions(held, largest)[1:]:
        rest = Pile(held - portion)
        later = rounds_needed(rest, largest)
        hotdogs = cards(portion)
        order = (later, -sellable(rest, later, sizes), len(hotdogs), Portion(portion, hotdogs, needed - later))
        found.setdefault(total(portion), []).append(order)
    return {hotdogs: tuple([order[3] for order in sorted(orders)]) for hotdogs, orders in found.items()}

"""The score that each seat may expect at the end.

The figures were fitted to many thousand matches: how much more or less than the others a seat had at the end, depending
on what it held and where its markers lay at some earlier moment.
"""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from tablee.games.restaurant.pieces import CARDS, HUNDREDS, MENUS, RES, SALON, UNITS, Card, Hand, Room, counts, value
from tablee.games.restaurant.rules.scoring import minus, scores
from tablee.games.restaurant.state import RestaurantState

# The orders

_AT_HAND: Final = dict(zip(CARDS, (-55, -35, 48, 225, -100, -90, 40, 80, -45, 5, 155), strict=True))
"""What a card in hand is worth while orders are taken. Small menus are worse than nothing: to serve them takes a turn
in which something better could be served; and a RES that cannot be served costs twice its value.
"""
_PROTECTED: Final = {**_AT_HAND, Card.MENU_100: -65, Card.MENU_200: -45, Card.MENU_300: 70, Card.MENU_600: 265}
"""The same for cards that nobody can draw; the small ones would better be drawn."""
_LAID_RES: Final = 40
"""What a RES is worth that can still be laid, more than one that has been."""
_MARKER: Final = 85
_SALON_MARKER: Final = 120


@lru_cache(maxsize=1 << 14)
def _held_in_orders(hand: Hand, pile: Hand) -> float:
    in_hand = sum(number * _AT_HAND[card] for card, number in zip(CARDS, counts(hand), strict=True))
    protected = sum(
        number * (_PROTECTED[card] - (_LAID_RES if card in RES else 0))
        for card, number in zip(CARDS, counts(pile), strict=True)
    )
    return float(in_hand + protected)


def in_orders(state: RestaurantState, *, service_only: bool) -> list[float]:
    """By seat, while orders are taken: what its cards and markers are worth. RE-24: menus will not have been noted."""
    return [
        _held_in_orders(hand, pile)
        - (value(hand + pile) if service_only else 0)
        + _MARKER * markers.bit_count()
        + (_SALON_MARKER - _MARKER) * (markers & SALON).bit_count()
        for hand, pile, markers in zip(state.hands, state.piles, state.markers, strict=True)
    ]


# The service


class Chances(NamedTuple):
    """What a seat may still expect of the service, while so many tables can be reached."""

    best: float
    """The share that counts of what its best menu brings at a table of its own."""
    second: float
    menu600: float
    menu300: float
    menu200: float
    menu100: float
    res: float
    """For each hundred of RES menus."""
    double: float
    jump: float
    table: float
    """For each of its own tables that can be reached."""
    salon_table: float
    now: float
    """The share that counts of what its best menu brings at a table of its own that it can serve at once."""
    turn: float
    """For being the one to play."""


_FITTED: Final = {
    0: Chances(0.39, 0.0, 15, 5, 5, 3, 12, 3, 60, 15, 10, 0.33, 60),
    2: Chances(0.39, 0.0, 20, 8, 7, 3, 16, 5, 86, 17, 10, 0.34, 60),
    4: Chances(0.36, 0.05, 45, 16, 10, -5, 37, 27, 157, 16, 8, 0.36, 37),
    8: Chances(0.30, 0.12, 60, 50, 15, -10, 60, 37, 200, 33, 27, 0.50, 0),
    12: Chances(0.34, 0.17, 20, 53, 0, -13, 68, 45, 195, 33, 27, 0.54, 0),
    20: Chances(0.43, 0.24, 5, 56, 0, -5, 48, 48, 205, 33, 36, 0.50, 0),
    27: Chances(0.54, 0.25, 20, 94, 30, 20, 34, 75, 228, 27, 40, 0.38, 0),
    38: Chances(0.50, 0.28, 140, 146, 60, 30, 35, 85, 228, 28, 47, 0.30, 20),
    60: Chances(0.50, 0.28, 140, 146, 60, 30, 35, 85, 228, 28, 47, 0.30, 20),
}
"""By how many tables can be reached, for some numbers; between them in proportion."""


def _in_proportion() -> tuple[Chances, ...]:
    filled = []
    for (few, low), (many, high) in pairwise(_FITTED.items()):
        for tables in range(few, many):
            part = (tables - few) / (many - few)
            filled.append(Chances(*(one + part * (other - one) for one, other in zip(low, high, strict=True))))
    return (*filled, _FITTED[len(filled)])


_CHANCES: Final = _in_proportion()

GAINS: Final = tuple(minus(unit) + value(unit) for unit in UNITS)
"""What it brings to serve each kind of card at one's own table: its value, and not to be left with it."""
_BY_GAIN: Final = tuple(sorted(range(len(MENUS)), key=GAINS.__getitem__, reverse=True))


@lru_cache(maxsize=1 << 14)
def best_two(hand: Hand, in_salon: int, elsewhere: int) -> tuple[int, int]:
    """What the two best menus bring that fit so many tables of one's own in the salon, and so many elsewhere."""
    held = counts(hand)
    best = []
    for number in _BY_GAIN:
        hundreds = HUNDREDS[CARDS[number]]
        for _ in range(held[number]):
            if elsewhere and hundreds != 6:
                elsewhere -= 1
            elif in_salon and hundreds in (3, 6):
                in_salon -= 1
            else:
                break
            best.append(GAINS[number])
    first, second, *_ = *best, 0, 0
    return first, second


@lru_cache(maxsize=1 << 14)
def _menus(hand: Hand) -> tuple[int, int, int, int, int, int, int]:
    """How many menus of 600, 300, 200 and 100, how many hundreds of RES, how many doubles and jumps."""
    plain = counts(hand)
    res = sum(number * HUNDREDS[card] for card, number in zip(CARDS, plain, strict=True) if card in RES)
    return plain[3] + plain[7], plain[2] + plain[6], plain[1] + plain[5], plain[0] + plain[4], res, plain[9], plain[10]


def reachable(state: RestaurantState, room: Room) -> int:
    """The tables that may still be served, as far as the path can lead."""
    unserved = state.marked & ~state.served
    region, grown = 0, int(state.reach)
    while grown != region:
        region = grown
        grown |= room.beside(region) & unserved
    return region


def in_service(state: RestaurantState, room: Room, *, service_only: bool) -> list[float]:
    """By seat, during the service: what it has now and what it may still get."""
    region = reachable(state, room)
    chances = _CHANCES[region.bit_count()]
    best, second, c600, c300, c200, c100, c_res, c_double, c_jump, c_table, c_salon, _, _ = chances
    expected = []
    for score, hand, markers in zip(scores(state, service_only=service_only), state.hands, state.markers, strict=True):
        own = markers & region
        in_salon = (own & SALON).bit_count()
        elsewhere = own.bit_count() - in_salon
        first_gain, second_gain = best_two(hand, min(2, in_salon), min(2, elsewhere))
        m600, m300, m200, m100, res, doubles, jumps = _menus(hand)
        expected.append(
            score
            + best * first_gain
            + second * second_gain
            + c600 * m600
            + c300 * m300
            + c200 * m200
            + c100 * m100
            + c_res * res
            + c_double * doubles
            + c_jump * jumps
            + c_table * elsewhere
            + c_salon * in_salon
        )
    seat = state.to_play
    now = state.markers[seat] & state.reach
    in_salon = (now & SALON).bit_count()
    gain = best_two(state.hands[seat], min(2, in_salon), min(2, now.bit_count() - in_salon))[0]
    expected[seat] += chances.turn + chances.now * gain
    return expected


def swing(state: RestaurantState, room: Room) -> float:
    """How much scores may still differ from what is expected, as the scale of the odds."""
    if not state.sums:
        return 400.0
    return 140.0 + 6.0 * reachable(state, room).bit_count()

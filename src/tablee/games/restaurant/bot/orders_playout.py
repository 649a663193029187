"""The orders played to their end by a quick policy: RE-05 to RE-14."""

from collections.abc import Sequence
from typing import Final

from tablee.core.chance import Random
from tablee.games.restaurant.knowledge import history
from tablee.games.restaurant.pieces import (
    ALL_TABLES,
    CARDS,
    ENOUGH,
    MARKERS,
    MENUS,
    RES_KINDS,
    RIM,
    SALON,
    UNITS,
    Card,
    Hand,
    Room,
    Tables,
    draw,
    kinds,
    value,
)
from tablee.games.restaurant.state import RestaurantState

DISH, JUMP = CARDS.index(Card.DISH), CARDS.index(Card.JUMP)
_DISH_UNIT: Final = UNITS[DISH]
_MENUS: Final = sum(63 << 13 + 6 * number for number in range(len(MENUS)))


SALON_TABLE: Final = 35.0
"""How much more a marker in the salon is worth than one elsewhere, in points."""
WHIM: Final = 60.0
"""The number of points up to which differences are left to chance."""
WORTH_A_RES: Final = 600
"""What the menus under a RES must come to."""


def menus_of(held: int) -> Hand:
    """The menus of a hand."""
    kept = held & _MENUS
    whole = 0
    shift, number = 13, 0
    while kept >> shift:
        many = kept >> shift & 63
        if many:
            whole += many * UNITS[number]
        shift += 6
        number += 1
    return Hand(whole)


def shares_of_menus(deeds: Sequence[int], players: int) -> list[float]:
    """By seat: how many menus it has, protected or not, as far as everybody could see."""
    menus, cards = [0.0] * players, [0] * players
    for deed in deeds:
        what, seat = deed & 7, deed >> 3 & 7
        if what == history.TAKE:
            cards[seat] += 1
            menus[seat] += deed >> 15 & 15 < DISH
        elif what == history.EXCHANGE:
            other = deed >> 6 & 7
            moved = menus[other] / max(1, cards[other])
            menus[seat] += moved
            menus[other] -= moved
    return menus


class OrdersPlayout:
    """The orders from some moment on; playing them changes it."""

    __slots__ = (
        "_rng",
        "_room",
        "_service_only",
        "hands",
        "last",
        "marked",
        "markers",
        "menus",
        "piles",
        "reach",
        "seat",
        "stock",
    )

    def __init__(
        self, room: Room, rng: Random, state: RestaurantState, menus: list[float], *, service_only: bool
    ) -> None:
        self._room = room
        self._rng = rng
        self._service_only = service_only
        self.hands = state.hands[:]
        self.piles = state.piles[:]
        self.markers = state.markers[:]
        self.marked: int = state.marked
        self.stock: int = state.stock
        self.last: int = -1 if state.last is None else state.last
        self.reach: int = state.reach
        self.seat = state.to_play
        self.menus = menus
        """By seat: how many menus it has, as far as everybody can see."""

    def play(self, turns: int) -> None:
        """Play `turns` turns, from the choice of a table on; then `seat` is the last that took a card."""
        while True:
            while self.take(self._table()):
                pass
            turns -= 1
            if not turns or not self.next_turn():
                return

    def next_turn(self) -> bool:
        """Whether the orders go on."""
        reach = self._path()
        if not reach:
            return False
        players = len(self.hands)
        seat = (self.seat + 1) % players
        while self.markers[seat].bit_count() == MARKERS:
            seat = (seat + 1) % players
        self.seat = seat
        self.reach = self._without_dead_ends(reach)
        return True

    @property
    def are_over(self) -> bool:
        """RE-11: whether no card can be taken next."""
        return not self._path()

    def _path(self) -> int:
        free = ALL_TABLES ^ self.marked
        reach = self._room.next_to[self.last] & free
        if not reach and self.marked.bit_count() < ENOUGH:
            reach = free & RIM or free
        return reach

    def _without_dead_ends(self, reach: int) -> int:
        if self.marked.bit_count() + 1 < ENOUGH:
            return reach & self._room.beside(ALL_TABLES ^ self.marked) or reach
        return reach

    def _table(self) -> int:
        """Where to take a card."""
        random = self._rng.random
        best, best_table = -1.0, 0
        left = self.reach
        while left:
            bit = left & -left
            left ^= bit
            worth = WHIM * random()
            if bit & SALON:
                worth += SALON_TABLE
            if worth > best:
                best, best_table = worth, bit.bit_length() - 1
        return best_table

    def take(self, table: int) -> bool:
        """Take the card of a table; whether the seat may take another."""
        seat = self.seat
        bit = 1 << table
        self.marked |= bit
        self.markers[seat] = Tables(self.markers[seat] | bit)
        self.last = table
        return self.found(draw(self.stock, self._rng))

    def found(self, number: int) -> bool:
        """The card is of this kind; whether the seat may take another."""
        seat = self.seat
        self.stock -= UNITS[number]
        self.hands[seat] = Hand(self.hands[seat] + UNITS[number])
        if number < DISH:
            self.menus[seat] += 1
            self.protect()
            return False
        if number == DISH:
            self.exchange_best()
            return False
        reach = ALL_TABLES ^ self.marked if number == JUMP else self._path()
        if not reach or self.markers[seat].bit_count() == MARKERS:
            return False
        self.reach = self._without_dead_ends(reach)
        return True

    def exchange_best(self) -> None:
        """RE-07: with whom it seems best, if there is anybody. RE-24: where menus are a burden, with nobody."""
        victim = -1 if self._service_only else self._victim()
        if victim >= 0:
            self.exchange(victim)
            self.protect()

    def _victim(self) -> int:
        """Whom to draw from: who has the largest share of menus."""
        best, victim = -1.0, -1
        for other, held in enumerate(self.hands):
            if held and other != self.seat:
                in_hand = self.menus[other] - (self.piles[other] & 63)
                share = in_hand / (held & 63) + 0.2 * self._rng.random()
                if share > best:
                    best, victim = share, other
        return victim

    def exchange(self, other: int) -> None:
        """RE-07."""
        seat, hands = self.seat, self.hands
        share = max(0.0, self.menus[other] - (self.piles[other] & 63)) / (hands[other] & 63)
        moved = UNITS[draw(hands[other], self._rng)] - _DISH_UNIT
        hands[seat] = Hand(hands[seat] + moved)
        hands[other] = Hand(hands[other] - moved)
        self.menus[seat] += share
        self.menus[other] -= share

    def protect(self) -> None:
        """RE-10: if there is a RES and enough to lay under it."""
        held = self.hands[self.seat]
        if kinds(held) & RES_KINDS and value(held) >= WORTH_A_RES and not self._service_only:
            menus = menus_of(held)
            self.hands[self.seat] = Hand(held - menus)
            self.piles[self.seat] = Hand(self.piles[self.seat] + menus)

    def all_held(self) -> list[Hand]:
        """RE-13: the protected cards are taken up."""
        return [Hand(held + pile) for held, pile in zip(self.hands, self.piles, strict=True)]

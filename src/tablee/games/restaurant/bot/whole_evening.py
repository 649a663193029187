"""Evenings played to their very end, from the orders on, for a second look at the choices that seem best.

The orders are played as chefs play them. Who serves first can often end the evening in his first turn: that is looked
for, because it decides most evenings.
"""

from collections.abc import Sequence
from typing import Final

from tablee.core.chance import Random
from tablee.games.restaurant.actions import Move
from tablee.games.restaurant.bot.judge import Evening, first_to_serve, won
from tablee.games.restaurant.bot.orders_playout import OrdersPlayout, menus_of, shares_of_menus
from tablee.games.restaurant.bot.prospects import shares
from tablee.games.restaurant.bot.service_playout import ServicePlayout, Start
from tablee.games.restaurant.bot.winning_turn import WinningTurn
from tablee.games.restaurant.pieces import (
    ALL_TABLES,
    ENOUGH,
    RES_KINDS,
    RIM,
    SALON,
    TABLES,
    Hand,
    Room,
    Tables,
    counts,
    in_order,
    kinds,
    value,
)
from tablee.games.restaurant.rules.scoring import minus
from tablee.games.restaurant.state import RestaurantState

_SALON_FIRST: Final = 0.8
"""How often a table in the salon is preferred where there is one."""
_KEEPS: Final = 0.4
"""How often a dish of the day is kept."""
_GOES_ON: Final = 0.88
"""How often a further card is taken."""
_PROTECTS: Final = 0.15
"""How often a RES is laid at the end of a turn."""


class WholeOrders(OrdersPlayout):
    """The orders as chefs take them. All playouts of one world turn the same cards in the same order."""

    __slots__ = ("_deck",)

    def __init__(
        self, room: Room, rng: Random, state: RestaurantState, menus: list[float], deck: Sequence[int]
    ) -> None:
        super().__init__(room, rng, state, menus, service_only=False)
        self._deck = deck

    def take(self, table: int) -> bool:
        seat = self.seat
        bit = 1 << table
        card = self._deck[len(self._deck) - (self.stock & 63)]
        self.marked |= bit
        self.markers[seat] = Tables(self.markers[seat] | bit)
        self.last = table
        if not self.found(card):
            return False
        return self._rng.random() < _GOES_ON

    def _table(self) -> int:
        reach = self.reach
        if self.marked.bit_count() >= ENOUGH - 1:
            dead = reach & ~self._room.beside(ALL_TABLES ^ self.marked)
            if dead:
                reach = dead if self._is_smallest() else reach & ~dead or reach
        random = self._rng.random
        inside = reach & SALON
        if inside and random() < _SALON_FIRST:
            reach = inside
        tables = in_order(Tables(reach))
        return tables[int(random() * len(tables))]

    def _is_smallest(self) -> bool:
        """Whether the seat would serve first."""
        sums = [value(held + pile) for held, pile in zip(self.hands, self.piles, strict=True)]
        return sums[self.seat] == min(sums)

    def exchange_best(self) -> None:
        if self._rng.random() > _KEEPS:
            victim = self._victim()
            if victim >= 0:
                self.exchange(victim)
        self.protect()

    def _victim(self) -> int:
        """Whom to draw from: who has the smallest share of menus."""
        best, victim = 9.0, -1
        for other, held in enumerate(self.hands):
            if held and other != self.seat:
                share = (self.menus[other] - (self.piles[other] & 63)) / (held & 63) + 0.2 * self._rng.random()
                if share < best:
                    best, victim = share, other
        return victim

    def protect(self) -> None:
        held = self.hands[self.seat]
        if kinds(held) & RES_KINDS and self._rng.random() < _PROTECTS:
            menus = menus_of(held)
            self.hands[self.seat] = Hand(held - menus)
            self.piles[self.seat] = Hand(self.piles[self.seat] + menus)


class WholeEvening(Evening):
    """Plays evenings to their end for one seat, from the orders on."""

    def result(self, world: RestaurantState, action: Move) -> float:
        """The part of the win that the seat gets in this world if it does this. In the same world the same cards are
        turned, whatever is done."""
        if world is not self._world:
            self._world = world
            self._deck = [number for number, many in enumerate(counts(world.stock)) for _ in range(many)]
            self._rng.shuffle(self._deck)
            self._menus = shares_of_menus(world.history, len(world.hands))
        orders = WholeOrders(self._room, self._rng, world, self._menus[:], self._deck)
        if self._begin(orders, world, action) or orders.next_turn():
            orders.play(len(TABLES))
        return self._after_orders(orders)

    def _after_orders(self, orders: OrdersPlayout) -> float:
        """The part of the win that the seat gets when the orders have ended like this."""
        hands = orders.all_held()
        first = first_to_serve(orders, hands)
        owner = [0] * len(TABLES)
        for seat, markers in enumerate(orders.markers):
            for table in in_order(markers):
                owner[table] = seat
        scores = [value(held) - minus(held) for held in hands]
        reach = RIM & orders.marked
        start = Start(hands, scores, orders.markers, owner, seat=first, reach=reach, unserved=orders.marked)
        if WinningTurn(self._room, self._plans, start).exists():
            return float(first == self._seat)
        final = ServicePlayout(self._room, self._plans, self._rng, start).play()
        foreseen = shares(hands, orders.markers, first, self._weights, 1.0)[self._seat]
        return (won(final, self._seat) + foreseen) / 2

"""The Restaurant table."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from typing import Final

from tablee.core.game import State
from tablee.games.restaurant.pieces import Hand, OrdersEnding, ServiceEnding, Step, Table, Tables

TAKE: Final = Step.TAKE
TURN: Final = Step.TURN
EXCHANGE: Final = Step.EXCHANGE
DRAW: Final = Step.DRAW
TAKE_MORE: Final = Step.TAKE_MORE
REST: Final = Step.REST
SERVE: Final = Step.SERVE
SERVE_MORE: Final = Step.SERVE_MORE
OVER: Final = Step.OVER
"""The steps by name: cheaper to look up than members of the class."""


class RestaurantState(State):
    """Lists are by seat unless they say otherwise."""

    __slots__ = (
        "ending",
        "hands",
        "history",
        "last",
        "marked",
        "markers",
        "may_hold_res",
        "orders_ending",
        "passes",
        "piles",
        "points",
        "reach",
        "res_laid",
        "served",
        "step",
        "stock",
        "sums",
        "to_play",
        "victim",
    )
    step: Step
    to_play: int
    """Whose turn it is."""
    reach: Tables
    """Where the seat to play may take a card, or serve one."""
    last: Table | None
    """RE-05, RE-15: where the path ends; None before its first table."""
    marked: Tables
    """The tables with a marker, anybody's."""
    markers: list[Tables]
    stock: Hand
    """RE-04: the cards face down on the board; which lies where is not fixed before it is turned."""
    hands: list[Hand]
    piles: list[Hand]
    """RE-10: protected cards; taken up again when the orders end."""
    victim: int | None
    """RE-07: whom a card is being drawn from."""
    res_laid: int
    """RE-10: how many of the six."""
    may_hold_res: int
    """RE-10: the seats, as a bit set, that might hold a RES as far as others know; they are asked when a turn ends."""
    orders_ending: OrdersEnding | None
    sums: tuple[int, ...]
    """RE-13; empty before."""
    served: Tables
    points: list[int]
    """RE-19."""
    passes: int
    """RE-20: in a row."""
    ending: ServiceEnding | None
    history: list[int]
    """All deeds so far, as knowledge/history.py packs them."""

    def copy(self) -> "RestaurantState":
        new = RestaurantState()
        new.step = self.step
        new.to_play = self.to_play
        new.reach = self.reach
        new.last = self.last
        new.marked = self.marked
        new.markers = self.markers[:]
        new.stock = self.stock
        new.hands = self.hands[:]
        new.piles = self.piles[:]
        new.victim = self.victim
        new.res_laid = self.res_laid
        new.may_hold_res = self.may_hold_res
        new.orders_ending = self.orders_ending
        new.sums = self.sums
        new.served = self.served
        new.points = self.points[:]
        new.passes = self.passes
        new.ending = self.ending
        new.history = self.history[:]
        return new

"""What a seat knows in Restaurant."""

from dataclasses import dataclass
from typing import Protocol

from tablee.core.chance import Random
from tablee.core.game import View
from tablee.core.seat import Seat
from tablee.games.restaurant.knowledge.history import Deed, What, as_known_to
from tablee.games.restaurant.pieces import (
    MARKERS,
    TABLES,
    Card,
    Hand,
    OrdersEnding,
    Protect,
    ServiceEnding,
    Step,
    Table,
    cards_in,
    in_order,
    size,
)
from tablee.games.restaurant.state import RestaurantState


class StateSampler(Protocol):
    """Draws states that the owner of a view thinks possible."""

    def draw(self, rng: Random) -> RestaurantState:
        """One of them, by its odds."""


class _Prepared(View):
    """Keeps the sampler that `determinize` makes when it is first asked about a view; it is no part of the view."""

    __slots__ = ("sampler",)
    sampler: StateSampler


@dataclass(frozen=True, slots=True)
class RestaurantView(_Prepared):
    """Tuples are by seat unless they say otherwise."""

    seat: Seat | None
    players: int
    stairs: bool
    service_only: bool
    protect: Protect
    step: Step
    to_play: Seat
    """Whose turn it is, or was when it ended."""
    reach: tuple[Table, ...]
    """Where the seat to play may take a card, or serve one."""
    last: Table | None
    """Where the path ends."""
    markers: tuple[Seat | None, ...]
    """By table: whose marker lies there."""
    plates: tuple[Card | None, ...]
    """By table: the card served there."""
    markers_left: tuple[int, ...]
    hand: tuple[Card, ...]
    """The viewer's own cards that are not protected."""
    pile: tuple[Card, ...]
    """RE-10: his protected cards."""
    hand_sizes: tuple[int, ...]
    pile_sizes: tuple[int, ...]
    victim: Seat | None
    """RE-07: whom a card is being drawn from."""
    may_hold_res: tuple[bool, ...]
    """RE-10: who might hold a RES as far as the others know."""
    orders_ending: OrdersEnding | None
    sums: tuple[int, ...]
    """RE-13; empty before the orders end."""
    points: tuple[int, ...]
    """RE-19."""
    passes: int
    """RE-20: in a row."""
    ending: ServiceEnding | None
    hands: tuple[tuple[Card, ...], ...]
    """RE-21: what everybody still held at the end; empty before."""
    scores: tuple[int, ...]
    """RE-22; empty before the end."""
    chronicle: tuple[Deed, ...]
    """All that was done, as the viewer knows it."""


def view(
    state: RestaurantState,
    seat: Seat | None,
    *,
    stairs: bool,
    service_only: bool,
    protect: Protect,
    scores: tuple[int, ...],
) -> RestaurantView:
    """All that `seat` (None: a spectator) knows; the scores are empty before the end."""
    players = len(state.hands)
    markers: list[Seat | None] = [None] * len(TABLES)
    for owner, tables in enumerate(state.markers):
        for table in in_order(tables):
            markers[table] = Seat(owner)
    known = as_known_to(seat, state.history)
    plates: list[Card | None] = [None] * len(TABLES)
    for deed in known:
        if deed.what is What.SERVE and deed.table is not None:
            plates[deed.table] = deed.card
    return RestaurantView(
        seat=seat,
        players=players,
        stairs=stairs,
        service_only=service_only,
        protect=protect,
        step=state.step,
        to_play=Seat(state.to_play),
        reach=in_order(state.reach),
        last=state.last,
        markers=tuple(markers),
        plates=tuple(plates),
        markers_left=tuple(MARKERS - tables.bit_count() for tables in state.markers),
        hand=() if seat is None else cards_in(state.hands[seat]),
        pile=() if seat is None else cards_in(state.piles[seat]),
        hand_sizes=tuple(map(size, state.hands)),
        pile_sizes=tuple(map(size, state.piles)),
        victim=None if state.victim is None else Seat(state.victim),
        may_hold_res=tuple(bool(state.may_hold_res >> player & 1) for player in range(players)),
        orders_ending=state.orders_ending,
        sums=state.sums,
        points=tuple(state.points),
        passes=state.passes,
        ending=state.ending,
        hands=tuple(map(cards_in, state.hands)) if state.ending else (),
        scores=scores,
        chronicle=known,
    )


def all_hands(state: RestaurantState) -> tuple[tuple[Card, ...], ...]:
    """The cards of every seat, protected or not: for a replay in which everything is shown."""
    return tuple(cards_in(Hand(hand + pile)) for hand, pile in zip(state.hands, state.piles, strict=True))

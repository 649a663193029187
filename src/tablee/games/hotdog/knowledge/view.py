"""What a seat sees: everything on the table, but only its own bid while bids lie face down."""

from dataclasses import dataclass
from functools import lru_cache

from tablee.core.game import View
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.pieces import Ending, Pile, TableSize, cards
from tablee.games.hotdog.state import HotDogState


@dataclass(frozen=True, slots=True)
class TableView:
    """One neutral table: what it seats, what is free, and the cards on it by seat."""

    size: TableSize
    room: int
    cards: tuple[tuple[int, ...], ...]


@dataclass(frozen=True, slots=True)
class HotDogView(View):
    """Tuples are by seat unless they say otherwise."""

    seat: Seat | None
    hand: int
    hands: int
    round: int
    over: bool
    mustard: Seat
    money: tuple[int, ...]
    spent: tuple[int, ...]
    totals: tuple[int, ...]
    hotdogs: tuple[tuple[int, ...], ...]
    eaten: tuple[tuple[int, ...], ...]
    tables: tuple[TableView, ...]
    """In the order of service."""
    chosen: tuple[bool, ...]
    announced: tuple[bool, ...]
    bid: Bid | None
    """The viewer's own, face down."""
    revealed: tuple[Bid, ...]
    """HD-10: the bids of the round before."""
    manual: bool
    """HD-20: whether the viewer must announce his last hot-dog himself."""
    idle_rounds: int
    endings: tuple[Ending, ...]


@lru_cache(4096)
def _table(size: TableSize, room: int, *placed: Pile) -> TableView:
    """Kept for the next reader: tables change once a round, and everybody at them is sent a view after every bid."""
    return TableView(size, room, tuple(map(cards, placed)))


def view(
    state: HotDogState, seat: Seat | None, tables: tuple[TableSize, ...], hands: int, *, manual: bool
) -> HotDogView:
    """All that `seat` (None: a spectator) knows."""
    players = len(state.money)
    return HotDogView(
        seat=seat,
        hand=min(state.hand, hands),
        hands=hands,
        round=state.round,
        over=state.hand > hands,
        mustard=Seat(state.mustard),
        money=tuple(state.money),
        spent=tuple(state.spent),
        totals=tuple(state.totals),
        hotdogs=tuple(map(cards, state.hotdogs)),
        eaten=tuple(map(cards, state.eaten)),
        tables=tuple(
            [
                _table(size, state.room[index], *state.placed[index * players : (index + 1) * players])
                for index, size in enumerate(tables)
            ]
        ),
        chosen=tuple([bid is not None for bid in state.bids]),
        announced=tuple(state.announced),
        bid=None if seat is None else state.bids[seat],
        revealed=state.revealed,
        manual=manual,
        idle_rounds=state.idle_rounds,
        endings=state.endings,
    )

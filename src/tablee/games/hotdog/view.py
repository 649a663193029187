"""What a seat knows in Hot-Dog: all but the bids of others that lie face down."""

from dataclasses import dataclass

from tablee.core.chance import Random
from tablee.core.game import View
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.bidbook import bidbook
from tablee.games.hotdog.pieces import Ending, TableSize, cards, pile
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
            TableView(
                size,
                state.room[index],
                tuple(map(cards, state.placed[index * players : (index + 1) * players])),
            )
            for index, size in enumerate(tables)
        ),
        chosen=tuple(bid is not None for bid in state.bids),
        announced=tuple(state.announced),
        bid=None if seat is None else state.bids[seat],
        revealed=state.revealed,
        manual=manual,
        idle_rounds=state.idle_rounds,
        endings=state.endings,
    )


def determinize(view: HotDogView, rng: Random) -> HotDogState:
    """A state the viewer thinks possible: the bids he cannot see are any that fit what was said aloud.

    A view does not tell how others choose, so each bid they could have made is as likely as the others.
    """
    state = HotDogState()
    state.hand = view.hand + view.over
    state.round = view.round
    state.mustard = view.mustard
    state.money = list(view.money)
    state.spent = list(view.spent)
    state.hotdogs = [pile(values) for values in view.hotdogs]
    state.eaten = [pile(values) for values in view.eaten]
    state.room = [table.room for table in view.tables]
    state.placed = [pile(values) for table in view.tables for values in table.cards]
    state.bids = [_possible_bid(view, Seat(seat), rng) for seat in range(len(view.money))]
    state.missing = state.bids.count(None)
    state.revealed = view.revealed
    state.announced = list(view.announced)
    state.idle_rounds = view.idle_rounds
    state.totals = list(view.totals)
    state.endings = view.endings
    return state


def _possible_bid(view: HotDogView, seat: Seat, rng: Random) -> Bid | None:
    if seat == view.seat or not view.chosen[seat]:
        return view.bid if seat == view.seat else None
    tables = tuple(table.size for table in view.tables)
    held = pile(view.hotdogs[seat])
    bids = bidbook(tables, manual=view.manual, last=view.announced[seat])[held]
    number = bids.number(view.money[seat])
    while True:
        bid = bids.all[rng.randrange(number)]
        # HD-19: who has said nothing did not bid his last hot-dogs, or (HD-20) chose not to say so.
        if view.announced[seat] or not (bid.announce or (bid.cards == held and not view.manual)):
            return bid

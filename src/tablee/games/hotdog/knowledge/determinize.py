"""A state that a seat thinks possible: the bids it cannot see are drawn anew."""

from tablee.core.chance import Random
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid, legal_bids
from tablee.games.hotdog.knowledge.view import HotDogView
from tablee.games.hotdog.pieces import pile
from tablee.games.hotdog.state import HotDogState


def determinize(view: HotDogView, rng: Random) -> HotDogState:
    """Hidden bids are drawn from all that fit what was announced.

    A view does not tell how others choose, so all bids they could have made are equally likely.
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
    bids = legal_bids(tables, manual=view.manual, last=view.announced[seat])[held]
    number = bids.number(view.money[seat])
    while True:
        bid = bids.all[rng.randrange(number)]
        # HD-19: without an announcement these are not the last hot-dogs, or (HD-20) the player kept silent.
        if view.announced[seat] or not (bid.announce or (bid.cards == held and not view.manual)):
            return bid

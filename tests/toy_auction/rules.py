"""The rules of the toy auction; see rules.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, ClassVar

from tests.toy_auction.pieces import COINS, Bid, Chosen, Lot, Revealed, Ties, ToyAuctionView, Won
from tests.toy_auction.words import ToyAuctionWords

from tablee.core.chance import Random
from tablee.core.errors import Refusal
from tablee.core.game import Event, Game, State
from tablee.core.options import choice, flag, integer, integers
from tablee.core.seat import Seat


class ToyAuctionState(State):
    """Lists are by seat."""

    __slots__ = ("bids", "coins", "hands", "lots", "over", "points", "round", "spent")
    round: int
    over: bool
    hands: list[tuple[int, ...]]
    coins: list[int]
    points: list[int]
    bids: list[Bid | None]
    spent: list[int]
    """Cards and coins that are gone, of all seats."""
    lots: list[int]
    """How many were won by one seat, won by several, left."""

    def copy(self) -> "ToyAuctionState":
        new = ToyAuctionState()
        new.round, new.over = self.round, self.over
        new.hands, new.coins, new.points = self.hands[:], self.coins[:], self.points[:]
        new.bids, new.spent, new.lots = self.bids[:], self.spent[:], self.lots[:]
        return new


@dataclass(frozen=True)
class ToyAuction(Game[ToyAuctionState, Bid, ToyAuctionView]):
    name: ClassVar = "toy_auction"
    rules_version: ClassVar = 1
    package: ClassVar = "tests.toy_auction"
    action_types: ClassVar = (Bid,)
    event_types: ClassVar = (Chosen, Revealed, Won)
    view_type: ClassVar = ToyAuctionView
    words: ClassVar = ToyAuctionWords()

    players: int = integer(3, 2, 5)
    rounds: int = integer(3, 1, 50)
    cards: tuple[int, ...] = integers((1, 2, 3, 4, 5), 2, 10, 1, 9)
    ties: Ties = choice(Ties.NOBODY)
    refill: bool = flag(True)

    def start(self) -> ToyAuctionState:
        state = ToyAuctionState()
        state.round, state.over = 1, False
        state.points = [0] * self.players
        state.bids = [None] * self.players
        state.lots = [0, 0, 0]
        self._deal(state)
        return state

    def _deal(self, state: ToyAuctionState) -> None:
        state.hands = [tuple(sorted(self.cards, reverse=True))] * self.players
        state.coins = [COINS] * self.players
        state.spent = [0, 0]

    def actors(self, state: ToyAuctionState) -> Sequence[Seat]:
        return () if state.over else tuple(seat for seat in self.seats if state.bids[seat] is None)

    def may_replace(self, state: ToyAuctionState) -> Sequence[Seat]:
        return tuple(seat for seat in self.seats if state.bids[seat] is not None)

    def legal(self, state: ToyAuctionState, seat: Seat) -> Sequence[Bid]:
        if state.over or seat not in self.seats:
            return ()
        hand = state.hands[seat]
        chosen = sorted({cards for size in range(1, len(hand) + 1) for cards in combinations(hand, size)})
        return [Bid(lot, cards, coins) for lot in Lot for cards in chosen for coins in range(state.coins[seat] + 1)]

    def choices(self, state: ToyAuctionState, seat: Seat) -> dict[str, Any]:
        """Any bid of the cards and coins that the view shows."""
        return {"kind": "bid"}

    def refusal(self, state: ToyAuctionState, seat: Seat, action: Bid) -> Refusal | None:
        for card in action.cards:
            wanted = action.cards.count(card)
            if wanted > state.hands[seat].count(card):
                return Refusal("not_held", "TA-03", {"card": card, "wanted": wanted})
        if not action.cards:
            return Refusal("no_cards", "TA-03")
        if not 0 <= action.coins <= state.coins[seat]:
            return Refusal("not_enough_coins", "TA-04", {"coins": action.coins, "held": state.coins[seat]})
        return None

    def apply(self, state: ToyAuctionState, seat: Seat, action: Bid, events: bool = True) -> Sequence[Event]:
        state.bids[seat] = action
        told: list[Event] = [Chosen(seat, action)]
        bids = [bid for bid in state.bids if bid is not None]
        if len(bids) == self.players:
            told.append(Revealed(tuple(bids)))
            self._end_round(state, bids, told)
        return told if events else []

    def _end_round(self, state: ToyAuctionState, bids: list[Bid], told: list[Event]) -> None:
        for lot in Lot:
            best = max((bid.total for bid in bids if bid.lot is lot), default=0)
            first = tuple(seat for seat in self.seats if bids[seat].lot is lot and bids[seat].total == best)
            winners = first if len(first) == 1 or self.ties is Ties.ALL else ()
            for seat in winners:
                state.points[seat] += lot
            state.lots[0 if len(winners) == 1 else 1 if winners else 2] += 1
            told.append(Won(lot, winners))
        for seat, bid in zip(self.seats, bids, strict=True):
            left = list(state.hands[seat])
            for card in bid.cards:
                left.remove(card)
            state.hands[seat] = tuple(left)
            state.coins[seat] -= bid.coins
            state.spent[0] += len(bid.cards)
            state.spent[1] += bid.coins
        state.bids = [None] * self.players
        if self.refill:
            self._deal(state)
        state.over = state.round == self.rounds or not all(state.hands)
        state.round += not state.over

    def view(self, state: ToyAuctionState, seat: Seat | None) -> ToyAuctionView:
        won, shared, left = state.lots
        return ToyAuctionView(
            seat,
            state.round,
            self.rounds,
            state.over,
            tuple(state.hands),
            tuple(state.coins),
            tuple(state.points),
            tuple(bid is not None for bid in state.bids),
            None if seat is None else state.bids[seat],
            (won, shared, left),
        )

    def determinize(self, view: ToyAuctionView, rng: Random) -> ToyAuctionState:
        state = self.start()
        state.round, state.over, state.lots = view.round, view.over, list(view.lots)
        whole = state.copy()
        state.hands, state.coins, state.points = list(view.hands), list(view.coins), list(view.points)
        state.spent = [sum(map(len, whole.hands)) - sum(map(len, view.hands)), sum(whole.coins) - sum(view.coins)]
        for seat in self.seats:
            if view.chosen[seat]:
                state.bids[seat] = view.bid if seat == view.seat else rng.choice(self.legal(state, seat))
        return state

    def scores(self, state: ToyAuctionState) -> tuple[int, ...]:
        return tuple(state.points)

    def winners(self, state: ToyAuctionState) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if state.over and state.points[seat] == max(state.points))

    def conserved(self, state: ToyAuctionState) -> Mapping[str, int]:
        return {
            "cards": sum(map(len, state.hands)) + state.spent[0],
            "coins": sum(state.coins) + state.spent[1],
        }

    def tally(self, state: ToyAuctionState) -> Mapping[str, int]:
        return dict(zip(("lots.won", "lots.shared", "lots.left"), state.lots, strict=True))

    @property
    def longest(self) -> int:
        return self.players * self.rounds

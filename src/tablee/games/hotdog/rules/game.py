"""Hot-Dog: the options, the choices and the settlement of a round."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar

from tablee.core.chance import Random
from tablee.core.errors import Refusal
from tablee.core.game import Event, Game
from tablee.core.options import choice, whole, wholes
from tablee.core.seat import Seat
from tablee.games.hotdog import events as e
from tablee.games.hotdog import knowledge
from tablee.games.hotdog.actions import Bid, LegalBids, legal_bids
from tablee.games.hotdog.knowledge import HotDogView
from tablee.games.hotdog.pieces import (
    EMPTY,
    HOTDOG_VALUES,
    IDLE_ROUNDS,
    START_MONEY,
    Announce,
    Ending,
    Pile,
    Settle,
    TableSize,
    pile,
    smallest,
    tables_for,
    total,
)
from tablee.games.hotdog.rules.refusals import refusal
from tablee.games.hotdog.state import HotDogState
from tablee.games.hotdog.text import HotDogWords


@dataclass(frozen=True)
class HotDog(Game[HotDogState, Bid, HotDogView]):
    """Everybody sells hot-dogs at once; the cheapest are served first; only full tables pay.

    >>> game = HotDog(players=2)
    >>> state = game.start()
    >>> game.actors(state)
    (0, 1)
    """

    name: ClassVar = "hotdog"
    rules_version: ClassVar = 1
    package: ClassVar = "tablee.games.hotdog"
    action_types: ClassVar = (Bid,)
    event_types: ClassVar = e.EVENTS
    view_type: ClassVar = HotDogView
    words: ClassVar = HotDogWords()

    players: int = whole(3, 2, 5)
    hands: int = whole(3, 1, 5)
    hotdog_values: tuple[int, ...] = wholes(HOTDOG_VALUES, 2, 10, 1, 9)
    settle: Settle = choice(Settle.AT_ONCE)
    announce: Announce = choice(Announce.AUTO)

    # Worked out from the options

    @cached_property
    def tables(self) -> tuple[TableSize, ...]:
        """HD-02, in the order of service (HD-11)."""
        return tables_for(self.players)

    @cached_property
    def _stock(self) -> Pile:
        return pile(self.hotdog_values)

    @cached_property
    def _manual(self) -> bool:
        return self.announce is Announce.MANUAL

    @cached_property
    def _at_once(self) -> bool:
        return self.settle is Settle.AT_ONCE

    @cached_property
    def _bids(self) -> LegalBids:
        return legal_bids(self.tables, manual=self._manual, last=False)

    @cached_property
    def _last_bids(self) -> LegalBids:
        return legal_bids(self.tables, manual=self._manual, last=True)

    # The course of a match

    def start(self) -> HotDogState:
        state = HotDogState()
        state.hand = 1
        state.mustard = 0  # HD-05
        state.totals = [0] * self.players
        state.endings = ()
        state.revealed = ()
        self._deal(state)
        return state

    def _deal(self, state: HotDogState) -> None:
        """HD-01 to HD-03; at the start of every hand (HD-24)."""
        state.round = 1
        state.money = [START_MONEY] * self.players
        state.spent = [0] * self.players
        state.hotdogs = [self._stock] * self.players
        state.eaten = [EMPTY] * self.players
        state.room = list(self.tables)
        state.placed = [EMPTY] * (self.players * len(self.tables))
        state.idle_rounds = 0
        self._open_round(state)

    def _open_round(self, state: HotDogState) -> None:
        state.bids = [None] * self.players
        state.missing = self.players
        state.announced = [False] * self.players

    def actors(self, state: HotDogState) -> Sequence[Seat]:
        if state.hand > self.hands:
            return ()
        if state.missing == self.players:
            return self.seats
        return tuple([seat for seat in self.seats if state.bids[seat] is None])

    def may_replace(self, state: HotDogState) -> Sequence[Seat]:
        return tuple([seat for seat in self.seats if state.bids[seat] is not None])

    def legal(self, state: HotDogState, seat: Seat) -> Sequence[Bid]:
        if state.hand > self.hands or seat not in self.seats:
            return ()
        # HD-19: what was announced stays announced.
        allowed = self._last_bids if state.announced[seat] else self._bids
        bids = allowed[state.hotdogs[seat]]
        return bids.all[: bids.number(state.money[seat])]

    def choices(self, state: HotDogState, seat: Seat) -> dict[str, Any]:
        """Any bid of the cards and dollars that the view shows; `last`: of all the cards, as announced (HD-19)."""
        return {"kind": "bid", "last": state.announced[seat]}

    def random_action(self, state: HotDogState, seat: Seat, rng: Random) -> Bid:
        allowed = self._last_bids if state.announced[seat] else self._bids
        bids, payable = allowed[state.hotdogs[seat]]
        money = state.money[seat]
        return bids[int(rng.random() * (payable[money] if money < len(payable) else len(bids)))]

    def refusal(self, state: HotDogState, seat: Seat, action: Bid) -> Refusal | None:
        return refusal(state, seat, action, self.tables, manual=self._manual)

    def apply(self, state: HotDogState, seat: Seat, action: Bid, events: bool = True) -> Sequence[Event]:
        told: list[Event] | None = [] if events else None
        announces = action.announce or (not self._manual and action.cards == state.hotdogs[seat])
        if told is not None:
            told.append(e.Chosen(seat, action, again=state.bids[seat] is not None))
            if announces and not state.announced[seat]:
                told.append(e.Announced(seat))
        if state.bids[seat] is None:
            state.missing -= 1
        state.bids[seat] = action
        if announces:
            state.announced[seat] = True
        if not state.missing:
            self._settle(state, told)
        return told or ()

    # The round's settlement

    def _settle(self, state: HotDogState, told: list[Event] | None) -> None:
        players, mustard = self.players, state.mustard
        bids: tuple[Bid, ...] = tuple(state.bids)  # type: ignore[arg-type]  # all are in
        state.revealed = bids
        if told is not None:
            told.append(e.Revealed(bids))
        sold = sold_out = False
        # HD-11, HD-12 are in the rank; HD-13: then clockwise from the mustard.
        order = [bid.rank + (seat - mustard) % players for seat, bid in enumerate(bids)]
        order.sort()
        for key in order:
            seat = (mustard + (key & 15)) % players
            bid = bids[seat]
            table = key >> 12
            room = state.room[table] - bid.total
            held = state.hotdogs[seat]
            silent = self._manual and bid.cards == held and not bid.announce  # HD-20
            if room < 0 or silent:  # HD-14
                if told is not None:
                    told.append(e.NotSold(Seat(seat), bid, state.room[table], silent))
                continue
            sold = True
            state.room[table] = room
            state.money[seat] -= bid.dollars  # HD-15
            state.spent[seat] += bid.dollars
            state.hotdogs[seat] = left = Pile(held - bid.cards)
            place = table * players + seat
            state.placed[place] = Pile(state.placed[place] + bid.cards)
            if not left:
                sold_out = True
            if told is not None:
                told.append(e.Sold(Seat(seat), bid, room))
            if not room and self._at_once:
                self._pay(state, table, told)
        if not self._at_once:
            for table, room in enumerate(state.room):
                if not room:
                    self._pay(state, table, told)
        state.idle_rounds = 0 if sold else state.idle_rounds + 1
        self._close_round(state, sold_out, told)

    def _pay(self, state: HotDogState, table: int, told: list[Event] | None) -> None:
        """HD-17."""
        players = self.players
        first = table * players
        piles = state.placed[first : first + players]
        for seat, cards in enumerate(piles):
            if cards:
                state.money[seat] += total(cards)
                state.eaten[seat] = Pile(state.eaten[seat] + cards)
        state.placed[first : first + players] = [EMPTY] * players
        state.room[table] = self.tables[table]
        if told is not None:
            told.append(e.Paid(self.tables[table], tuple(total(cards) for cards in piles)))

    def _close_round(self, state: HotDogState, sold_out: bool, told: list[Event] | None) -> None:
        state.mustard = (state.mustard + 1) % self.players  # HD-18
        ending: Ending | None = None
        if sold_out:
            ending = Ending.SOLD_OUT  # HD-21
        elif min(map(smallest, state.hotdogs)) > max(state.room):
            ending = Ending.STUCK  # HD-22
        elif state.idle_rounds == IDLE_ROUNDS:
            ending = Ending.IDLE
        if ending is None:
            state.round += 1
            self._open_round(state)
            if told is not None:
                told.append(e.RoundEnded(Seat(state.mustard)))
        else:
            self._end_hand(state, ending, told)

    def _end_hand(self, state: HotDogState, ending: Ending, told: list[Event] | None) -> None:
        """HD-23, HD-24."""
        state.totals = [before + money for before, money in zip(state.totals, state.money, strict=True)]
        state.endings = (*state.endings, ending)
        if told is not None:
            told.append(e.HandEnded(state.hand, ending, tuple(state.money), tuple(state.totals)))
        state.hand += 1
        if state.hand <= self.hands:
            self._deal(state)
        else:
            self._open_round(state)
            if told is not None:
                told.append(e.GameEnded(tuple(state.totals), self.winners(state)))

    # What is known

    def view(self, state: HotDogState, seat: Seat | None) -> HotDogView:
        return knowledge.view(state, seat, self.tables, self.hands, manual=self._manual)

    def determinize(self, view: HotDogView, rng: Random) -> HotDogState:
        return knowledge.determinize(view, rng)

    # How it stands

    def scores(self, state: HotDogState) -> tuple[int, ...]:
        if state.hand > self.hands:
            return tuple(state.totals)
        return tuple(before + money for before, money in zip(state.totals, state.money, strict=True))

    def winners(self, state: HotDogState) -> tuple[Seat, ...]:
        if state.hand <= self.hands:
            return ()
        best = max(state.totals)
        return tuple(seat for seat in self.seats if state.totals[seat] == best)

    def conserved(self, state: HotDogState) -> Mapping[str, int]:
        amounts = {}
        for seat in self.seats:
            on_tables = sum(state.placed[seat :: self.players])
            amounts[f"cards of {seat}"] = state.hotdogs[seat] + on_tables + state.eaten[seat]
            amounts[f"dollars of {seat}"] = state.money[seat] + state.spent[seat] - total(state.eaten[seat])
        return amounts

    def tally(self, state: HotDogState) -> Mapping[str, int]:
        return {f"hand_ended.{ending}": state.endings.count(ending) for ending in Ending}

    @property
    def longest(self) -> int:
        # At worst every card is sold alone, after as many idle rounds as HD-22 allows.
        return self.hands * self.players * IDLE_ROUNDS * (self.players * len(self.hotdog_values) + 1)

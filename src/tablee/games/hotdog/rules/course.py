"""Hot-Dog: the course of a match and the settlement of a round."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Sequence

from tablee.core.chance import Random
from tablee.core.compiled import mypyc_attr
from tablee.core.game import Event, Told
from tablee.core.seat import Seat
from tablee.games.hotdog import events as e
from tablee.games.hotdog.actions import Bid, LegalBids
from tablee.games.hotdog.pieces import (
    EMPTY,
    IDLE_ROUNDS,
    START_MONEY,
    Ending,
    Pile,
    TableSize,
    smallest,
    total,
)
from tablee.games.hotdog.state import HotDogState


@mypyc_attr(allow_interpreted_subclasses=True)
class HotDogCourse:
    """What is played through millions of times; `HotDog` fills in what follows from the options."""

    _players: int
    _hands: int
    seats: tuple[Seat, ...]
    tables: tuple[TableSize, ...]
    """HD-02, in the order of service (HD-11)."""
    _stock: Pile
    """HD-01: what everybody holds at the start of a hand."""
    _manual: bool
    """HD-20: players announce the last hot-dog themselves."""
    _at_once: bool
    """HD-17."""
    _bids: LegalBids
    _last_bids: LegalBids

    def start(self) -> HotDogState:
        state = HotDogState()
        state.hand = 1
        state.mustard = 0  # HD-05
        state.totals = [0] * self._players
        state.endings = ()
        state.revealed = ()
        self._deal(state)
        return state

    def _deal(self, state: HotDogState) -> None:
        """HD-01 to HD-03; at the start of every hand (HD-24)."""
        state.round = 1
        state.money = [START_MONEY] * self._players
        state.spent = [0] * self._players
        state.hotdogs = [self._stock] * self._players
        state.eaten = [EMPTY] * self._players
        state.room = list(self.tables)
        state.placed = [EMPTY] * (self._players * len(self.tables))
        state.idle_rounds = 0
        self._open_round(state)

    def _open_round(self, state: HotDogState) -> None:
        state.bids = [None] * self._players
        state.missing = self._players
        state.announced = [False] * self._players

    def actors(self, state: HotDogState) -> Sequence[Seat]:
        if state.hand > self._hands:
            return ()
        if state.missing == self._players:
            return self.seats
        return tuple([seat for seat in self.seats if state.bids[seat] is None])

    def may_replace(self, state: HotDogState) -> Sequence[Seat]:
        return tuple([seat for seat in self.seats if state.bids[seat] is not None])

    def legal(self, state: HotDogState, seat: Seat) -> Sequence[Bid]:
        if state.hand > self._hands or seat not in self.seats:
            return ()
        # HD-19: what was announced stays announced.
        allowed = self._last_bids if state.announced[seat] else self._bids
        bids = allowed[state.hotdogs[seat]]
        return bids.all[: bids.number(state.money[seat])]

    def random_action(self, state: HotDogState, seat: Seat, rng: Random) -> Bid:
        allowed = self._last_bids if state.announced[seat] else self._bids
        bids, payable = allowed[state.hotdogs[seat]]
        money = state.money[seat]
        return bids[int(rng.random() * (payable[money] if money < len(payable) else len(bids)))]

    def apply(self, state: HotDogState, seat: Seat, action: Bid, events: bool = True) -> Sequence[Event]:
        told: Told = [] if events else None
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

    def _settle(self, state: HotDogState, told: Told) -> None:
        players, mustard = self._players, state.mustard
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

    def _pay(self, state: HotDogState, table: int, told: Told) -> None:
        """HD-17."""
        players = self._players
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

    def _close_round(self, state: HotDogState, sold_out: bool, told: Told) -> None:
        state.mustard = (state.mustard + 1) % self._players  # HD-18
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

    def _end_hand(self, state: HotDogState, ending: Ending, told: Told) -> None:
        """HD-23, HD-24."""
        state.totals = [before + money for before, money in zip(state.totals, state.money, strict=True)]
        state.endings = (*state.endings, ending)
        if told is not None:
            told.append(e.HandEnded(state.hand, ending, tuple(state.money), tuple(state.totals)))
        state.hand += 1
        if state.hand <= self._hands:
            self._deal(state)
        else:
            self._open_round(state)
            if told is not None:
                told.append(e.GameEnded(tuple(state.totals), self.winners(state)))

    # How it stands

    def scores(self, state: HotDogState) -> tuple[int, ...]:
        if state.hand > self._hands:
            return tuple(state.totals)
        return tuple(before + money for before, money in zip(state.totals, state.money, strict=True))

    def winners(self, state: HotDogState) -> tuple[Seat, ...]:
        if state.hand <= self._hands:
            return ()
        best = max(state.totals)
        return tuple(seat for seat in self.seats if state.totals[seat] == best)

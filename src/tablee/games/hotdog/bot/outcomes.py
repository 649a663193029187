"""Many rounds settled at once with numpy: every combination of the bids that each seat considers.

Seats are in the order of the mustard here: number 0 has it. The last axis of all arrays counts tables (one table with
all that lies on it is a column): so everything done seat by seat is done for all of them at full speed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.bot.hand_table import hand_table
from tablee.games.hotdog.pieces import IDLE_ROUNDS, START_MONEY, Announce, Settle, smallest, total
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

Ints = NDArray[np.int32]
Floats = NDArray[np.float32]
Flags = NDArray[np.bool_]

_SEAT_BITS: Final = 3


@dataclass(slots=True)
class Positions:
    """Tables before a round."""

    code: Ints
    """Hands by seat, as the hand table numbers them."""
    money: Ints
    totals: Ints
    room: Ints
    """By neutral table."""
    placed: Ints
    """Hot-dogs by neutral table and seat."""
    hands_left: Ints
    """After this hand; -1 when the match is over."""
    idle: Ints

    def __len__(self) -> int:
        return len(self.idle)

    def repeated(self, times: int) -> "Positions":
        """Each of them `times` times."""
        return Positions(*[np.repeat(getattr(self, field.name), times, axis=-1) for field in fields(self)])


@dataclass(frozen=True, slots=True)
class BidTable:
    """The bids that each seat considers in each position: arrays by seat, position and number of the bid."""

    index: Ints
    """Of the neutral table."""
    total: Ints
    dollars: Ints
    code: Ints
    """Of the cards."""
    announce: Ints
    there: Flags
    """False for what only fills up the arrays."""

    @property
    def most(self) -> int:
        """How many bids a seat considers at most."""
        return int(self.index.shape[2])

    def joint(self, shape: tuple[int, ...]) -> tuple[Ints, Ints, Ints, Ints, Ints]:
        """The parts of the bids by seat, for every combination of the first bids of each seat."""
        grid = _grid(shape)
        index, totals, dollars, code, announce = (
            np.stack([part[seat][:, grid[seat]].reshape(-1) for seat in range(len(shape))])
            for part in (self.index, self.total, self.dollars, self.code, self.announce)
        )
        return index, totals, dollars, code, announce


@cache
def _grid(shape: tuple[int, ...]) -> NDArray[np.intp]:
    grid: NDArray[np.intp] = np.indices(shape).reshape(len(shape), -1)
    return grid


class Rounds:
    """Settles rounds of one game (HD-11 to HD-24)."""

    def __init__(self, game: HotDog) -> None:
        self.game = game
        self.hands = hand_table(tuple(game.hotdog_values), game.tables)
        self.sizes = tuple(map(int, game.tables))
        self._sizes = np.array(self.sizes, dtype=np.int32)
        self._smallest = np.array([smallest(held) for held in self.hands.piles], dtype=np.int32)
        self._manual = game.announce is Announce.MANUAL
        self._at_once = game.settle is Settle.AT_ONCE

    def positions(self, states: Sequence[HotDogState]) -> Positions:
        """The tables of these states."""
        players, codes = self.game.players, self.hands.codes
        orders = [range(state.mustard, state.mustard + players) for state in states]
        both = list(zip(states, orders, strict=True))

        def by_seat(parts: list[list[int]]) -> Ints:
            return np.ascontiguousarray(np.array(parts, dtype=np.int32).T)

        placed = [
            by_seat([[total(state.placed[first + seat % players]) for seat in order] for state, order in both])
            for first in range(0, players * len(self.sizes), players)
        ]
        return Positions(
            code=by_seat([[codes[state.hotdogs[seat % players]] for seat in order] for state, order in both]),
            money=by_seat([[state.money[seat % players] for seat in order] for state, order in both]),
            totals=by_seat([[state.totals[seat % players] for seat in order] for state, order in both]),
            room=by_seat([state.room for state in states]),
            placed=np.stack(placed),
            hands_left=np.array([self.game.hands - state.hand for state in states], dtype=np.int32),
            idle=np.array([state.idle_rounds for state in states], dtype=np.int32),
        )

    def bid_table(self, bids: Sequence[Sequence[Sequence[Bid]]]) -> BidTable:
        """By position, and by seat in the order of the mustard."""
        codes = self.hands.codes
        most = max(len(one) for row in bids for one in row)
        facts = [
            (bid.rank >> 12, bid.total, bid.dollars, codes[bid.cards], bid.announce)
            for row in bids
            for one in row
            for bid in (*one, *[one[0]] * (most - len(one)))
        ]
        shape = (len(bids), self.game.players, most)
        parts = np.array(facts, dtype=np.int32).T.reshape(5, *shape).swapaxes(1, 2)
        there = np.array([[[number < len(one) for number in range(most)] for one in row] for row in bids])
        index, totals, dollars, code, announce = np.ascontiguousarray(parts)
        return BidTable(index, totals, dollars, code, announce, there.swapaxes(0, 1))

    def after(self, before: Positions, bids: BidTable, shape: tuple[int, ...]) -> tuple[Positions, Flags]:
        """The tables after a round of every combination of the first bids of each seat, seats in the order they had
        before it; and who sold."""
        now = before.repeated(_grid(shape).shape[1])
        sold = self._serve(now, bids.joint(shape))
        self._close_round(now, sold)
        return now, sold

    def _serve(self, now: Positions, bids: tuple[Ints, Ints, Ints, Ints, Ints]) -> Flags:
        """HD-11 to HD-17."""
        index, totals, dollars, code, announce = bids
        players, number = self.game.players, len(now)
        columns = np.arange(number, dtype=np.int32)
        fails = (code == now.code) & (announce == 0) if self._manual else None  # HD-20
        sold = np.zeros(code.shape, dtype=bool)
        room, money, hand, placed = (part.reshape(-1) for part in (now.room, now.money, now.code, now.placed))
        parts = [part.reshape(-1) for part in bids[:4]]
        for seat in _service(index, totals - dollars):
            own = seat * number + columns
            table, hotdogs, paid, cards = (part[own] for part in parts)
            place = table * number + columns
            served = hotdogs <= room[place]
            if fails is not None:
                served &= ~fails.reshape(-1)[own]
            sold.reshape(-1)[own] = served
            hotdogs *= served
            room[place] -= hotdogs
            money[own] -= paid * served
            hand[own] -= cards * served
            placed[table * (players * number) + own] += hotdogs
            if self._at_once:
                full = np.flatnonzero(room[place] == 0)
                self._pay(now, full, table[full])
        if not self._at_once:
            for number in range(len(self.sizes)):
                full = np.flatnonzero(now.room[number] == 0)
                self._pay(now, full, np.full(len(full), number, dtype=np.int32))
        return sold

    def _pay(self, now: Positions, columns: NDArray[np.intp], table: Ints) -> None:
        """HD-17."""
        now.money[:, columns] += now.placed[table, :, columns].T
        now.placed[table, :, columns] = 0
        now.room[table, columns] = self._sizes[table]

    def _close_round(self, now: Positions, sold: Flags) -> None:
        """HD-21 to HD-24."""
        now.idle = np.where(sold.any(axis=0), np.int32(0), now.idle + 1)
        sold_out = (now.code == 0).any(axis=0)
        stuck = self._smallest[now.code].min(axis=0) > now.room.max(axis=0)
        ended = np.flatnonzero(sold_out | stuck | (now.idle == IDLE_ROUNDS))
        now.totals[:, ended] += now.money[:, ended]
        now.hands_left[ended] -= 1
        now.code[:, ended] = len(self.hands.piles) - 1
        now.money[:, ended] = START_MONEY
        now.room[:, ended] = self._sizes[:, None]
        now.placed[:, :, ended] = 0
        now.idle[ended] = 0


def _service(index: Ints, price: Ints) -> list[Ints]:
    """HD-11 to HD-13: the seats in the order in which they are served."""
    players = len(index)
    keys: list[Any] = [((index[seat] << 8) + price[seat] << _SEAT_BITS) + seat for seat in range(players)]
    for last in range(players - 1, 0, -1):
        for place in range(last):
            low, high = keys[place], keys[place + 1]
            keys[place], keys[place + 1] = np.minimum(low, high), np.maximum(low, high)
    return [key & (1 << _SEAT_BITS) - 1 for key in keys]

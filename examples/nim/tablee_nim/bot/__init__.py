"""How two play Nim: leave a multiple of four. Whatever the other takes, the rest of the four can be taken then."""

from collections.abc import Sequence

from tablee.core.chance import Random
from tablee.core.seat import Seat

from ..actions import Take
from ..pieces import MOST
from ..rules import Nim
from ..state import NimState


class NimHeuristic:
    def __init__(self, game: Nim) -> None:
        self._game = game

    def candidates(self, state: NimState, seat: Seat, rng: Random, most: int) -> Sequence[Take]:
        return sorted(self._game.legal(state, seat), key=lambda take: (state.heap - take.matches) % (MOST + 1))[:most]

    def policy(self, state: NimState, seat: Seat, rng: Random) -> Take:
        return self.candidates(state, seat, rng, 1)[0]

    def value(self, state: NimState, seat: Seat) -> float:
        is_good_to_leave = state.heap % (MOST + 1) == 0
        return 1.0 if is_good_to_leave == (seat == self._game.seats[state.turn - 1]) else -1.0

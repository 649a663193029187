"""The table of Nim: what lies on it, and whose turn it is."""

from tablee.core.game import State
from tablee.core.seat import Seat


class NimState(State):
    __slots__ = ("heap", "taken", "turn")
    heap: int
    turn: Seat
    taken: list[int]
    """How many matches each seat has taken."""

    def copy(self) -> "NimState":
        new = NimState()
        new.heap, new.turn, new.taken = self.heap, self.turn, self.taken[:]
        return new

"""What a seat knows in Nim: everything on the table."""

from dataclasses import dataclass

from tablee.core.game import View
from tablee.core.seat import Seat

from ..state import NimState


@dataclass(frozen=True, slots=True)
class NimView(View):
    seat: Seat | None
    heap: int
    turn: Seat
    taken: tuple[int, ...]


def view(state: NimState, seat: Seat | None) -> NimView:
    return NimView(seat, state.heap, state.turn, tuple(state.taken))


def determinize(view: NimView) -> NimState:
    state = NimState()
    state.heap, state.turn, state.taken = view.heap, view.turn, list(view.taken)
    return state

"""The rules of Nim, in the order of rules.md."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from tablee.core.chance import Random
from tablee.core.errors import Refusal
from tablee.core.game import Event, Game
from tablee.core.options import integer
from tablee.core.seat import Seat

from .. import knowledge
from ..actions import TAKES, Take
from ..events import Taken
from ..knowledge import NimView
from ..pieces import MOST, PACKAGE
from ..state import NimState
from ..text import NimWords


@dataclass(frozen=True)
class Nim(Game[NimState, Take, NimView]):
    """One seat after the other takes matches; whoever takes the last one wins."""

    name: ClassVar = "nim"
    rules_version: ClassVar = 1
    package: ClassVar = PACKAGE
    action_types: ClassVar = (Take,)
    event_types: ClassVar = (Taken,)
    view_type: ClassVar = NimView
    words: ClassVar = NimWords()

    players: int = integer(2, 2, 4)
    heap: int = integer(21, 5, 30)

    def start(self) -> NimState:
        """NM-01."""
        state = NimState()
        state.heap, state.turn, state.taken = self.heap, Seat(0), [0] * self.players
        return state

    def actors(self, state: NimState) -> Sequence[Seat]:
        return (state.turn,) if state.heap else ()

    def legal(self, state: NimState, seat: Seat) -> Sequence[Take]:
        return TAKES[: state.heap] if seat in self.actors(state) else ()

    def refusal(self, state: NimState, seat: Seat, action: Take) -> Refusal | None:
        if action in self.legal(state, seat):
            return None
        return Refusal("how_many", "NM-02", {"most": min(MOST, state.heap)})

    def apply(self, state: NimState, seat: Seat, action: Take, events: bool = True) -> Sequence[Event]:
        state.heap -= action.matches
        state.taken[seat] += action.matches
        state.turn = Seat((seat + 1) % self.players)
        return [Taken(seat, action.matches, state.heap)] if events else []

    def view(self, state: NimState, seat: Seat | None) -> NimView:
        return knowledge.view(state, seat)

    def determinize(self, view: NimView, rng: Random) -> NimState:
        return knowledge.determinize(view)

    def scores(self, state: NimState) -> tuple[int, ...]:
        return tuple(int(seat in self.winners(state)) for seat in self.seats)

    def winners(self, state: NimState) -> tuple[Seat, ...]:
        """NM-03: the seat before the one whose turn it would be."""
        return () if state.heap else (self.seats[state.turn - 1],)

    def conserved(self, state: NimState) -> Mapping[str, int]:
        return {"matches": state.heap + sum(state.taken)}

    @property
    def longest(self) -> int:
        return self.heap

"""A toy game for tests: no chance, nothing hidden, so that choices of several people can be undone.

One seat after the other takes one, two or three matches from a heap; whoever takes the last one wins. A heap can be
cursed: with that one the rules themselves fail, as a bug would make them.
"""

import multiprocessing
import os
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Any, ClassVar, Final

from tablee.core.chance import Random
from tablee.core.game import Action, Event, Game, State, View
from tablee.core.options import choice, integer
from tablee.core.seat import Seat
from tablee.core.texts import Lang
from tablee.core.words import Words


class Curse(StrEnum):
    """What goes wrong when eight matches or fewer are left."""

    APPLY = "apply"
    """The rules fail when somebody takes."""
    VIEW = "view"
    """The rules fail when somebody looks."""
    BOT_HANGS = "bot_hangs"
    """A bot that looks at its choices never ends."""
    BOT_DIES = "bot_dies"
    """Its process ends."""
    BOT_RAISES = "bot_raises"
    """It fails."""
    BOT_ERRS = "bot_errs"
    """It chooses something that cannot be done."""
    BOT_BABBLES = "bot_babbles"
    """It chooses something that is no action at all."""
    BOT_PONDERS = "bot_ponders"
    """It thinks until something happens elsewhere."""


FORGIVEN: Final = "TABLEE_TEST_FORGIVEN"
"""The variable that names the file by which a curse remembers that it has struck."""
AWAITED: Final = "TABLEE_TEST_AWAITED"
"""The variable that names the file for which a bot that ponders waits."""
BOT_CURSES: Final = [curse for curse in Curse if curse.startswith("bot_") and curse is not Curse.BOT_PONDERS]
"""How a bot can fail."""


@dataclass(frozen=True, slots=True)
class Take(Action):
    tag: ClassVar[str] = "take"
    matches: int


@dataclass(frozen=True, slots=True)
class Taken(Event):
    tag: ClassVar[str] = "taken"
    seat: Seat
    matches: int


class ToyNimState(State):
    __slots__ = ("heap", "turn")
    heap: int
    turn: int

    def copy(self) -> "ToyNimState":
        new = ToyNimState()
        new.heap, new.turn = self.heap, self.turn
        return new


@dataclass(frozen=True, slots=True)
class ToyNimView(View):
    seat: Seat | None
    heap: int
    turn: int


class ToyNimWords(Words[ToyNimView, Take]):
    package = "tests.toy_nim"

    def view(self, view: ToyNimView, names: Sequence[str], lang: Lang) -> str:
        return str(view.heap)

    def action(self, action: Take, lang: Lang) -> str:
        return str(action.matches)

    def event(self, event: Event, names: Sequence[str], lang: Lang) -> str:
        return event.tag

    def prompt(self, view: ToyNimView, lang: Lang) -> str:
        return "?"

    def parse(self, line: str, view: ToyNimView) -> Take:
        return Take(int(line))

    def spell(self, action: Take, view: ToyNimView) -> str:
        return str(action.matches)


@dataclass(frozen=True)
class ToyNim(Game[ToyNimState, Take, ToyNimView]):
    name: ClassVar = "toy_nim"
    rules_version: ClassVar = 1
    package: ClassVar = "tests.toy_nim"
    action_types: ClassVar = (Take,)
    event_types: ClassVar = (Taken,)
    view_type: ClassVar = ToyNimView
    words: ClassVar = ToyNimWords()

    players: int = integer(2, 2, 6)
    heap: int = integer(12, 1, 200)

    def start(self) -> ToyNimState:
        state = ToyNimState()
        state.heap, state.turn = self.heap, 0
        return state

    def actors(self, state: ToyNimState) -> Sequence[Seat]:
        return (Seat(state.turn % self.players),) if state.heap else ()

    def legal(self, state: ToyNimState, seat: Seat) -> Sequence[Take]:
        return [Take(n) for n in range(1, min(3, state.heap) + 1)] if seat in self.actors(state) else []

    def apply(self, state: ToyNimState, seat: Seat, action: Take, events: bool = True) -> Sequence[Event]:
        state.heap -= action.matches
        state.turn += 1
        return [Taken(seat, action.matches)] if events else []

    def view(self, state: ToyNimState, seat: Seat | None) -> ToyNimView:
        return ToyNimView(seat, state.heap, state.turn)

    def determinize(self, view: ToyNimView, rng: Random) -> ToyNimState:
        state = ToyNimState()
        state.heap, state.turn = view.heap, view.turn
        return state

    def scores(self, state: ToyNimState) -> tuple[int, ...]:
        last = (state.turn - 1) % self.players
        return tuple(int(not state.heap and seat == last) for seat in self.seats)

    def winners(self, state: ToyNimState) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if self.scores(state)[seat])

    def conserved(self, state: ToyNimState) -> Mapping[str, int]:
        return {}

    def tally(self, state: ToyNimState) -> Mapping[str, int]:
        return {}

    @property
    def longest(self) -> int:
        return self.heap


@dataclass(frozen=True)
class CursedNim(ToyNim):
    """ToyNim with a heap that brings bad luck."""

    name: ClassVar = "cursed"
    curse: Curse = choice(Curse.APPLY)

    def apply(self, state: ToyNimState, seat: Seat, action: Take, events: bool = True) -> Sequence[Event]:
        if self._fails(state.heap, Curse.APPLY):
            raise RuntimeError("cursed")
        return super().apply(state, seat, action, events)

    def view(self, state: ToyNimState, seat: Seat | None) -> ToyNimView:
        if self._fails(state.heap, Curse.VIEW):
            raise RuntimeError("cursed")
        return super().view(state, seat)

    def legal(self, state: ToyNimState, seat: Seat) -> Sequence[Take]:
        return self._choices_of_a_bot(state) or super().legal(state, seat)

    def random_action(self, state: ToyNimState, seat: Seat, rng: Random) -> Take:
        return rng.choice(self.legal(state, seat))

    def _choices_of_a_bot(self, state: ToyNimState) -> Sequence[Any]:
        """What a bot is led to believe, if it gets that far."""
        match next((curse for curse in Curse if curse.startswith("bot_") and self._fails(state.heap, curse)), None):
            case Curse.BOT_HANGS:
                while True:
                    time.sleep(60)
            case Curse.BOT_DIES:
                os._exit(1)
            case Curse.BOT_RAISES:
                raise RuntimeError("cursed")
            case Curse.BOT_ERRS:
                return [Take(99)]
            case Curse.BOT_BABBLES:
                return ["soup"]
            case Curse.BOT_PONDERS:
                while not Path(os.environ[AWAITED]).exists():
                    time.sleep(0.01)
            case _:
                pass
        return []

    def _fails(self, heap: int, curse: Curse) -> bool:
        """Whether this curse strikes now: once only, if a file is there to remember it by (processes come and go)."""
        is_elsewhere = curse.startswith("bot_") and multiprocessing.parent_process() is None
        if self.curse is not curse or heap > 8 or is_elsewhere:
            return False
        if FORGIVEN in os.environ:
            file = Path(os.environ[FORGIVEN])
            if file.exists():
                return False
            file.touch()
        return True

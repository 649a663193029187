"""A toy game for the tests of the kernel: chance rolls a die, seats in turn take the roll or leave it.

It says only what it must, so that the kernel's own answers are tested; a roll shows only to the seat whose turn it is.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from tablee.core.chance import Random
from tablee.core.errors import Unreadable
from tablee.core.game import Action, Event, Game, State, View
from tablee.core.options import choice, flag, integer, integers
from tablee.core.seat import CHANCE, Seat
from tablee.core.texts import Lang
from tablee.core.words import Words


class Mood(StrEnum):
    """An option without effect."""

    CALM = "calm"
    WILD = "wild"


@dataclass(frozen=True, slots=True)
class Roll(Action):
    """Chance rolls so many pips."""

    tag: ClassVar[str] = "roll"
    pips: int


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Take the roll, maybe for a friend."""

    tag: ClassVar[str] = "take"
    friend: Seat | None = None


@dataclass(frozen=True, slots=True)
class Leave(Action):
    """Leave the roll."""

    tag: ClassVar[str] = "leave"


@dataclass(frozen=True, slots=True)
class Rolled(Event):
    """The die has been rolled; the pips show to one seat."""

    tag: ClassVar[str] = "rolled"
    seat: Seat
    pips: int | None

    def seen_by(self, reader: Seat | None) -> "Rolled":
        return self if reader == self.seat else Rolled(self.seat, None)


@dataclass(frozen=True, slots=True)
class Done(Event):
    """A turn is over."""

    tag: ClassVar[str] = "done"
    points: tuple[int, ...]


class ToyState(State):
    """Whose turn it is, the roll if any, and the points."""

    __slots__ = ("points", "roll", "turn")
    turn: int
    roll: int | None
    points: list[int]

    def copy(self) -> "ToyState":
        new = ToyState()
        new.turn, new.roll, new.points = self.turn, self.roll, self.points[:]
        return new


@dataclass(frozen=True, slots=True)
class ToyView(View):
    """What a seat knows."""

    seat: Seat | None
    turn: int
    roll: int | None
    points: tuple[int, ...]
    by_seat: Mapping[Seat, int]


class ToyWords(Words[ToyView, Action]):
    """Just enough words."""

    package = "tablee.core"

    def view(self, view: ToyView, names: Sequence[str], lang: Lang) -> str:
        return f"[{view.turn}] {names}"

    def action(self, action: Action, lang: Lang) -> str:
        return action.tag

    def event(self, event: Event, names: Sequence[str], lang: Lang) -> str:
        return event.tag

    def prompt(self, view: ToyView, lang: Lang) -> str:
        return "?"

    def parse(self, line: str, view: ToyView) -> Action:
        if line != "leave":
            raise Unreadable("not_possible")
        return Leave()

    def spell(self, action: Action, view: ToyView) -> str:
        return action.tag


@dataclass(frozen=True)
class Toy(Game[ToyState, Action, ToyView]):
    """One turn a seat, whoever has most points wins."""

    name: ClassVar = "toy"
    rules_version: ClassVar = 7
    package: ClassVar = "tablee.core"
    action_types: ClassVar = (Roll, Take, Leave)
    event_types: ClassVar = (Rolled, Done)
    view_type: ClassVar = ToyView
    words: ClassVar = ToyWords()

    players: int = integer(2, 1, 4)
    sides: int = integer(6, 2, 20, step=2)
    loaded: bool = flag(False)
    marks: tuple[int, ...] = integers((1, 2), 1, 3, 0, 9)
    mood: Mood = choice(Mood.CALM)

    def start(self) -> ToyState:
        state = ToyState()
        state.turn, state.roll, state.points = 0, None, [0] * self.players
        return state

    def actors(self, state: ToyState) -> Sequence[Seat]:
        if state.turn == self.players:
            return ()
        return (CHANCE,) if state.roll is None else (Seat(state.turn),)

    def legal(self, state: ToyState, seat: Seat) -> Sequence[Action]:
        if seat not in self.actors(state):
            return ()
        return tuple(self.odds(state)) if seat == CHANCE else (Take(), Leave())

    def odds(self, state: ToyState) -> Mapping[Action, int]:
        return {Roll(pips): pips if self.loaded else 1 for pips in range(1, self.sides + 1)}

    def apply(self, state: ToyState, seat: Seat, action: Action, events: bool = True) -> Sequence[Event]:
        match action:
            case Roll(pips):
                state.roll = pips
                return [Rolled(Seat(state.turn), pips)]
            case Take():
                state.points[seat] += state.roll or 0
            case _:
                pass
        state.roll = None
        state.turn += 1
        return [Done(tuple(state.points))]

    def view(self, state: ToyState, seat: Seat | None) -> ToyView:
        roll = state.roll if seat == state.turn else None
        return ToyView(seat, state.turn, roll, tuple(state.points), dict(zip(self.seats, state.points, strict=True)))

    def determinize(self, view: ToyView, rng: Random) -> ToyState:
        raise NotImplementedError

    def scores(self, state: ToyState) -> tuple[int, ...]:
        return tuple(state.points)

    def winners(self, state: ToyState) -> tuple[Seat, ...]:
        best = max(state.points)
        return tuple(seat for seat in self.seats if state.turn == self.players and state.points[seat] == best)

    def conserved(self, state: ToyState) -> Mapping[str, int]:
        return {}

    @property
    def longest(self) -> int:
        return 2 * self.players

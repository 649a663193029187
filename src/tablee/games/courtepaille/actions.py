"""The actions of La Courte Paille, and tables that hold one object for each, so that hot loops need not build any."""

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, ClassVar, Final

from tablee.core.game import Action
from tablee.games.courtepaille.pieces import BIT, NONE, Card, Cards, Character, Source


class _OfCard(Action):
    """An action with a card; the card's bit is looked up once."""

    __slots__ = ("bit",)
    card: Card
    bit: Cards

    def __post_init__(self) -> None:
        object.__setattr__(self, "bit", BIT[self.card])

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.card,)


@dataclass(frozen=True, slots=True)
class Choose(_OfCard):
    """CP-05: a card of the hand, face down."""

    tag: ClassVar[str] = "choose"
    card: Card


@dataclass(frozen=True, slots=True)
class Take(_OfCard):
    """CP-07: a card of the menu."""

    tag: ClassVar[str] = "take"
    card: Card


@dataclass(frozen=True, slots=True)
class Remove(Action):
    """CP-13: a day of the week goes to the discard pile; days count from 1."""

    tag: ClassVar[str] = "remove"
    day: int


@dataclass(frozen=True, slots=True)
class Add(_OfCard):
    """CP-14: a card goes face down to the end of the week.

    >>> Add(Source.PILE)
    Add(source=<Source.PILE: 'pile'>, card=None)
    """

    tag: ClassVar[str] = "add"
    source: Source
    card: Card | None = None  # type: ignore[assignment]  # none from the pile: nobody sees it

    def __post_init__(self) -> None:
        object.__setattr__(self, "bit", BIT[self.card] if self.card else NONE)

    def __reduce__(self) -> tuple[Any, ...]:
        return Add, (self.source, self.card)


@dataclass(frozen=True, slots=True)
class Look(Action):
    """CP-15: a secret look at face-down days of the week.

    >>> Look((6, 4))
    Look(days=(4, 6))
    """

    tag: ClassVar[str] = "look"
    days: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "days", tuple(sorted(self.days)))


@dataclass(frozen=True, slots=True)
class Eat(Action):
    """CP-23: all cards of a character leave the game."""

    tag: ClassVar[str] = "eat"
    character: Character


@dataclass(frozen=True, slots=True)
class Draw(_OfCard):
    """Chance draws this card from the draw pile; the step of the state says what for."""

    tag: ClassVar[str] = "draw"
    card: Card


ACTIONS: Final = (Choose, Take, Remove, Add, Look, Eat, Draw)
Move = Choose | Take | Remove | Add | Look | Eat | Draw

CHOOSE: Final = tuple(map(Choose, Card))
"""This table and the next four are indexed by the number of the card."""
TAKE: Final = tuple(map(Take, Card))
DRAW: Final = tuple(map(Draw, Card))
ADD_FROM_MENU: Final = tuple(Add(Source.MENU, card) for card in Card)
ADD_FROM_HAND: Final = tuple(Add(Source.HAND, card) for card in Card)
ADD_FROM_PILE: Final = Add(Source.PILE)
EAT: Final = {character: Eat(character) for character in Character}


@cache
def removals(days: int) -> tuple[Remove, ...]:
    """CP-13: one for each day of a week."""
    return (*removals(days - 1), Remove(days)) if days else ()


@cache
def looks(open_days: int, days: int) -> tuple[Look, ...]:
    """CP-15: one for each pair of face-down days, or for the only one."""
    face_down = range(open_days + 1, days + 1)
    return tuple(map(Look, combinations(face_down, min(2, len(face_down))))) if face_down else ()

"""The events of La Courte Paille. `known_by`: the seats that know a face-down card; None if everybody does."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from tablee.core.game import Event
from tablee.core.seat import Seat
from tablee.games.courtepaille.pieces import Card, Character, Ending, Source


@dataclass(frozen=True, slots=True)
class Count:
    """CP-19 to CP-21: the points announced for some characters; tuples are by seat."""

    characters: tuple[Character, ...]
    points: tuple[int | None, ...]
    """None: not announced."""
    most: tuple[int | None, ...]
    """The hand was announced to count no more than this."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """CP-18 to CP-22: how a part ended."""

    totals: tuple[int, ...]
    """Of the week, by character, Coco's last."""
    counts: tuple[Count, ...]
    """First for those who are eaten, then for those who break the tie."""
    winner: int
    """CP-22; in the basic game the first of those who share the win."""


@dataclass(frozen=True, slots=True)
class Dealt(Event):
    """CP-02: a hand."""

    tag: ClassVar[str] = "dealt"
    reveals: ClassVar[bool] = True
    seat: Seat
    count: int
    cards: tuple[Card, ...] | None

    def seen_by(self, reader: Seat | None) -> "Dealt":
        return self if reader == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class PartBegan(Event):
    """CP-03, CP-25: the week is laid, and its first card turned up if there is any."""

    tag: ClassVar[str] = "part_began"
    reveals: ClassVar[bool] = True
    part: int
    days: int
    first: Card | None
    shark: Seat


@dataclass(frozen=True, slots=True)
class MenuLaid(Event):
    """CP-03, CP-08, CP-25."""

    tag: ClassVar[str] = "menu_laid"
    reveals: ClassVar[bool] = True
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Reshuffled(Event):
    """CP-09."""

    tag: ClassVar[str] = "reshuffled"
    count: int


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """CP-05: a seat has put down a card, face down."""

    tag: ClassVar[str] = "chosen"
    seat: Seat
    card: Card | None
    again: bool = False
    """Whether it replaces an earlier choice: other seats do not see that."""

    def seen_by(self, reader: Seat | None) -> "Chosen | None":
        if reader == self.seat:
            return self
        return None if self.again else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """CP-05, CP-06: the chosen cards, in the order in which they will be carried out."""

    tag: ClassVar[str] = "revealed"
    reveals: ClassVar[bool] = True
    order: tuple[Seat, ...]
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Took(Event):
    """CP-07."""

    tag: ClassVar[str] = "took"
    seat: Seat
    played: Card
    card: Card


@dataclass(frozen=True, slots=True)
class Removed(Event):
    """CP-13."""

    tag: ClassVar[str] = "removed"
    seat: Seat
    day: int
    face_down: bool
    card: Card | None
    known_by: tuple[Seat, ...] | None

    def seen_by(self, reader: Seat | None) -> "Removed":
        return self if self.known_by is None or reader in self.known_by else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class Added(Event):
    """CP-14."""

    tag: ClassVar[str] = "added"
    seat: Seat
    source: Source
    day: int
    card: Card | None
    known_by: tuple[Seat, ...] | None

    def seen_by(self, reader: Seat | None) -> "Added":
        return self if self.known_by is None or reader in self.known_by else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class Looked(Event):
    """CP-15: everybody sees which days were looked at; only `seat` sees the cards."""

    tag: ClassVar[str] = "looked"
    reveals: ClassVar[bool] = True
    seat: Seat
    days: tuple[int, ...]
    cards: tuple[Card, ...] | None

    def seen_by(self, reader: Seat | None) -> "Looked":
        return self if reader == self.seat else replace(self, cards=None)


@dataclass(frozen=True, slots=True)
class NothingToDo(Event):
    """CP-17: Coco had no possible effect, or the menu was empty: the card was only discarded."""

    tag: ClassVar[str] = "nothing_to_do"
    seat: Seat
    played: Card


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """CP-11, CP-14, CP-17, CP-24: a card drawn as a replacement."""

    tag: ClassVar[str] = "drew"
    reveals: ClassVar[bool] = True
    seat: Seat
    card: Card | None

    def seen_by(self, reader: Seat | None) -> "Drew":
        return self if reader == self.seat else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class DayTurned(Event):
    """CP-08."""

    tag: ClassVar[str] = "day_turned"
    reveals: ClassVar[bool] = True
    day: int
    card: Card


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """CP-08: the shark has moved on, clockwise."""

    tag: ClassVar[str] = "round_ended"
    shark: Seat


@dataclass(frozen=True, slots=True)
class WeekCounted(Event):
    """CP-18: the totals of all characters, Coco's last, and who is eaten."""

    tag: ClassVar[str] = "week_counted"
    totals: tuple[int, ...]
    eaten: tuple[Character, ...]


@dataclass(frozen=True, slots=True)
class HandShown(Event):
    """CP-19, CP-22."""

    tag: ClassVar[str] = "hand_shown"
    reveals: ClassVar[bool] = True
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """CP-19, CP-21, CP-28: what a seat counts, or that it is no more than `most`."""

    tag: ClassVar[str] = "announced"
    reveals: ClassVar[bool] = True
    seat: Seat
    points: int | None
    most: int


@dataclass(frozen=True, slots=True)
class Tied(Event):
    """CP-20, CP-22: several seats have the highest count."""

    tag: ClassVar[str] = "tied"
    reveals: ClassVar[bool] = True
    seats: tuple[Seat, ...]
    points: int


@dataclass(frozen=True, slots=True)
class TieCounted(Event):
    """CP-20: the tied seats count for the next characters."""

    tag: ClassVar[str] = "tie_counted"
    reveals: ClassVar[bool] = True
    characters: tuple[Character, ...]
    points: tuple[int | None, ...]
    """By seat; None: not tied."""


@dataclass(frozen=True, slots=True)
class PartWon(Event):
    """CP-22."""

    tag: ClassVar[str] = "part_won"
    part: int
    seat: Seat


@dataclass(frozen=True, slots=True)
class CharacterLeft(Event):
    """CP-23: the cards each seat had to give up."""

    tag: ClassVar[str] = "character_left"
    reveals: ClassVar[bool] = True
    seat: Seat
    character: Character
    cards: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class WentOut(Event):
    """CP-26."""

    tag: ClassVar[str] = "went_out"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CocosReturned(Event):
    """CP-24."""

    tag: ClassVar[str] = "cocos_returned"
    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """CP-20, CP-27."""

    tag: ClassVar[str] = "game_ended"
    ending: Ending
    winners: tuple[Seat, ...]


EVENTS: Final = (
    Dealt,
    PartBegan,
    MenuLaid,
    Reshuffled,
    Chosen,
    Revealed,
    Took,
    Removed,
    Added,
    Looked,
    NothingToDo,
    Drew,
    DayTurned,
    RoundEnded,
    WeekCounted,
    HandShown,
    Announced,
    Tied,
    TieCounted,
    PartWon,
    CharacterLeft,
    WentOut,
    CocosReturned,
    GameEnded,
)

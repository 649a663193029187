"""The table of La Courte Paille."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from typing import Final, NamedTuple

from tablee.core.game import State
from tablee.games.courtepaille.actions import Choose
from tablee.games.courtepaille.events import Verdict
from tablee.games.courtepaille.pieces import NONE, Cards, Ending, Step

EVERYBODY: Final = 0b111111
"""All seats and the spectators, as bits."""

PILE: Final = 5
"""The number of the draw pile as a place; a hand has the number of its seat."""

FIRST: Final = 6
"""The number of the first parcel; parcels and single face-down cards are numbered as they come."""


class FaceDown(NamedTuple):
    """A single card that lies face down."""

    card: Cards
    number: int
    """As a place."""
    known_by: int
    """The seats that have seen it, as bits."""


# Public knowledge


class Promise(NamedTuple):
    """CP-21: an announcement: the points of a hand for some characters (CP-19) are within these bounds."""

    seat: int
    group: Cards
    """All cards of the characters."""
    least: int
    most: int


class Parcel(State):
    """Cards whose order nobody has seen."""

    __slots__ = ("cards", "places", "promises", "shown")
    cards: Cards
    """Those that everybody knows went into it and that have not been seen since."""
    places: dict[int, int]
    """How many of its cards lie where."""
    shown: Cards
    """Cards that were with it when a promise was made, and have been seen before or since."""
    promises: tuple[Promise, ...]

    def __init__(self, cards: Cards = NONE) -> None:
        self.cards = cards
        self.places = {}
        self.shown = NONE
        self.promises = ()

    def copy(self) -> "Parcel":
        new = Parcel(self.cards)
        new.places = self.places.copy()
        new.shown = self.shown
        new.promises = self.promises
        return new

    def give(self, place: int, count: int = 1) -> None:
        """Some of its cards leave a place."""
        left = self.places[place] - count
        if left:
            self.places[place] = left
        else:
            del self.places[place]


class Pin(NamedTuple):
    """A card that everybody has seen in a place, although nobody can tell which way it came there."""

    card: Cards
    parcel: int
    """The number of the parcel it started from."""
    place: int
    """A number used for this card only."""


class PublicKnowledge(State):
    """What everybody can tell about cards they have not seen; knowledge/public.py keeps it up to date."""

    __slots__ = ("deck", "known", "next", "parcels", "pins")
    known: list[Cards]
    """By seat: cards of the hand that everybody has seen going there."""
    parcels: dict[int, Parcel]
    """By number, oldest first. Cards move from older to newer ones."""
    pins: tuple[Pin, ...]
    deck: int
    """The number of the parcel of the last shuffle; the draw pile is a place of it."""
    next: int
    """The next free number."""

    def copy(self) -> "PublicKnowledge":
        new = PublicKnowledge()
        new.known = self.known[:]
        new.parcels = {number: parcel.copy() for number, parcel in self.parcels.items()}
        new.pins = self.pins
        new.deck = self.deck
        new.next = self.next
        return new

    def new_number(self) -> int:
        """For a parcel or a single card."""
        self.next += 1
        return self.next - 1


# The table


class CourtePailleState(State):
    """Lists are by seat unless they say otherwise."""

    __slots__ = (
        "added",
        "buried",
        "champions",
        "characters",
        "choices",
        "discard",
        "eaten",
        "ending",
        "face_down",
        "gone",
        "hands",
        "looked",
        "lost",
        "menu",
        "missing",
        "open_days",
        "owed",
        "part",
        "part_winners",
        "pile",
        "public",
        "queue",
        "round",
        "seats",
        "shark",
        "step",
        "sunk",
        "verdict",
    )
    step: Step
    owed: int
    """How many cards chance has still to draw for this step."""
    part: int
    """From 1."""
    round: int
    """Of this part, from 1."""
    seats: tuple[int, ...]
    """CP-26: those still in the game, clockwise."""
    shark: int
    hands: list[Cards]
    pile: Cards
    """The draw pile as a set: chance picks a card when one is drawn."""
    menu: Cards
    discard: Cards
    """The discard pile without `buried`."""
    buried: list[FaceDown]
    """CP-13: cards of the discard pile that not everybody has seen."""
    sunk: list[FaceDown]
    """Cards of `buried` that somebody knew when they were shuffled into a new draw pile (CP-09)."""
    open_days: list[Cards]
    """The week up to the last day turned up, from the left; one card each."""
    face_down: list[FaceDown]
    """The rest of the week."""
    added: int
    """CP-14: how many cards were added to the week in this part."""
    choices: list[Choose | None]
    """CP-05: face down until the last is in, then turned up until carried out."""
    missing: int
    """How many choices are not in yet."""
    queue: list[int]
    """CP-06: the seats that have not carried out their card, the next one last."""
    looked: tuple[tuple[int, tuple[int, ...]], ...]
    """CP-15: who has looked at which days in this round."""
    public: PublicKnowledge
    characters: Cards
    """The cards of the characters still in the game."""
    gone: Cards
    """CP-23: the cards that have left the game."""
    lost: tuple[Cards, ...]
    """CP-23: what each hand lost when a character last left the game; empty before."""
    eaten: tuple[Cards, ...]
    """CP-18: the cards of those who drew the short straw, by part."""
    part_winners: tuple[int, ...]
    """CP-22: in the advanced rule, of the parts that have ended."""
    verdict: Verdict | None
    """Of the last part that ended."""
    champions: tuple[int, ...]
    """CP-20, CP-27: who has won the match."""
    ending: Ending | None

    def copy(self) -> "CourtePailleState":
        new = CourtePailleState()
        new.step = self.step
        new.owed = self.owed
        new.part = self.part
        new.round = self.round
        new.seats = self.seats
        new.shark = self.shark
        new.hands = self.hands[:]
        new.pile = self.pile
        new.menu = self.menu
        new.discard = self.discard
        new.buried = self.buried[:]
        new.sunk = self.sunk[:]
        new.open_days = self.open_days[:]
        new.face_down = self.face_down[:]
        new.added = self.added
        new.choices = self.choices[:]
        new.missing = self.missing
        new.queue = self.queue[:]
        new.looked = self.looked
        new.public = self.public.copy()
        new.characters = self.characters
        new.gone = self.gone
        new.lost = self.lost
        new.eaten = self.eaten
        new.part_winners = self.part_winners
        new.verdict = self.verdict
        new.champions = self.champions
        new.ending = self.ending
        return new

"""Spice cards: what their squares show, and how they can lie."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

import tomllib
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Final

from tablee.core.seat import Seat

RED: Final = Seat(0)
GREEN: Final = Seat(1)
"""RH-03: the seats by their colours."""

TOO_MANY_RATS: Final = 3
"""RH-19."""


class Face(StrEnum):
    """RH-01: what a square shows."""

    NOTHING = "--"
    RED_1 = "r1"
    RED_2 = "r2"
    RED_3 = "r3"
    RED_4 = "r4"
    GREEN_1 = "g1"
    GREEN_2 = "g2"
    GREEN_3 = "g3"
    GREEN_4 = "g4"
    RED_RAT = "r*"
    GREEN_RAT = "g*"


FaceCode = int
"""A face as a small number: its place among the faces. 0 is nothing, 1 to 8 are spices, 9 and 10 are rats."""

FACES: Final = tuple(Face)
SPICES: Final = tuple(range(1, 9))
LAST_SPICE: Final = SPICES[-1]
FIRST_RAT: Final = LAST_SPICE + 1


def colour(spice: FaceCode) -> Seat:
    """Whose spice it is.

    >>> [colour(code) for code in SPICES]
    [0, 0, 0, 0, 1, 1, 1, 1]
    """
    return Seat(spice - 1 >> 2)


CardFaces = tuple[FaceCode, FaceCode, FaceCode]

Squares = int
"""A set of squares of the table, as the bits of a number; see the `Grid` in knowledge/grid.py."""


def _card(squares: list[str]) -> CardFaces:
    first, middle, last = (FACES.index(Face(square)) for square in squares)
    return first, middle, last


def spelled(card: CardFaces) -> str:
    """A card as the deck file has it.

    >>> spelled((1, 0, 9))
    '["r1", "--", "r*"]'
    """
    return "[" + ", ".join(f'"{FACES[face]}"' for face in card) + "]"


_decks = tomllib.loads(resources.files("tablee.games.rathot").joinpath("deck.toml").read_text(encoding="utf-8"))

START: Final = _card(_decks["start"])
"""RH-02: the start card, from left to right."""

CARD_COUNT: Final = 42
"""RH-01: how many spice cards there are, in each deck."""

ALL_CARDS: Final = (1 << CARD_COUNT) - 1
"""All spice cards as a bit set."""

TURNS: Final = CARD_COUNT // 2 + 1
"""RH-07: one card in the first turn, one in the last, two in each between them."""


class Deck(StrEnum):
    """RH-02: which spice cards are played with."""

    EVEN = "even"
    UNEVEN = "uneven"
    PLAGUE = "plague"


class Cards:
    """The spice cards of a deck. A card is known by its place there."""

    __slots__ = ("backward", "deck", "faces", "rats", "reads_alike", "ways", "with_rats")

    def __init__(self, deck: Deck) -> None:
        listed = dict(enumerate(_decks[Deck.PLAGUE if deck is Deck.PLAGUE else Deck.EVEN]))
        if deck is Deck.UNEVEN:
            listed |= {int(card): squares for card, squares in _decks[deck].items()}
        self.deck: Final = deck
        self.faces: Final = tuple(map(_card, listed.values()))
        """What each card shows."""
        self.backward: Final = tuple((last, middle, first) for first, middle, last in self.faces)
        """The same, read from the other end."""
        self.reads_alike: Final = tuple(first == last for first, _, last in self.faces)
        """RH-08: whether a card reads the same both ways."""
        self.ways: Final = tuple(1 if alike else 2 for alike in self.reads_alike)
        """RH-08: in how many ways each card can lie on a strip."""
        self.rats: Final = tuple(tuple(faces.count(FIRST_RAT + seat) for faces in self.faces) for seat in (RED, GREEN))
        """By seat, then by card: how many rats of the seat it shows."""
        self.with_rats: Final = tuple(
            tuple(sum(1 << card for card, rats in enumerate(on_card) if rats >= least) for least in (1, 2))
            for on_card in self.rats
        )
        """By seat: the cards with one rat of the seat or more, and those with two or more, as bit sets."""

    def rats_among(self, some: int, seat: Seat) -> int:
        """How many rats of a seat are on some cards, given as a bit set."""
        one, two = self.with_rats[seat]
        return (some & one).bit_count() + (some & two).bit_count()

    def __reduce__(self) -> tuple[object, ...]:
        return cards_of, (self.deck,)


@cache
def cards_of(deck: Deck) -> Cards:
    """The cards of a deck, made once."""
    return Cards(deck)


class Dir(StrEnum):
    """RH-08: which way a card runs from its first square."""

    E = "E"
    S = "S"
    W = "W"
    N = "N"


STEPS: Final = {Dir.E: (0, 1), Dir.S: (1, 0), Dir.W: (0, -1), Dir.N: (-1, 0)}
"""Rows and columns from one square of a card to the next."""


class Changed(StrEnum):
    """RH-17: which groups a card has formed or changed."""

    TOUCHED = "touched"
    GROWN = "grown"


class Ending(StrEnum):
    """Why a match ended."""

    RATS_RED = "rats_red"
    """RH-19: red shows three rats."""
    RATS_GREEN = "rats_green"
    FINAL_COUNT = "final_count"
    """RH-18: the last card has been laid."""


def tokens(points: int) -> tuple[int, int]:
    """RH-03: points as tokens of 2 and of 1.

    >>> tokens(7)
    (3, 1)
    """
    return points // 2, points % 2

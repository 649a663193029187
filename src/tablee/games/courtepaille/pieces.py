"""The characters and their cards."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final


class Character(StrEnum):
    """CP-01: six castaways and a parrot."""

    CAPTAIN = "captain"
    COOK = "cook"
    BOY = "boy"
    LOOKOUT = "lookout"
    SAILOR = "sailor"
    TELLER = "teller"
    COCO = "coco"


class Card(StrEnum):
    """CP-01: each card once; in the order of characters, then of values."""

    CAPTAIN_1 = "captain-1"
    CAPTAIN_2 = "captain-2"
    CAPTAIN_3 = "captain-3"
    CAPTAIN_4 = "captain-4"
    CAPTAIN_5 = "captain-5"
    CAPTAIN_6 = "captain-6"
    CAPTAIN_7 = "captain-7"
    CAPTAIN_8 = "captain-8"
    CAPTAIN_9 = "captain-9"
    COOK_1 = "cook-1"
    COOK_2 = "cook-2"
    COOK_3 = "cook-3"
    COOK_4 = "cook-4"
    COOK_5 = "cook-5"
    COOK_6 = "cook-6"
    COOK_7 = "cook-7"
    COOK_8 = "cook-8"
    COOK_9 = "cook-9"
    BOY_1 = "boy-1"
    BOY_2 = "boy-2"
    BOY_3 = "boy-3"
    BOY_4 = "boy-4"
    BOY_5 = "boy-5"
    BOY_6 = "boy-6"
    BOY_7 = "boy-7"
    BOY_8 = "boy-8"
    BOY_9 = "boy-9"
    LOOKOUT_1 = "lookout-1"
    LOOKOUT_2 = "lookout-2"
    LOOKOUT_3 = "lookout-3"
    LOOKOUT_4 = "lookout-4"
    LOOKOUT_5 = "lookout-5"
    LOOKOUT_6 = "lookout-6"
    LOOKOUT_7 = "lookout-7"
    LOOKOUT_8 = "lookout-8"
    LOOKOUT_9 = "lookout-9"
    SAILOR_1 = "sailor-1"
    SAILOR_2 = "sailor-2"
    SAILOR_3 = "sailor-3"
    SAILOR_4 = "sailor-4"
    SAILOR_5 = "sailor-5"
    SAILOR_6 = "sailor-6"
    SAILOR_7 = "sailor-7"
    SAILOR_8 = "sailor-8"
    SAILOR_9 = "sailor-9"
    TELLER_1 = "teller-1"
    TELLER_2 = "teller-2"
    TELLER_3 = "teller-3"
    TELLER_4 = "teller-4"
    TELLER_5 = "teller-5"
    TELLER_6 = "teller-6"
    TELLER_7 = "teller-7"
    TELLER_8 = "teller-8"
    TELLER_9 = "teller-9"
    COCO_1 = "coco-1"
    COCO_2 = "coco-2"
    COCO_3 = "coco-3"
    COCO_4 = "coco-4"
    COCO_5 = "coco-5"

    @property
    def character(self) -> Character:
        """Whose card it is."""
        return Character(self.partition("-")[0])

    @property
    def worth(self) -> int:
        """The value printed on it."""
        return int(self[-1])


Cards = int
"""A set of cards in one number, one bit a card in the order of `Card`.

It is a plain alias of `int`: the results of |, & and ^ would need a cast if it were a type of its own.
"""

NONE: Final[Cards] = 0
ALL: Final[Cards] = (1 << len(Card)) - 1

CARDS: Final = tuple(Card)
CHARACTERS: Final = tuple(Character)
WORTH: Final = tuple(card.worth for card in Card)
BIT: Final[dict[Card, Cards]] = {card: 1 << number for number, card in enumerate(Card)}

CARDS_OF: Final[dict[Character, Cards]] = {
    character: sum(bit for card, bit in BIT.items() if card.character is character) for character in Character
}
COCOS: Final = CARDS_OF[Character.COCO]


@lru_cache(maxsize=1 << 12)
def cards(of: Cards) -> tuple[Card, ...]:
    """The cards of a set, in the order of `Card`.

    >>> cards(bits([Card.COOK_4, Card.CAPTAIN_9]))
    (<Card.CAPTAIN_9: 'captain-9'>, <Card.COOK_4: 'cook-4'>)
    """
    return tuple([CARDS[number] for number in numbers(of)])


def bits(some: Iterable[Card]) -> Cards:
    """The set of some cards."""
    return sum(BIT[card] for card in some)


def numbers(of: Cards) -> list[int]:
    """The numbers of a set's cards, lowest first."""
    found = []
    while of:
        low = of & -of
        found.append(low.bit_length() - 1)
        of = of ^ low
    return found


@lru_cache(maxsize=1 << 12)
def singly(of: Cards) -> tuple[Cards, ...]:
    """Each card of a set as a set of one."""
    return tuple([1 << number for number in numbers(of)])


def worth(of: Cards) -> int:
    """The values of a set's cards, added up."""
    return sum([WORTH[number] for number in numbers(of)])


def points(hand: Cards, group: Cards, *, coco_needs_match: bool) -> int:
    """CP-19: what a hand counts if some characters are eaten; `group` are all their cards."""
    counted = hand & group
    if not group & COCOS and (counted or not coco_needs_match):
        counted |= hand & COCOS
    return worth(counted)


def characters_in(group: Cards) -> tuple[Character, ...]:
    """The characters that have cards in a set."""
    return tuple([character for character in CHARACTERS if CARDS_OF[character] & group])


def cards_of(characters: Iterable[Character]) -> Cards:
    """All cards of some characters."""
    return sum(CARDS_OF[character] for character in characters)


class Source(StrEnum):
    """CP-14: where a card added to the week comes from."""

    MENU = "menu"
    PILE = "pile"
    HAND = "hand"


class Step(StrEnum):
    """What the match is waiting for."""

    DEAL = "deal"
    """CP-02: a card for a hand."""
    WEEK = "week"
    """CP-03, CP-25: a day of the week."""
    MENU = "menu"
    """CP-03, CP-25: a card of the first menu."""
    CHOOSE = "choose"
    """CP-05."""
    CARRY_OUT = "carry_out"
    """CP-07, CP-12."""
    LAY = "lay"
    """CP-14: the top card of the pile, for the end of the week."""
    REPLACE = "replace"
    """CP-11, CP-14, CP-17: a new card for the seat whose card is being carried out."""
    NEW_MENU = "new_menu"
    """CP-08: a card of the next menu."""
    EAT = "eat"
    """CP-23."""
    REFILL = "refill"
    """CP-24: a card for the winner of the part."""
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Variant:
    """The options that decide how a part ends."""

    advanced: bool
    """CP-21."""
    coco_needs_match: bool
    """CP-19."""
    announce_all: bool
    """CP-28."""
    first_version: bool = False
    """Whether parts end by version 1 of the rules."""


class Ending(StrEnum):
    """Why a match ended."""

    WEEK_OVER = "week_over"
    """CP-10: the last day was turned up."""
    NOTHING_FACE_DOWN = "nothing_face_down"
    """CP-10: Coco took the last face-down day."""
    ONE_PLAYER = "one_player"
    """CP-27."""
    ONE_CHARACTER = "one_character"
    """CP-27."""
    NOBODY = "nobody"
    """CP-27: nobody has a card left."""


HAND_SIZE: Final = 5
"""CP-02."""

MENU_SIZE: Final = 5
"""CP-03."""

WEEK_SIZES: Final = (7, 6, 5, 4, 3)
"""CP-03, CP-25: the days of each part."""

MOST_ADDED: Final = 20
"""CP-14: how many cards can be added to the week in one part."""

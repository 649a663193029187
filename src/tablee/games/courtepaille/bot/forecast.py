"""Who is likely to be eaten at the end of the week, and what a hand would count then."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from tablee.games.courtepaille.pieces import CARDS_OF, COCOS, Cards
from tablee.games.courtepaille.state import EVERYBODY, CourtePailleState

COCO: Final = 6
"""Coco's number among the characters. Lists here are by character, Coco last; card number // 9 is the character."""

_SUMS: Final = tuple(sum(value for value in range(1, 10) if some >> value - 1 & 1) for some in range(512))
"""The sum of values for each set of cards of one character, given as nine bits."""

_SHARPNESS: Final = (5.0, 0.53, 0.39, 0.335, 0.305, 0.285, 0.265)
"""How much a point in the week says about who is eaten, by the number of unknown days; fitted to random weeks."""

_LUCK: Final = 1.65
"""Unknown days count for more than their mean: who is eaten often had lucky ones. Fitted with `_SHARPNESS`."""


def sums(of: Cards) -> tuple[int, ...]:
    """The values of a set's cards added up by character.

    >>> from tablee.games.courtepaille.pieces import Card, bits
    >>> sums(bits([Card.COOK_4, Card.COOK_9, Card.COCO_5]))
    (0, 13, 0, 0, 0, 0, 5)
    """
    return (
        _SUMS[of & 511],
        _SUMS[of >> 9 & 511],
        _SUMS[of >> 18 & 511],
        _SUMS[of >> 27 & 511],
        _SUMS[of >> 36 & 511],
        _SUMS[of >> 45 & 511],
        _SUMS[of >> 54],
    )


@lru_cache(maxsize=1 << 7)
def present(characters: Cards) -> tuple[int, ...]:
    """The numbers of the characters in a set of cards."""
    return tuple([number for number, of in enumerate(CARDS_OF.values()) if of & characters])


class Week(NamedTuple):
    """The week as known to some seat."""

    days: Cards
    """The days the seat has seen."""
    unknown: int
    """How many days it has not seen."""
    pool: Cards
    """The cards those may be."""
    characters: Cards
    """The cards of the characters still in the game."""

    def odds(self) -> list[float]:
        """CP-18: how likely each character is to be eaten."""
        unknown = self.unknown
        sharpness = _SHARPNESS[unknown] if unknown < len(_SHARPNESS) else _SHARPNESS[-1]
        each = _LUCK * unknown / (self.pool.bit_count() or 1)
        totals = [have + each * more for have, more in zip(sums(self.days), sums(self.pool), strict=True)]
        most = max(totals)
        odds = [0.0] * len(totals)
        for number in present(self.characters):
            odds[number] = exp(sharpness * (totals[number] - most))
        whole = sum(odds)
        return [chance / whole for chance in odds]

    def changed(self, days: Cards) -> "Week":
        """The week with a day added, or with one taken away."""
        return Week(self.days ^ days, self.unknown, self.pool, self.characters)

    def longer(self, by: int) -> "Week":
        """The week with more unknown days, or with fewer."""
        return Week(self.days, self.unknown + by, self.pool, self.characters)


def week_seen_by(state: CourtePailleState, seat: int) -> Week:
    """The week as a seat knows it, from all it has seen."""
    days, unknown, pool = _days(state, 1 << seat)
    for other in state.seats:
        if other != seat:
            pool |= state.hands[other] & ~state.public.known[other]
    for card, _, known_by in state.buried:
        if not known_by >> seat & 1:
            pool |= card
    return Week(days, unknown, pool, state.characters)


def week_seen_by_all(state: CourtePailleState) -> Week:
    """The week as all seats together know it, with all hands open."""
    days, unknown, pool = _days(state, EVERYBODY)
    return Week(days, unknown, pool, state.characters)


def _days(state: CourtePailleState, seats: int) -> tuple[Cards, int, Cards]:
    """The days that any of some seats (as bits) has seen; how many others there are; these others and the draw pile."""
    days, unknown, unseen = sum(state.open_days), 0, state.pile
    for card, _, known_by in state.face_down:
        if known_by & seats:
            days |= card
        else:
            unknown += 1
            unseen |= card
    return days, unknown, unseen


def counts(hand: Cards, *, coco_needs_match: bool) -> list[int]:
    """CP-19: what a hand counts for each character if that one is eaten."""
    *by_character, coco = sums(hand)
    if coco:
        by_character = [own + coco if own or not coco_needs_match else 0 for own in by_character]
    return [*by_character, coco]


def worths(hand: Cards, odds: Sequence[float], *, coco_needs_match: bool) -> list[float]:
    """What a point of each character is worth in a hand; a Coco's counts if a character of the hand is eaten."""
    if not coco_needs_match:
        return [*odds[:COCO], 1.0]
    held = sums(hand & ~COCOS)
    matched = sum([chance for chance, own in zip(odds, held, strict=True) if own])
    return [*odds[:COCO], matched + odds[COCO]]

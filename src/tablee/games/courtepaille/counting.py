"""The end of a part: who is eaten, what a hand is worth, who is ahead (CP-18 to CP-20)."""

from collections.abc import Iterable

from tablee.games.courtepaille.pieces import CARDS_OF, CHARACTERS, COCOS, NONE, Cards, Character, worth


def totals(week: Cards) -> tuple[int, ...]:
    """CP-18: of each character, Coco's last."""
    return tuple([worth(week & of) for of in CARDS_OF.values()])


def steps(week: Cards, characters: Cards) -> list[Cards]:
    """CP-18, CP-20: the characters in the game, highest total first; equal totals are one step.

    A step is given by all cards of its characters.
    """
    by_total: dict[int, Cards] = {}
    for of in CARDS_OF.values():
        if of & characters:
            total = worth(week & of)
            by_total[total] = by_total.get(total, NONE) | of
    return [by_total[total] for total in sorted(by_total, reverse=True)]


def points(hand: Cards, step: Cards, *, coco_needs_match: bool) -> int:
    """CP-19: what a hand counts for the characters of a step."""
    counted = hand & step
    if not step & COCOS and (counted or not coco_needs_match):
        counted |= hand & COCOS
    return worth(counted)


def names(step: Cards) -> tuple[Character, ...]:
    """The characters of a step."""
    return tuple([character for character in CHARACTERS if CARDS_OF[character] & step])


def step_of(characters: Iterable[Character]) -> Cards:
    """The other way round."""
    return sum(CARDS_OF[character] for character in characters)

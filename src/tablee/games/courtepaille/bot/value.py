"""How likely each seat is to win La Courte Paille."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Sequence
from math import exp
from typing import Final

from tablee.games.courtepaille.bot.forecast import counts, present, week_seen_by_all, worths
from tablee.games.courtepaille.pieces import COCOS, WORTH, Cards, Step, numbers
from tablee.games.courtepaille.state import CourtePailleState

# All of these are in log-odds, fitted by maximum likelihood to who won in matches of the policy against itself.

_POINT: Final = (0.34, 0.19, 0.155, 0.17, 0.165, 0.15, 0.12)
"""A point more for the character that is eaten; by the rounds that have not begun."""

_COCO: Final = 0.42
"""A Coco in hand."""

_COCO_NEXT: Final = (2.0, 1.1, 0.6)
"""A Coco turned up, to be carried out; by the rounds that have not begun."""

_PART: Final = (0.2, 0.3, 0.3, 0.3, 0.55)
"""CP-21: how much the chance to win the part counts for the match; by part."""

_CARD: Final = (0.5, 0.55, 0.6, 0.75, 0.9)
"""CP-26: a card in hand; by part."""

_UNLIKELY: Final = 0.01
"""Characters less likely to be eaten than this are left out."""


def match_chances(state: CourtePailleState, *, advanced: bool, coco_needs_match: bool) -> list[float]:
    """The chance of each seat to win; its share of the win if the match is over."""
    champions = state.champions
    if champions:
        return [(seat in champions) / len(champions) for seat in range(len(state.hands))]
    chances = _part_chances(state, coco_needs_match=coco_needs_match)
    if not advanced:
        return chances
    part, card = _PART[state.part - 1], _CARD[state.part - 1]
    waiting = state.queue if state.step is Step.CARRY_OUT else ()
    weights = [0.0] * len(chances)
    for seat in state.seats:
        # A seat that is still to carry out its card will get another for it.
        weights[seat] = chances[seat] ** part * exp(card * (state.hands[seat].bit_count() + (seat in waiting)))
    whole = sum(weights)
    return [weight / whole for weight in weights]


def _part_chances(state: CourtePailleState, *, coco_needs_match: bool) -> list[float]:
    """CP-20: the chance of each seat to win the part, from the days that any seat has seen."""
    week = week_seen_by_all(state)
    odds = week.odds()
    to_come, hands = len(state.face_down), state.hands
    tilts = [_COCO * (hand & COCOS).bit_count() for hand in hands]
    if state.step is Step.CARRY_OUT:
        to_come = max(to_come - 1, 0)
        hands = _carried_out(state, odds, tilts, _COCO_NEXT[min(to_come, 2)], coco_needs_match=coco_needs_match)
    point = _POINT[min(to_come, 6)]
    points = [counts(hand, coco_needs_match=coco_needs_match) for hand in hands]
    chances = [0.0] * len(hands)
    for number in present(state.characters):
        likely = odds[number]
        if likely > _UNLIKELY:
            weights = [exp(point * own[number] + tilt) for own, tilt in zip(points, tilts, strict=True)]
            share = likely / sum(weights)
            for seat, weight in enumerate(weights):
                chances[seat] += share * weight
    return chances


def _carried_out(
    state: CourtePailleState, odds: Sequence[float], tilts: list[float], coco_next: float, *, coco_needs_match: bool
) -> list[Cards]:
    """The hands after the seats still to carry out their card have taken what counts most for them.

    What a Coco will do is not foreseen: it tilts the odds.
    """
    hands, menu = state.hands[:], state.menu
    for seat in reversed(state.queue):
        choice = state.choices[seat]
        if choice and choice.bit & COCOS:
            tilts[seat] += coco_next
        elif menu:
            worth = worths(hands[seat], odds, coco_needs_match=coco_needs_match)
            _, taken = max([(worth[number // 9] * WORTH[number], 1 << number) for number in numbers(menu)])
            hands[seat] |= taken
            menu ^= taken
    return hands

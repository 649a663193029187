"""Which kinds the unknown menus of each hand may be, given the evidence of the service.

The sums of RE-13 tie the menus of a hand together, and all hands draw on the same unseen menus. So the assignments of
each hand are listed (there are few, since the number of its menus and their sum are known) and combined hand by hand.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import factorial, perm
from typing import Final

from tablee.core.chance import Random
from tablee.games.restaurant.knowledge.deals import UNKNOWN, Cards, Counts, counts, pick
from tablee.games.restaurant.knowledge.evidence import Evidence
from tablee.games.restaurant.pieces import CARDS, HUNDREDS, MENUS

_WORTH: Final = tuple(HUNDREDS[card] for card in CARDS)

_GUARD: Final = 32
"""A bit above any number of menus of a group: subtracting more menus than there are clears it."""

Assignment = tuple[int, int]
"""Kinds for the unknown menus of a hand: how many of each group, 6 bits a group; and in how many ways they can be
assigned."""


class HandAssignments:
    """The assignments of each hand by itself.

    Menus that the evidence does not tell apart form a group: a RES and the other menus of its value, until somebody
    serves one of that value.
    """

    def __init__(self, evidence: Sequence[Evidence], unseen: Counts) -> None:
        self._evidence = evidence
        self._hands: dict[tuple[int, Cards], tuple[Assignment, ...]] = {}
        self.groups: list[tuple[int, ...]] = []
        """The most valuable first."""
        half = len(MENUS) // 2
        for plain in reversed(range(half)):
            res = plain + half
            told_apart = any(seat.served[plain] or seat.served[res] for seat in evidence)
            self.groups += [(plain,), (res,)] if told_apart else [(plain, res)]
        self._unseen = self.in_groups(unseen)

    def in_groups(self, held: Counts) -> list[int]:
        """How many cards there are of each group."""
        return [sum(held[kind] for kind in group) for group in self.groups]

    def of_hand(self, who: int, held: Cards) -> tuple[Assignment, ...]:
        """The assignments of a hand that fit the evidence; none if it cannot be the hand of this seat."""
        if (who, held) not in self._hands:
            self._hands[who, held] = tuple(self._list(self._evidence[who], counts(held)))
        return self._hands[who, held]

    def _list(self, evidence: Evidence, held: Counts) -> Iterator[Assignment]:
        left = [number - served for number, served in zip(held, evidence.served, strict=False)]
        for kind in range(len(MENUS), UNKNOWN):
            if left[kind] < 0 or (left[kind] and kind in evidence.gone):
                return
        limits = []
        for group, rest, unseen in zip(self.groups, self.in_groups(tuple(left)), self._unseen, strict=True):
            if rest > 0 and group[0] in evidence.gone:
                return
            least = max(0, -rest)
            limits.append((_WORTH[group[0]], least, least if group[0] in evidence.gone else unseen))
        hundreds = evidence.hundreds - sum(number * worth for number, worth in zip(held, _WORTH, strict=False))
        for numbers in _combinations(tuple(limits), held[UNKNOWN], hundreds):
            if evidence.some_of is None or self._some(evidence.some_of, left, numbers):
                ways = factorial(held[UNKNOWN])
                packed = 0
                for place, number in enumerate(numbers):
                    ways //= factorial(number)
                    packed += number << 6 * place
                yield packed, ways

    def _some(self, kinds: frozenset[int], left: Sequence[int], numbers: Sequence[int]) -> bool:
        """RE-18: whether one of these kinds is left with these numbers of each group."""
        assigned = zip(self.groups, numbers, strict=True)
        return sum(left[kind] for kind in kinds) + sum(number for group, number in assigned if group[0] in kinds) > 0


@lru_cache(maxsize=1 << 12)
def _combinations(limits: tuple[tuple[int, int, int], ...], cards: int, hundreds: int) -> tuple[tuple[int, ...], ...]:
    """All ways to have so many cards worth so much. Limits of each group: its worth, the least and the most number."""
    if not limits:
        return ((),)
    (worth, least, most), *others = limits
    dearest, cheapest = (others[0][0], others[-1][0]) if others else (0, 0)
    choices: list[tuple[int, ...]] = []
    for number in range(least, min(most, cards) + 1):
        cards_left, hundreds_left = cards - number, hundreds - number * worth
        if cards_left * cheapest <= hundreds_left <= cards_left * dearest and (others or not cards_left):
            choices += [(number, *rest) for rest in _combinations(tuple(others), cards_left, hundreds_left)]
    return tuple(choices)


class JointAssignments:
    """The assignments of several hands together, which all draw on the same unseen menus."""

    def __init__(self, hands: Sequence[Sequence[Assignment]], unseen: Sequence[int]) -> None:
        self._order = sorted(range(len(hands)), key=lambda who: len(hands[who]))
        self._hands = [hands[who] for who in self._order]
        enough = sum(number + _GUARD << 6 * place for place, number in enumerate(unseen))
        guards = sum(_GUARD << 6 * place for place in range(len(unseen)))
        self._used: list[dict[int, int]] = [{0: 1}]
        """After each hand: how many of each group are used, and in how many ways."""
        for hand in self._hands:
            used: dict[int, int] = {}
            for before, ways in self._used[-1].items():
                for assigned, more in hand:
                    both = before + assigned
                    if enough - both & guards == guards:
                        used[both] = used.get(both, 0) + ways * more
            self._used.append(used)
        self._ends = {used: ways * _ways_to_draw(used, unseen) for used, ways in self._used[-1].items()}
        self.ways = sum(self._ends.values())
        """How many there are."""

    def draw(self, rng: Random) -> list[int]:
        """One of them: for each hand how many of each group, 6 bits a group."""
        used = list(self._ends)[pick(list(self._ends.values()), rng)]
        drawn = [0] * len(self._hands)
        for who, hand, before in zip(self._order[::-1], self._hands[::-1], self._used[-2::-1], strict=True):
            ways = [before.get(used - assigned, 0) * more for assigned, more in hand]
            drawn[who] = hand[pick(ways, rng)][0]
            used -= drawn[who]
        return drawn


def ways_alone(hand: Sequence[Assignment], unseen: Sequence[int]) -> int:
    """How many ways a hand has if no other draws on the unseen menus."""
    return sum(ways * _ways_to_draw(assigned, unseen) for assigned, ways in hand)


def _ways_to_draw(used: int, unseen: Sequence[int]) -> int:
    ways = 1
    for number in unseen:
        if used & 63:
            ways *= perm(number, used & 63)
        used >>= 6
    return ways

"""Which menus the unnamed ones are, given all that the service has told of the hands they are in.

The sums of RE-13 tie the menus of a hand together, and all hands draw on the same unseen menus. So the choices of each
hand are listed (there are few, for the number of its menus and their sum are known) and put together hand by hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import factorial, perm
from typing import Final

from tablee.core.chance import Random
from tablee.games.restaurant.knowledge.worlds import UNNAMED, Counts, Row, counts, pick
from tablee.games.restaurant.pieces import CARDS, HUNDREDS, MENUS

_WORTH: Final = tuple(HUNDREDS[card] for card in CARDS)

_ROOM: Final = 32
"""A bit above any number of menus of a group: it is used up where more are named than there are."""

Naming = tuple[int, int]
"""A choice of names for the unnamed menus of a hand: how many of each group, 6 bits a group; and how many ways there
are to give them out."""


@dataclass(frozen=True, slots=True)
class Testimony:
    """What the service has told of all the cards a seat held when the orders ended."""

    hundreds: int
    """RE-13: the sum of its menus."""
    served: tuple[int, ...]
    """By place in `CARDS`: it has laid these, or shown them at the end."""
    gone: frozenset[int]
    """It holds no more of these: it passed (RE-18), or has shown what it had left."""
    some_of: frozenset[int] | None
    """It holds one of these: it is asked to serve (RE-18). None if it is not."""


class Names:
    """The namings of the unnamed menus of all hands.

    Menus that are alike for all that was told form a group: a RES and another of its value, until somebody lays one of
    that value.
    """

    def __init__(self, testimonies: Sequence[Testimony], unseen: Counts) -> None:
        self._testimonies = testimonies
        self._hands: dict[tuple[int, Row], tuple[Naming, ...]] = {}
        self.groups: list[tuple[int, ...]] = []
        """The dearest first."""
        half = len(MENUS) // 2
        for plain in reversed(range(half)):
            res = plain + half
            told = any(testimony.served[plain] or testimony.served[res] for testimony in testimonies)
            self.groups += [(plain,), (res,)] if told else [(plain, res)]
        self._unseen = self.in_groups(unseen)

    def in_groups(self, held: Counts) -> list[int]:
        """How many cards there are of each group."""
        return [sum(held[kind] for kind in group) for group in self.groups]

    def of_hand(self, who: int, held: Row) -> tuple[Naming, ...]:
        """The namings of a hand that fit what was told of it; none if it cannot be this one's."""
        if (who, held) not in self._hands:
            self._hands[who, held] = tuple(self._list(self._testimonies[who], counts(held)))
        return self._hands[who, held]

    def _list(self, told: Testimony, held: Counts) -> Iterator[Naming]:
        left = [number - served for number, served in zip(held, told.served, strict=False)]
        for kind in range(len(MENUS), UNNAMED):
            if left[kind] < 0 or (left[kind] and kind in told.gone):
                return
        limits = []
        for group, rest, unseen in zip(self.groups, self.in_groups(tuple(left)), self._unseen, strict=True):
            if rest > 0 and group[0] in told.gone:
                return
            least = max(0, -rest)
            limits.append((_WORTH[group[0]], least, least if group[0] in told.gone else unseen))
        hundreds = told.hundreds - sum(number * worth for number, worth in zip(held, _WORTH, strict=False))
        for numbers in _filled(tuple(limits), held[UNNAMED], hundreds):
            if told.some_of is None or self._some(told.some_of, left, numbers):
                ways = factorial(held[UNNAMED])
                packed = 0
                for place, number in enumerate(numbers):
                    ways //= factorial(number)
                    packed += number << 6 * place
                yield packed, ways

    def _some(self, kinds: frozenset[int], left: Sequence[int], numbers: Sequence[int]) -> bool:
        """RE-18: whether, so named, there is one of these kinds left."""
        named = zip(self.groups, numbers, strict=True)
        return sum(left[kind] for kind in kinds) + sum(number for group, number in named if group[0] in kinds) > 0


@lru_cache(maxsize=1 << 12)
def _filled(limits: tuple[tuple[int, int, int], ...], cards: int, hundreds: int) -> tuple[tuple[int, ...], ...]:
    """Every choice of so many cards worth so much; for each group, dearest first: its worth, the least and the most."""
    if not limits:
        return ((),)
    (worth, least, most), *others = limits
    dearest, cheapest = (others[0][0], others[-1][0]) if others else (0, 0)
    choices: list[tuple[int, ...]] = []
    for number in range(least, min(most, cards) + 1):
        cards_left, hundreds_left = cards - number, hundreds - number * worth
        if cards_left * cheapest <= hundreds_left <= cards_left * dearest and (others or not cards_left):
            choices += [(number, *rest) for rest in _filled(tuple(others), cards_left, hundreds_left)]
    return tuple(choices)


class Shared:
    """The namings of several hands together, all of the same unseen menus."""

    def __init__(self, hands: Sequence[Sequence[Naming]], unseen: Sequence[int]) -> None:
        self._order = sorted(range(len(hands)), key=lambda who: len(hands[who]))
        self._hands = [hands[who] for who in self._order]
        enough = sum(number + _ROOM << 6 * place for place, number in enumerate(unseen))
        room = sum(_ROOM << 6 * place for place in range(len(unseen)))
        self._used: list[dict[int, int]] = [{0: 1}]
        """After so many hands: in how many ways so many of each group are used."""
        for hand in self._hands:
            used: dict[int, int] = {}
            for before, ways in self._used[-1].items():
                for named, more in hand:
                    both = before + named
                    if enough - both & room == room:
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
            ways = [before.get(used - named, 0) * more for named, more in hand]
            drawn[who] = hand[pick(ways, rng)][0]
            used -= drawn[who]
        return drawn


def ways_alone(hand: Sequence[Naming], unseen: Sequence[int]) -> int:
    """In how many ways a hand can be named if no other draws on the unseen menus."""
    return sum(ways * _ways_to_draw(named, unseen) for named, ways in hand)


def _ways_to_draw(used: int, unseen: Sequence[int]) -> int:
    ways = 1
    for number in unseen:
        if used & 63:
            ways *= perm(number, used & 63)
        used >>= 6
    return ways

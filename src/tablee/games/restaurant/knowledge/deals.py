"""All the deals of cards that hidden draws may have led to, with their odds.

A menu that nobody has shown to the reader is an *unknown* menu: any of the menus he has not seen, each as likely as the
others. A deal says how many cards of each kind every seat holds, and how many unknown menus. There are few deals,
because many courses of a match lead to the same one. Once a deal is chosen, the course to it is drawn backwards.
"""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import comb, prod
from typing import Final, NewType

from tablee.core.chance import Random
from tablee.games.restaurant.pieces import CARDS, MENUS, Protect

UNKNOWN: Final = len(CARDS)
"""Stands among the kinds of cards for an unknown menu."""

Counts = tuple[int, ...]
"""How many cards of each kind, in the order of `CARDS`, then how many unknown menus."""

Cards = NewType("Cards", int)
"""Some cards: for each kind 6 bits that say how many."""

Deal = NewType("Deal", int)
"""The cards in every slot, one slot above the other: each seat's hand, then each seat's protected cards, then the
unseen menus, whose number stands where other slots count unknown menus. So a card moves by + and −."""

_FIELDS: Final = tuple(6 * kind for kind in range(UNKNOWN + 1))
_SLOT_BITS: Final = 6 * (UNKNOWN + 1)
_WHOLE_SLOT: Final = (1 << _SLOT_BITS) - 1
_MENUS_AND_UNKNOWN: Final = (*range(len(MENUS)), UNKNOWN)
_ALL_MENUS: Final = sum(63 << _FIELDS[kind] for kind in _MENUS_AND_UNKNOWN)
"""Masks all that is no menu, and the slots above."""


def unit(slot: int, kind: int) -> int:
    """One card of a kind in a slot."""
    return 1 << slot * _SLOT_BITS + 6 * kind


def cards_at(deal: int, slot: int) -> Cards:
    """The cards of a slot."""
    return Cards(deal >> slot * _SLOT_BITS & _WHOLE_SLOT)


def counts(cards: Cards) -> Counts:
    """How many cards of each kind."""
    return tuple(cards >> field & 63 for field in _FIELDS)


def pick(odds: Sequence[float], rng: Random) -> int:
    """A place in a list of odds, drawn by them; never one without any, however the sum is rounded."""
    ticket = rng.random() * sum(odds)
    picked = 0
    for place, share in enumerate(odds):
        if share:
            picked = place
            ticket -= share
            if ticket < 0:
                break
    return picked


Choice = tuple[int, ...]
"""How a branch went. For a card drawn: its kind. For a RES laid: the kind it counted as before, then how many of each
kind of menu lie under it, the unknown ones last."""

Way = tuple[float, Deal, Choice]
"""One way a branch can go: how likely it is (not to scale), the deal after it, and the choice that leads there."""


@dataclass(frozen=True, slots=True)
class HiddenDraw:
    """RE-07: one of the others drew from another of them; the reader did not see the card."""

    deed: int
    fixed: int
    """What all deals have in common up to here; it is not in them."""
    seat: int
    other: int
    moves: tuple[tuple[int, int, Choice], ...]
    """The kinds that may have moved: the bit where they are counted, and what each move changes in a deal."""

    @classmethod
    def of(cls, deed: int, fixed: int, seat: int, other: int, kinds: Iterable[int]) -> "HiddenDraw":
        """Any card of these kinds may have moved."""
        moves = [(other * _SLOT_BITS + _FIELDS[kind], unit(seat, kind) - unit(other, kind), (kind,)) for kind in kinds]
        return cls(deed, fixed, seat, other, tuple(moves))

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats, without the reader, whose cards it changes."""
        return self.seat, self.other

    def ways(self, deal: Deal) -> list[Way]:
        """Each kind is as likely as there are cards of it."""
        table = deal + self.fixed
        return [
            (number, Deal(deal + move), choice) for place, move, choice in self.moves if (number := table >> place & 63)
        ]


@dataclass(frozen=True, slots=True)
class SeenDraw:
    """RE-07: the reader drew this kind from one of the others."""

    deed: int
    fixed: int
    other: int
    kind: int
    unseen: int
    """The slot of the unseen menus."""

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.other,)

    def ways(self, deal: Deal) -> Iterator[Way]:
        """The card was already known to be of this kind, or was an unknown menu."""
        number = deal + self.fixed >> self.other * _SLOT_BITS + _FIELDS[self.kind] & 63
        if number:
            yield number, Deal(deal - unit(self.other, self.kind)), (self.kind,)
        yield from _identified(deal, self.fixed, self.other, self.kind, self.unseen)


@dataclass(frozen=True, slots=True)
class LaidRes:
    """RE-10: one of the others laid this RES, and a number of menus under it."""

    deed: int
    fixed: int
    seat: int
    pile: int
    """The slot of its protected cards."""
    kind: int
    beneath: int
    unseen: int
    protect: Protect

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat,)

    def ways(self, deal: Deal) -> Iterator[Way]:
        """The RES was known to be of this kind, or else an unknown menu; any of the other menus may lie under it.

        If all of them must, their number tells how many menus its owner held.
        """
        if deal + self.fixed >> self.seat * _SLOT_BITS + _FIELDS[self.kind] & 63:
            laid: list[Way] = [(1.0, Deal(deal - unit(self.seat, self.kind)), (self.kind,))]
        else:
            laid = list(_identified(deal, self.fixed, self.seat, self.kind, self.unseen))
        for odds, after, was in laid:
            covered = after + unit(self.pile, self.kind)
            held = after + self.fixed >> self.seat * _SLOT_BITS & _ALL_MENUS
            if self.protect is Protect.ALL and _number(held) != self.beneath:
                continue
            for share, menus, chosen in _selections(held, self.beneath):
                moved = (menus << self.pile * _SLOT_BITS) - (menus << self.seat * _SLOT_BITS)
                yield odds * share, Deal(covered + moved), (*was, *chosen)


def _identified(deal: Deal, fixed: int, slot: int, kind: int, unseen: int) -> Iterator[Way]:
    """An unknown menu turns out to be of this kind, and leaves its slot."""
    number = deal + fixed >> slot * _SLOT_BITS + _FIELDS[UNKNOWN] & 63
    menus = deal + fixed >> unseen * _SLOT_BITS
    of_kind = kind < len(MENUS) and menus >> _FIELDS[kind] & 63
    if number and of_kind:
        odds = number * of_kind / (menus >> _FIELDS[UNKNOWN] & 63)
        after = deal - unit(slot, UNKNOWN) - unit(unseen, kind) - unit(unseen, UNKNOWN)
        yield odds, Deal(after), (UNKNOWN,)


def _number(held: int) -> int:
    """How many menus these are."""
    return sum(held >> _FIELDS[kind] & 63 for kind in _MENUS_AND_UNKNOWN)


@lru_cache(maxsize=1 << 11)
def _selections(held: int, number: int) -> tuple[tuple[float, int, Choice], ...]:
    """Every choice of `number` of the menus held: its odds, the menus, and how many there are of each kind."""
    numbers = [held >> _FIELDS[kind] & 63 for kind in _MENUS_AND_UNKNOWN]
    every = comb(sum(numbers), number)
    return tuple(
        (prod(map(comb, numbers, chosen)) / every, _as_cards(chosen), chosen) for chosen in _subsets(numbers, number)
    )


def _as_cards(chosen: Sequence[int]) -> int:
    return sum(number << _FIELDS[kind] for kind, number in zip(_MENUS_AND_UNKNOWN, chosen, strict=True))


def _subsets(menus: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """Every choice of `number` menus, given how many there are of each kind."""
    if not menus:
        if not number:
            yield ()
        return
    for first in range(min(menus[0], number) + 1):
        for rest in _subsets(menus[1:], number - first):
            yield (first, *rest)


Branch = HiddenDraw | SeenDraw | LaidRes
"""A deed that may have gone in several ways."""

Filters = Sequence[Sequence[Callable[[Deal], bool]]]
"""For each branch: the tests that a deal after it must pass."""


class PossibleDeals:
    """The deals that some branches may lead to.

    With `rng` at most `width` of them are followed at a time, drawn by their odds. Without it all are, or the search is
    given up as `too_many` when there are more than `width`.
    """

    def __init__(self, branches: Sequence[Branch], filters: Filters, width: int, rng: Random | None = None) -> None:
        self.ends: dict[Deal, float] = {Deal(0): 1.0}
        """With their odds, not to scale."""
        self._before: list[dict[Deal, list[Way]]] = []
        """For each branch and each deal after it: the ways that lead there, with the deal before it."""
        self.too_many = False
        for branch, tests in zip(branches, filters, strict=True):
            before: dict[Deal, list[Way]] = {}
            ends: dict[Deal, float] = {}
            for deal, odds in self.ends.items():
                for ways, after, choice in branch.ways(deal):
                    if after in before:
                        before[after].append((odds * ways, deal, choice))
                        ends[after] += odds * ways
                    else:
                        before[after] = [(odds * ways, deal, choice)]
                        ends[after] = odds * ways
            for fits in tests:
                ends = {deal: odds for deal, odds in ends.items() if fits(deal)}
            self.ends = ends
            self._before.append(before)
            if len(self.ends) > width:
                if rng is None:
                    self.too_many = True
                    break
                self.ends = _resampled(self.ends, width, rng)

    def choices(self, end: Deal, rng: Random) -> list[Choice]:
        """How each branch went on one course that leads to this deal, drawn by its odds."""
        chosen = []
        for before in reversed(self._before):
            ways = before[end]
            _, end, choice = ways[pick([way[0] for way in ways], rng) if len(ways) > 1 else 0]
            chosen.append(choice)
        return chosen[::-1]


def _resampled(odds: dict[Deal, float], width: int, rng: Random) -> dict[Deal, float]:
    """Systematic resampling: `width` tickets, evenly spread over the deals, so that on average each keeps its odds."""
    share = sum(odds.values()) / width
    kept: dict[Deal, float] = {}
    spent, ticket = 0.0, rng.random() * share
    for deal, tickets in zip(odds, accumulate(odds.values()), strict=True):
        while ticket < tickets:
            spent += share
            ticket += share
        if spent:
            kept[deal] = spent
            spent = 0.0
    return kept

"""All the worlds that blind draws may have led to, with their odds.

A card nobody has shown the reader is an *unnamed* menu: one of the menus he has not seen, each as likely as the
others. A world says how many cards of each kind every seat holds, and how many unnamed menus. Many courses of things
lead to the same world, so that there are few worlds; a course is drawn backwards from the last world.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from math import comb, prod
from typing import Final, NewType

from tablee.core.chance import Random
from tablee.games.restaurant.pieces import CARDS, MENUS

UNNAMED: Final = len(CARDS)
"""Stands among the kinds of cards for an unnamed menu."""

Counts = tuple[int, ...]
"""By place in `CARDS`, then of the unnamed menus."""

Row = NewType("Row", int)
"""Some cards: 6 bits a kind for how many."""

World = NewType("World", int)
"""Rows, one upon the other: one for each hand, then one for each seat's protected cards, then one for the menus unseen,
with their number in place of the unnamed. So a card changes place by + and −."""

_FIELDS: Final = tuple(6 * kind for kind in range(UNNAMED + 1))
_ROW: Final = 6 * (UNNAMED + 1)
_WHOLE_ROW: Final = (1 << _ROW) - 1
_MENUS_AND_UNNAMED: Final = (*range(len(MENUS)), UNNAMED)
_ALL_MENUS: Final = sum(63 << _FIELDS[kind] for kind in _MENUS_AND_UNNAMED)
"""Masks a row, and with it what lies upon it."""


def unit(row: int, kind: int) -> int:
    """One card of a kind in a row."""
    return 1 << row * _ROW + 6 * kind


def row_of(world: int, row: int) -> Row:
    """The cards of a row."""
    return Row(world >> row * _ROW & _WHOLE_ROW)


def counts(row: Row) -> Counts:
    """How many cards of each kind."""
    return tuple(row >> field & 63 for field in _FIELDS)


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
"""What a guess may say. Of a card drawn: its kind. Of a RES laid: the kind it counted as before, then how many of each
kind of menu lie under it, the unnamed last."""

Way = tuple[float, World, Choice]
"""How often a world goes on like this (not to scale), the world after it, and the choice that makes it."""


@dataclass(frozen=True, slots=True)
class Blind:
    """RE-07: one of the others drew from another of them."""

    deed: int
    fixed: int
    """What all worlds have in common until then; it is not in them."""
    seat: int
    other: int
    moves: tuple[tuple[int, int, Choice], ...]
    """The kinds that may have moved: where to count them, and what each changes in a world."""

    @classmethod
    def of(cls, deed: int, fixed: int, seat: int, other: int, kinds: Iterable[int]) -> "Blind":
        """Any card may have moved, of these kinds."""
        moves = [(other * _ROW + _FIELDS[kind], unit(seat, kind) - unit(other, kind), (kind,)) for kind in kinds]
        return cls(deed, fixed, seat, other, tuple(moves))

    @property
    def seats(self) -> tuple[int, ...]:
        """Whose cards it is about; of the others."""
        return self.seat, self.other

    def ways(self, world: World) -> list[Way]:
        """As many as there are cards of a kind."""
        table = world + self.fixed
        return [
            (number, World(world + move), choice)
            for place, move, choice in self.moves
            if (number := table >> place & 63)
        ]


@dataclass(frozen=True, slots=True)
class Seen:
    """RE-07: the reader drew this kind from one of the others."""

    deed: int
    fixed: int
    other: int
    kind: int
    unseen: int
    """The row of the menus unseen."""

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.other,)

    def ways(self, world: World) -> Iterator[Way]:
        """He drew one that was known to be of this kind, or an unnamed menu."""
        number = world + self.fixed >> self.other * _ROW + _FIELDS[self.kind] & 63
        if number:
            yield number, World(world - unit(self.other, self.kind)), (self.kind,)
        yield from _named(world, self.fixed, self.other, self.kind, self.unseen)


@dataclass(frozen=True, slots=True)
class Laid:
    """RE-10: one of the others laid this RES, and so many menus under it."""

    deed: int
    fixed: int
    seat: int
    pile: int
    """The row of his protected cards."""
    kind: int
    beneath: int
    unseen: int

    @property
    def seats(self) -> tuple[int, ...]:
        return (self.seat,)

    def ways(self, world: World) -> Iterator[Way]:
        """One known to be of this kind, or else an unnamed menu; and any of the other menus under it."""
        if world + self.fixed >> self.seat * _ROW + _FIELDS[self.kind] & 63:
            laid: list[Way] = [(1.0, World(world - unit(self.seat, self.kind)), (self.kind,))]
        else:
            laid = list(_named(world, self.fixed, self.seat, self.kind, self.unseen))
        for odds, after, was in laid:
            covered = after + unit(self.pile, self.kind)
            for share, menus, chosen in _hidden(after + self.fixed >> self.seat * _ROW & _ALL_MENUS, self.beneath):
                moved = (menus << self.pile * _ROW) - (menus << self.seat * _ROW)
                yield odds * share, World(covered + moved), (*was, *chosen)


def _named(world: World, fixed: int, row: int, kind: int, unseen: int) -> Iterator[Way]:
    """An unnamed menu of a row turns out to be of this kind, and leaves the row."""
    number = world + fixed >> row * _ROW + _FIELDS[UNNAMED] & 63
    menus = world + fixed >> unseen * _ROW
    of_kind = kind < len(MENUS) and menus >> _FIELDS[kind] & 63
    if number and of_kind:
        odds = number * of_kind / (menus >> _FIELDS[UNNAMED] & 63)
        after = world - unit(row, UNNAMED) - unit(unseen, kind) - unit(unseen, UNNAMED)
        yield odds, World(after), (UNNAMED,)


@lru_cache(maxsize=1 << 11)
def _hidden(held: int, number: int) -> tuple[tuple[float, int, Choice], ...]:
    """Every choice of so many of the menus of a row: its odds, the menus as a row, and how many of each kind."""
    numbers = [held >> _FIELDS[kind] & 63 for kind in _MENUS_AND_UNNAMED]
    every = comb(sum(numbers), number)
    return tuple(
        (prod(map(comb, numbers, chosen)) / every, _as_row(chosen), chosen) for chosen in _parts(numbers, number)
    )


def _as_row(chosen: Sequence[int]) -> int:
    return sum(number << _FIELDS[kind] for kind, number in zip(_MENUS_AND_UNNAMED, chosen, strict=True))


def _parts(menus: Sequence[int], number: int) -> Iterator[tuple[int, ...]]:
    """Every choice of so many of these."""
    if not menus:
        if not number:
            yield ()
        return
    for first in range(min(menus[0], number) + 1):
        for rest in _parts(menus[1:], number - first):
            yield (first, *rest)


Guess = Blind | Seen | Laid

Sieve = Sequence[Sequence[Callable[[World], bool]]]
"""For each guess: what a world after it must pass."""


class Worlds:
    """The worlds a number of guesses may lead to.

    With `rng` no more than `width` of them are followed at a time, drawn by their odds; without, all.
    """

    def __init__(self, guesses: Sequence[Guess], sieve: Sieve, width: int, rng: Random | None = None) -> None:
        self.ends: dict[World, float] = {World(0): 1.0}
        """With their odds, not to scale."""
        self._before: list[dict[World, list[Way]]] = []
        """For each guess and each world after it: the ways that lead there, with the world they come from."""
        self.too_many = False
        for guess, tests in zip(guesses, sieve, strict=True):
            before: dict[World, list[Way]] = {}
            ends: dict[World, float] = {}
            for world, odds in self.ends.items():
                for ways, after, choice in guess.ways(world):
                    if after in before:
                        before[after].append((odds * ways, world, choice))
                        ends[after] += odds * ways
                    else:
                        before[after] = [(odds * ways, world, choice)]
                        ends[after] = odds * ways
            for fits in tests:
                ends = {world: odds for world, odds in ends.items() if fits(world)}
            self.ends = ends
            self._before.append(before)
            if len(self.ends) > width:
                if rng is None:
                    self.too_many = True
                    break
                self.ends = _thinned(self.ends, width, rng)

    def choices(self, end: World, rng: Random) -> list[Choice]:
        """One course of things that leads to this world, drawn by its odds: the choice of each guess."""
        chosen = []
        for before in reversed(self._before):
            ways = before[end]
            _, end, choice = ways[pick([way[0] for way in ways], rng) if len(ways) > 1 else 0]
            chosen.append(choice)
        return chosen[::-1]


def _thinned(odds: dict[World, float], width: int, rng: Random) -> dict[World, float]:
    """So many tickets, evenly spread over the worlds: on average each keeps its odds."""
    share = sum(odds.values()) / width
    kept: dict[World, float] = {}
    spent, ticket = 0.0, rng.random() * share
    for world, tickets in zip(odds, accumulate(odds.values()), strict=True):
        while ticket < tickets:
            spent += share
            ticket += share
        if spent:
            kept[world] = spent
            spent = 0.0
    return kept

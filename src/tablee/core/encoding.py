"""Actions as whole numbers and views as arrays: what learning programs and other libraries of games want.

A game that has an encoding names it in its manifest. An encoding uses the standard library only; `tablee.lab` makes
numpy arrays of what it gives, without copying.
"""

import sys
from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache, lru_cache
from math import prod
from typing import Any, ClassVar, Final, Generic, NamedTuple

from tablee.core.game import A, Game, S, V
from tablee.core.seat import Seat

Parts = tuple[int, ...]
"""An action as numbers. Most actions are one number; a choice of many parts is made one part after the other."""

Numbers = Sequence[int]


class Field(NamedTuple):
    """Some numbers of an encoded view that belong together."""

    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    """No number is below `low` or above `high`."""
    meaning: str

    @property
    def size(self) -> int:
        """How many numbers it has."""
        return prod(self.shape)


class KnownValue(NamedTuple):
    """What a small form of a game, or a position in it, is worth if everybody plays perfectly."""

    options: Mapping[str, Any]
    opening: Parts
    """The parts that were chosen before, in the order in which seats are asked."""
    share: Fraction
    """The first seat's part of the win."""


PARTS: str = "parts"
"""The name of the field that tells the parts of a choice that are already made."""


class Encoding(ABC, Generic[S, A, V]):
    """The encoding of one game with its options.

    Sets of numbers are whole numbers with a bit a member, as boards are in the engines.
    """

    version: ClassVar[int] = 1
    """Goes up when numbers mean something else than before, or when the rules change: it is part of the names by which
    other libraries know the game, so that results can be compared."""
    known_values: ClassVar[tuple[KnownValue, ...]] = ()
    """Those that were worked out exactly, and that tests work out again."""
    size: int
    """Parts are numbered from 0 to `size` − 1."""
    chance_size: int
    """The same for what chance does."""
    most_parts: int = 1
    """The maximum number of parts of an action."""

    def __init__(self, game: Game[S, A, V], fields: Iterable[Field]) -> None:
        self.game = game
        self.fields = tuple(fields)
        if self.most_parts > 1:
            meaning = "The parts of the choice that are already made, each plus 1; 0: none."
            self.fields += (Field(PARTS, (self.most_parts - 1,), 0, self.size, meaning),)
        self.length = sum(field.size for field in self.fields)
        """How many numbers an encoded view has."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Tables are not pickled: the other process builds its own.
        return type(self), (self.game,)

    # Actions

    @abstractmethod
    def parts(self, action: A) -> Parts:
        """The numbers of a seat's action."""

    @abstractmethod
    def action(self, state: S, seat: Seat, parts: Parts) -> A | None:
        """The action of these parts, each of which was legal; None if more parts are to come."""

    @abstractmethod
    def legal(self, state: S, seat: Seat, parts: Parts = ()) -> int:
        """The set of parts that a seat may go on with; empty if it has nothing to choose."""

    def chance_number(self, action: A) -> int:
        """The number of an outcome of chance."""
        raise NotImplementedError("this game has no chance")

    def chance_action(self, number: int) -> A:
        """The outcome of chance that has this number."""
        raise NotImplementedError("this game has no chance")

    def odds(self, state: S) -> list[tuple[int, int]]:
        """What chance may do now, as numbers with their weights, the lowest number first."""
        return sorted((self.chance_number(action), weight) for action, weight in self.game.odds(state).items())

    def alike(self, state: S) -> int:
        """The outcomes of chance now, as a set, if all are equally likely; empty where that is not known. Override
        where cards are drawn: adapters then need not look at every weight."""
        return 0

    # Views

    @abstractmethod
    def values(self, view: V) -> Iterator[Numbers]:
        """The numbers of a view: those of one field after the other, without `parts`."""

    def numbers(self, view: V, parts: Parts = ()) -> "array[int]":
        """A view as one flat array of 32-bit whole numbers. Different views give different arrays."""
        return self._flat(self.values(view), parts)

    def numbers_seen(self, state: S, seat: Seat | None, parts: Parts = ()) -> "array[int]":
        """The numbers of a seat's view of a state. Override where they can be had without making the view."""
        return self.numbers(self.game.view(state, seat), parts)

    def _flat(self, fields: Iterable[Numbers], parts: Parts) -> "array[int]":
        flat = array("i")
        for values in fields:
            flat.extend(values)
        return self._with_parts(flat, parts)

    def _with_parts(self, flat: "array[int]", parts: Parts) -> "array[int]":
        if self.most_parts > 1:
            flat.extend(padded([part + 1 for part in parts], self.most_parts - 1))
        return flat


AnyEncoding = Encoding[Any, Any, Any]


@cache
def one_hot(place: int | None, size: int) -> tuple[int, ...]:
    """Zeros, and a 1 in one place.

    >>> one_hot(1, 3), one_hot(None, 2)
    ((0, 1, 0), (0, 0))
    """
    return tuple([int(number == place) for number in range(size)])


def zeros(size: int) -> "array[int]":
    """An array of zeros, which is quicker to make and to add than a list.

    >>> zeros(3)
    array('i', [0, 0, 0])
    """
    return array("i", bytes(size * _WIDTH))


_WIDTH: Final = array("i").itemsize
_LOWEST: Final = 0 if sys.byteorder == "little" else _WIDTH - 1


def widened(small: bytes | bytearray) -> "array[int]":
    """Numbers from 0 to 255, a byte each, as an array: many times quicker than one by one.

    >>> widened(bytes([3, 0, 255]))
    array('i', [3, 0, 255])
    """
    wide = bytearray(len(small) * _WIDTH)
    wide[_LOWEST::_WIDTH] = small
    return array("i", bytes(wide))


_MARKS: Final = bytes.maketrans(b"01", bytes(range(2)))


def marks(members: int) -> bytes:
    """A byte for each number up to the highest of a set, the lowest first: whether it is a member.

    >>> marks(0b1011)
    b'\\x01\\x01\\x00\\x01'
    """
    return f"{members:b}".encode()[::-1].translate(_MARKS)


@lru_cache(maxsize=1 << 12)
def lanes(members: int) -> int:
    """A set with a byte a member instead of a bit, so that sets can be added up; `to_bytes` then gives what belongs to
    each member.

    >>> (lanes(0b101) + 7 * lanes(0b010)).to_bytes(4, "little")
    b'\\x01\\x07\\x01\\x00'
    """
    return int.from_bytes(marks(members), "little")


def padded(row: Numbers, size: int) -> Numbers:
    """A row with zeros after it, as long as its field.

    >>> padded([3, 4], 4)
    array('i', [3, 4, 0, 0])
    """
    if not row:
        return _nothing(size)
    whole = array("i", row)
    whole.frombytes(bytes((size - len(whole)) * _WIDTH))
    return whole


@cache
def _nothing(size: int) -> Numbers:
    return zeros(size)

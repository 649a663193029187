"""Chance that can be checked afterwards.

A table draws a secret of 256 bits when it is created and publishes its SHA-256 (the commitment) before the first move.
Each outcome of chance is drawn from a stream of bytes that depends only on the secret and the number of the entry:

    block i of entry n  =  HMAC-SHA256(secret, "tablee chance n i")     (n and i in decimal, from 0)

A whole number below `stop` is read from the stream as big-endian bytes, as few as hold `stop - 1`, with the unused high
bits cut off; a number that is too large is discarded and the next bytes are read. `random()` is 53 such bits divided
by 2**53; `shuffle` swaps from the last place down with a number below place + 1. When the match is over the secret is
revealed, and anybody can draw the same outcomes again.
"""

import hashlib
import hmac
from collections.abc import MutableSequence, Sequence
from functools import partial
from typing import Any, TypeVar

from tablee.core.chance import Draws

T = TypeVar("T")


def commitment(secret: bytes) -> str:
    """What is published before the first move."""
    return hashlib.sha256(secret).hexdigest()


def fair_draws(secret: bytes) -> Draws:
    """Generators that depend only on a secret and the number of the entry."""
    return partial(FairRandom, secret)


class FairRandom:
    """The byte stream of one entry, as a random generator."""

    def __init__(self, secret: bytes, entry: int | str) -> None:
        self._secret = secret
        self._entry = entry
        self._blocks = 0
        self._buffer = b""

    def _bytes(self, number: int) -> bytes:
        while len(self._buffer) < number:
            label = f"tablee chance {self._entry} {self._blocks}"
            self._buffer += hmac.digest(self._secret, label.encode(), "sha256")
            self._blocks += 1
        taken, self._buffer = self._buffer[:number], self._buffer[number:]
        return taken

    def _bits(self, number: int) -> int:
        size = (number + 7) // 8
        return int.from_bytes(self._bytes(size), "big") & ((1 << number) - 1)

    def randrange(self, stop: int, /) -> int:
        bits = (stop - 1).bit_length()
        while True:
            value = self._bits(bits) if bits else 0
            if value < stop:
                return value

    def random(self) -> float:
        return self._bits(53) / (1 << 53)

    def choice(self, options: Sequence[T], /) -> T:
        return options[self.randrange(len(options))]

    def shuffle(self, items: MutableSequence[Any], /) -> None:
        for place in range(len(items) - 1, 0, -1):
            other = self.randrange(place + 1)
            items[place], items[other] = items[other], items[place]

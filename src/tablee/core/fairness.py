"""Chance that nobody can choose and everybody can check. docs/fairness.md explains why it is done this way.

The secret of a match is made of a part of the house and a part of each seat's device. Each of them publishes the
SHA-256 of its part (the commitment) before any part is shown:

    secret  =  HMAC-SHA256(house's part, "tablee secret\\nround r\\n" + one line for each chair)

The line of a chair is `device` and its part in hexadecimal, or `house` if no device gave one. All else is read from
streams of bytes:

    block i of draw n         =  HMAC-SHA256(secret, "tablee draw n i")         (numbers in decimal, from 0)
    block i of the seating    =  HMAC-SHA256(secret, "tablee seating 0 i")

A whole number below `stop` is read from a stream as big-endian bytes, as few as hold `stop - 1`, with the unused high
bits cut off; a number that is too large is discarded and the next bytes are read. `random()` is 53 such bits divided
by 2**53; `shuffle` swaps from the last place down with a number below place + 1.

In matches of the first scheme the house drew the secret alone, and a stream belonged to an entry of the log:
`tablee chance n i`.
"""

import hashlib
import hmac
from collections.abc import MutableSequence, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from tablee.core.chance import Draws, DrawsOutcomes

T = TypeVar("T")

SCHEME: Final = 2
"""The number of this way to draw; records of the first one have none."""
PART_BYTES: Final = 32
ROUNDS: Final = 16
"""For how many rounds the parts of one commitment last."""


def commitment(part: bytes) -> str:
    """What is published before a part is shown."""
    return hashlib.sha256(part).hexdigest()


def part_of(seed: bytes, round: int) -> bytes:  # noqa: A002 - the word of the protocol
    """What a device shows in a round: its seed, hashed the fewer times the later the round.

    `part_of(seed, -1)` is the commitment, as bytes.
    """
    part = seed
    for _ in range(ROUNDS - 1 - round):
        part = hashlib.sha256(part).digest()
    return part


def is_committed(part: bytes, round: int, to: str) -> bool:  # noqa: A002
    """Whether a part shown in a round is the one that a commitment (in hexadecimal) fixed for it."""
    for _ in range(round + 1):
        part = hashlib.sha256(part).digest()
    return hmac.compare_digest(part.hex(), to)


@dataclass(frozen=True)
class SecretParts:
    """All that the secret of a match is made of."""

    house: bytes
    chairs: tuple[bytes | None, ...]
    """By chair, as people sat down: the part that a device showed; None if the house's part stands for it."""
    round: int = 0

    @property
    def secret(self) -> bytes:
        lines = ["house" if part is None else f"device {part.hex()}" for part in self.chairs]
        message = "\n".join(["tablee secret", f"round {self.round}", *lines, ""])
        return hmac.digest(self.house, message.encode(), "sha256")


def seating(secret: bytes, players: int) -> list[int]:
    """By seat of the match: the chair that its player sat down on."""
    chairs = list(range(players))
    FairRandom(secret, 0, "seating").shuffle(chairs)
    return chairs


def fair_draws(secret: bytes) -> Draws:
    """Draws that depend on a secret and the number of the draw."""

    def outcome(game: DrawsOutcomes, state: Any, _entry: int, number: int) -> Any:
        return game.ticket(state, FairRandom(secret, number, "draw"))

    return outcome


def draws_by_entry(secret: bytes) -> Draws:
    """Draws of the first scheme, which depend on a secret and the number of the entry."""

    def outcome(game: DrawsOutcomes, state: Any, entry: int, _number: int) -> Any:
        return game.sample(state, FairRandom(secret, entry))

    return outcome


class FairRandom:
    """One stream of bytes, as a random generator. By default that of an entry in the first scheme."""

    def __init__(self, secret: bytes, number: int | str, kind: str = "chance") -> None:
        self._secret = secret
        self._label = f"tablee {kind} {number}"
        self._blocks = 0
        self._buffer = b""

    def _bytes(self, number: int) -> bytes:
        while len(self._buffer) < number:
            label = f"{self._label} {self._blocks}"
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

"""Chance that can be checked: the same secret gives the same draws, by the documented recipe."""

import hashlib
import hmac
from collections import Counter

import pytest

from tablee.core.chance import draw
from tablee.core.fairness import FairRandom, commitment

SECRET = bytes(range(32))


def block(entry: int | str, number: int) -> bytes:
    return hmac.new(SECRET, f"tablee chance {entry} {number}".encode(), hashlib.sha256).digest()


def test_the_commitment_is_the_hash_of_the_secret() -> None:
    assert commitment(SECRET) == hashlib.sha256(SECRET).hexdigest()


def test_numbers_are_read_from_the_stream_as_documented() -> None:
    """A byte at a time below 256, with its high bits cut off, and too large a number thrown away."""
    stream = block(7, 0) + block(7, 1) + block(7, 2)
    expected = [value for value in (byte & 0b111 for byte in stream) if value < 6]
    rng = FairRandom(SECRET, 7)
    assert [rng.randrange(6) for _ in expected] == expected


def test_large_numbers_take_more_bytes() -> None:
    stream = block("x", 0)
    rng = FairRandom(SECRET, "x")
    assert rng.randrange(1 << 20) == int.from_bytes(stream[:3], "big") & ((1 << 20) - 1)
    assert rng.randrange(1 << 64) == int.from_bytes(stream[3:11], "big")


def test_a_number_below_one_takes_nothing_from_the_stream() -> None:
    rng = FairRandom(SECRET, 1)
    assert rng.randrange(1) == 0
    assert rng.randrange(256) == block(1, 0)[0]


def test_a_fraction_is_53_bits() -> None:
    bits = int.from_bytes(block(1, 0)[:7], "big") & ((1 << 53) - 1)
    assert FairRandom(SECRET, 1).random() == bits / 2**53


def test_a_shuffle_swaps_from_the_last_place_down() -> None:
    items = list("abcdef")
    expected = items[:]
    numbers = FairRandom(SECRET, 3)
    for place in range(5, 0, -1):
        other = numbers.randrange(place + 1)
        expected[place], expected[other] = expected[other], expected[place]
    FairRandom(SECRET, 3).shuffle(items)
    assert items == expected
    assert sorted(items) == list("abcdef")


def test_a_choice_is_by_its_number() -> None:
    assert FairRandom(SECRET, 3).choice("abcdef") == "abcdef"[FairRandom(SECRET, 3).randrange(6)]


@pytest.mark.parametrize("other", [FairRandom(SECRET, 8), FairRandom(bytes(32), 7)])
def test_another_entry_or_secret_draws_anew(other: FairRandom) -> None:
    mine = FairRandom(SECRET, 7)
    assert [mine.randrange(1000) for _ in range(5)] != [other.randrange(1000) for _ in range(5)]


def test_draws_are_even_over_entries() -> None:
    """Chi-square with 5 degrees of freedom: 25.7 would be seen once in ten thousand."""
    counts = Counter(draw(dict.fromkeys("abcdef", 1), FairRandom(SECRET, entry)) for entry in range(6000))
    assert sum((number - 1000) ** 2 / 1000 for number in counts.values()) < 25.7

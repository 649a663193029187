"""Chance that can be checked: the same secret gives the same draws, by the documented recipe."""

import hashlib
import hmac
import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from tests.core.toy import Toy

from tablee.core.chance import draw
from tablee.core.fairness import (
    ROUNDS,
    FairRandom,
    SecretParts,
    commitment,
    draws_by_entry,
    fair_draws,
    is_committed,
    part_of,
    seating,
)

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


# The second scheme


def vectors() -> dict[str, Any]:
    """The test vectors of the page about chance."""
    page = Path(__file__).parents[2] / "docs" / "fairness.md"
    (text,) = re.findall(r"```json vectors\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    found: dict[str, Any] = json.loads(text)
    return found


def test_the_vectors_of_the_page_hold() -> None:
    told = vectors()
    house = bytes.fromhex(told["house"])
    seeds = [seed and bytes.fromhex(seed) for seed in told["seeds"]]
    assert commitment(house) == told["commitment"]
    assert [seed and part_of(seed, -1).hex() for seed in seeds] == told["commitments"]
    for each in told["rounds"]:
        given = tuple(seed and part_of(seed, each["round"]) for seed in seeds)
        secret = SecretParts(house, given, each["round"]).secret
        assert [part and part.hex() for part in given] == each["parts"]
        assert secret.hex() == each["secret"]
        assert seating(secret, 3) == each["order"]
        assert [FairRandom(secret, number, "draw").random() for number in range(3)] == each["shares"]


def test_a_commitment_binds_the_parts_of_all_rounds() -> None:
    seed = bytes(range(32))
    given = part_of(seed, -1).hex()
    for round_ in range(ROUNDS):
        assert is_committed(part_of(seed, round_), round_, given)
        assert not is_committed(part_of(seed, round_), round_ + 1, given)
        assert not is_committed(bytes(32), round_, given)
    assert part_of(seed, ROUNDS - 1) == seed


def test_every_part_changes_the_secret() -> None:
    one, two = bytes(range(32)), bytes(range(1, 33))
    secrets = {
        SecretParts(house, chairs, round_).secret
        for house in (one, two)
        for chairs in [(None, None), (one, None), (None, one), (one, one), (one, two)]
        for round_ in (0, 1)
    }
    assert len(secrets) == 20


def test_every_seating_is_as_likely_as_the_others() -> None:
    """Chi-square with 5 degrees of freedom: 25.7 would be seen once in ten thousand."""
    counts = Counter(tuple(seating(number.to_bytes(32, "big"), 3)) for number in range(6000))
    assert len(counts) == 6
    assert sum((number - 1000) ** 2 / 1000 for number in counts.values()) < 25.7


def test_draws_are_numbered_by_themselves(toy: Toy) -> None:
    """Whatever happens between two draws, the second is what it was going to be."""
    draws, by_entry = fair_draws(SECRET), draws_by_entry(SECRET)
    state = toy.start()
    assert {draws(toy, state, entry, 3) for entry in range(30)} == {draws(toy, state, 0, 3)}
    assert len({draws(toy, state, 0, number) for number in range(30)}) > 1
    assert len({by_entry(toy, state, entry, 3) for entry in range(30)}) > 1

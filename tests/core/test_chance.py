"""Chance: one of the outcomes, by their odds, from a generator that is handed in."""

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any, TypeVar

import pytest

from tablee.core.chance import draw

T = TypeVar("T")


class Tickets:
    """A generator that draws the tickets it was given, and remembers out of how many."""

    def __init__(self, *tickets: int) -> None:
        self.tickets = list(tickets)
        self.out_of: list[int] = []

    def randrange(self, stop: int, /) -> int:
        self.out_of.append(stop)
        return self.tickets.pop(0)

    def random(self) -> float:
        raise NotImplementedError

    def choice(self, options: Sequence[T], /) -> T:
        raise NotImplementedError

    def shuffle(self, items: MutableSequence[Any], /) -> None:
        raise NotImplementedError


def test_every_ticket_belongs_to_an_outcome_by_its_weight() -> None:
    weights = {"a": 1, "b": 3, "c": 2}
    tickets = Tickets(*range(6))
    assert [draw(weights, tickets) for _ in range(6)] == ["a", "b", "b", "b", "c", "c"]
    assert tickets.out_of == [6] * 6


def test_what_has_no_weight_is_never_drawn() -> None:
    weights = {"never": 0, "a": 1, "nor this": 0, "b": 1, "at last": 0}
    assert [draw(weights, Tickets(ticket)) for ticket in (0, 1)] == ["a", "b"]


def test_the_standard_generator_will_do() -> None:
    rng = Random(1)
    assert {draw({"a": 1, "b": 1}, rng) for _ in range(50)} == {"a", "b"}


def test_without_outcomes_nothing_can_be_drawn() -> None:
    with pytest.raises(IndexError):
        draw({}, Random(1))

"""How well draws of what is hidden keep to their odds."""

from collections import Counter
from fractions import Fraction
from math import cbrt, sqrt
from random import Random
from typing import Any

from tests.games.restaurant.oracle import courses

from tablee.core.seat import Seat
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.state import RestaurantState

Course = tuple[Any, ...]


def told(game: Restaurant, state: RestaurantState) -> Course:
    """All that was done in a state, secrets included, as the oracle tells it."""
    whole: list[Any] = []
    views = [game.view(state, seat).chronicle for seat in game.seats]
    for deeds in zip(*views, strict=True):
        deed = deeds[deeds[0].seat]
        if deed.what == "reserve":
            whole.append(tuple(sorted(card.value for card in deed.menus or ())))
        else:
            whole.append(None if deed.card is None else deed.card.value)
    return tuple(whole)


def score(odds: dict[Course, Fraction], draws: Counter[Course]) -> float:
    """How far draws are from their odds: the chi-square statistic as a standard score (Wilson and Hilferty).

    Courses that are expected less than five times count together.
    """
    number = sum(draws.values())
    cells: list[tuple[float, int]] = []
    rare, rare_draws = 0.0, 0
    for course, share in odds.items():
        expected = float(share) * number
        if expected < 5:
            rare, rare_draws = rare + expected, rare_draws + draws[course]
        else:
            cells.append((expected, draws[course]))
    if rare >= 5:
        cells.append((rare, rare_draws))
    freedom = len(cells) - 1
    assert freedom > 0
    chi_square = sum((seen - expected) ** 2 / expected for expected, seen in cells)
    return (cbrt(chi_square / freedom) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))


def draws(game: Restaurant, state: RestaurantState, reader: Seat | None, number: int, seed: int = 1) -> Counter[Course]:
    view = game.view(state, reader)
    rng = Random(seed)
    return Counter(told(game, game.determinize(view, rng)) for _ in range(number))


def possible(game: Restaurant, state: RestaurantState, reader: Seat | None) -> dict[Course, Fraction]:
    """All courses behind a view with their odds, by the oracle; the true one is among them."""
    found = courses(game.plain(game.view(state, reader)))
    assert told(game, state) in found
    return found


def off_by(odds: dict[Course, Fraction], drawn: Counter[Course]) -> float:
    """The share of draws that would have to be others (the total variation distance)."""
    number = sum(drawn.values())
    return sum(abs(drawn[course] / number - float(share)) for course, share in odds.items()) / 2

"""Draws from a secret stay what they are."""

from typing import Any

from tests.fair_records import first_draws

import tablee
from tablee.core.chance import Draws
from tablee.core.fairness import draws_by_entry, fair_draws
from tablee.core.match import Match
from tablee.core.seat import CHANCE, Seat


def test_the_same_secret_leads_to_the_same_draws_for_ever() -> None:
    assert first_draws("courtepaille", rules_version=2) == [
        "cook-7",
        "teller-2",
        "teller-3",
        "sailor-1",
        "cook-8",
        "captain-2",
        "boy-9",
        "cook-2",
    ]


def drawn_after(draws: Draws, replaced: int) -> list[Any]:
    """What chance has drawn after two rounds, if the first seat replaced its first card so often by the same one."""
    match = Match(tablee.game("courtepaille", players=2))
    match.chance(draws)
    match.play(Seat(0), match.legal(Seat(0))[0])
    for _ in range(replaced):
        match.play(Seat(0), match.log[-1].action)
    while sum(entry.seat == CHANCE for entry in match.log) < 24:
        match.play(match.actors()[0], match.legal(match.actors()[0])[0])
        match.chance(draws)
    return [entry.action for entry in match.log if entry.seat == CHANCE][:24]


def test_replacing_a_card_changes_no_draw() -> None:
    """By the first scheme, who knew the secret could pick among many next cards by replacing his own."""
    secret = bytes(range(32))
    assert {tuple(drawn_after(fair_draws(secret), times)) for times in range(5)} == {
        tuple(drawn_after(fair_draws(secret), 0))
    }
    assert len({tuple(drawn_after(draws_by_entry(secret), times)) for times in range(5)}) == 5

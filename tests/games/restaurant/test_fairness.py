"""Draws from a secret stay what they are."""

from random import Random

from tests.fair_records import first_draws

from tablee.core.seat import Seat
from tablee.games.restaurant.actions import TAKES
from tablee.games.restaurant.rules import Restaurant


def test_the_same_secret_leads_to_the_same_draws_for_ever() -> None:
    assert first_draws("restaurant", rules_version=2) == [
        "menu300",
        "dish",
        "dish",
        "dish",
        "menu300",
        "menu100",
        "res100",
        "menu200",
    ]


def test_a_ticket_is_the_card_at_a_share_of_the_stock() -> None:
    game = Restaurant()
    state = game.start()
    game.apply(state, Seat(0), TAKES[0])
    first, *_, last = game.odds(state)
    assert (game.ticket(state, Share(0.0)), game.ticket(state, Share(0.999))) == (first, last)


class Share(Random):
    """A generator that always gives the same number."""

    def __init__(self, share: float) -> None:
        super().__init__()
        self._share = share

    def random(self) -> float:
        return self._share

"""Draws from a secret stay what they are."""

from tests.fair_records import first_draws


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

"""Draws from a secret stay what they are."""

from tests.fair_records import first_draws


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

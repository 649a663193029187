"""A review beside the exact values: two-player Hot-Dog with a 1 and a 4 each, which is solved."""

from random import Random
from statistics import fmean

import pytest
from tests.bots.matrix_games import FIRST, SolvedGame

import tablee
from tablee.bots.bot_match import play_out
from tablee.core.match import Match
from tablee.review import MatchReview, ReviewSettings, review

SETTINGS = ReviewSettings(iterations=4, worlds=60, playouts=200)
MATCHES = 20
VALUE_TOLERANCE = 0.1
"""The mean error of the chances on the curve, from the first round to before the end."""
COST_TOLERANCE = 0.06
"""The mean error of what a choice costs, beside what it costs against a perfect player."""


@pytest.fixture(scope="module")
def solved() -> SolvedGame:
    return SolvedGame(tablee.game("hotdog", players=2, hands=1, hotdog_values=(1, 4)))


def random_match(number: int, solved: SolvedGame) -> Match:
    rng = Random(f"review/{number}")
    match = Match(solved.game, rng)
    play_out(match, rng, lambda seat, _, luck: match.game.random_action(match.state, seat, luck))
    return match


@pytest.fixture(scope="module")
def reviews(solved: SolvedGame) -> list[tuple[Match, MatchReview]]:
    matches = [random_match(number, solved) for number in range(MATCHES)]
    return [(match, review(match, SETTINGS)) for match in matches]


def test_luck_and_decisions_explain_the_result(reviews: list[tuple[Match, MatchReview]]) -> None:
    for match, told in reviews:
        for seat, found in enumerate(told.seats):
            won = (seat in match.winners()) / len(match.winners())
            assert found.split.result == won
            assert found.split.total == pytest.approx(won, abs=1e-9)
            assert found.split.draws == 0.0


@pytest.mark.slow_under_coverage
def test_chances_are_close_to_the_exact_ones(reviews: list[tuple[Match, MatchReview]], solved: SolvedGame) -> None:
    errors = [
        abs(moment.chances[FIRST] - solved.value(match.at(moment.end).state))
        for match, told in reviews
        for moment in told.moments[:-1]
    ]
    assert fmean(errors) < VALUE_TOLERANCE


@pytest.mark.slow_under_coverage
def test_costs_are_close_to_the_exact_ones(reviews: list[tuple[Match, MatchReview]], solved: SolvedGame) -> None:
    """What the first seat's choice wins at worst, less than perfect play, is the most that it can cost."""
    errors = []
    for match, told in reviews:
        for moment in told.moments:
            state = match.at(moment.first).state
            own = next(found for found in moment.decisions if found.seat == FIRST)
            row = solved.game.legal(state, FIRST).index(match.log[own.entry].action)
            worst = solved.value(state) - min(solved.matrix(state)[row])
            errors.append(max(0.0, own.cost - worst))
    assert fmean(errors) < COST_TOLERANCE


def test_processes_share_the_work(reviews: list[tuple[Match, MatchReview]]) -> None:
    match, told = reviews[0]
    assert review(match, SETTINGS, workers=2) == told

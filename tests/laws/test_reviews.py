"""Laws of reviews: luck and decisions explain the result of any match, and everything can be told."""

from random import Random

import pytest
from tests.laws.positions import every_game

import tablee
from tablee.bots.bot_match import play_out
from tablee.core.match import Match
from tablee.core.options import Integer, options_of
from tablee.core.texts import LANGS
from tablee.review import MatchReview, ReviewSettings, review
from tablee.review.narration import MatchNarrator

pytestmark = pytest.mark.slow_under_coverage

TINY = ReviewSettings(iterations=2, worlds=2, playouts=2, moves=1)
NAMES = ["Anne", "Bernard", "Claire", "Denis", "Émile", "Fanny"]


def random_match(name: str) -> Match:
    """Of as few players as there can be, for speed."""
    players = options_of(tablee.GAMES[name])["players"]
    assert isinstance(players, Integer)
    rng = Random(f"review/{name}")
    match = Match(tablee.game(name, players=players.low), rng)
    play_out(match, rng, lambda seat, _, luck: match.game.random_action(match.state, seat, luck))
    return match


def assert_everything_can_be_told(match: Match, told: MatchReview) -> None:
    for lang in LANGS:
        for reader in (None, *match.game.seats):
            for revealed in (False, True):
                narrator = MatchNarrator(match, NAMES[: match.game.players], lang, reader, revealed)
                for moment in narrator.visible(told).moments:
                    assert all(isinstance(line, str) for line in narrator.happened(moment))
                    for found in moment.decisions:
                        assert narrator.chosen(found) != ""
                        assert narrator.best(found) != ""


@every_game
def test_luck_and_decisions_explain_the_result(name: str) -> None:
    match = random_match(name)
    told = review(match, TINY)
    for seat, found in enumerate(told.seats):
        won = (seat in match.winners()) / max(1, len(match.winners()))
        assert found.split.result == won
        assert found.split.total == pytest.approx(won, abs=1e-9)
    assert sum(moment.end - moment.first for moment in told.moments) == len(match.log)
    assert_everything_can_be_told(match, told)

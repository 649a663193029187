"""What a game says about how its players like to play."""

from random import Random

from tests.laws.positions import every_game

import tablee
from tablee.core.match import Match
from tablee.core.registry import manifest
from tablee.core.texts import LANGS, catalogue


def random_match(name: str, seed: int) -> Match:
    rng = Random(f"openings/{name}/{seed}")
    match = Match(tablee.game(name), rng)
    while not match.over:
        seat = match.actors()[0]
        match.play(seat, match.game.random_action(match.state, seat, rng))
    return match


@every_game
def test_openings_are_told_for_each_seat_in_both_languages(name: str) -> None:
    told = manifest(name).openings
    if told is None:
        return
    found: set[str] = set()
    for seed in range(6):
        match = random_match(name, seed)
        counts = told(match)
        assert len(counts) == match.game.players
        assert all(number > 0 for each in counts for number in each.values())
        found |= {key for each in counts for key in each}
    assert len(found) > 1
    for lang in LANGS:
        say = catalogue(tablee.GAMES[name].package, lang)
        assert say("openings.title")
        assert all(say(f"openings.{key}") for key in found)


@every_game
def test_stronger_levels_are_not_rated_lower(name: str) -> None:
    ratings = list(manifest(name).ratings.values())
    assert ratings == sorted(ratings)

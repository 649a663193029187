"""Matches whose chance was drawn from a secret, as a house draws it."""

from typing import Any, Final

import tablee
from tablee.core import record as records
from tablee.core.fairness import FairRandom, commitment
from tablee.core.game import Game
from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.seat import CHANCE

SECRET: Final = bytes(range(32))


def fair_record(game: Game[Any, Any, Any]) -> dict[str, Any]:
    """A match with chance as a house would have drawn it, and first choices everywhere."""
    others = [Player(f"Bernard {seat}", "random") for seat in game.seats[1:]]
    match = Match(game, players=[Player("Anne"), *others])
    while not match.over:
        if match.actors() == (CHANCE,):
            match.play(CHANCE, match.game.sample(match.state, FairRandom(SECRET, len(match.log))))
        else:
            match.play(match.actors()[0], match.legal(match.actors()[0])[0])
    content = {name: value for name, value in match.record().items() if name not in ("format", "checksum")}
    return records.sealed({**content, "fairness": {"commitment": commitment(SECRET), "secret": SECRET.hex()}})


def first_draws(name: str, rules_version: int = 1) -> list[Any]:
    """The cards that eight first draws of the secret give.

    If they change, matches that were recorded can no longer be checked: raise the game's `rules_version`.
    """
    match = Match(tablee.game(name))
    assert match.game.rules_version == rules_version
    while match.actors() != (CHANCE,):
        match.play(match.actors()[0], match.legal(match.actors()[0])[0])
    outcomes = [match.game.sample(match.state, FairRandom(SECRET, number)) for number in range(8)]
    return [match.game.plain(outcome)["card"] for outcome in outcomes]

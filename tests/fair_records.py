"""Matches whose chance was drawn from a secret, as a house draws it: by the first scheme, and by the second."""

from typing import Any, Final

import tablee
from tablee.core import record as records
from tablee.core.chance import Draws
from tablee.core.fairness import FairRandom, SecretParts, commitment, draws_by_entry, fair_draws, part_of, seating
from tablee.core.game import Game
from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.seat import CHANCE

SECRET: Final = bytes(range(32))


def fair_record(game: Game[Any, Any, Any]) -> dict[str, Any]:
    """A match of the first scheme, with first choices everywhere."""
    match = _played(game, draws_by_entry(SECRET))
    return resealed(match.record(), fairness={"commitment": commitment(SECRET), "secret": SECRET.hex()})


def dealt_record(game: Game[Any, Any, Any], devices: int = 1, round_: int = 0, **changes: Any) -> dict[str, Any]:
    """A match of the second scheme: the first chairs have devices, the house's part stands for the others."""
    seeds = [bytes([number]) * 32 for number in range(1, devices + 1)] + [None] * (game.players - devices)
    given = tuple(None if seed is None else part_of(seed, round_) for seed in seeds)
    secret = SecretParts(SECRET, given, round_).secret
    fairness = {
        "scheme": 2,
        "commitment": commitment(SECRET),
        "house": SECRET.hex(),
        "round": round_,
        "parts": [
            seed and {"commitment": part_of(seed, -1).hex(), "part": part_of(seed, round_).hex()} for seed in seeds
        ],
        "order": seating(secret, game.players),
        "begun_again": round_,
    }
    return resealed(_played(game, fair_draws(secret)).record(), fairness={**fairness, **changes})


def resealed(record: dict[str, Any], **changes: Any) -> dict[str, Any]:
    """The record with some fields changed, by somebody who can compute its checksum."""
    content = {name: value for name, value in record.items() if name not in ("format", "checksum")}
    return records.sealed({**content, **changes})


def _played(game: Game[Any, Any, Any], draws: Draws) -> Match:
    others = [Player(f"Bernard {seat}", "random") for seat in game.seats[1:]]
    match = Match(game, players=[Player("Anne"), *others])
    while not match.over:
        if match.actors() == (CHANCE,):
            match.chance(draws)
        else:
            match.play(match.actors()[0], match.legal(match.actors()[0])[0])
    return match


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

"""What an environment id stands for, for good: results under one id can be compared."""

import tomllib
from pathlib import Path

from tests.lab.encoded_games import every_encoded

import tablee
from tablee.lab.card import random_play, spaces
from tablee.lab.episode import encoding_of, env_id

GAMES = Path(__file__).parents[1] / "games"


@every_encoded
def test_an_id_stands_for_the_same_rules_and_numbers_for_good(name: str) -> None:
    """If not: raise `version` of the encoding and add the new id to the file, with what is told here. What stands there
    is never changed once it was released."""
    game, version = tablee.game(name), encoding_of(tablee.game(name)).version
    pinned = tomllib.loads((GAMES / name / "environment_ids.toml").read_text("utf-8"))
    assert list(pinned) == [env_id(name, number + 1) for number in range(version)]
    stands_for = {
        "rules_version": game.rules_version,
        "spaces": spaces(game),
        "random_play": random_play(game, matches=2, seed=1).fingerprint,
    }
    assert pinned[env_id(name)] == stands_for

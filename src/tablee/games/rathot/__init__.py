"""Rat Hot, by Michael Schacht (Queen Games, 2005)."""

from collections.abc import Mapping

from tablee.core.encoding import AnyEncoding
from tablee.core.learner import Learner
from tablee.core.manifest import LevelTuning, Manifest, ReviewTuning
from tablee.games.rathot.bot import RatHotHeuristic
from tablee.games.rathot.openings import openings
from tablee.games.rathot.pieces import START, cards_of, spelled
from tablee.games.rathot.rules import RatHot, RatHotOne


def _one_deck(game: RatHot) -> Mapping[str, str]:
    """The deck file for a release that knows one deck only."""
    cards = ",\n".join(map(spelled, cards_of(game.deck).faces))
    return {"deck.toml": f"start = {spelled(START)}\ncards = [\n{cards}\n]\n"}


def _encoding(game: RatHot) -> AnyEncoding:
    from tablee.games.rathot.encoding import RatHotEncoding  # noqa: PLC0415 - most who play need none

    return RatHotEncoding(game)


def _learner(game: RatHot) -> Learner:
    from tablee.games.rathot.bot.learner import RatHotLearner  # noqa: PLC0415 - it needs numpy

    return RatHotLearner(game)


MANIFEST = Manifest(
    RatHot,
    minutes=(20, 30),
    age=8,
    hidden=False,
    at_once=False,
    bot=RatHotHeuristic,
    encoding=_encoding,
    levels={
        "plongeur": LevelTuning(iterations=1, sight=0),
        "commis": LevelTuning(iterations=4, sight=0),
        "cuisinier": LevelTuning(iterations=6, sight=0),
        "chef": LevelTuning(iterations=90),
        "toque": LevelTuning(iterations=600),
    },
    learner=_learner,
    review=ReviewTuning(iterations=60, worlds=24, playouts=24, moves=2, players=2),
    ratings={"plongeur": 16.7, "commis": 19.9, "cuisinier": 25.0, "chef": 33.4, "toque": 33.4},
    openings=openings,
    earlier={1: RatHotOne},
    data_for_releases_without={"deck": _one_deck},
    order=20,
)

"""Hot-Dog, by Wolfgang Kramer and Richard Ulrich (Amigo, 1996)."""

from tablee.core.encoding import AnyEncoding
from tablee.core.learner import Learner
from tablee.core.manifest import LevelTuning, Manifest, ReviewTuning
from tablee.games.hotdog.bot import HotDogHeuristic
from tablee.games.hotdog.openings import openings
from tablee.games.hotdog.rules import HotDog


def _learner(game: HotDog) -> Learner:
    from tablee.games.hotdog.bot.learner import HotDogLearner  # noqa: PLC0415 - it needs numpy

    return HotDogLearner(game)


def _encoding(game: HotDog) -> AnyEncoding:
    from tablee.games.hotdog.encoding import HotDogEncoding  # noqa: PLC0415 - most who play need none

    return HotDogEncoding(game)


MANIFEST = Manifest(
    HotDog,
    minutes=(30, 45),
    age=8,
    hidden=True,
    at_once=True,
    bot=HotDogHeuristic,
    learner=_learner,
    encoding=_encoding,
    levels={
        "plongeur": LevelTuning(iterations=1),
        "commis": LevelTuning(iterations=1),
        "cuisinier": LevelTuning(iterations=1),
        "chef": LevelTuning(iterations=5),
        "toque": LevelTuning(iterations=160),
    },
    review=ReviewTuning(iterations=3, worlds=150, playouts=400, players=3),
    ratings={"plongeur": 13.6, "commis": 18.7, "cuisinier": 25.0, "chef": 28.4, "toque": 43.8},
    openings=openings,
    order=10,
)

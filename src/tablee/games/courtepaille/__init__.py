"""La Courte Paille, by Frédéric Moyersoen (Asmodee / Darwin Project, 2003)."""

from tablee.core.encoding import AnyEncoding
from tablee.core.learner import Learner
from tablee.core.manifest import LevelTuning, Manifest, ReviewTuning
from tablee.games.courtepaille.bot import CourtePailleHeuristic
from tablee.games.courtepaille.openings import openings
from tablee.games.courtepaille.rules import CourtePaille, CourtePailleOne


def _learner(game: CourtePaille) -> Learner:
    from tablee.games.courtepaille.bot.learner import CourtePailleLearner  # noqa: PLC0415 - it needs numpy

    return CourtePailleLearner(game)


def _encoding(game: CourtePaille) -> AnyEncoding:
    from tablee.games.courtepaille.encoding import CourtePailleEncoding  # noqa: PLC0415 - most who play need none

    return CourtePailleEncoding(game)


MANIFEST = Manifest(
    CourtePaille,
    minutes=(20, 30),
    age=10,
    hidden=True,
    at_once=True,
    bot=CourtePailleHeuristic,
    learner=_learner,
    encoding=_encoding,
    levels={
        "plongeur": LevelTuning(iterations=1),
        "commis": LevelTuning(iterations=1),
        "cuisinier": LevelTuning(iterations=1),
        "chef": LevelTuning(iterations=11),
        "toque": LevelTuning(iterations=50),
    },
    review=ReviewTuning(iterations=5, worlds=60, playouts=90, moves=6, players=3),
    ratings={"plongeur": 16.2, "commis": 21.9, "cuisinier": 25.0, "chef": 30.4, "toque": 32.8},
    openings=openings,
    earlier={1: CourtePailleOne},
    order=40,
)

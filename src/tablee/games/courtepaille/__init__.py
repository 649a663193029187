"""La Courte Paille, by Frédéric Moyersoen (Asmodee / Darwin Project, 2003)."""

from tablee.core.manifest import LevelTuning, Manifest, SearchTuning
from tablee.games.courtepaille.bot import CourtePailleHeuristic
from tablee.games.courtepaille.rules import CourtePaille

MANIFEST = Manifest(
    CourtePaille,
    minutes=(20, 30),
    age=10,
    hidden=True,
    at_once=True,
    bot=CourtePailleHeuristic,
    search=SearchTuning(rollout_depth=2, rivals_in_tree=False),
    levels={"chef": LevelTuning(iterations=30), "toque": LevelTuning(iterations=3000)},
    order=40,
)

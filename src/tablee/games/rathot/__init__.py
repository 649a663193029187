"""Rat Hot, by Michael Schacht (Queen Games, 2005)."""

from tablee.core.manifest import LevelTuning, Manifest, SearchTuning
from tablee.games.rathot.bot import RatHotHeuristic
from tablee.games.rathot.rules import RatHot

MANIFEST = Manifest(
    RatHot,
    minutes=(20, 30),
    age=8,
    hidden=False,
    at_once=False,
    bot=RatHotHeuristic,
    search=SearchTuning(root_width=20, expand_after=1, widening=0.4, rollout_depth=2),
    levels={
        # A card can lie in a hundred places that are nearly as good: who overlooks some does not miss much.
        "commis": LevelTuning(overlooks=0.9),
        "cuisinier": LevelTuning(overlooks=0.7),
        "chef": LevelTuning(iterations=200),
        "toque": LevelTuning(iterations=2000),
    },
    order=20,
)

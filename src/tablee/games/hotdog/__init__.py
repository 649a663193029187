"""Hot-Dog, by Wolfgang Kramer and Richard Ulrich (Amigo, 1996)."""

from tablee.core.manifest import LevelTuning, Manifest, SearchTuning
from tablee.games.hotdog.bot import HotDogHeuristic
from tablee.games.hotdog.rules import HotDog

MANIFEST = Manifest(
    HotDog,
    minutes=(30, 45),
    age=8,
    hidden=True,
    at_once=True,
    bot=HotDogHeuristic,
    search=SearchTuning(root_width=20, rollout_depth=1),
    levels={"chef": LevelTuning(iterations=120), "toque": LevelTuning(iterations=6000)},
    order=10,
)

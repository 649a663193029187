"""Restaurant, by Roland Siegers (Flying Turtle, 1987)."""

from tablee.core.manifest import LevelTuning, Manifest, SearchTuning
from tablee.games.restaurant.bot import RestaurantHeuristic
from tablee.games.restaurant.rules import Restaurant

MANIFEST = Manifest(
    Restaurant,
    minutes=(45, 60),
    age=10,
    hidden=True,
    at_once=False,
    bot=RestaurantHeuristic,
    search=SearchTuning(rollout_depth=8, world_uses=2, rivals_in_tree=False),
    levels={"chef": LevelTuning(iterations=50), "toque": LevelTuning(iterations=6000)},
    order=30,
)

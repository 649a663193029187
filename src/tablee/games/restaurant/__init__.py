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
    search=SearchTuning(depth=8, turns=2, rivals=False),
    levels={"chef": LevelTuning(iterations=50), "toque": LevelTuning(iterations=6000)},
    shelf=30,
)

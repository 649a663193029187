"""Restaurant, by Roland Siegers (Flying Turtle, 1987)."""

from tablee.core.encoding import AnyEncoding
from tablee.core.manifest import LevelTuning, Manifest, ReviewTuning
from tablee.games.restaurant.bot import RestaurantHeuristic
from tablee.games.restaurant.openings import openings
from tablee.games.restaurant.rules import Restaurant, RestaurantOne


def _encoding(game: Restaurant) -> AnyEncoding:
    from tablee.games.restaurant.encoding import RestaurantEncoding  # noqa: PLC0415 - most who play need none

    return RestaurantEncoding(game)


MANIFEST = Manifest(
    Restaurant,
    minutes=(45, 60),
    age=10,
    hidden=True,
    at_once=False,
    bot=RestaurantHeuristic,
    encoding=_encoding,
    levels={
        "plongeur": LevelTuning(iterations=1, temperature=0.2, cap=0.3, sight=0),
        "commis": LevelTuning(iterations=16, temperature=0.05, cap=0.12, sight=1),
        "cuisinier": LevelTuning(iterations=40, temperature=0.05, cap=0.12, sight=2),
        "chef": LevelTuning(iterations=300),
        "toque": LevelTuning(iterations=4000),
    },
    review=ReviewTuning(iterations=600, worlds=100, playouts=160, moves=16, players=4),
    ratings={"plongeur": 23.7, "commis": 25.0, "cuisinier": 25.0, "chef": 25.9, "toque": 25.9},
    openings=openings,
    earlier={1: RestaurantOne},
    order=30,
)

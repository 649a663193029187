"""Restaurant, by Roland Siegers (Flying Turtle, 1987)."""

from tablee.core.encoding import AnyEncoding
from tablee.core.manifest import LevelTuning, Manifest, ReviewTuning
from tablee.games.restaurant.bot import RestaurantHeuristic
from tablee.games.restaurant.rules import Restaurant


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
        "plongeur": LevelTuning(iterations=6),
        "commis": LevelTuning(iterations=16),
        "cuisinier": LevelTuning(iterations=50),
        "chef": LevelTuning(iterations=300),
        "toque": LevelTuning(iterations=4000),
    },
    review=ReviewTuning(iterations=600, worlds=100, playouts=160, moves=16, players=4),
    order=30,
)

"""The games of the house: one line a game."""

from tablee.core.registry import register
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.hotdog.rules import HotDog
from tablee.games.rathot.rules import RatHot
from tablee.games.restaurant.rules import Restaurant

register(HotDog)
register(RatHot)
register(Restaurant)
register(CourtePaille)

"""The rules of Restaurant: the game, its two phases, and what is refused."""

from tablee.games.restaurant.rules.earlier import RestaurantOne as RestaurantOne
from tablee.games.restaurant.rules.game import Restaurant as Restaurant

"""What bots know about Restaurant."""

from tablee.games.restaurant.bot.heuristic import RestaurantHeuristic as RestaurantHeuristic

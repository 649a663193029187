"""The bot's knowledge of Hot-Dog."""

from tablee.games.hotdog.bot.heuristic import HotDogHeuristic as HotDogHeuristic

"""What a bot knows about Rat Hot."""

from tablee.games.rathot.bot.heuristic import RatHotHeuristic as RatHotHeuristic

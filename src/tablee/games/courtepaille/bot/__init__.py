"""A bot's knowledge of La Courte Paille: which choices look good, and how likely each seat is to win."""

from tablee.games.courtepaille.bot.heuristic import CourtePailleHeuristic as CourtePailleHeuristic

"""The rules of Rat Hot, in the order of rules.md; how a card lies and what it changes is in knowledge/placement.py."""

from tablee.games.rathot.rules.earlier import RatHotOne as RatHotOne
from tablee.games.rathot.rules.game import RatHot as RatHot

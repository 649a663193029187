"""The games of the house: one line a game."""

from tablee.core.registry import register
from tablee.games.hotdog.rules import HotDog

register(HotDog)

"""The rules of Hot-Dog, in the order of rules.md."""

from tablee.games.hotdog.rules.game import HotDog as HotDog

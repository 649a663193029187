"""A tournament between two bots, the weaker one first: how often the stronger one wins, and how sure that is.

It needs `tablee[bots]`.

python examples/tournament.py hotdog commis cuisinier 50
"""

import sys

import tablee
from tablee.bots.arena.arena import Arena, matches
from tablee.bots.arena.ladder import Ladder

name, weaker, stronger, games = sys.argv[1:]
arena = Arena(tablee.game(name), (weaker, stronger), seed=1)
results = {result.number: result for result in matches(arena, arena.numbers([int(games)]))}
(pair,) = Ladder(arena, results).pairs()
print(f"{stronger} wins {pair.share:.0%} of {pair.games} matches; by chance it would be {pair.even:.0%}.")
print(f"With 95 % confidence its share is between {pair.interval.low:.0%} and {pair.interval.high:.0%}.")

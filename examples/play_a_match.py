"""Play a match at random, say what happens, and keep its record.

python examples/play_a_match.py hotdog match.json
"""

import random
import sys
from pathlib import Path

import tablee
from tablee.core import record

name, file = sys.argv[1:]
rng = random.Random(7)
match = tablee.Match(tablee.game(name), rng)
names = [player.name for player in match.players]
while not match.over:
    seat = rng.choice(match.actors())
    for event in match.play(seat, rng.choice(match.legal(seat))):
        if seen := event.seen_by(None):  # as a spectator sees it
            print(match.game.words.event(seen, names, "en"))
print("scores:", match.scores(), "winners:", match.winners())
Path(file).write_text(record.dumps(match.record()), encoding="utf-8")

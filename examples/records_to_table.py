"""Read records of matches into a table, one row for each choice, as CSV.

python examples/records_to_table.py match.json another.json > choices.csv
"""

import csv
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import tablee

COLUMNS = ("file", "game", "entry", "seat", "player", "bot", "action", "score")


def rows(file: str) -> Iterator[tuple[object, ...]]:
    """The choices of one match, in order; `score` is the seat's score after the choice."""
    for match in tablee.Match.steps(Path(file).read_bytes()):
        if match.log and match.log[-1].seat != tablee.CHANCE:
            seat, action = match.log[-1].seat, match.log[-1].action
            player, score = match.players[seat], match.scores()[seat]
            spelled = json.dumps(match.game.plain(action))
            yield file, match.game.name, len(match.log), seat, player.name, player.bot, spelled, score


table = csv.writer(sys.stdout)
table.writerow(COLUMNS)
for file in sys.argv[1:]:
    table.writerows(rows(file))

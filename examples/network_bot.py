"""A bot of one's own that plays over the network, against bots of the house. It needs `tablee[remote]`.

More in docs/bots-outside.md.

tablee serve                                                   (in another terminal)
python examples/network_bot.py http://127.0.0.1:8642 hotdog
"""

import sys
from typing import Any

from tablee import remote
from tablee.core.chance import Random
from tablee.core.game import Action


def choose(game: Any, view: Any, choices: remote.Choices, rng: Random) -> Action:
    """Of twenty choices the one that scores best at once, at a table as it may be."""

    def score(action: Action) -> int:
        table = game.determinize(view, rng)
        game.apply(table, view.seat, action, events=False)
        points: int = game.scores(table)[view.seat]
        return points

    best: Action = max((choices.any(rng) for _ in range(20)), key=score)
    return best


url, name = sys.argv[1:]
with remote.HouseClient(url, "Ada") as ada:
    table = ada.create_table(name, seats=0)["id"]
    token = ada.program(table, 0, name="my bot")
    for seat in range(1, len(ada.table(table)["chairs"])):
        ada.ask("POST", f"/api/tables/{table}/seats/{seat}/bot", {"level": "commis"})
    ada.start(table)
outcome = remote.play(url, table, token, choose)
print("won" if outcome.won else "lost", outcome.scores)

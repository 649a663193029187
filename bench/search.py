"""How many iterations a search makes, beside OpenSpiel's on a game of its own where it is installed."""

from random import Random
from typing import Any, Final

from rich.console import Console
from rich.table import Table

import tablee
from bench.measurement import Work, rates
from bench.openspiel import searching as peer_searching
from tablee.bots.search import Search, search_tuning
from tablee.core.game import Game

BATCH: Final = 50
"""Iterations between two looks at the clock."""
PEER: Final = "gin_rummy"


def searching(game: Game[Any, Any, Any]) -> Work:
    """Searches of 500 iterations from places all over random matches; units are iterations."""
    rng = Random(1)
    searches: list[Search] = []

    def work() -> int:
        if not searches or searches[-1].iterations >= 500:
            searches[:] = [_somewhere(game, rng)]
        search = searches[-1]
        for _ in range(BATCH):  # even where more could not change the choice
            search.iterate()
        return BATCH

    return work


def _somewhere(game: Game[Any, Any, Any], rng: Random) -> Search:
    """A search for a choice that is not forced."""
    while True:
        match = tablee.Match(game, rng)
        for _ in range(rng.randrange(20)):
            if match.over:
                break
            seat = match.actors()[0]
            match.play(seat, game.random_action(match.state, seat, rng))
        if not match.over:
            search = Search(game, match.view(match.actors()[0]), rng, search_tuning(game))
            if not search.forced:
                return search


def report(seconds: float, rounds: int) -> None:
    """Print one line a game."""
    table = Table("search", "iterations/s")
    contenders = {name: searching(tablee.game(name)) for name in tablee.GAMES}
    peer = peer_searching(PEER)
    if peer:
        contenders[PEER] = peer
    speed = rates(contenders, seconds, rounds)
    for name in tablee.GAMES:
        game = tablee.game(name)
        table.add_row(f"{game.title('en')} ({game.players})", f"{speed[name]:,.0f}")
    beside = f"{speed[PEER]:,.0f}" if peer else "not installed"
    table.add_row(f"beside them: OpenSpiel's ISMCTS (C++) on {PEER}, playouts to the end", beside)
    Console(width=130).print(table)

"""How fast the engines are: random playouts, and the questions that bots ask most."""

from collections.abc import Callable
from random import Random
from typing import Any, Final

from rich.console import Console
from rich.table import Table

import tablee
from bench.measurement import Work, rates
from bench.openspiel import playouts as peer_playouts
from tablee.core.game import Game, State
from tablee.core.seat import CHANCE

AT_ONCE_PEER: Final = ("goofspiel", {"players": 3, "imp_info": True})
"""The OpenSpiel game beside which those are measured where all choose at once, round after round."""
TURNS_PEER: Final[tuple[str, dict[str, object]]] = ("gin_rummy", {})
"""The same for all other games."""


def playouts(game: Game[Any, Any, Any]) -> Work:
    """Random playouts; units are the players' decisions (what chance draws takes time but does not count)."""
    rng = Random(1)

    def play() -> int:
        state, decisions = game.start(), 0
        while seats := game.actors(state):
            for seat in seats:
                game.apply(state, seat, game.random_action(state, seat, rng), False)
            if seats[0] != CHANCE:
                decisions += len(seats)
        return decisions

    return play


def all_at_once(game: Game[Any, Any, Any]) -> bool:
    """Whether every choice of a random match is made by all seats at once."""
    rng, state = Random(4), game.start()
    while seats := game.actors(state):
        if seats[0] != CHANCE and len(seats) < game.players:
            return False
        for seat in seats:
            game.apply(state, seat, game.random_action(state, seat, rng), False)
    return True


def some_states(game: Game[Any, Any, Any], number: int = 200) -> list[State]:
    """States from all over random matches, in which somebody is to choose."""
    rng = Random(2)
    states: list[State] = []
    while len(states) < 20 * number:
        state = game.start()
        while seats := game.actors(state):
            if seats[0] in game.seats:
                states.append(state.copy())
            game.apply(state, seats[0], game.random_action(state, seats[0], rng), False)
    return rng.sample(states, number)


def questions(game: Game[Any, Any, Any]) -> dict[str, Work]:
    """What bots ask most; units are questions."""
    rng = Random(3)
    states = some_states(game)
    asked = [(state, game.actors(state)[0]) for state in states]
    views = [game.view(state, seat) for state, seat in asked]

    def counted(ask: Callable[[], object]) -> Work:
        def work() -> int:
            ask()
            return len(states)

        return work

    return {
        "copy": counted(lambda: [state.copy() for state in states]),
        "view": counted(lambda: [game.view(state, seat) for state, seat in asked]),
        "legal": counted(lambda: [game.legal(state, seat) for state, seat in asked]),
        "determinize": counted(lambda: [game.determinize(view, rng) for view in views]),
    }


def report(seconds: float, rounds: int) -> None:
    """Print one line a game."""
    console = Console(width=130)
    table = Table("game (players)", "decisions/s", "beside OpenSpiel", "copy", "view", "legal", "determinize")
    for name in tablee.GAMES:
        game = tablee.game(name)
        contenders = {"playouts": playouts(game)}
        peer, parameters = AT_ONCE_PEER if all_at_once(game) else TURNS_PEER
        peer_work = peer_playouts(peer, **parameters)
        if peer_work:
            contenders["peer"] = peer_work
        speed = rates(contenders, seconds, rounds)
        costs = rates(questions(game), seconds / 2, rounds)
        table.add_row(
            f"{game.title('en')} ({game.players})",
            f"{speed['playouts']:,.0f}",
            _beside(game, speed, peer) if peer_work else "not installed",
            *(f"{1e6 / rate:.2f} µs" for rate in costs.values()),
        )
    console.print(table)


def _beside(game: Game[Any, Any, Any], speed: dict[str, float], peer: str) -> str:
    """Rounds in which all choose stand beside goofspiel's joint moves; else decisions beside decisions."""
    joint = game.players if peer == AT_ONCE_PEER[0] else 1
    pace = speed["playouts"] / joint
    unit = "rounds" if joint > 1 else "decisions"
    return f"{pace:,.0f} {unit} = {pace / speed['peer']:.2f} × {peer} ({speed['peer']:,.0f})"

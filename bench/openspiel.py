"""OpenSpiel's games driven from Python, for scale, where the package is installed."""

from random import Random
from typing import Any

from bench.measurement import Work

try:
    import pyspiel
except ImportError:
    pyspiel = None


def playouts(name: str, **parameters: object) -> Work | None:
    """Random playouts of an OpenSpiel game; units are the players' moves (a joint move counts once).

    None if OpenSpiel is not installed.
    """
    if pyspiel is None:
        return None
    game = pyspiel.load_game(name, parameters)
    rng = Random(1)
    players = range(game.num_players())

    def play() -> int:
        state, moves = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(_drawn(state, rng))
                continue
            if state.is_simultaneous_node():
                legal = [state.legal_actions(player) for player in players]
                state.apply_actions([actions[int(rng.random() * len(actions))] for actions in legal])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(rng.random() * len(actions))])
            moves += 1
        return moves

    return play


def _drawn(state: Any, rng: Random) -> int:
    """An outcome of chance by its odds."""
    ticket, outcomes = rng.random(), state.chance_outcomes()
    for outcome, odds in outcomes:
        ticket -= odds
        if ticket < 0:
            return int(outcome)
    return int(outcomes[-1][0])


def searching(name: str) -> Work | None:
    """OpenSpiel's information-set search, written in C++, choosing at the first move; units are iterations.

    None if OpenSpiel is not installed.
    """
    if pyspiel is None:
        return None
    iterations = 50
    game = pyspiel.load_game(name)
    rng = Random(1)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(_drawn(state, rng))
    bot = pyspiel.ISMCTSBot(1, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, iterations, -1)

    def work() -> int:
        bot.step(state)
        return iterations

    return work

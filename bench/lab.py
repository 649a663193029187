"""How fast random play is through PettingZoo and OpenSpiel: our games beside those that come with them."""

from importlib import import_module
from random import Random
from time import process_time
from typing import Any, Final

import pyspiel
from rich.console import Console
from rich.table import Table

from bench.measurement import Work, rates
from bench.openspiel import playouts
from tablee.lab.episode import encodable
from tablee.lab.openspiel import short_name
from tablee.lab.pettingzoo import env as our_env

CLASSIC: Final = (
    "chess_v6",
    "connect_four_v3",
    "gin_rummy_v4",
    "go_v5",
    "hanabi_v5",
    "leduc_holdem_v4",
    "rps_v2",
    "texas_holdem_no_limit_v6",
    "texas_holdem_v4",
    "tictactoe_v3",
)
"""PettingZoo's own games. Releases and installations differ in which they have; those that are missing are named."""

PYTHON_GAMES: Final = (
    "python_ant_foraging",
    "python_block_dominoes",
    "python_dynamic_routing",
    "python_hangman",
    "python_iterated_prisoners_dilemma",
    "python_kuhn_poker",
    "python_liars_poker",
    "python_team_dominoes",
    "python_tic_tac_toe",
)
"""OpenSpiel's games that are written in Python, as ours are."""


def environment(env: Any) -> Work:
    """Random play through PettingZoo: every agent gets its observation and mask; units are steps of agents."""
    rng = Random(1)

    def play() -> int:
        env.reset(seed=int(rng.random() * 1e9))
        steps = 0
        for agent in env.agent_iter():
            observation, _, ended, cut, _ = env.last()
            if ended or cut:
                env.step(None)
                continue
            if isinstance(observation, dict):
                # As bytes of yes and no: numpy lists these many times quicker than numbers.
                legal = observation["action_mask"].view(bool).nonzero()[0]
                env.step(legal[int(rng.random() * len(legal))])
            else:  # Rock, paper, scissors: all is always legal, and there is no mask.
                env.step(int(rng.random() * env.action_space(agent).n))
            steps += 1
        return steps

    return play


def classic_games() -> tuple[dict[str, Work], list[str]]:
    """PettingZoo's own games that can be played here, and the names of those that cannot."""
    found, missing = {}, []
    for name in CLASSIC:
        try:
            found[name] = environment(import_module(f"pettingzoo.classic.{name}").env())
        except ImportError:
            missing.append(name)
    return found, missing


def python_games() -> tuple[dict[str, Work], list[str]]:
    """The same for OpenSpiel."""
    import_module("open_spiel.python.games")
    there = set(pyspiel.registered_names())
    found = {name: playouts(name) for name in PYTHON_GAMES if name in there}
    return {name: work for name, work in found.items() if work}, [name for name in PYTHON_GAMES if name not in there]


def report(seconds: float, rounds: int) -> None:
    """Print one line a game and library, the fastest first."""
    ours = {name: environment(our_env(name)) for name in encodable()}
    theirs, missing = classic_games()
    speed = rates({**ours, **theirs}, seconds, rounds, process_time)
    _print("PettingZoo", "steps/s, with observation and mask", speed, ours, missing)
    ours = {short_name(name): work for name in encodable() if (work := playouts(short_name(name)))}
    theirs, missing = python_games()
    speed = rates({**ours, **theirs}, seconds, rounds, process_time)
    _print("OpenSpiel", "moves/s, with legal actions", speed, ours, missing)


def _print(library: str, unit: str, speed: dict[str, float], ours: Any, missing: list[str]) -> None:
    table = Table(f"game in {library}", unit, "µs each")
    for name, rate in sorted(speed.items(), key=lambda pair: -pair[1]):
        style = "bold" if name in ours else None
        table.add_row(name, f"{rate:,.0f}", f"{1e6 / rate:.1f}", style=style)
    console = Console(width=100)
    console.print(table)
    if missing:
        console.print(f"not to be had here: {', '.join(missing)}")

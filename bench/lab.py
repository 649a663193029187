"""How fast random play is through PettingZoo and OpenSpiel: our games beside those that come with them."""

from contextlib import suppress
from importlib import import_module
from random import Random
from time import process_time
from typing import Any, Final

import numpy as np
from rich.console import Console
from rich.table import Table

from bench.measurement import Work, rates
from bench.openspiel import playouts
from tablee.lab.episode import encodable
from tablee.lab.openspiel import short_name
from tablee.lab.pettingzoo import env as our_env

CLASSIC: Final = ("connect_four_v3", "tictactoe_v3", "chess_v6", "hanabi_v5", "leduc_holdem_v4", "texas_holdem_v4")
"""PettingZoo's own games; those whose packages are not installed are left out."""

PYTHON_GAMES: Final = (
    "python_tic_tac_toe",
    "python_kuhn_poker",
    "python_liars_poker",
    "python_block_dominoes",
    "python_team_dominoes",
    "python_iterated_prisoners_dilemma",
)
"""OpenSpiel's games that are written in Python, as ours are."""


def environment(env: Any) -> Work:
    """Random play through PettingZoo: every agent gets its observation and mask; units are steps of agents."""
    rng = Random(1)

    def play() -> int:
        env.reset(seed=int(rng.random() * 1e9))
        steps = 0
        for _ in env.agent_iter():
            observation, _, ended, cut, info = env.last()
            if ended or cut:
                env.step(None)
                continue
            mask = observation["action_mask"] if "action_mask" in observation else info["action_mask"]
            legal = np.flatnonzero(mask)
            env.step(legal[int(rng.random() * len(legal))])
            steps += 1
        return steps

    return play


def classic_games() -> dict[str, Work]:
    """PettingZoo's own games that can be played here."""
    found = {}
    for name in CLASSIC:
        with suppress(ImportError):
            found[name] = environment(import_module(f"pettingzoo.classic.{name}").env())
    return found


def report(seconds: float, rounds: int) -> None:
    """Print one line a game and library, the fastest first."""
    import_module("open_spiel.python.games")
    ours = {name: environment(our_env(name)) for name in encodable()}
    _print(
        "PettingZoo",
        "steps/s, with observation and mask",
        rates({**ours, **classic_games()}, seconds, rounds, process_time),
        ours,
    )
    spiel = {short_name(name): playouts(short_name(name)) for name in encodable()}
    theirs = {name: playouts(name) for name in PYTHON_GAMES}
    works = {name: work for name, work in {**spiel, **theirs}.items() if work is not None}
    _print("OpenSpiel", "moves/s, with legal actions", rates(works, seconds, rounds, process_time), spiel)


def _print(library: str, unit: str, speed: dict[str, float], ours: Any) -> None:
    table = Table(f"game in {library}", unit, "µs each")
    for name, rate in sorted(speed.items(), key=lambda pair: -pair[1]):
        style = "bold" if name in ours else None
        table.add_row(name, f"{rate:,.0f}", f"{1e6 / rate:.1f}", style=style)
    Console(width=100).print(table)

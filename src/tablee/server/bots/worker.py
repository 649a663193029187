"""The code that runs in a worker process. It imports nothing else of the server, so that it starts fast."""

import multiprocessing
import os
import random
import signal
import threading
from dataclasses import replace
from typing import Any, Final

from tablee.bots import BOTS
from tablee.bots.advice import advice
from tablee.bots.fallback import checked_choice
from tablee.bots.judgement import Judgement
from tablee.bots.level_bot import LevelBot
from tablee.bots.process_pool import warm_up
from tablee.core.game import Action, Game, View
from tablee.core.heuristic import Ranked

NICENESS: Final = 5


def choose(game: Game[Any, Any, Any], view: View, level: str, seed: int, *, seconds: float | None = None) -> Action:
    """What a bot chooses, in its own time or in so many seconds; raises if it fails. It gets a view only, never the
    full state."""
    chosen = BOTS[level]
    budget = chosen.budget if seconds is None else replace(chosen.budget, seconds=seconds)
    return checked_choice(chosen, game, view, random.Random(seed), budget)


def advise(game: Game[Any, Any, Any], view: View, level: str, seed: int) -> Judgement:
    """What a bot would consider, the best first. A bot without a search offers only its choice."""
    chosen = BOTS[level]
    if isinstance(chosen.bot, LevelBot):
        return advice(game, view, random.Random(seed), chosen.budget)
    return Judgement((Ranked(choose(game, view, level, seed), 1 / game.players, 1.0),), together=False, iterations=0)


def start_worker() -> None:
    """Leave signals to the parent process, and exit when it does, even if it was killed. The house comes first: bots
    think with what it leaves of the processor."""
    if hasattr(os, "nice"):  # not on Windows
        os.nice(NICENESS)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_exit_with_parent, daemon=True).start()
    warm_up()


def _exit_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

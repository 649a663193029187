"""What runs in the bots' processes. It imports no more of the house than that."""

import random
import signal
from typing import Any

from tablee.bots import BOTS
from tablee.bots.bot import Budget
from tablee.core.game import Action, Game, View


def think(game: Game[Any, Any, Any], view: View, level: str, seed: int) -> Action:
    """What a bot chooses. It is handed a view: the table itself never leaves the house."""
    return BOTS[level].choose(game, view, random.Random(seed), Budget())


def leave_signals_to_the_house() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)

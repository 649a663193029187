"""OpenSpiel's ISMCTS against our levels: what part of the wins is its, at the level's own time and at a multiple of it.

`python -m bench.ismcts --levels commis,chef --matches 24,12 --times 1,10`. One seat is played by ISMCTS, which changes
from match to match; the level plays all others, as far as its iterations go. Time is that of the processor, so that a
busy machine changes nothing.
"""

import argparse
import os
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from time import thread_time
from typing import Any, Final

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # before numpy: threads that wait for each other take time too

import numpy as np
import pyspiel
from open_spiel.python.algorithms import ismcts, mcts
from rich.console import Console
from rich.table import Table

import tablee
from tablee.bots.bot import UNHURRIED
from tablee.bots.fallback import choose
from tablee.bots.statistics import wilson
from tablee.core.seat import Seat
from tablee.lab.episode import encodable
from tablee.lab.openspiel import parameters, short_name

EXPLORATION: Final = 1.4
"""About the root of 2: what is usual where results are from −1 to 1."""
MATCHES_TIMED: Final = 2
"""So many matches of the level alone tell how long it thinks about a choice."""


class ISMCTSByTheClock(ismcts.ISMCTSBot):
    """OpenSpiel's own bot, whose search goes on for some time instead of for a number of simulations."""

    def __init__(self, game: Any, seconds: float, seed: int) -> None:
        rng = np.random.RandomState(seed)
        super().__init__(game, mcts.RandomRolloutEvaluator(1, rng), EXPLORATION, max_simulations=0, random_state=rng)
        self.seconds = seconds
        self.simulations: list[int] = []
        """Of each choice that was not forced."""

    def run_search(self, state: Any) -> Any:
        """As the original does it. The first simulation only opens the root: without a second one nothing is known."""
        self.reset()
        legal = state.legal_actions()
        if len(legal) == 1:
            return [(legal[0], 1.0)]
        end, simulations = thread_time() + self.seconds, 0
        self._root_node = self.create_new_node(state)
        while simulations < 2 or thread_time() < end:
            self.run_simulation(self.sample_root_state(state))
            simulations += 1
        self.simulations.append(simulations)
        return self.get_final_policy(state, self._root_node)


class LevelSeat:
    """One of our levels at a table of OpenSpiel."""

    def __init__(self, level: str, rng: Random) -> None:
        self._level = level
        self._rng = rng
        self.times: list[float] = []
        """Of each choice that was not forced."""

    def play(self, state: Any) -> None:
        """Choose, and do it."""
        episode, player = state.episode, state.current_player()
        open_choice = len(state.legal_actions()) > 1
        began = thread_time()
        view = episode.game.view(episode.state, Seat(player))
        action = choose(self._level, episode.game, view, Random(self._rng.random()), UNHURRIED)
        if open_choice:
            self.times.append(thread_time() - began)
        for number in episode.encoding.parts(action):
            state.apply_action(number)


def play(game: Any, level: LevelSeat, bot: ISMCTSByTheClock | None, seat: int, rng: Random) -> float:
    """Play one match; the part of the win that is the seat's."""
    state = game.new_initial_state()
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, odds = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, odds)[0])
        elif bot is not None and state.current_player() == seat:
            state.apply_action(int(bot.step(state)))
        else:
            level.play(state)
    winners = game.game.winners(state.episode.state)
    return (seat in winners) / len(winners)


@dataclass(frozen=True)
class Share:
    """What ISMCTS won of one level at one multiple of its time."""

    title: str
    even: float
    level: str
    times: float
    """How much longer it thought than the level."""
    seconds: float
    """What the level thinks about a choice."""
    simulations: float
    """What it could simulate in its time, for each number it chose."""
    matches: int
    share: float


def shares(name: str, level: str, matches: int, times: list[float], seed: int) -> Iterator[Share]:
    """Play all matches of one game against one level."""
    game = pyspiel.load_game(short_name(name), parameters(tablee.game(name), in_turns=True, imperfect=True))
    timed = LevelSeat(level, Random(seed))
    for number in range(MATCHES_TIMED):
        play(game, timed, None, 0, Random(f"{seed}/time/{number}"))
    seconds = sum(timed.times) / len(timed.times)
    players = game.num_players()
    for multiple in times:
        np.random.seed(seed)
        bot = ISMCTSByTheClock(game, multiple * seconds / game.encoding.most_parts, seed)
        won = [
            play(game, LevelSeat(level, Random(f"{seed}/{number}")), bot, number % players, Random(f"{seed}/{number}"))
            for number in range(matches)
        ]
        simulations = sum(bot.simulations) / len(bot.simulations)
        share = sum(won) / len(won)
        yield Share(game.game.title("en"), 1 / players, level, multiple, seconds, simulations, matches, share)


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.ismcts", description="OpenSpiel's ISMCTS against our levels.")
    parser.add_argument("--games", default=",".join(encodable()), help="which games (default: all)")
    parser.add_argument("--levels", default="commis,chef", help="which levels (default: commis,chef)")
    parser.add_argument("--matches", default="24,12", help="how many matches against each level (default 24,12)")
    parser.add_argument("--times", default="1,10", help="multiples of the level's time (default 1,10)")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    times = [float(text) for text in given.times.split(",")]
    pairs = list(zip(given.levels.split(","), map(int, given.matches.split(",")), strict=True))
    table = Table("game", "against", "its time", "ms a choice", "simulations", "wins [95 %]", "even", "matches")
    for level, matches in pairs:
        for name in given.games.split(","):
            for found in shares(name, level, matches, times, given.seed):
                print(found, flush=True)
                _add(table, found)
    Console(width=110).print(table)


def _add(table: Table, found: Share) -> None:
    between = wilson(found.share, found.matches)
    table.add_row(
        found.title,
        found.level,
        f"× {found.times:g}",
        f"{1000 * found.seconds * found.times:.1f}",
        f"{found.simulations:.0f}",
        f"{found.share:.0%} [{between.low:.0%}–{between.high:.0%}]",
        f"{found.even:.0%}",
        str(found.matches),
    )


if __name__ == "__main__":
    main()

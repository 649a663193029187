"""OpenSpiel's ISMCTS against our levels: what part of the wins is its, at the level's own time and at a multiple of it.

`python -m bench.ismcts --levels commis,chef --matches 24,12 --times 1,10 --workers 8`. One seat is played by ISMCTS,
another one from match to match; the level plays all others, as far as its iterations go. Time is that of the
processor, so that a busy machine changes nothing. `--out FILE` gets a line of JSON for each match as soon as it is
over; `--read FILE` makes the table of such a file.
"""

import argparse
import json
import os
import time
from collections import defaultdict
from collections.abc import Iterable
from contextlib import nullcontext
from dataclasses import asdict, dataclass
from functools import cache, partial
from pathlib import Path
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
from tablee.bots.process_pool import results
from tablee.bots.statistics import wilson
from tablee.core.seat import Seat
from tablee.lab.episode import encodable
from tablee.lab.openspiel import parameters, short_name

EXPLORATION: Final = 1.4
"""About the root of 2: what is usual where results are from −1 to 1."""
MATCHES_TIMED: Final = 4
"""The number of matches of the level alone that tell how long it thinks about a choice."""


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
class Cell:
    """A game, a level, and how much longer than the level ISMCTS thinks."""

    game: str
    level: str
    times: float


@dataclass(frozen=True)
class Task:
    """One match of a cell; at no time at all, the level plays by itself and is timed."""

    cell: Cell
    number: int
    seconds: float = 0.0
    """What the level thinks about a choice."""


@dataclass(frozen=True)
class Found:
    """What came of a match."""

    game: str
    level: str
    times: float
    number: int
    seconds: float
    """What the level thinks about a choice: here if it was timed, else what ISMCTS was given once or several times."""
    share: float
    simulations: float
    """What ISMCTS could simulate in its time, for each number it chose."""


@cache
def loaded(name: str) -> Any:
    return pyspiel.load_game(short_name(name), parameters(tablee.game(name), in_turns=True, imperfect=True))


def carry_out(seed: int, until: float, task: Task) -> Found | None:
    """Play a match; None if it is too late to begin one."""
    if time.time() > until:
        return None
    cell, number = task.cell, task.number
    game = loaded(cell.game)
    key = f"{seed}/{number}" if cell.times else f"{seed}/time/{number}"
    level, bot = LevelSeat(cell.level, Random(f"{key}/level")), None
    if cell.times:
        np.random.seed(Random(key).getrandbits(32))  # what OpenSpiel draws by itself
        bot = ISMCTSByTheClock(game, cell.times * task.seconds / game.encoding.most_parts, np.random.randint(2**31))
    share = play(game, level, bot, number % game.num_players(), Random(key))
    seconds = task.seconds if cell.times else sum(level.times) / len(level.times)
    simulations = sum(bot.simulations) / max(1, len(bot.simulations)) if bot is not None else 0.0
    return Found(**asdict(cell), number=number, seconds=seconds, share=share, simulations=simulations)


def timed(cells: Iterable[Cell], seed: int, workers: int) -> dict[tuple[str, str], float]:
    """How long each level thinks about a choice of each game, while as many others compute as later on."""
    alone = {Cell(cell.game, cell.level, 0) for cell in cells}
    tasks = [Task(cell, number) for cell in sorted(alone, key=str) for number in range(MATCHES_TIMED)]
    seen = defaultdict(list)
    for found in results(partial(carry_out, seed, float("inf")), tasks, workers):
        assert found is not None
        seen[found.game, found.level].append(found.seconds)
    return {pair: sum(times) / len(times) for pair, times in seen.items()}


def table_of(found: Iterable[Found]) -> Table:
    """A row for each cell."""
    table = Table("game", "against", "its time", "ms a choice", "simulations", "wins [95 %]", "even", "matches")
    cells: dict[tuple[str, str, float], list[Found]] = defaultdict(list)
    for each in found:
        cells[each.game, each.level, each.times].append(each)
    for (name, level, times), matches in sorted(cells.items()):
        game, count = tablee.game(name), len(matches)
        share = sum(each.share for each in matches) / count
        between = wilson(share, count)
        table.add_row(
            game.title("en"),
            level,
            f"× {times:g}",
            f"{1000 * matches[0].seconds * times:.1f}",
            f"{sum(each.simulations for each in matches) / count:.0f}",
            f"{share:.0%} [{between.low:.0%}–{between.high:.0%}]",
            f"{1 / game.players:.0%}",
            str(count),
        )
    return table


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="bench.ismcts", description="OpenSpiel's ISMCTS against our levels.")
    parser.add_argument("--games", default=",".join(encodable()), help="which games (default: all)")
    parser.add_argument("--levels", default="commis,chef", help="which levels (default: commis,chef)")
    parser.add_argument("--matches", default="24,12", help="how many matches against each level (default 24,12)")
    parser.add_argument("--times", default="1,10", help="multiples of the level's time (default 1,10)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--within", type=float, default=float("inf"), help="begin no match after so many seconds")
    parser.add_argument("--out", type=Path, help="where each match is written as a line of JSON")
    parser.add_argument("--read", type=Path, help="play nothing, show what such a file holds")
    return parser.parse_args()


def main() -> None:
    given = _arguments()
    if given.read is not None:
        lines = given.read.read_text().splitlines()
        Console(width=110).print(table_of([Found(**json.loads(line)) for line in lines]))
        return
    until = time.time() + given.within
    counts = dict(zip(given.levels.split(","), map(int, given.matches.split(",")), strict=True))
    cells = [
        Cell(name, level, float(times))
        for level in counts
        for name in given.games.split(",")
        for times in given.times.split(",")
    ]
    thinks = timed(cells, given.seed, given.workers)
    tasks = [
        Task(cell, number, thinks[cell.game, cell.level]) for cell in cells for number in range(counts[cell.level])
    ]
    # The longest first: so nobody waits for the last one.
    tasks.sort(key=lambda task: -task.seconds * (1 + task.cell.times))
    every: list[Found] = []
    with given.out.open("a") if given.out else nullcontext() as out:
        for found in results(partial(carry_out, given.seed, until), tasks, given.workers):
            if found is not None:
                every.append(found)
                print(json.dumps(asdict(found)), file=out, flush=True)
    Console(width=110).print(table_of(every))
    if len(every) < len(tasks):
        print(f"{len(tasks) - len(every)} of {len(tasks)} matches were not played for want of time")


if __name__ == "__main__":
    main()

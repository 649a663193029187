"""Many matches played at random, as fast as the engine goes, every one of them checked."""

import random
import signal
from collections.abc import Generator
from concurrent.futures import Future, ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any, Final, Literal

from tablee.bots.statistics import Statistics
from tablee.core.game import Game, State
from tablee.core.seat import CHANCE

BATCH: Final = 25
"""Matches a worker plays before it reports."""

AnyGame = Game[Any, Any, Any]


class BrokenLaw(Exception):
    """An engine did what no game may do: it is at fault, and this says how to see it again."""

    def __init__(self, law: Literal["conserved", "longest"], seed: int, number: int, details: str) -> None:
        super().__init__(law, seed, number, details)
        self.law = law
        self.seed = seed
        self.number = number
        self.details = details


def simulate(game: AnyGame, games: int, *, seed: int = 0, workers: int = 1) -> Statistics:
    """The statistics of so many matches; the same for the same seed, whatever the number of workers.

    With several workers a script must keep its start under `if __name__ == "__main__":`.

    >>> import tablee
    >>> statistics = simulate(tablee.game("hotdog", players=2, hands=1), games=50, seed=7)
    >>> statistics.games, sum(map(statistics.win_share, range(2)))
    (50, 1.0)
    """
    statistics = Statistics(game.players)
    for batch in batches(game, games, seed=seed, workers=workers):
        statistics.join(batch)
    return statistics


def batches(game: AnyGame, games: int, *, seed: int = 0, workers: int = 1) -> Generator[Statistics, None, None]:
    """The same in parts, as they are done; stop asking and the rest is not played."""
    parts = [range(start, min(start + BATCH, games)) for start in range(0, games, BATCH)]
    if workers == 1 or len(parts) < 2:
        for numbers in parts:
            yield played(game, numbers, seed)
        return
    pool = ProcessPoolExecutor(min(workers, len(parts)), get_context("spawn"), leave_interrupts_to_the_parent)
    try:
        waiting: list[Future[Statistics]] = [pool.submit(played, game, numbers, seed) for numbers in parts]
        for part in waiting:
            yield part.result()
    finally:
        pool.shutdown(cancel_futures=True)


def played(game: AnyGame, numbers: range, seed: int) -> Statistics:
    """The statistics of the matches of these numbers; each has a generator of its own, made from seed and number."""
    statistics = Statistics(game.players)
    conserved = game.conserved(game.start())
    rng = random.Random()
    for number in numbers:
        rng.seed(f"{seed}/{number}")
        try:
            state, entries, draws = _playout(game, rng)
        except Exception as error:
            error.add_note(f"in match number {number} of seed {seed} of {game!r}")
            raise
        if entries > game.longest:
            raise BrokenLaw("longest", seed, number, str(game.longest))
        amounts = game.conserved(state)
        if amounts != conserved:
            changed = [name for name in {**conserved, **amounts} if conserved.get(name) != amounts.get(name)]
            raise BrokenLaw("conserved", seed, number, ", ".join(changed))
        statistics.add(
            winners=game.winners(state),
            scores=game.scores(state),
            tally=game.tally(state),
            entries=entries,
            decisions=entries - draws,
        )
    return statistics


def _playout(game: AnyGame, rng: random.Random) -> tuple[State, int, int]:
    """A match to its end, or past the longest there can be; with it, how many entries it took and how many draws."""
    actors, random_action, apply, longest = game.actors, game.random_action, game.apply, game.longest
    state = game.start()
    entries = draws = 0
    while entries <= longest and (awaited := actors(state)):
        for seat in awaited:
            apply(state, seat, random_action(state, seat, rng), False)
        entries += len(awaited)
        draws += awaited[0] == CHANCE
    return state, entries, draws


def leave_interrupts_to_the_parent() -> None:
    """For processes that work for another: it will end them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

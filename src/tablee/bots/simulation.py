"""Many matches played at random or by bots, as fast as the engine goes, every one of them checked."""

import random
from collections.abc import Generator, Sequence
from concurrent.futures import Future
from typing import Any, Final, Literal

from tablee.bots.bot import Budget
from tablee.bots.bot_match import play_out
from tablee.bots.fallback import choose
from tablee.bots.process_pool import process_pool
from tablee.bots.statistics import Statistics
from tablee.core.game import Game, State
from tablee.core.match import Match
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


def simulate(
    game: AnyGame,
    games: int,
    *,
    seed: int = 0,
    workers: int = 1,
    bots: Sequence[str] = (),
    iterations: int | None = None,
) -> Statistics:
    """The statistics of so many matches; the same for the same seed, whatever the number of workers.

    All is played at random, or each seat by the level that `bots` names for it. Levels that think by the clock do the
    same again only if they are given `iterations` for each choice instead.

    With several workers a script must keep its start under `if __name__ == "__main__":`.

    >>> import tablee
    >>> statistics = simulate(tablee.game(min(tablee.GAMES)), games=20, seed=7)
    >>> statistics.games, statistics.length.count
    (20, 20)
    """
    statistics = Statistics(game.players)
    for batch in batches(game, games, seed=seed, workers=workers, bots=bots, iterations=iterations):
        statistics.join(batch)
    return statistics


def batches(
    game: AnyGame,
    games: int,
    *,
    seed: int = 0,
    workers: int = 1,
    bots: Sequence[str] = (),
    iterations: int | None = None,
) -> Generator[Statistics, None, None]:
    """The same in parts as they come in; once the caller stops iterating, no more are played."""
    size = 1 if bots else BATCH
    parts = [range(start, min(start + size, games)) for start in range(0, games, size)]
    if workers == 1 or len(parts) < 2:
        for numbers in parts:
            yield play_batch(game, numbers, seed, bots, iterations)
        return
    with process_pool(min(workers, len(parts))) as pool:
        waiting: list[Future[Statistics]] = [
            pool.submit(play_batch, game, numbers, seed, bots, iterations) for numbers in parts
        ]
        for part in waiting:
            yield part.result()


def play_batch(
    game: AnyGame, numbers: range, seed: int, bots: Sequence[str] = (), iterations: int | None = None
) -> Statistics:
    """The statistics of the matches of these numbers; each has a generator of its own, made from seed and number."""
    statistics = Statistics(game.players)
    conserved = game.conserved(game.start())
    rng = random.Random()
    for number in numbers:
        rng.seed(f"{seed}/{number}")
        try:
            state, entries, draws = _by_levels(game, rng, bots, iterations) if bots else _playout(game, rng)
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


def _by_levels(
    game: AnyGame, rng: random.Random, bots: Sequence[str], iterations: int | None
) -> tuple[State, int, int]:
    """The same, each seat played by its level."""
    budget = None if iterations is None else Budget(iterations=iterations)
    match = Match(game, rng)
    play_out(match, rng, lambda seat, view, luck: choose(bots[seat], game, view, luck, budget), game.longest)
    return match.state, len(match.log), sum(entry.seat == CHANCE for entry in match.log)

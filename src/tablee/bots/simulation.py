"""Many matches played at random or by bots, as fast as the engine goes, every one of them checked."""

import random
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from functools import partial
from heapq import heappop, heappush
from typing import Final, Literal

from tablee.bots.bot import Budget
from tablee.bots.bot_match import play_out
from tablee.bots.fallback import choose
from tablee.bots.process_pool import results
from tablee.bots.statistics import Statistics
from tablee.core.game import AnyGame, State
from tablee.core.match import Match
from tablee.core.playout import random_playout

BATCH: Final = 25
"""Matches a worker plays before it reports."""


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
    cluster: str | None = None,
    bots: Sequence[str] = (),
    iterations: int | None = None,
) -> Statistics:
    """The statistics of simulated matches; the same for the same seed, whatever the number of workers, and on a Ray
    cluster too (`cluster`: its address).

    All is played at random, or each seat by the level that `bots` names for it. Levels that think by the clock do the
    same again only if they are given `iterations` for each choice instead.

    With several workers a script must keep its start under `if __name__ == "__main__":`.

    >>> import tablee
    >>> statistics = simulate(tablee.game(min(tablee.GAMES)), games=20, seed=7)
    >>> statistics.games, statistics.length.count
    (20, 20)
    """
    statistics = Statistics(game.players)
    for batch in batches(game, games, seed=seed, workers=workers, cluster=cluster, bots=bots, iterations=iterations):
        statistics.join(batch)
    return statistics


def batches(
    game: AnyGame,
    games: int,
    *,
    seed: int = 0,
    workers: int = 1,
    cluster: str | None = None,
    bots: Sequence[str] = (),
    iterations: int | None = None,
) -> Generator[Statistics, None, None]:
    """The same in parts, in order, as they come in; once the caller stops iterating, no more are played."""
    size = 1 if bots else BATCH
    parts = [range(start, min(start + size, games)) for start in range(0, games, size)]
    play = partial(_numbered_batch, game, seed, bots, iterations)
    with closing(results(play, parts, max(1, min(workers, len(parts))), cluster)) as coming:
        yield from _in_order(coming)


def _numbered_batch(
    game: AnyGame, seed: int, bots: Sequence[str], iterations: int | None, numbers: range
) -> tuple[range, Statistics]:
    return numbers, play_batch(game, numbers, seed, bots, iterations)


def _in_order(coming: Iterable[tuple[range, Statistics]]) -> Generator[Statistics, None, None]:
    """Each part as soon as all those before it have come: sums of fractions depend on their order."""
    early: list[tuple[int, int, Statistics]] = []
    expected = 0
    for numbers, statistics in coming:
        heappush(early, (numbers.start, numbers.stop, statistics))
        while early and early[0][0] == expected:
            _, expected, part = heappop(early)
            yield part


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
            state, entries, draws = _by_levels(game, rng, bots, iterations) if bots else random_playout(game, rng)
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


def _by_levels(
    game: AnyGame, rng: random.Random, bots: Sequence[str], iterations: int | None
) -> tuple[State, int, int]:
    """The same, each seat played by its level."""
    budget = None if iterations is None else Budget(iterations=iterations)
    match = Match(game, rng)
    play_out(match, rng, lambda seat, view, luck: choose(bots[seat], game, view, luck, budget), game.longest)
    return match.state, len(match.log), match.draw_count

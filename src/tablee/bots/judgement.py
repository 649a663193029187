"""What a bot thinks of its choices: by the search that the game brings, or by the tree search for any game."""

from dataclasses import dataclass, replace
from math import inf

from tablee.bots.bot import Budget, own_seat
from tablee.bots.heuristic import AnyGame, heuristic
from tablee.bots.search import Search, sample, search_tuning
from tablee.core.chance import Random
from tablee.core.game import Action, View
from tablee.core.heuristic import Judge, Ranked
from tablee.core.registry import manifest_of


@dataclass(frozen=True)
class Judgement:
    """The choices of a seat, judged."""

    choices: tuple[Ranked, ...]
    """The best first. `weight` is how often the bot makes each of them."""
    together: bool
    """Whether others choose at the same time: then it is better to vary, so that nobody can foresee the choice."""
    iterations: int
    """How many were done; 0 where there is only one choice."""

    def choice(self, rng: Random) -> Action:
        """One of them, by their weights."""
        made = [choice for choice in self.choices if choice.weight]
        chosen: Action = sample([choice.action for choice in made], [choice.weight for choice in made], rng)
        return chosen


class _CountingMeter:
    """Measures a budget, stops after so many iterations at the latest, and remembers how many there were."""

    def __init__(self, budget: Budget, most: float) -> None:
        self.done = 0
        self._most = most
        self._meter = budget.meter()

    def next_iteration(self) -> bool:
        if self.done >= self._most or not self._meter.next_iteration():
            return False
        self.done += 1
        return True


def judgement(game: AnyGame, view: View, rng: Random, budget: Budget, level: str = "") -> Judgement:
    """What the viewer should think of its choices. `level`: whose tuning says after how many iterations to stop, even
    if there is time for more; it does not matter if the budget is in iterations."""
    tuned = manifest_of(game).level(level).iterations if budget.iterations is None else None
    most = inf if tuned is None else tuned
    knows = heuristic(game)
    if isinstance(knows, Judge):
        meter = _CountingMeter(budget, most)
        choices = tuple(knows.judge(view, rng, meter))
        return Judgement(choices, _is_together(game, view, rng), meter.done)
    search = Search(game, view, rng, search_tuning(game), knows)
    if not search.forced:
        search.run(budget, most)
    often = dict(search.mixture())
    choices = tuple(replace(choice, weight=often.get(choice.action, 0.0)) for choice in search.considered())
    return Judgement(choices, search.together, search.iterations)


def _is_together(game: AnyGame, view: View, rng: Random) -> bool:
    """Whether others choose at the same time."""
    state = game.determinize(view, rng)
    return any(seat != own_seat(view) for seat in (*game.may_replace(state), *game.actors(state)))


@dataclass(frozen=True)
class SearchBot:
    """Chooses what a search finds best."""

    level: str = ""
    """The level whose tuning of a game says after how many iterations to stop, even if there is time for more."""

    def choose(self, game: AnyGame, view: View, rng: Random, budget: Budget) -> Action:
        return judgement(game, view, rng, budget, self.level).choice(rng)

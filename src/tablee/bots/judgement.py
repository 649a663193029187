"""What a bot thinks of its choices: by the search that the game brings, or by the tree search for any game."""

from dataclasses import dataclass, field, replace
from math import inf

from tablee.bots.bot import Budget, own_seat
from tablee.bots.heuristic import heuristic
from tablee.bots.one_step import one_step
from tablee.bots.search import Search, search_tuning
from tablee.core.chance import Random
from tablee.core.game import AnyGame, State, View
from tablee.core.heuristic import HasSight, Judge, Ranked


@dataclass(frozen=True)
class Judgement:
    """The choices of a seat, judged."""

    choices: tuple[Ranked, ...]
    """The best first. `weight` is how often the bot makes each of them."""
    together: bool
    """Whether others choose at the same time: then it is better to vary, so that nobody can foresee the choice."""
    iterations: int
    """How many were done; 0 where there is only one choice."""
    world: State | None = field(default=None, repr=False, compare=False)
    """A state that the seat thinks possible, in which one can look at what a choice does."""


class _CountingMeter:
    """Measures a budget, stops after a maximum of iterations, and counts them."""

    def __init__(self, budget: Budget, most: float) -> None:
        self.done = 0
        self._most = most
        self._meter = budget.meter()

    def next_iteration(self) -> bool:
        if self.done >= self._most or not self._meter.next_iteration():
            return False
        self.done += 1
        return True


def judgement(
    game: AnyGame,
    view: View,
    rng: Random,
    budget: Budget,
    iterations: int | None = None,
    *,
    quick: bool = False,
    sight: int | None = None,
) -> Judgement:
    """What the viewer should think of its choices. `iterations`: when to stop, even if there is time for more; they do
    not matter if the budget itself is in iterations. `quick`: a game without a search of its own is looked at one step
    ahead only, which is better than a tree search of a few iterations. `sight`: how much is seen where the game's own
    search can see less; None: all."""
    most = inf if iterations is None or budget.iterations is not None else iterations
    knows = heuristic(game)
    if quick or isinstance(knows, Judge):
        meter = _CountingMeter(budget, most)
        if sight is not None and isinstance(knows, HasSight):
            judged = knows.judge_within(view, rng, meter, sight)
        elif isinstance(knows, Judge):
            judged = knows.judge(view, rng, meter)
        else:
            judged = one_step(game, knows, view, rng, meter)
        world = game.determinize(view, rng)
        movers = (*game.may_replace(world), *game.actors(world))
        together = any(seat != own_seat(view) for seat in movers)
        return Judgement(tuple(judged), together, meter.done, world)
    search = Search(game, view, rng, search_tuning(game), knows)
    if not search.forced:
        search.run(budget, most)
    often = dict(search.mixture())
    choices = tuple(replace(choice, weight=often.get(choice.action, 0.0)) for choice in search.considered())
    return Judgement(choices, search.together, search.iterations, game.determinize(view, rng))

"""The bot that looks one step ahead."""

from dataclasses import dataclass

from tablee.bots.bot import Budget, own_seat
from tablee.bots.heuristic import AnyGame, heuristic
from tablee.core.chance import Random
from tablee.core.game import Action, State, View
from tablee.core.heuristic import Heuristic
from tablee.core.registry import manifest_of
from tablee.core.seat import CHANCE, Seat


@dataclass(frozen=True)
class GreedyBot:
    """Tries its choices in a few states it thinks possible and takes the one after which the table looks best."""

    worlds: int = 4
    """How many states it thinks possible are looked at for each action."""
    candidates: int = 40
    """How many actions are looked at."""
    overlooks: float = 0.0
    """How likely it does not see an action."""
    level: str = ""
    """The level whose tuning of a game may say otherwise: where many actions are nearly as good as the best,
    overlooking as many matters less."""
    blur: float = 0.0
    """How much its judgement is off at most, as a part of what lies between the best action and the worst."""

    def choose(self, game: AnyGame, view: View, rng: Random, budget: Budget) -> Action:
        seat, knows = own_seat(view), heuristic(game)
        world = game.determinize(view, rng)
        tuned = manifest_of(game).level(self.level).overlooks
        overlooks = self.overlooks if tuned is None else tuned
        actions = _seen(list(knows.candidates(world, seat, rng, self.candidates)), overlooks, rng)
        if len(actions) == 1:
            return actions[0]
        values = [0.0] * len(actions)
        for number in range(self.worlds):
            if number:
                world = game.determinize(view, rng)
            for index, action in enumerate(actions):
                values[index] += _after(game, knows, world, seat=seat, action=action, rng=rng)
        reach = self.blur * (max(values) - min(values))
        values = [value + reach * rng.random() for value in values]
        return actions[values.index(max(values))]


def _seen(actions: list[Action], overlooks: float, rng: Random) -> list[Action]:
    if not overlooks:
        return actions
    return [action for action in actions if rng.random() >= overlooks] or actions[:1]


def _after(game: AnyGame, knows: Heuristic, world: State, *, seat: Seat, action: Action, rng: Random) -> float:
    """How the table looks once an action, and what the others choose at the same time, are carried out."""
    state = world.copy()
    for other in game.may_replace(state):
        # What lies face down may be anything: rather something sensible.
        game.apply(state, other, knows.policy(state, other, rng), False)
    game.apply(state, seat, action, False)
    while seat in game.may_replace(state):
        for other in game.actors(state):
            game.apply(state, other, knows.policy(state, other, rng), False)
    while game.actors(state) == (CHANCE,):
        game.apply(state, CHANCE, game.sample(state, rng), False)
    return knows.value(state, seat)

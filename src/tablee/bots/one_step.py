"""A quick judgement for any game: each choice is carried out, and the table looked at."""

from collections.abc import Callable, Sequence
from math import exp
from typing import Any, Final

from tablee.bots.bot import own_seat
from tablee.bots.heuristic import win_odds
from tablee.core.chance import Random
from tablee.core.game import Action, AnyGame, State, View
from tablee.core.heuristic import Heuristic, Meter, Ranked
from tablee.core.playout import draw_chance
from tablee.core.seat import Seat

Policy = Callable[[Any, Seat, Random], Any]
"""What a seat chooses in a state."""
CANDIDATES: Final = 40
"""How many choices are looked at."""
CLOSE: Final = 0.02
"""A choice that costs so much of a win has a weight e times smaller than the best."""


def one_step(game: AnyGame, knows: Heuristic, view: View, rng: Random, meter: Meter) -> Sequence[Ranked]:
    """The choices of the viewer, the best first. An iteration tries all of them in one more possible world."""
    seat, odds = own_seat(view), win_odds(game, knows)
    world = game.determinize(view, rng)
    actions = list(knows.candidates(world, seat, rng, CANDIDATES))
    if len(actions) == 1:
        return [Ranked(actions[0], 1 / game.players, 1.0)]
    totals, worlds = [0.0] * len(actions), 0
    while meter.next_iteration() or not worlds:
        if worlds:
            world = game.determinize(view, rng)
        worlds += 1
        for number, action in enumerate(actions):
            totals[number] += odds(after_choice(game, knows.policy, world, action, rng, seat=seat))[seat]
    best = max(totals) / worlds
    weights = [exp((total / worlds - best) / CLOSE) for total in totals]
    judged = [
        Ranked(action, total / worlds, weight / sum(weights))
        for action, total, weight in zip(actions, totals, weights, strict=True)
    ]
    return sorted(judged, key=lambda choice: -choice.value)


def after_choice(game: AnyGame, policy: Policy, world: State, action: Action, rng: Random, *, seat: Seat) -> Any:
    """The table once an action, and what the others choose at the same time by the policy, are carried out."""
    state = world.copy()
    for other in game.may_replace(state):
        # Replace face-down choices by the policy's choice.
        game.apply(state, other, policy(state, other, rng), False)
    game.apply(state, seat, action, False)
    while seat in game.may_replace(state):
        for other in game.actors(state):
            game.apply(state, other, policy(state, other, rng), False)
    draw_chance(game, state, rng)
    return state

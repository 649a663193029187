"""The search without numpy, and the one for the meal of CP-23: each choice is tried in one possible world after the
other. The round is played to its end by the policy, and the table that comes of it is valued by hand-written odds."""

from collections.abc import Callable, Sequence

from tablee.core.chance import Random
from tablee.core.heuristic import Meter
from tablee.core.playout import draw_chance
from tablee.core.seat import Seat
from tablee.games.courtepaille.actions import Move
from tablee.games.courtepaille.knowledge import CourtePailleView
from tablee.games.courtepaille.pieces import Step
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.state import CourtePailleState

Policy = Callable[[CourtePailleState, Seat, Random], Move]
Chances = Callable[[CourtePailleState], Sequence[float]]
"""Each seat's part of the win."""


def plain_values(
    game: CourtePaille,
    view: CourtePailleView,
    choices: Sequence[Move],
    policy: Policy,
    chances: Chances,
    *,
    rng: Random,
    meter: Meter,
) -> list[float]:
    """The part of the win that each choice promises. An iteration is a world, in which all choices are tried."""
    seat = Seat(view.seat or 0)
    sums, worlds = [0.0] * len(choices), 0
    while meter.next_iteration():
        world = game.determinize(view, rng)
        worlds += 1
        for number, choice in enumerate(choices):
            state = world.copy()
            if state.step is Step.CHOOSE:
                _choose_others(game, state, seat, policy, rng)
            game.apply(state, seat, choice, False)
            _end_round(game, state, policy, rng)
            sums[number] += chances(state)[seat]
    return [whole / worlds if worlds else 1 / len(view.seats) for whole in sums]


def _choose_others(game: CourtePaille, state: CourtePailleState, seat: Seat, policy: Policy, rng: Random) -> None:
    """A choice that lies face down is any card of the hand: the policy knows better."""
    for other in state.seats:
        if other != seat:
            game.apply(state, Seat(other), policy(state, Seat(other), rng), False)


def _end_round(game: CourtePaille, state: CourtePailleState, policy: Policy, rng: Random) -> None:
    while (actors := draw_chance(game, state, rng)) and state.step is not Step.CHOOSE:
        game.apply(state, actors[0], policy(state, actors[0], rng), False)

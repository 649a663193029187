"""A choice beside that of the strongest level, from what the seat knew then."""

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any, Final

from tablee.bots.blunders import best_value
from tablee.bots.bot import Budget, own_seat
from tablee.bots.heuristic import heuristic
from tablee.bots.judgement import Judgement, judgement
from tablee.bots.one_step import Policy, after_choice
from tablee.bots.rollout import roll_out
from tablee.bots.search import sample
from tablee.core.chance import Random as Luck
from tablee.core.game import Action, AnyGame, State, View
from tablee.core.seat import Seat
from tablee.review.findings import ConsideredChoice, DecisionFinding
from tablee.review.review_settings import ReviewSettings
from tablee.review.win_chances import Mixture, chances_in, mean_and_error

OFTEN: Final = 0.2
"""Where several choose at once the strongest level varies: what it chooses at least so often, compared with the choice
it makes most often, counts as its own."""
OPINION_ERROR: Final = 0.05
"""How far off the strongest level's own idea of a cost is taken to be, as a standard error."""
PLAYOUT_ERROR: Final = 0.02
"""How far off a cost in playouts would be, however many there are: sensible players are not the strongest."""
SHOWN: Final = 5
"""The number of considered choices that are kept."""

Chooser = Callable[[State, Random], Any]
"""What is chosen in a possible world."""


def thought(game: AnyGame, state: State, seat: Seat, settings: ReviewSettings, *, entry: int) -> Judgement | None:
    """What the strongest level thinks of the choice at this entry from the seat's view; None where there is none."""
    if len(game.legal(state, seat)) == 1:
        return None
    rng = Random(f"{settings.seed}/thought/{entry}")
    return judgement(game, game.view(state, seat), rng, Budget(iterations=settings.iterations))


def decision(
    game: AnyGame, view: View, action: Action, opinion: Judgement | None, settings: ReviewSettings, *, entry: int
) -> DecisionFinding:
    """What a choice cost, from the view of its seat and in worlds that it thinks possible."""
    seat, chosen = own_seat(view), game.plain(action)
    if opinion is None:
        nothing = [0.0] * game.players
        return DecisionFinding(entry, seat, chosen, chosen, [], True, True, 0.0, 0.0, nothing, 0.0)
    rng = Random(f"{settings.seed}/decision/{entry}")
    mixture = strongest(opinion)
    options = [ConsideredChoice(game.plain(one.action), one.value, one.weight) for one in opinion.choices[:SHOWN]]
    is_best = any(action == made for made, _ in mixture)
    best = [] if is_best else [mixed(mixture)]
    choosers = [always(action), sensibly(game, seat), *([] if opinion.together else best)]
    made, sensible, *strong = outcomes(game, view, choosers, settings, rng)
    effects = [mean_and_error(column) for column in zip(*gains(made, sensible), strict=True)]
    if best and opinion.together:
        rivals = strong_rivals(game, view, settings, rng)
        made, *strong = outcomes(game, view, [always(action), *best], settings, rng, others=rivals)
    cost, error = 0.0, 0.0
    if strong:
        cost, error = mean_and_error([lost[seat] for lost in gains(strong[0], made)])
        cost, error = _weighed(opinion, action, cost, error)
    return DecisionFinding(
        entry,
        seat,
        chosen,
        chosen if is_best else game.plain(max(mixture, key=lambda one: one[1])[0]),
        options,
        is_forced=False,
        is_best=is_best,
        cost=cost,
        error=error,
        effect=[mean for mean, _ in effects],
        effect_error=effects[seat][1],
    )


def strongest(opinion: Judgement) -> Mixture:
    """What the strongest level chooses, and how often: one choice, unless others choose at the same time."""
    choices = opinion.choices
    most = max(choice.weight for choice in choices)
    if not opinion.together:
        return [(max(choices, key=lambda choice: (choice.weight, choice.value)).action, 1.0)]
    made = [(choice.action, choice.weight) for choice in choices if choice.weight >= OFTEN * most]
    whole = sum(weight for _, weight in made)
    return [(action, weight / whole) for action, weight in made]


def strong_rivals(game: AnyGame, view: View, settings: ReviewSettings, rng: Random) -> Policy:
    """What the strongest level would choose in the place of those who choose at the same time, as far as the viewer can
    know. A sensible player can be foreseen: whoever chose best against that would seem to win where nobody does."""
    world, seat, sensible = game.determinize(view, rng), own_seat(view), heuristic(game).policy
    budget = Budget(iterations=settings.iterations)
    mixtures = {
        other: strongest(judgement(game, game.view(world, other), rng, budget))
        for other in (*game.may_replace(world), *game.actors(world))
        if other != seat
    }

    def choose(state: State, other: Seat, luck: Luck) -> Any:
        possible = [
            (action, weight) for action, weight in mixtures.get(other, ()) if game.is_legal(state, other, action)
        ]
        if not possible:
            return sensible(state, other, luck)
        return sample([action for action, _ in possible], [weight for _, weight in possible], luck)

    return choose


def always(action: Action) -> Chooser:
    """The same in every world."""
    return lambda _world, _rng: action


def mixed(mixture: Mixture) -> Chooser:
    """One of these, drawn by its weight."""
    actions, weights = [action for action, _ in mixture], [weight for _, weight in mixture]
    return lambda _world, rng: sample(actions, weights, rng)


def sensibly(game: AnyGame, seat: Seat) -> Chooser:
    """What the policy of the game chooses: the player that the curve of chances supposes everywhere."""
    knows = heuristic(game)
    return lambda world, rng: knows.policy(world, seat, rng)


def outcomes(
    game: AnyGame,
    view: View,
    choosers: Sequence[Chooser],
    settings: ReviewSettings,
    rng: Random,
    *,
    others: Policy | None = None,
) -> list[list[list[float]]]:
    """By chooser and possible world: everybody's chances after its choice. All choosers meet the same luck.

    `others`: how those choose who do so at the same time; by default as sensible players do."""
    seat, knows, shares = own_seat(view), heuristic(game), chances_in(game)
    policy = others or knows.policy
    found: list[list[list[float]]] = [[] for _ in choosers]
    for _ in range(settings.worlds):
        world, taste, luck = game.determinize(view, rng), rng.random(), rng.random()
        for chooser, results in zip(choosers, found, strict=True):
            own = Random(luck)
            after = after_choice(game, policy, world, chooser(world, Random(taste)), own, seat=seat)
            roll_out(game, knows, after, own, settings.playout_moves)
            results.append(shares(after))
    return found


def gains(ones: Sequence[Sequence[float]], others: Sequence[Sequence[float]]) -> list[list[float]]:
    """By world and seat: how much more it has of the ones than of the others."""
    return [[mine - theirs for mine, theirs in zip(*pair, strict=True)] for pair in zip(ones, others, strict=True)]


def _weighed(opinion: Judgement, action: Action, cost: float, error: float) -> tuple[float, float]:
    """The cost in playouts and the strongest level's own idea of it, if it has one, each by how far it can be off."""
    told = 1 / (error**2 + PLAYOUT_ERROR**2)
    value = next((choice.value for choice in opinion.choices if choice.action == action), None)
    if value is None:
        return cost, sqrt(1 / told)
    thought = 1 / OPINION_ERROR**2
    return (told * cost + thought * (best_value(opinion) - value)) / (told + thought), sqrt(1 / (told + thought))

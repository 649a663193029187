"""The bot behind the levels: it judges its choices, and makes the mistakes of a person of its skill."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp
from typing import Final

from tablee.bots.bot import Budget, own_seat
from tablee.bots.heuristic import heuristic
from tablee.bots.judgement import Judgement, judgement
from tablee.bots.search import sample
from tablee.bots.temperament import TEMPERAMENTS
from tablee.core.chance import Random
from tablee.core.game import Action, AnyGame, State, View
from tablee.core.heuristic import HasStyle, Ranked
from tablee.core.manifest import LevelTuning
from tablee.core.registry import manifest_of
from tablee.core.seat import Seat

LEAST_OF_BEST: Final = 0.5
"""Nobody makes a choice that keeps less than this part of what the best one promises."""
LEAST_MIXTURE: Final = 0.25
"""Where others choose at once: how likely a choice that a good player never makes is, beside the one made most often,
if it costs nothing."""
STYLE_TEMPERATURE: Final = 0.02
"""Where a bot mixes its choices: one that its temperament values higher by this part of a win is made e times
as often."""


@dataclass(frozen=True)
class LevelBot:
    """Judges its choices and takes the best, or one that costs little: the more a choice costs, the rarer it is."""

    level: str = ""
    """The level whose tuning of a game may say otherwise than the numbers that follow."""
    iterations: int | None = None
    """It looks no further than these allow, whatever the budget; None: as far as the budget allows."""
    temperature: float = 0.0
    """A choice that costs so much of a win is made e times less often than the best; 0: only the best is made."""
    cap: float = 1.0
    """The part of a win that no choice may cost more than."""
    temperament: str | None = None

    def choose(self, game: AnyGame, view: View, rng: Random, budget: Budget) -> Action:
        tuned = self.tuning(game)
        if self.iterations is not None and tuned.iterations is not None:
            # So few that no clock is needed: the choice is the same on any machine.
            asked = tuned.iterations if budget.iterations is None else budget.iterations
            budget = Budget(iterations=min(asked, tuned.iterations))
        quick = self.iterations is not None
        judged = judgement(game, view, rng, budget, tuned.iterations, quick=quick, sight=tuned.sight)
        if len(judged.choices) == 1:
            action: Action = judged.choices[0].action
            return action
        state = game.determinize(view, rng) if judged.world is None else judged.world
        liked = self._liked(game, state, own_seat(view), judged.choices)
        drawn = _made(judged, liked, tuned) if tuned.temperature else _best(judged, liked)
        return _surviving(game, state, drawn, judged.choices, seat=own_seat(view), rng=rng)

    def tuning(self, game: AnyGame) -> LevelTuning:
        """The numbers it plays a game by. Who always takes the best does so in every game."""
        tuned = manifest_of(game).level(self.level)
        return LevelTuning(
            self.iterations if tuned.iterations is None else tuned.iterations,
            self.temperature if tuned.temperature is None or not self.temperature else tuned.temperature,
            self.cap if tuned.cap is None else tuned.cap,
            tuned.sight,
        )

    def _liked(self, game: AnyGame, state: State, seat: Seat, choices: Sequence[Ranked]) -> list[float]:
        """How much it likes each choice for its own sake."""
        knows = heuristic(game)
        if self.temperament is None or not isinstance(knows, HasStyle):
            return [0.0] * len(choices)
        temperament = TEMPERAMENTS[self.temperament]
        return [temperament.liking(knows.style(state, seat, choice.action)) for choice in choices]


def _best(judged: Judgement, liked: Sequence[float]) -> list[tuple[Action, float]]:
    """The best choice, or the mixture, each leaning a little to what is liked."""
    if judged.together:
        return [
            (choice.action, choice.weight * exp(liking / STYLE_TEMPERATURE))
            for choice, liking in zip(judged.choices, liked, strict=True)
            if choice.weight
        ]
    if not any(liked):
        return [(choice.action, choice.weight) for choice in judged.choices if choice.weight]
    best = max(judged.choices, key=lambda choice: choice.weight)
    # What seems better than the best was looked at too little: only its style speaks for it.
    promised = [min(choice.value, best.value) + liking for choice, liking in zip(judged.choices, liked, strict=True)]
    return [(judged.choices[promised.index(max(promised))].action, 1.0)]


def _made(judged: Judgement, liked: Sequence[float], tuned: LevelTuning) -> list[tuple[Action, float]]:
    """How likely each choice is made by a level that misjudges."""
    best = max(choice.value for choice in judged.choices)
    most = max(choice.weight for choice in judged.choices)
    cap, temperature = 1.0 if tuned.cap is None else tuned.cap, tuned.temperature or 1.0
    made = []
    # A sure win is not passed by for what is only likely to win.
    furthest = 0.0 if best >= 1 and not judged.together else min(cap, (1 - LEAST_OF_BEST) * best)
    for choice, liking in zip(judged.choices, liked, strict=True):
        if best - choice.value <= furthest:
            mixed = LEAST_MIXTURE + choice.weight / most if judged.together and most else 1.0
            made.append((choice.action, mixed * exp((choice.value + liking - best) / temperature)))
    return made


def _surviving(
    game: AnyGame,
    state: State,
    drawn: Sequence[tuple[Action, float]],
    others: Sequence[Ranked],
    *,
    seat: Seat,
    rng: Random,
) -> Action:
    """One of the choices drawn, by their weights. If it loses at once, the best other choice that does not, if any."""
    action = sample([action for action, _ in drawn], [weight for _, weight in drawn], rng)
    if not _loses_at_once(game, state, seat, action):
        return action
    by_value = sorted(others, key=lambda choice: -choice.value)
    saving = (choice.action for choice in by_value if not _loses_at_once(game, state, seat, choice.action))
    return next(saving, action)


def _loses_at_once(game: AnyGame, state: State, seat: Seat, action: Action) -> bool:
    """Whether the match is over and lost after this choice. Where others choose at once nobody can tell."""
    if tuple(game.actors(state)) != (seat,):
        return False
    after = state.copy()
    game.apply(after, seat, action, False)
    return not game.actors(after) and seat not in game.winners(after)

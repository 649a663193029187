"""The weakest bot: the policy of the game, mostly drowned in noise."""

from dataclasses import dataclass

from tablee.bots.bot import Budget, own_seat
from tablee.bots.heuristic import AnyGame, heuristic
from tablee.core.chance import Random
from tablee.core.game import Action, View


@dataclass(frozen=True)
class NoisyPolicyBot:
    """Takes any candidate, now and then what the policy of the game does; it looks at no consequences."""

    attention: float = 0.1
    """How likely it follows the policy; else it takes any candidate."""
    candidates: int = 40

    def choose(self, game: AnyGame, view: View, rng: Random, budget: Budget) -> Action:
        seat, knows, world = own_seat(view), heuristic(game), game.determinize(view, rng)
        action: Action
        if rng.random() < self.attention:
            action = knows.policy(world, seat, rng)
        else:
            action = rng.choice(knows.candidates(world, seat, rng, self.candidates))
        return action

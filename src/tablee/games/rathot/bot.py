"""What a bot should know of Rat Hot."""

from collections.abc import Sequence

from tablee.core.chance import Random
from tablee.core.seat import Seat
from tablee.games.rathot.actions import Draw, Place
from tablee.games.rathot.pieces import TOO_MANY_RATS
from tablee.games.rathot.rules import RatHot
from tablee.games.rathot.state import RatHotState


class RatHotHeuristic:
    """Score more than the other, keep own rats covered, leave him his."""

    def __init__(self, game: RatHot) -> None:
        self._game = game

    def candidates(self, state: RatHotState, seat: Seat, rng: Random, most: int) -> Sequence[Draw | Place]:
        """The placements after which the table looks best at once."""
        legal = list(self._game.legal(state, seat))
        rng.shuffle(legal)
        return sorted(legal, key=lambda place: -self._after(state, seat, place))[:most]

    def policy(self, state: RatHotState, seat: Seat, rng: Random) -> Draw | Place:
        """The best of a few placements."""
        some = [self._game.random_action(state, seat, rng) for _ in range(8)]
        return max(some, key=lambda place: self._after(state, seat, place))

    def _after(self, state: RatHotState, seat: Seat, place: Draw | Place) -> float:
        after = state.copy()
        self._game.apply(after, seat, place, False)
        return self.value(after, seat)

    def value(self, state: RatHotState, seat: Seat) -> float:
        """Points ahead; rats in sight count against whose they are, and three of them lose."""
        other = Seat(1 - seat)
        winners = self._game.winners(state)
        if winners:
            return 100.0 * ((seat in winners) - (other in winners))
        ahead = float(state.scores[seat] - state.scores[other])
        return ahead - _danger(state, seat) + _danger(state, other)


def _danger(state: RatHotState, seat: Seat) -> float:
    """What a player's rats in sight may cost him: most at the end of his own turn."""
    rats = state.rats[seat]
    urgent = state.player == seat and rats >= TOO_MANY_RATS
    return rats * 0.7 + (12.0 if urgent else 2.0 * (rats >= TOO_MANY_RATS))

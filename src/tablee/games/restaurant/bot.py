"""What a bot should know of Restaurant."""

from collections.abc import Sequence
from typing import Final

from tablee.core.chance import Random
from tablee.core.seat import Seat
from tablee.games.restaurant.actions import Keep, Move, Reserve
from tablee.games.restaurant.pieces import SALON, size, value
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.scoring import minus
from tablee.games.restaurant.state import RestaurantState

_MARKER: Final = 60.0
"""What a table of one's own may still bring, before it is served."""
_SALON_MARKER: Final = 110.0
_CARD: Final = 15.0
"""What any card costs whoever still holds it in the service: it keeps him from ending it."""


class RestaurantHeuristic:
    """Collect menus, protect them, then serve them at one's own tables and the worthless at the others'."""

    def __init__(self, game: Restaurant) -> None:
        self._game = game

    def candidates(self, state: RestaurantState, seat: Seat, rng: Random, most: int) -> Sequence[Move]:
        """All but the half-hearted: a RES is laid with all the menus it can protect, or not at all."""
        legal = self._game.legal(state, seat)
        deepest = max((len(move.menus) for move in legal if isinstance(move, Reserve)), default=0)
        worth_it: list[Move] = [
            move
            for move in legal
            if not isinstance(move, Keep) and (not isinstance(move, Reserve) or len(move.menus) == deepest > 1)
        ]
        chosen = worth_it or list(legal)
        rng.shuffle(chosen)
        return chosen[:most]

    def policy(self, state: RestaurantState, seat: Seat, rng: Random) -> Move:
        """Any of the candidates."""
        return rng.choice(self.candidates(state, seat, rng, 1))

    def value(self, state: RestaurantState, seat: Seat) -> float:
        """What one has and may still get, less what the others do on average."""
        worths = [self._worth(state, other) for other in self._game.seats]
        return worths[seat] - sum(worths) / len(worths)

    def _worth(self, state: RestaurantState, seat: Seat) -> float:
        open_tables = state.markers[seat] & ~state.served
        in_salon = (open_tables & SALON).bit_count()
        tables = _SALON_MARKER * in_salon + _MARKER * (open_tables.bit_count() - in_salon)
        if not state.sums:
            # Menus will be noted once and most of them served: protected ones are safe.
            return value(state.hands[seat]) + 1.3 * value(state.piles[seat]) + tables
        ordered = 0 if self._game.service_only else state.sums[seat]
        held = state.hands[seat]
        return ordered + state.points[seat] - 0.6 * minus(held) - _CARD * size(held) + tables

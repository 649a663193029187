"""What a bot should know of La Courte Paille."""

from collections.abc import Sequence

from tablee.core.chance import Random
from tablee.core.seat import Seat
from tablee.games.courtepaille.actions import Deed
from tablee.games.courtepaille.counting import points
from tablee.games.courtepaille.pieces import CARDS_OF, worth
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.state import CourtePailleState


class CourtePailleHeuristic:
    """Hold cards of whoever the week is likely to have eaten."""

    def __init__(self, game: CourtePaille) -> None:
        self._game = game

    def candidates(self, state: CourtePailleState, seat: Seat, rng: Random, most: int) -> Sequence[Deed]:
        """Any legal action."""
        legal = list(self._game.legal(state, seat))
        rng.shuffle(legal)
        return legal[:most]

    def policy(self, state: CourtePailleState, seat: Seat, rng: Random) -> Deed:
        """Any legal action."""
        return self._game.random_action(state, seat, rng)

    def value(self, state: CourtePailleState, seat: Seat) -> float:
        """What the hand would count for each character, by how likely the week has that one eaten, less the others'."""
        week = sum(state.open_days) | sum(day.card for day in state.face_down)
        # The heaviest are eaten, but the week can still change: a soft choice rather than the first alone.
        odds = {step: 1.5 ** worth(week & step) for step in CARDS_OF.values() if step & state.characters}
        everything = sum(odds.values())
        ahead = 0.0
        for step, weight in odds.items():
            counts = [self._points(hand, step) for hand in state.hands]
            ahead += weight / everything * (counts[seat] - sum(counts) / len(counts))
        winners = self._game.winners(state)
        return ahead + 100.0 * (seat in winners) if winners else ahead

    def _points(self, hand: int, step: int) -> int:
        return points(hand, step, coco_needs_match=self._game.coco_needs_match)

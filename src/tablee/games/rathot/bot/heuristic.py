"""How a bot chooses placements and judges tables of Rat Hot."""

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from math import exp
from typing import ClassVar, Final

from tablee.core.chance import Random
from tablee.core.seat import Seat
from tablee.games.rathot.actions import Place
from tablee.games.rathot.bot import rats
from tablee.games.rathot.bot.evaluation import Evaluation, Worths
from tablee.games.rathot.bot.spice_groups import group_counts
from tablee.games.rathot.knowledge.grid import bits, grid, nth_bit, place_key
from tablee.games.rathot.pieces import RED, TURNS, Changed
from tablee.games.rathot.rules import RatHot
from tablee.games.rathot.state import RatHotState

_SINGLE, _PAIR, _GROUP = 0.4, 1.3, 3.2
"""What spices in sight are worth, in points: those of the final count, and those they may still bring."""
_A_POINT: Final = tuple(0.01 + 0.3 * exp((turn - TURNS) / 4) for turn in range(TURNS + 1))
"""What a point is worth in log odds, by turn: little at first, because most matches end by rats."""
_GROUPS_MATTER: Final = 0.03
"""What a point must be worth for spices in sight to be counted."""
_UNIT: Final = 0.025
"""The unit of an evaluation, in log odds."""
_RAT, _RAT_TO_COVER, _AT_HAND = 18, 40, 8
"""What rats are worth in an evaluation: more if their owner must cover some in this turn."""
_LOST: Final = 6.0
"""What it costs the log odds to be unable to cover enough rats."""
_WON: Final = 100.0
_ENOUGH_TRIED: Final = 120
"""After so many placements tried, one that saves is enough."""


def _worths(point: float, rat: int) -> Worths:
    return Worths(
        round(point / _UNIT),
        round(_SINGLE * point / _UNIT),
        round(_PAIR * point / _UNIT),
        round(_GROUP * point / _UNIT),
        rat,
        _AT_HAND,
    )


_POINTS: Final = tuple(max(_UNIT, point) for point in _A_POINT)
_CALM: Final = tuple(_worths(point, _RAT) for point in _POINTS)
_IN_NEED: Final = tuple(_worths(point, _RAT_TO_COVER) for point in _POINTS)
_RATS_ONLY: Final = _worths(0.0, _RAT)
_RATS_ONLY_IN_NEED: Final = _worths(0.0, _RAT_TO_COVER)


class RatHotHeuristic:
    """Keeps its own rats where they can be covered, the opponent's where they cannot; late in the match, it scores.

    Values are log odds of winning: 1 / (1 + exp(−value / scale)) is how likely the seat wins.
    """

    scale: ClassVar[float] = 1.0

    def __init__(self, game: RatHot) -> None:
        self._game = game
        self._grid = grid(game.table_size)
        self._lost_count = game.changed is Changed.TOUCHED

    def candidates(self, state: RatHotState, seat: Seat, rng: Random, most: int) -> Sequence[Place]:
        """The placements that bring most at once; if rats must be covered, those after which they can be."""
        rescue = rats.Rescue(state, self._grid, seat) if rats.must_cover(state, seat) else None
        listed: list[Place] = []
        lost: list[Place] = []
        for place in self._ranked(self._evaluation(state, seat, spices=True), rng):
            (lost if rescue and rescue.fails(place) else listed).append(place)
            if len(listed) == most or (listed and len(lost) >= _ENOUGH_TRIED):
                break
        return listed or lost[:most]

    def policy(self, state: RatHotState, seat: Seat, rng: Random) -> Place:
        """What brings most at once; if rats must be covered, something after which they can be."""
        evaluation = self._evaluation(state, seat, spices=_A_POINT[state.turn] > _GROUPS_MATTER)
        if rats.must_cover(state, seat):
            return self._saving(state, seat, evaluation, rng)
        _, card, turn, strips = evaluation.first()
        return self._grid.places[place_key(nth_bit(strips, rng.randrange(strips.bit_count())), card, turn)]

    def _saving(self, state: RatHotState, seat: Seat, evaluation: Evaluation, rng: Random) -> Place:
        """The best placement after which enough rats can be covered; if none is found, the best one."""
        rescue = rats.Rescue(state, self._grid, seat)
        ranked = self._ranked(evaluation, rng)
        best = next(ranked)
        if len(state.hand) == 1 and rats.is_lost(state, self._grid, seat):
            return best
        tried = chain([best], islice(ranked, _ENOUGH_TRIED - 1))
        return next((place for place in tried if not rescue.fails(place)), best)

    def _ranked(self, evaluation: Evaluation, rng: Random) -> Iterator[Place]:
        """All placements, the best first; equal ones begin at a random place."""
        places = self._grid.places
        for _, card, turn, strips in evaluation.ranked():
            firsts = list(bits(strips))
            start = rng.randrange(len(firsts))
            for first in firsts[start:] + firsts[:start]:
                yield places[place_key(first, card, turn)]

    def _evaluation(self, state: RatHotState, seat: Seat, *, spices: bool) -> Evaluation:
        calm = _CALM[state.turn] if spices else _RATS_ONLY
        in_need = _IN_NEED[state.turn] if spices else _RATS_ONLY_IN_NEED
        own = in_need if rats.must_cover(state, seat) else calm
        worths = (own, calm) if seat == RED else (calm, own)
        return Evaluation(state, self._grid, seat, worths, lost_count=self._lost_count)

    def value(self, state: RatHotState, seat: Seat) -> float:
        """The log odds that the seat wins."""
        if state.ending is not None:
            winners = self._game.winners(state)
            return _WON * ((seat in winners) - (Seat(1 - seat) in winners))
        player = state.player
        value = self._of_player(state, player)
        return value if seat == player else -value

    def values(self, state: RatHotState) -> Sequence[float]:
        """The log odds of both seats."""
        red = self.value(state, RED)
        return red, -red

    def swing(self, state: RatHotState) -> float:
        """The same throughout a match: values are log odds, not points."""
        return 2 * self.scale

    def _of_player(self, state: RatHotState, player: Seat) -> float:
        """The log odds of the seat whose turn it is."""
        other = Seat(1 - player)
        value = _A_POINT[state.turn] * self._ahead(state, player) + rats.danger(state, self._grid, other)
        if state.pile:
            more = rats.in_pile(state, player) - rats.in_pile(state, other)
            value -= rats.IN_PILE * more / state.pile.bit_count()
        if len(state.hand) != 1 or state.to_draw:
            return value - rats.danger(state, self._grid, player)
        # The second card in hand is known, so what it can do counts already.
        rat = _RAT_TO_COVER if rats.must_cover(state, player) else _RAT
        evaluation = self._evaluation(state, player, spices=_A_POINT[state.turn] > _GROUPS_MATTER)
        value += _UNIT * (evaluation.best() - rat * state.rats[player])
        return value - _LOST if rats.is_lost(state, self._grid, player) else value

    def _ahead(self, state: RatHotState, player: Seat) -> float:
        """Points ahead, with those that spices in sight are worth."""
        ahead = float(state.scores[player] - state.scores[1 - player])
        if _A_POINT[state.turn] > _GROUPS_MATTER:
            for seat, sign in ((player, 1), (1 - player, -1)):
                for shown in state.shown[4 * seat + 1 : 4 * seat + 5]:
                    singles, pairs, groups = group_counts(shown, self._grid)
                    ahead += sign * (_SINGLE * singles + _PAIR * pairs + _GROUP * groups)
        return ahead

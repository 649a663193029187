"""How a bot chooses placements and judges tables of Rat Hot."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from typing import ClassVar, Final

from tablee.core.chance import Random
from tablee.core.heuristic import Meter, Ranked
from tablee.core.seat import Seat
from tablee.games.rathot.actions import Place
from tablee.games.rathot.bot.foresight import Foresight, Network
from tablee.games.rathot.bot.outlook import Outlook
from tablee.games.rathot.bot.turns import TurnSearch
from tablee.games.rathot.knowledge import RatHotView, determinize
from tablee.games.rathot.knowledge.grid import grid
from tablee.games.rathot.pieces import RED, Changed
from tablee.games.rathot.rules import RatHot
from tablee.games.rathot.state import RatHotState

_WON: Final = 100.0
_FIRSTS, _SECONDS = 3, 3
"""How many placements a quick look at a turn tries."""
_MANY_POINTS: Final = 4
"""What a greedy player is proud to score with one card."""


class RatHotHeuristic:
    """Keeps its own rats where they can be covered and the opponent's where they cannot, and scores.

    Values are log odds of winning: 1 / (1 + exp(−value / scale)) is how likely the seat wins.
    """

    scale: ClassVar[float] = 1.0

    def __init__(self, game: RatHot) -> None:
        self._game = game
        self._outlook = Outlook(grid(game.table_size))
        self._search = TurnSearch(grid(game.table_size), self._outlook, lost_count=game.changed is Changed.TOUCHED)

    def judge(self, view: RatHotView, rng: Random, meter: Meter) -> Sequence[Ranked]:
        """The placements worth considering, each with the best turn found that begins with it."""
        return Foresight(self._search, determinize(view), rng, meter, _network(self._game.table_size)).judged()

    def judge_within(self, view: RatHotView, rng: Random, meter: Meter, sight: int) -> Sequence[Ranked]:
        """The same by how tables look at first sight, whatever `sight` is: only those who see all know more."""
        return Foresight(self._search, determinize(view), rng, meter).judged()

    def candidates(self, state: RatHotState, seat: Seat, rng: Random, most: int) -> Sequence[Place]:
        """The placements that bring most at once; if rats must be covered, those after which they can be."""
        return list(islice(self._search.firsts(state, seat), most))

    def policy(self, state: RatHotState, seat: Seat, rng: Random) -> Place:
        """How the best turn begins that a quick look finds."""
        turn = self._search.best(state, seat, _FIRSTS, _SECONDS)
        return turn.places[0] if turn else next(self._search.firsts(state, seat))

    def value(self, state: RatHotState, seat: Seat) -> float:
        """The log odds that the seat wins."""
        if state.ending is not None:
            winners = self._game.winners(state)
            return _WON * ((seat in winners) - (Seat(1 - seat) in winners))
        player = state.player
        if state.to_draw:
            value = -self._outlook.of(state, Seat(1 - player))
        else:
            turn = self._search.best(state, player, _FIRSTS, _SECONDS)
            value = turn.value if turn else self._outlook.of(state, player)
        return value if seat == player else -value

    def values(self, state: RatHotState) -> Sequence[float]:
        """The log odds of both seats."""
        red = self.value(state, RED)
        return red, -red

    def swing(self, state: RatHotState) -> float:
        """The same throughout a match: values are log odds, not points."""
        return 2 * self.scale

    def style(self, state: RatHotState, seat: Seat, action: Place) -> Mapping[str, float]:
        """Greedy players score, cautious ones cover their rats, bold ones lay rats for the other."""
        after = self._search.after(state, action)
        other = Seat(1 - seat)
        gained = after.scores[seat] - state.scores[seat]
        fewer = state.rats[seat] - after.rats[seat]
        more = after.rats[other] - state.rats[other]
        return {
            "greedy": min(1.0, gained / _MANY_POINTS),
            "cautious": min(1.0, max(0.0, fewer / 2)),
            "bold": min(1.0, max(0.0, more / 2)),
        }


@cache
def _network(table_size: int) -> Network | None:
    """What was learned about tables of that size; None without numpy."""
    try:
        from tablee.games.rathot.bot.rat_network import RatNetwork, learned_weights  # noqa: PLC0415 - it needs numpy
    except ImportError:
        return None
    weights = learned_weights()
    return None if weights is None else RatNetwork(grid(table_size), weights)

"""The best answer to others who bid as a chef would, as long as they seem to. Needs numpy."""

from math import prod
from typing import Final

import numpy as np

from tablee.core.heuristic import Ranked
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.bot.equilibrium import Mixture
from tablee.games.hotdog.bot.last_round import tables_before
from tablee.games.hotdog.bot.round_search import WIDE, RoundSearch, Solved, Width
from tablee.games.hotdog.state import HotDogState

_MOST_TABLES: Final = 12
"""If the last round may have begun with more tables than this, it tells nothing."""
_OTHERWISE: Final = 0.015
"""How often a player who is no chef makes any bid, besides half of the time those of the equilibrium."""
MOST_DOUBT: Final = 0.3
"""Up to this doubt whether the others bid as chefs, they are answered."""
_TEMPERATURE: Final = 0.003
"""A bid is chosen e times less often for each such part of a win that it is worse than the best."""


def answer_to_chefs(search: RoundSearch, state: HotDogState, solved: Solved, seat: Seat) -> list[Ranked]:
    """The bids against others who bid as chefs; none if they may not.

    With two players nothing beats the equilibrium. With more players it
    promises nothing against somebody who bids otherwise.
    """
    players = search.game.players
    if players == 2:
        return []
    doubts = doubt(search, state, seat, WIDE[players])
    return [] if doubts > MOST_DOUBT else best_answer(search, state, solved, search.order(state).index(seat), doubts)


def doubt(search: RoundSearch, state: HotDogState, own: Seat, width: Width) -> float:
    """How likely it is, by their bids of the last round, that not all the others bid as chefs do; 1 if that round tells
    nothing. `width`: what chefs look at."""
    tables = tables_before(search.game, state, _MOST_TABLES)
    if not tables:
        return 1.0
    as_chef, as_other = [0.0] * len(state.money), [0.0] * len(state.money)
    for before, solved in zip(tables, search.solve(tables, width), strict=True):
        for turn, seat in enumerate(search.order(before)):
            bid = state.revealed[seat]
            as_chef[seat] = max(as_chef[seat], _part(bid, solved, turn, chef_mixture(search, before, solved, turn)))
            as_other[seat] = max(as_other[seat], _part(bid, solved, turn, solved.mixtures[turn]))
    others = [seat for seat in search.game.seats if seat != own]
    chefs = prod([as_chef[seat] for seat in others])
    strangers = prod([as_other[seat] / 2 + _OTHERWISE for seat in others])
    return strangers / (chefs + strangers)


def chef_mixture(search: RoundSearch, state: HotDogState, solved: Solved, turn: int) -> Mixture:
    """How often a chef makes each of the bids."""
    often = {choice.action: choice.weight for choice in search.chosen(state, solved, turn)}
    parts = [often.get(bid, 0.0) for bid in solved.bids[turn]]
    return np.array(parts + [0.0] * (solved.mixtures.shape[1] - len(parts)), dtype=np.float32)


def best_answer(search: RoundSearch, state: HotDogState, solved: Solved, turn: int, doubts: float) -> list[Ranked]:
    """The bids of a seat against the mixtures of chefs, and as far as there is doubt, against those of good players."""
    chefs = np.stack([chef_mixture(search, state, solved, other) for other in range(len(solved.bids))])
    expected = np.float32(1 - doubts) * chefs + np.float32(doubts) * solved.mixtures
    return search.ranked_against(state, solved, expected, turn, _TEMPERATURE)


def _part(bid: Bid, solved: Solved, turn: int, mixture: Mixture) -> float:
    """How much of a mixture is this bid."""
    bids = solved.bids[turn]
    return float(mixture[bids.index(bid)]) if bid in bids else 0.0

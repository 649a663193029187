"""Counts of all ways the first cards can be laid (perft): nothing is forgotten, nothing counted twice.

The cards are drawn in a fixed order. The first step can be checked by hand. Strips that touch the start card: across, 5
above it, 5 below it and 2 at its ends; down, 1 above and 1 below each of its three squares, and 3 beside each end. That
makes 24, with two ways to lie on each, or one for a card that reads the same both ways. On a table of 5 × 5 there are 3
above, 3 below and none at the ends across, none above or below and 3 beside each end down: 12.
"""

import pytest
from tests.games.rathot import oracle
from tests.games.rathot.scene import SmallTable, plague

from tablee.core.seat import CHANCE
from tablee.games.rathot.actions import Draw
from tablee.games.rathot.rules import RatHot
from tablee.games.rathot.state import RatHotState


def ways(game: RatHot, cards: list[int], steps: int) -> list[int]:
    """How many ways there are to lay one card, two cards, … as the engine has it."""
    counts = [0] * steps

    def follow(state: RatHotState, step: int) -> None:
        while game.actors(state) == (CHANCE,):
            game.apply(state, CHANCE, Draw(cards[42 - state.pile.bit_count()]), events=False)
        for action in game.legal(state, state.player):
            counts[step] += 1
            if step + 1 < steps:
                after = state.copy()
                game.apply(after, state.player, action, events=False)
                follow(after, step + 1)

    follow(game.start(), 0)
    return counts


def ways_of_the_oracle(size: int, cards: list[int], steps: int) -> list[int]:
    """The same, as the plain table has it; cards are drawn one, two, two, …"""
    counts = [0] * steps

    def follow(laid: list[oracle.Placement], step: int) -> None:
        table = oracle.Table(size, "touched", "plague")
        for placement in laid:
            table.lay(placement)
        drawn = cards[: 1 + (step + 1) // 2 * 2]
        hand = [card for card in drawn if card not in [placement[0] for placement in laid]]
        for placement in table.placements(hand):
            counts[step] += 1
            if step + 1 < steps:
                follow([*laid, placement], step + 1)

    follow([], 0)
    return counts


@pytest.mark.slow_under_coverage
@pytest.mark.rule("RH-06", "RH-08", "RH-09", "RH-10", "RH-11", "RH-12")
@pytest.mark.parametrize(
    ("size", "cards", "counts"),
    [
        (5, [0, 1, 2], [24, 744, 9_312]),
        (5, [2, 0, 3], [12, 372, 4_656]),
        (15, [0, 1, 2], [48, 4_704]),
        (15, [2, 4, 6], [24, 2_352]),
    ],
)
def test_cards_can_be_laid_so_many_ways(size: int, cards: list[int], counts: list[int]) -> None:
    game = plague(table_size=size) if size >= 15 else SmallTable(table_size=size)
    assert ways(game, cards, len(counts)) == counts
    assert ways_of_the_oracle(size, cards, len(counts)) == counts

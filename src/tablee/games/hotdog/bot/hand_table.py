"""All hands that can be left of the cards a player starts with, numbered, with what bots need to know of each."""

from functools import cache
from itertools import product
from typing import Final

from tablee.games.hotdog.bot.portions import rounds_needed, sellable
from tablee.games.hotdog.pieces import Pile, TableSize, count, pile

MOST_ROUNDS: Final = 11
"""More rounds than it takes to sell ten cards."""


class HandTable:
    """Hands by their code. The code of two piles put together is the sum of their codes; 0 is the empty hand."""

    def __init__(self, values: tuple[int, ...], tables: tuple[TableSize, ...]) -> None:
        self.values = tuple(sorted(set(values)))
        """The different values of cards, lowest first."""
        numbers = [values.count(value) for value in self.values]
        sizes = tuple(map(int, tables))
        self.piles: list[Pile] = [
            pile(value for value, many in zip(self.values, reversed(held), strict=True) for _ in range(many))
            for held in product(*(range(number + 1) for number in reversed(numbers)))
        ]
        """By code."""
        self.codes = {held: code for code, held in enumerate(self.piles)}
        self.counts = [[count(held, value) for value in self.values] for held in self.piles]
        """How many cards of each value, by code."""
        self.rounds = [min(rounds_needed(held, sizes[-1]), MOST_ROUNDS) for held in self.piles]
        """The bids it takes to sell all, by code."""
        self.sellable = [[sellable(held, rounds, sizes) for rounds in range(MOST_ROUNDS + 2)] for held in self.piles]
        """The hot-dogs that can be sold in so many bids, by code."""


@cache
def hand_table(values: tuple[int, ...], tables: tuple[TableSize, ...]) -> HandTable:
    """The table for these cards, made once."""
    return HandTable(values, tables)

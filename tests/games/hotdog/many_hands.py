"""Hands of Hot-Dog played at random, in any number: every one ends, and money and cards are conserved.

The tests play a few; `python -m tests.games.hotdog.many_hands 100000` plays many and prints how they went.
"""

import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from random import Random

from tablee.games.hotdog.pieces import Announce, Settle, cards
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

GAMES = [
    HotDog(players=players, hands=1, settle=settle, announce=announce)
    for players, settle, announce in product((2, 3, 4, 5), Settle, Announce)
]


@dataclass
class Figures:
    """How the hands went."""

    hands: int = 0
    bids: int = 0
    longest: int = 0
    """Bids in the longest hand."""
    endings: Counter[str] = field(default_factory=Counter)


def check(game: HotDog, state: HotDogState) -> None:
    """HD-01, HD-03: each player's ten cards are in hand, on a table or gone; each dollar is accounted for."""
    for seat in game.seats:
        piles = [state.hotdogs[seat], state.eaten[seat], *state.placed[seat :: game.players]]
        assert sorted(card for pile in piles for card in cards(pile)) == sorted(game.hotdog_values)
        assert state.money[seat] == 3 - state.spent[seat] + sum(cards(state.eaten[seat]))
        assert state.money[seat] >= 0
    for index, table in enumerate(game.tables):
        there = state.placed[index * game.players : (index + 1) * game.players]
        assert state.room[index] == table - sum(card for pile in there for card in cards(pile))
        assert 0 < state.room[index] <= table


def play(number: int, rng: Random) -> Figures:
    """Play `number` hands, all options in turn; checked after every round."""
    figures = Figures()
    for hand in range(number):
        game = GAMES[hand % len(GAMES)]
        state = game.start()
        bids = 0
        while actors := game.actors(state):
            for seat in actors:
                game.apply(state, seat, game.random_action(state, seat, rng), events=False)
            bids += len(actors)
            check(game, state)
            assert bids <= game.longest
        figures.hands += 1
        figures.bids += bids
        figures.longest = max(figures.longest, bids)
        figures.endings[state.endings[0].value] += 1
    return figures


if __name__ == "__main__":
    print(play(int(sys.argv[1]), Random(1)))

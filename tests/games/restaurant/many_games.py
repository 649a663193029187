"""Games of Restaurant played at random, in any number: every one ends, with cards, markers and points conserved.

The tests play a few; `python -m tests.games.restaurant.many_games 100000` plays many and prints how they went.
"""

import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import product
from random import Random

from tablee.core.seat import CHANCE
from tablee.games.restaurant.knowledge.history import cards_served
from tablee.games.restaurant.pieces import DECK, MARKERS, Protect, Step, cards_in, value
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.state import RestaurantState

GAMES = [
    Restaurant(players=players, stairs=stairs, service_only=service_only, protect=protect)
    for protect, players, stairs, service_only in product(Protect, (3, 4, 5, 6), (False, True), (False, True))
]
ALL_CARDS = Counter(cards_in(DECK))


@dataclass
class Figures:
    """How the games went."""

    games: int = 0
    entries: int = 0
    choices: int = 0
    """Entries that players made."""
    longest: int = 0
    fewest_cards: int = 60
    """Taken in the orders."""
    tally: Counter[str] = field(default_factory=Counter)


def check(game: Restaurant, state: RestaurantState) -> None:
    """RE-02, RE-03, RE-19: every card is somewhere, every marker is laid once, every point comes from a menu served."""
    served = cards_served(state.history)
    places = [state.stock, *state.hands, *state.piles, served]
    assert sum((Counter(cards_in(cards)) for cards in places), Counter()) == ALL_CARDS
    marked = 0
    for markers in state.markers:
        assert markers.bit_count() <= MARKERS
        assert not marked & markers
        marked |= markers
    assert marked == state.marked
    assert len(cards_in(state.stock)) == 60 - marked.bit_count() + (state.step is Step.TURN)
    assert not state.served & ~marked
    assert len(cards_in(served)) == state.served.bit_count()
    assert sum(state.points) == value(served)
    assert game.conserved(state) == game.conserved(game.start())


def play(number: int, rng: Random, *, every_step: bool = True) -> Figures:
    """Play `number` games, all options in turn; checked at every step, or only when each phase ends."""
    figures = Figures()
    for which in range(number):
        game = GAMES[which % len(GAMES)]
        state = game.start()
        entries = choices = 0
        while actors := game.actors(state):
            in_orders = not state.sums
            game.apply(state, actors[0], game.random_action(state, actors[0], rng), events=False)
            entries += 1
            choices += actors[0] != CHANCE
            if every_step or (in_orders and state.sums):
                check(game, state)
        check(game, state)
        assert entries <= game.longest
        assert sum(game.scores(state)) == sum(state.sums) * (not game.service_only) + sum(state.points) - sum(
            value(held) for held in state.hands
        ) - sum(100 * int(card[3]) for held in state.hands for card in cards_in(held) if card.startswith("res"))
        figures.games += 1
        figures.entries += entries
        figures.choices += choices
        figures.longest = max(figures.longest, entries)
        figures.fewest_cards = min(figures.fewest_cards, state.marked.bit_count())
        figures.tally.update(game.tally(state))
    return figures


if __name__ == "__main__":
    found = play(int(sys.argv[1]), Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1), every_step=False)
    print(f"{found.games} games, {found.entries} entries ({found.choices} by players)")
    print(f"longest {found.longest}, at least {found.fewest_cards} cards taken")
    for key, count in sorted(found.tally.items()):
        print(f"  {key}: {count} ({count / found.games:.4f} a game)")

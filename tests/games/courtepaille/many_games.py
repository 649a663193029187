"""Games of La Courte Paille played at random, in any number: every one ends in time, with all cards conserved.

The tests play some; `python -m tests.games.courtepaille.many_games 100000` plays many and prints how they went.
"""

import sys
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from random import Random

from tablee.games.courtepaille.pieces import CARDS, COCOS, Cards, Ending, Step, cards
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.state import CourtePailleState

GAMES = [
    CourtePaille(players=players, advanced=advanced, announce_all=announce_all, coco_needs_match=coco_needs_match)
    for players in (2, 3, 4, 5)
    for advanced, announce_all in ((False, False), (True, False), (True, True))
    for coco_needs_match in (True, False)
]


@dataclass
class Figures:
    """How the games went."""

    games: int = 0
    entries: int = 0
    longest: int = 0
    fullest: float = 0
    """The longest game as a share of what `longest` allows."""
    tally: Counter[str] = field(default_factory=Counter)


def check(game: CourtePaille, state: CourtePailleState) -> None:
    """CP-01, CP-02, CP-14, CP-26: every card is somewhere, and once; hands do not grow."""
    turned_up = [choice.bit for choice in state.choices if choice and state.step is not Step.CHOOSE]
    face_down = [hidden.card for hidden in (*state.face_down, *state.buried)]
    places: list[Cards] = [state.pile, state.menu, state.discard, state.gone, *state.hands, *state.open_days]
    assert sorted(chain(*map(cards, [*places, *face_down, *turned_up]))) == sorted(CARDS)
    assert not state.gone & state.characters
    assert state.characters & COCOS == COCOS
    assert all(hand.bit_count() <= 5 for hand in state.hands)
    assert game.conserved(state) == game.conserved(game.start())


def play(number: int, rng: Random, *, every_step: bool = True) -> Figures:
    """Play `number` games, all options in turn; checked at every step, or only at the end."""
    figures = Figures()
    for which in range(number):
        game = GAMES[which % len(GAMES)]
        state = game.start()
        entries = 0
        while actors := game.actors(state):
            seat = rng.choice(actors)
            game.apply(state, seat, game.random_action(state, seat, rng), events=False)
            entries += 1
            if every_step:
                check(game, state)
        check(game, state)
        assert entries <= game.longest
        assert game.winners(state)
        assert state.ending in list(Ending)[2:] if game.advanced else list(Ending)[:2]
        figures.games += 1
        figures.entries += entries
        figures.longest = max(figures.longest, entries)
        figures.fullest = max(figures.fullest, entries / game.longest)
        figures.tally.update(game.tally(state))
    return figures


if __name__ == "__main__":
    found = play(int(sys.argv[1]), Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1), every_step=False)
    print(f"{found.games} games, {found.entries} entries; longest {found.longest}, {found.fullest:.2f} of its bound")
    for key, count in sorted(found.tally.items()):
        print(f"  {key}: {count} ({count / found.games:.4f} a game)")

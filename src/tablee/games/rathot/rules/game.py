"""Rat Hot: the options, what a seat may choose, and what it knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tablee.core.chance import Random
from tablee.core.errors import Refusal
from tablee.core.game import Game
from tablee.core.options import choice, integer
from tablee.core.seat import Seat
from tablee.games.rathot import events as e
from tablee.games.rathot import knowledge
from tablee.games.rathot.actions import ACTIONS, Draw, Place
from tablee.games.rathot.knowledge import RatHotView
from tablee.games.rathot.knowledge.grid import bits, grid
from tablee.games.rathot.knowledge.placement import first_turn
from tablee.games.rathot.pieces import (
    CARD_COUNT,
    GREEN,
    RED,
    Changed,
    Deck,
    Ending,
    cards_of,
)
from tablee.games.rathot.rules.course import DRAWS, RatHotCourse
from tablee.games.rathot.rules.refusals import refusal
from tablee.games.rathot.state import RatHotState
from tablee.games.rathot.text import RatHotWords


@dataclass(frozen=True)
class RatHot(RatHotCourse, Game[RatHotState, Draw | Place, RatHotView]):
    """Two traders lay cards beside and on top of each other: spices together score, three rats in sight lose.

    >>> game = RatHot()
    >>> state = game.start()
    >>> game.actors(state), len(game.odds(state))
    ((-1,), 42)
    """

    name: ClassVar = "rathot"
    rules_version: ClassVar = 2
    package: ClassVar = "tablee.games.rathot"
    action_types: ClassVar = ACTIONS
    event_types: ClassVar = e.EVENTS
    view_type: ClassVar = RatHotView
    words: ClassVar = RatHotWords(cards_of(Deck.EVEN))

    players: int = integer(2, 2, 2)
    deck: Deck = choice(Deck.EVEN)
    changed: Changed = choice(Changed.TOUCHED)
    table_size: int = integer(31, 15, 61, step=2)

    def __post_init__(self) -> None:
        super().__post_init__()
        # A game speaks of the cards of its own deck.
        object.__setattr__(self, "words", RatHotWords(cards_of(self.deck)))
        table = grid(self.table_size)
        self._keep(
            seats=(RED, GREEN),
            _grid=table,
            _lost_count=self.changed is Changed.TOUCHED,
            _opening=first_turn(table, cards_of(self.deck)),
        )

    # The choices of a seat

    def choices(self, state: RatHotState, seat: Seat) -> dict[str, Any]:
        """The left squares of the strips across and the top squares of the strips down on which each card may lie."""
        lays = seat in self.seats and seat in self.actors(state)
        across, down = (state.across, state.down) if lays else (0, 0)
        return {"kind": "place", "across": self._grid.squares(across), "down": self._grid.squares(down)}

    def odds(self, state: RatHotState) -> Mapping[Draw | Place, int]:
        return {DRAWS[card]: 1 for card in bits(state.pile)}

    def refusal(self, state: RatHotState, seat: Seat, action: Draw | Place) -> Refusal | None:
        if seat not in self.actors(state):
            return Refusal("not_your_turn")
        return refusal(state, self._grid, seat, action)

    # What is known

    def view(self, state: RatHotState, seat: Seat | None) -> RatHotView:
        return knowledge.view(state, seat, self.changed, self.table_size)

    def determinize(self, view: RatHotView, rng: Random) -> RatHotState:
        return knowledge.determinize(view)

    # For statistics and laws

    def conserved(self, state: RatHotState) -> Mapping[str, int]:
        out = [*state.hand, *state.aside, *(place.card for place in state.laid)]
        return {
            "cards": state.pile + sum(1 << card for card in out),
            "squares of the table": sum(level.bit_count() for level in state.levels),
            "squares of the start card": sum(height * level.bit_count() for height, level in enumerate(state.levels))
            - 3 * len(state.laid),
            "spices and rats in sight that should not be": sum(state.rats)
            + sum(squares.bit_count() for squares in state.shown)
            - sum(map(bool, state.faces)),
        }

    def tally(self, state: RatHotState) -> Mapping[str, int]:
        return {
            **{f"ended.{ending}": int(state.ending is ending) for ending in Ending},
            "cards.laid": len(state.laid),
            "cards.set_aside": len(state.aside),
            "cards.not_drawn": state.pile.bit_count(),
        }

    @property
    def longest(self) -> int:
        return 2 * CARD_COUNT

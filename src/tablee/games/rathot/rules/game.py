"""The course of a match of Rat Hot."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, ClassVar, Final

from tablee.core.chance import Random
from tablee.core.errors import Refusal
from tablee.core.game import Event, Game
from tablee.core.options import choice, whole
from tablee.core.seat import CHANCE, Seat
from tablee.games.rathot import events as e
from tablee.games.rathot import knowledge
from tablee.games.rathot.actions import Draw, Place
from tablee.games.rathot.knowledge import RatHotView
from tablee.games.rathot.knowledge.grid import Grid, bits, grid, nth_bit, place_key
from tablee.games.rathot.knowledge.placement import (
    Groups,
    event_groups,
    first_turn,
    groups_in_sight,
    heights,
    lay,
    points,
)
from tablee.games.rathot.pieces import (
    CARD_COUNT,
    GREEN,
    RED,
    TOO_MANY_RATS,
    Changed,
    Deck,
    Ending,
    cards_of,
    colour,
)
from tablee.games.rathot.rules.refusals import refusal
from tablee.games.rathot.state import RatHotState
from tablee.games.rathot.text import RatHotWords

_DRAWS: Final = tuple(Draw(card) for card in range(CARD_COUNT))
_CHANCE: Final = (CHANCE,)
_RED: Final = (RED,)
_GREEN: Final = (GREEN,)


@dataclass(frozen=True)
class RatHot(Game[RatHotState, Draw | Place, RatHotView]):
    """Two traders lay cards beside and on top of each other: spices together score, three rats in sight lose.

    >>> game = RatHot()
    >>> state = game.start()
    >>> game.actors(state) == (CHANCE,)
    True
    """

    name: ClassVar = "rathot"
    rules_version: ClassVar = 2
    package: ClassVar = "tablee.games.rathot"
    action_types: ClassVar = (Draw, Place)
    event_types: ClassVar = e.EVENTS
    view_type: ClassVar = RatHotView
    words: ClassVar = RatHotWords(cards_of(Deck.EVEN))

    players: int = whole(2, 2, 2)
    deck: Deck = choice(Deck.EVEN)
    changed: Changed = choice(Changed.TOUCHED)
    table_size: int = whole(31, 15, 61, step=2)

    def __post_init__(self) -> None:
        super().__post_init__()
        # A game speaks of the cards of its own deck.
        object.__setattr__(self, "words", RatHotWords(cards_of(self.deck)))

    # Worked out from the options

    @cached_property
    def _grid(self) -> Grid:
        return grid(self.table_size)

    @cached_property
    def _lost_count(self) -> bool:
        return self.changed is Changed.TOUCHED

    @cached_property
    def _opening(self) -> RatHotState:
        return first_turn(self._grid, cards_of(self.deck))

    # The course of a match

    def start(self) -> RatHotState:
        return self._opening.copy()

    def actors(self, state: RatHotState) -> Sequence[Seat]:
        if state.to_draw:
            return _CHANCE
        if state.hand:
            return _RED if state.turn & 1 else _GREEN
        return ()

    def legal(self, state: RatHotState, seat: Seat) -> Sequence[Draw | Place]:
        if seat not in self.actors(state):
            return ()
        if seat == CHANCE:
            return [_DRAWS[card] for card in bits(state.pile)]
        across, down, places = list(bits(state.across)), list(bits(state.down)), self._grid.places
        ways = state.cards.ways
        return [
            places[place_key(first, card, turn)]
            for card in state.hand
            for turn in range(2 * ways[card])
            for first in (down if turn & 1 else across)
        ]

    def choices(self, state: RatHotState, seat: Seat) -> dict[str, Any]:
        """The left squares of the strips across and the top squares of the strips down on which each card may lie."""
        lays = seat in self.seats and seat in self.actors(state)
        across, down = (state.across, state.down) if lays else (0, 0)
        return {"kind": "place", "across": self._grid.squares(across), "down": self._grid.squares(down)}

    def odds(self, state: RatHotState) -> Mapping[Draw | Place, int]:
        return {_DRAWS[card]: 1 for card in bits(state.pile)}

    def sample(self, state: RatHotState, rng: Random) -> Draw:
        return _DRAWS[nth_bit(state.pile, int(rng.random() * state.pile.bit_count()))]

    ticket = sample

    def random_action(self, state: RatHotState, seat: Seat, rng: Random) -> Draw | Place:
        if seat == CHANCE:
            return self.sample(state, rng)
        across, down, hand = state.across, state.down, state.hand
        many_across = across.bit_count()
        strips = many_across + down.bit_count()
        card, ways_of = hand[0], state.cards.ways
        ways = ways_of[card]
        way, strip = divmod(int(rng.random() * strips * (ways + ways_of[hand[1]] if len(hand) > 1 else ways)), strips)
        if way >= ways:
            card = hand[1]
            way -= ways
        # Directions go E, S, W, N: the second way to lie across is two further on.
        if strip < many_across:
            return self._grid.places[place_key(nth_bit(across, strip), card, 2 * way)]
        return self._grid.places[place_key(nth_bit(down, strip - many_across), card, 2 * way + 1)]

    def refusal(self, state: RatHotState, seat: Seat, action: Draw | Place) -> Refusal | None:
        if seat not in self.actors(state):
            return Refusal("not_your_turn")
        return refusal(state, self._grid, seat, action)

    def apply(self, state: RatHotState, seat: Seat, action: Draw | Place, events: bool = True) -> Sequence[Event]:
        told: list[Event] | None = [] if events else None
        if isinstance(action, Draw):
            self._draw(state, action.card, told)
        else:
            self._place(state, action, told)
        if not state.to_draw:
            if state.hand and not (state.across or state.down):
                self._set_aside(state, told)
            if not state.hand:
                self._end_turn(state, told)
        return told or ()

    # A turn

    def _draw(self, state: RatHotState, card: int, told: list[Event] | None) -> None:
        """RH-05 to RH-07."""
        state.pile ^= 1 << card
        state.hand += (card,)
        state.to_draw -= 1
        if told is not None:
            told.append(e.Drawn(state.player, card))

    def _place(self, state: RatHotState, place: Place, told: list[Event] | None) -> None:
        hand = state.hand
        state.hand = () if len(hand) == 1 else (hand[hand[0] == place.card],)
        groups = lay(state, self._grid, place, self._lost_count)
        self._score(state, groups)
        if told is not None:
            told.append(e.Laid(state.player, place, heights(state, self._grid, place)[0]))
            if groups:
                told.append(e.Scored(event_groups(groups, self._grid), tuple(state.scores)))

    def _score(self, state: RatHotState, groups: Groups) -> None:
        """RH-16."""
        for spice, group in groups:
            state.scores[colour(spice)] += points(group)

    def _set_aside(self, state: RatHotState, told: list[Event] | None) -> None:
        """RH-14: what has a place does not depend on the card, so all that are left go together."""
        if told is not None:
            told.append(e.SetAside(state.player, state.hand))
        state.aside += state.hand
        state.hand = ()

    def _end_turn(self, state: RatHotState, told: list[Event] | None) -> None:
        player = state.player
        if state.rats[player] >= TOO_MANY_RATS:  # RH-19, RH-20, RH-21
            if told is not None:
                told.append(e.Overrun(player, state.rats[player]))
            self._end(state, Ending.RATS_RED if player == RED else Ending.RATS_GREEN, told)
        elif not state.pile:
            groups = groups_in_sight(state, self._grid)
            self._score(state, groups)  # RH-18
            if told is not None:
                told.append(e.FinalCount(event_groups(groups, self._grid), tuple(state.scores)))
            self._end(state, Ending.FINAL_COUNT, told)
        else:
            state.turn += 1
            state.to_draw = min(2, state.pile.bit_count())  # RH-06, RH-07
            if told is not None:
                told.append(e.TurnEnded(state.player, state.to_draw))

    def _end(self, state: RatHotState, ending: Ending, told: list[Event] | None) -> None:
        state.ending = ending
        if told is not None:
            told.append(e.GameEnded(ending, tuple(state.scores), self.winners(state)))

    # What is known

    def view(self, state: RatHotState, seat: Seat | None) -> RatHotView:
        return knowledge.view(state, seat, self.changed, self.table_size)

    def determinize(self, view: RatHotView, rng: Random) -> RatHotState:
        return knowledge.determinize(view)

    # How it stands

    def scores(self, state: RatHotState) -> tuple[int, ...]:
        return tuple(state.scores)

    def winners(self, state: RatHotState) -> tuple[Seat, ...]:
        if state.ending is None:
            return ()
        if state.ending is not Ending.FINAL_COUNT:
            return _GREEN if state.ending is Ending.RATS_RED else _RED  # RH-19
        best = max(state.scores)
        return tuple(seat for seat in self.seats if state.scores[seat] == best)  # RH-18

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

"""The course of a match of Rat Hot: what may be laid, and what happens then."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Sequence
from typing import Final

from tablee.core.chance import Random
from tablee.core.compiled import mypyc_attr
from tablee.core.game import Event, Told
from tablee.core.seat import CHANCE, Seat
from tablee.games.rathot import events as e
from tablee.games.rathot.actions import Draw, Place
from tablee.games.rathot.knowledge.grid import Grid, bits, nth_bit, place_key
from tablee.games.rathot.knowledge.placement import (
    Groups,
    event_groups,
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
    Ending,
    colour,
)
from tablee.games.rathot.state import RatHotState

DRAWS: Final = tuple(Draw(card) for card in range(CARD_COUNT))
_CHANCE: Final = (CHANCE,)
_RED: Final = (RED,)
_GREEN: Final = (GREEN,)


@mypyc_attr(allow_interpreted_subclasses=True)
class RatHotCourse:
    """What is played through millions of times; `RatHot` fills in what follows from the options."""

    seats: tuple[Seat, ...]
    _grid: Grid
    _lost_count: bool
    """RH-17: whether a group that only lost squares to a card counts as changed."""
    _opening: RatHotState

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
            return [DRAWS[card] for card in bits(state.pile)]
        across, down, places = list(bits(state.across)), list(bits(state.down)), self._grid.places
        ways = state.cards.ways
        return [
            places[place_key(first, card, turn)]
            for card in state.hand
            for turn in range(2 * ways[card])
            for first in (down if turn & 1 else across)
        ]

    def sample(self, state: RatHotState, rng: Random) -> Draw:
        return DRAWS[nth_bit(state.pile, int(rng.random() * state.pile.bit_count()))]

    def ticket(self, state: RatHotState, rng: Random) -> Draw:
        return self.sample(state, rng)

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

    def apply(self, state: RatHotState, seat: Seat, action: Draw | Place, events: bool = True) -> Sequence[Event]:
        told: Told = [] if events else None
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

    def _draw(self, state: RatHotState, card: int, told: Told) -> None:
        """RH-05 to RH-07."""
        state.pile ^= 1 << card
        state.hand += (card,)
        state.to_draw -= 1
        if told is not None:
            told.append(e.Drawn(state.player, card))

    def _place(self, state: RatHotState, place: Place, told: Told) -> None:
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

    def _set_aside(self, state: RatHotState, told: Told) -> None:
        """RH-14: what has a place does not depend on the card, so all that are left go together."""
        if told is not None:
            told.append(e.SetAside(state.player, state.hand))
        state.aside += state.hand
        state.hand = ()

    def _end_turn(self, state: RatHotState, told: Told) -> None:
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

    def _end(self, state: RatHotState, ending: Ending, told: Told) -> None:
        state.ending = ending
        if told is not None:
            told.append(e.GameEnded(ending, tuple(state.scores), self.winners(state)))

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

"""Whole turns: two cards are laid together, so what they bring is judged together."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Final

from tablee.core.seat import Seat
from tablee.games.rathot.actions import Place
from tablee.games.rathot.bot import rats
from tablee.games.rathot.bot.evaluation import Evaluation, Worths
from tablee.games.rathot.bot.outlook import SPICE_WORTHS, TO_PLAY, WAITING, Outlook, RatFears
from tablee.games.rathot.knowledge.grid import Grid, bits, place_key
from tablee.games.rathot.knowledge.placement import lay, points
from tablee.games.rathot.pieces import CARD_COUNT, RED, Squares, colour
from tablee.games.rathot.state import RatHotState

_UNIT: Final = 0.025
"""The unit of an evaluation, in log odds."""
_MOST: Final = 60
"""No rat is worth more units than this: the sums of an evaluation are small."""
_FEW: Final = 2
"""The least number of units that a rat is worth."""
_PATIENCE: Final = 40
"""The number of placements that do not save a seat that must cover rats, after which a quick look gives it up."""
_AT_HAND, _NEAR = 0.85, 0.5
"""So much less of its worth a rat costs beside a square of its own height, or where one card more brings that about."""
_RISE: Final = 0.5
"""So much of the worth of a rat it is worth to raise a square beside one that is hard to cover."""


@dataclass(frozen=True, slots=True)
class Turn:
    """The cards in hand laid one after the other."""

    value: float
    """The log odds of the seat that lays them, afterwards."""
    places: tuple[Place, ...]
    table: RatHotState
    """Afterwards; the turn has not passed yet."""

    @property
    def look(self) -> tuple[object, ...]:
        """What the table looks like: turns with the same look differ only in the order of their cards."""
        table = self.table
        return bytes(table.faces), tuple(table.levels), tuple(table.scores), table.across, table.down


class TurnSearch:
    """Finds good turns of a seat on tables of one game."""

    def __init__(self, grid: Grid, outlook: Outlook, *, lost_count: bool) -> None:
        self._grid = grid
        self._outlook = outlook
        self._lost_count = lost_count

    def firsts(self, state: RatHotState, seat: Seat, patience: int | None = None) -> Iterator[Place]:
        """All placements of the cards in hand, the most promising first, without those that lose by rats at once
        where there are others.

        Of two cards each comes first in turn: a good turn may begin with the card that promises less. `patience`: the
        seat gives up after so many placements that lose (None: it tries them all).
        """
        evaluation = self._evaluation(state, seat)
        by_card = [self._ranked(evaluation, card) for card in state.hand]
        if not rats.must_cover(state, seat):
            yield from _in_turn(by_card)
            return
        rescue = rats.Rescue(state, self._grid, seat)
        lost: list[Place] = []
        saved = False
        for place in _in_turn(by_card):
            if not rescue.is_hopeless and not rescue.fails(place):
                saved = True
                yield place
                continue
            lost.append(place)
            if len(lost) == patience:
                break
        if not saved:
            yield from lost

    def sorted_firsts(self, state: RatHotState, seat: Seat, most: int) -> list[Place]:
        """The most promising placements, sorted by what their tables look like. Those of each card come in turn."""
        outlook = self._outlook
        some = list(islice(self.firsts(state, seat), most))
        looks = {place: outlook.of(self.after(state, place), seat) for place in some}
        some.sort(key=looks.__getitem__, reverse=True)
        return list(_in_turn([iter([place for place in some if place.card == card]) for card in state.hand]))

    def _ranked(self, evaluation: Evaluation, card: int) -> Iterator[Place]:
        places = self._grid.places
        for _, _, turn, strips in evaluation.ranked(card):
            for first in bits(strips):
                yield places[place_key(first, card, turn)]

    def after(self, state: RatHotState, place: Place) -> RatHotState:
        """The table with one more card laid and scored."""
        table = state.copy()
        hand = state.hand
        table.hand = () if len(hand) == 1 else (hand[hand[0] == place.card],)
        for spice, group in lay(table, self._grid, place, self._lost_count):
            table.scores[colour(spice)] += points(group)
        return table

    def turns_from(
        self, state: RatHotState, seat: Seat, first: Place, seconds: int, patience: int | None = None
    ) -> list[Turn]:
        """The most promising turns that begin with a placement, each valued."""
        table, outlook = self.after(state, first), self._outlook
        if not table.hand or not (table.across or table.down):  # RH-14
            return [Turn(outlook.of(table, seat), (first,), table)]
        turns = []
        for second in islice(self.firsts(table, seat, patience), seconds):
            end = self.after(table, second)
            turns.append(Turn(outlook.of(end, seat), (first, second), end))
        return turns

    def best(self, state: RatHotState, seat: Seat, firsts: int, seconds: int) -> Turn | None:
        """The best turn that a short look finds; None if no card can be laid."""
        best: Turn | None = None
        for first in islice(self.firsts(state, seat, _PATIENCE), firsts):
            for turn in self.turns_from(state, seat, first, seconds, _PATIENCE):
                if best is None or turn.value > best.value:
                    best = turn
        return best

    def _evaluation(self, state: RatHotState, seat: Seat) -> Evaluation:
        """What each placement of a card brings at once."""
        other, grid = Seat(1 - seat), self._grid
        reach = rats.within_reach(state, grid)
        own = self._rat(state, seat, WAITING, reach)
        theirs = self._rat(state, other, TO_PLAY, reach)
        if rats.must_cover(state, seat):
            own = _MOST
        point, single, pair, group = _UNITS[state.pile.bit_count()]
        mine = Worths(point, single, pair, group, own, round(own * _AT_HAND), round(own * _NEAR))
        his = Worths(point, single, pair, group, theirs, round(theirs * _AT_HAND), round(theirs * _NEAR))
        wanted = rats.to_raise(state, grid, seat, reach) if state.rats[seat] else 0
        return Evaluation(
            state,
            grid,
            seat,
            (mine, his) if seat == RED else (his, mine),
            lost_count=self._lost_count,
            wanted=wanted,
            rise=round(own * _RISE),
        )

    def _rat(self, state: RatHotState, seat: Seat, fears: RatFears, reach: Squares) -> int:
        """What one more rat that is hard to cover costs a seat, in units."""
        to_come = state.cards.rats_among(state.pile, seat)
        weights = fears.distances
        weight = sum([weights[cards] for cards in rats.distances(state, self._grid, seat, reach)])
        more = fears.of(weight + weights[3], to_come) - fears.of(weight, to_come)
        return max(_FEW, min(_MOST, round(more / _UNIT)))


def _in_turn(lists: list[Iterator[Place]]) -> Iterator[Place]:
    """One of each, then the next of each, and so on."""
    while lists:
        going = []
        for places in lists:
            place = next(places, None)
            if place is not None:
                going.append(places)
                yield place
        lists = going


_UNITS: Final = tuple(
    tuple(round(worth / _UNIT) for worth in (worths.point, worths.single, worths.pair, worths.group))
    for worths in (SPICE_WORTHS[left] for left in range(CARD_COUNT + 1))
)
"""What points and spices are worth in units, by the number of cards left."""

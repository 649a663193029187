"""Emptying parcels at random: where cards may lie that a viewer has not seen."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from tablee.core.chance import Random
from tablee.games.courtepaille.counting import points
from tablee.games.courtepaille.pieces import NONE, Cards, singly
from tablee.games.courtepaille.whereabouts import PILE, Parcel, Whereabouts

TRIES: Final = 60
"""How often cards are drawn again when they break a promise."""

_Way = list[tuple[int, int]]
"""Steps from a parcel to a place, often another parcel."""


class Life(NamedTuple):
    """A card of which the viewer knows some places it came to."""

    card: Cards
    start: int
    """The parcel it went into."""
    stops: tuple[int, ...]


class _Box:
    """A parcel that is being emptied."""

    __slots__ = ("cards", "feeders", "held", "inflow", "number", "parcel", "places")
    number: int
    parcel: Parcel
    cards: list[Cards]
    """Those in it that have no place yet."""
    places: dict[int, int]
    """How many cards it still owes to which place."""
    feeders: "list[_Box]"
    """Older parcels that owe cards to this one."""
    inflow: int
    """How many they owe."""
    held: Cards
    """Cards that were in it, as far as they have been drawn."""

    def __init__(self, number: int, parcel: Parcel) -> None:
        self.number = number
        self.parcel = parcel
        self.cards = [*singly(parcel.cards)]
        self.places = parcel.places.copy()
        self.feeders = []
        self.inflow = 0
        self.held = NONE


class Guess:
    """One way to empty all parcels."""

    def __init__(self, whereabouts: Whereabouts, rng: Random) -> None:
        self._rng = rng
        self._ways = whereabouts.ways
        self._boxes = {number: _Box(number, parcel) for number, parcel in whereabouts.parcels.items()}
        for box in self._boxes.values():
            for place, count in box.places.items():
                if place in self._boxes:
                    self._boxes[place].feeders.append(box)
                    self._boxes[place].inflow += count

    # What is known

    def know(self, lives: list[Life]) -> None:
        """Lead every card of which something is known to its places."""
        for card, start, _ in lives:
            if card in self._boxes[start].cards:
                self._boxes[start].cards.remove(card)
        ways: list[_Way] = []
        self._lead(lives, ways)
        for (card, _, stops), way in zip(lives, ways, strict=True):
            for number, _ in way:
                self._boxes[number].held |= card
            if stops[-1] in self._boxes:
                self._boxes[stops[-1]].held |= card
                self._boxes[stops[-1]].cards.append(card)

    def _lead(self, lives: list[Life], ways: list[_Way]) -> bool:
        """Find a way for each card; if there are several, by the odds it has after the cards before it."""
        if len(ways) == len(lives):
            return True
        for way in self._in_random_order(lives[len(ways)]):
            self._book(way, 1)
            ways.append(way)
            if self._lead(lives, ways):
                return True
            ways.pop()
            self._book(way, -1)
        return False

    def _in_random_order(self, life: Life) -> list[_Way]:
        ways: list[_Way] = [[]]
        start = life.start
        for stop in life.stops:
            onward = [list(zip(way, (*way[1:], stop), strict=True)) for way in self._ways(start, stop)]
            ways = [before + after for before in ways for after in onward]
            start = stop
        drawn = [(self._rng.random() ** (1 / weight), way) for way in ways if (weight := self._weight(way))]
        return [way for _, way in sorted(drawn, reverse=True)]

    def _weight(self, way: _Way) -> float:
        weight = 1.0
        for number, following in way:
            places = self._boxes[number].places
            weight *= places[following] and places[following] / sum(places.values())
        return weight

    def _book(self, way: _Way, count: int) -> None:
        for number, following in way:
            self._boxes[number].places[following] -= count
            if following in self._boxes:
                self._boxes[following].inflow -= count

    # What was promised

    def keep_promises(self, viewer: int | None, *, coco_needs_match: bool) -> bool:
        """CP-21: fill the parcels of which something was announced; whether it holds of all of them.

        All are drawn until everything fits, which keeps the odds; after TRIES times in vain one hand after the other.
        Of his own hand the viewer knows more than he said.
        """
        promised = [box for box in self._boxes.values() if box.parcel.promises]
        promised = [box for box in promised if box.parcel.promises[0].seat != viewer]
        if self._keep(promised, coco_needs_match):
            return True
        seats = list({box.parcel.promises[0].seat for box in promised})
        self._rng.shuffle(seats)
        hands = [[box for box in promised if box.parcel.promises[0].seat == seat] for seat in seats]
        return all(self._keep(hand, coco_needs_match) for hand in hands)

    def _keep(self, boxes: list[_Box], coco_needs_match: bool) -> bool:
        if not boxes:
            return True
        saved = [(box, box.cards[:], box.places.copy(), box.inflow, box.held) for box in self._boxes.values()]
        for _ in range(TRIES):
            if all(self._fits(box, coco_needs_match) for box in boxes):
                return True
            for box, cards, places, inflow, held in saved:
                box.cards, box.places, box.inflow, box.held = cards[:], places.copy(), inflow, held
        return False

    def _fits(self, box: _Box, coco_needs_match: bool) -> bool:
        self._fill(box)
        hand = box.parcel.shown | box.held
        return all(
            least <= points(hand, step, coco_needs_match=coco_needs_match) <= most
            for _, step, least, most in box.parcel.promises
        )

    # What is left to chance

    def places(self, remembered: Iterable[int]) -> dict[int, Cards]:
        """What lies in each hand and at each single place that was not known; also what lay at some older ones.

        The rest lies in the draw pile.
        """
        found: dict[int, Cards] = {}
        for number in remembered:
            self._fill(self._boxes[number])
            found[number] = self._boxes[number].held
        for box in self._boxes.values():
            for place, count in box.places.items():
                if place != PILE and place not in self._boxes:
                    for _ in range(count):
                        found[place] = found.get(place, NONE) | self._draw(box)
        return found

    def _fill(self, box: _Box) -> None:
        """Draw all that older parcels owe to this one."""
        while box.inflow:
            box.cards.append(self._from_feeder(box))

    def _draw(self, box: _Box) -> Cards:
        """Any of the cards that have no place yet."""
        cards = box.cards
        index = int(self._rng.random() * (len(cards) + box.inflow))
        if index >= len(cards):
            return self._from_feeder(box)
        card, cards[index] = cards[index], cards[-1]
        cards.pop()
        return card

    def _from_feeder(self, box: _Box) -> Cards:
        index = int(self._rng.random() * box.inflow)
        owing = iter(box.feeders)
        feeder = next(owing)
        while index >= feeder.places[box.number]:
            index -= feeder.places[box.number]
            feeder = next(owing)
        feeder.places[box.number] -= 1
        box.inflow -= 1
        card = self._draw(feeder)
        box.held |= card
        return card

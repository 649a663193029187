"""Emptying parcels at random: where cards may lie that a viewer has not seen."""

from collections.abc import Iterable
from typing import Final, NamedTuple

from tablee.core.chance import Random
from tablee.games.courtepaille.counting import points
from tablee.games.courtepaille.pieces import ALL, COCOS, NONE, Cards, singly
from tablee.games.courtepaille.whereabouts import PILE, Parcel, Whereabouts

TRIES: Final = 60
"""How often cards are drawn again when they break a promise."""

ROUNDS: Final = 300
"""How often hands are drawn with care. So many are never needed, unless no hand can keep what was announced."""

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


_Saved = tuple[_Box, list[Cards], dict[int, int], int, Cards]


class Guess:
    """One way to empty all parcels."""

    def __init__(self, whereabouts: Whereabouts, rng: Random, *, coco_needs_match: bool) -> None:
        self._rng = rng
        self._ways = whereabouts.ways
        self._coco_needs_match = coco_needs_match
        self._boxes = {number: _Box(number, parcel) for number, parcel in whereabouts.parcels.items()}
        for box in self._boxes.values():
            for place, count in box.places.items():
                if place in self._boxes:
                    self._boxes[place].feeders.append(box)
                    self._boxes[place].inflow += count

    # What was promised

    def know(self, lives: list[Life], viewer: int | None) -> bool:
        """Lead every card of which something is known to its places, and keep what was announced (CP-21).

        All is drawn until everything fits, which keeps the odds; after TRIES times in vain with care, one hand after
        the other. False: it could not be kept. Of his own hand the viewer knows more than he said.
        """
        for card, start, _ in lives:
            if card in self._boxes[start].cards:
                self._boxes[start].cards.remove(card)
        promised = [box for box in self._boxes.values() if box.parcel.promises]
        promised = [box for box in promised if box.parcel.promises[0].seat != viewer]
        before = self._saved() if promised else []
        for _ in range(TRIES):
            self._lead_all(lives)
            if all(map(self._keeps, promised)):
                return True
            self._restore(before)
        for _ in range(ROUNDS):
            self._lead_all(lives, careful=True)
            if all(map(self._is_made_to_keep, promised)):
                return True
            self._restore(before)
        self._lead_all(lives)
        return False

    def _keeps(self, box: _Box, *, careful: bool = False) -> bool:
        """Fill a parcel of which something was announced; whether it holds."""
        while box.inflow:
            box.cards.append(self._from_feeder(box, self._welcome(box) if careful else ALL))
        return all(least <= self._points(box, step) <= most for _, step, least, most in box.parcel.promises)

    def _is_made_to_keep(self, box: _Box) -> bool:
        """Fill it with care until it holds."""
        before = self._saved()
        for _ in range(TRIES):
            if self._keeps(box, careful=True):
                return True
            self._restore(before)
        return False

    def _saved(self) -> list[_Saved]:
        return [(box, box.cards[:], box.places.copy(), box.inflow, box.held) for box in self._boxes.values()]

    @staticmethod
    def _restore(saved: list[_Saved]) -> None:
        for box, cards, places, inflow, held in saved:
            box.cards, box.places, box.inflow, box.held = cards[:], places.copy(), inflow, held

    def _points(self, box: _Box, step: Cards, card: Cards = NONE) -> int:
        """CP-19: what the hand of a promise counts, as far as it is drawn, with one card more."""
        return points(box.parcel.shown | box.held | card, step, coco_needs_match=self._coco_needs_match)

    def _welcome(self, box: _Box) -> Cards:
        """The cards with which a hand keeps what was announced; while it lacks points, mostly those that bring some."""
        welcome = ALL
        for _, step, least, most in box.parcel.promises:
            now = self._points(box, step)
            lowest = now + 1 if now < least and self._rng.random() < 0.75 else now
            counting = step | COCOS
            for card in singly(counting):
                if not lowest <= self._points(box, step, card) <= most:
                    welcome &= ~card
            if lowest > now:
                welcome &= counting
        return welcome

    # What is known

    def _lead_all(self, lives: list[Life], *, careful: bool = False) -> None:
        if not (careful and self._lead(lives, 0, careful=True)):
            self._lead(lives, 0, careful=False)
        for card, _, stops in lives:
            if stops[-1] in self._boxes:
                self._boxes[stops[-1]].held |= card
                self._boxes[stops[-1]].cards.append(card)

    def _lead(self, lives: list[Life], first: int, *, careful: bool) -> bool:
        """Find a way for each card from the first on; of several, by the odds it has after the cards before it.

        With care, none through a hand of which was said that it has not so many points.
        """
        if first == len(lives):
            return True
        life = lives[first]
        for way in self._in_random_order(life, careful=careful):
            self._book(way, life.card, 1)
            if self._lead(lives, first + 1, careful=careful):
                return True
            self._book(way, life.card, -1)
        return False

    def _in_random_order(self, life: Life, *, careful: bool) -> list[_Way]:
        ways: list[_Way] = [[]]
        start = life.start
        for stop in life.stops:
            onward = [list(zip(way, (*way[1:], stop), strict=True)) for way in self._ways(start, stop)]
            ways = [before + after for before in ways for after in onward]
            start = stop
        if careful:
            ways = [way for way in ways if not self._says_too_much(way, life.card)]
        drawn = [(self._rng.random() ** (1 / weight), way) for way in ways if (weight := self._weight(way))]
        return [way for _, way in sorted(drawn, reverse=True)]

    def _says_too_much(self, way: _Way, card: Cards) -> bool:
        return any(
            self._points(box, step, card) > most
            for box in [self._boxes[number] for number, _ in way]
            for _, step, _, most in box.parcel.promises
        )

    def _weight(self, way: _Way) -> float:
        weight = 1.0
        for number, following in way:
            places = self._boxes[number].places
            weight *= places[following] and places[following] / sum(places.values())
        return weight

    def _book(self, way: _Way, card: Cards, count: int) -> None:
        for number, following in way:
            self._boxes[number].held ^= card
            self._boxes[number].places[following] -= count
            if following in self._boxes:
                self._boxes[following].inflow -= count

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

    def _draw(self, box: _Box, welcome: Cards = ALL) -> Cards:
        """Any of the cards that have no place yet; one of those that are welcome, if there is any."""
        cards = box.cards
        index = int(self._rng.random() * (len(cards) + box.inflow))
        if index >= len(cards):
            return self._from_feeder(box, welcome)
        if not cards[index] & welcome:
            index = self._rng.choice([other for other, card in enumerate(cards) if card & welcome] or [index])
        card, cards[index] = cards[index], cards[-1]
        cards.pop()
        return card

    def _from_feeder(self, box: _Box, welcome: Cards = ALL) -> Cards:
        index = int(self._rng.random() * box.inflow)
        owing = iter(box.feeders)
        feeder = next(owing)
        while index >= feeder.places[box.number]:
            index -= feeder.places[box.number]
            feeder = next(owing)
        feeder.places[box.number] -= 1
        box.inflow -= 1
        card = self._draw(feeder, welcome)
        box.held |= card
        return card

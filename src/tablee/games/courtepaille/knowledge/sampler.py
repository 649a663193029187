"""Dealing the cards a viewer has not seen at random to the places where they may lie (parcels: see public.py)."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Iterable
from typing import Final, NamedTuple

from tablee.core.chance import Random
from tablee.games.courtepaille.knowledge.public import ways
from tablee.games.courtepaille.pieces import ALL, COCOS, NONE, Cards, points, singly
from tablee.games.courtepaille.state import PILE, Parcel, PublicKnowledge

TRIES: Final = 60
"""How often cards are drawn again when they break a promise."""

CAREFUL_TRIES: Final = 300
"""How often hands are drawn with care. It is never reached unless no hand fits what was announced."""

_Way = list[tuple[int, int]]
"""A parcel and a place of it, which may be another parcel, and so on to the last place."""


class Trail(NamedTuple):
    """A card, and some places where the viewer knows it came through, the last one included."""

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


class Sampler:
    """Empties all parcels once: first `place_known`, then `places`."""

    def __init__(self, public: PublicKnowledge, rng: Random, *, coco_needs_match: bool) -> None:
        self._rng = rng
        self._public = public
        self._coco_needs_match = coco_needs_match
        self._boxes = {number: _Box(number, parcel) for number, parcel in public.parcels.items()}
        for box in self._boxes.values():
            for place, count in box.places.items():
                if place in self._boxes:
                    self._boxes[place].feeders.append(box)
                    self._boxes[place].inflow += count

    # Announcements

    def place_known(self, trails: list[Trail], viewer: int | None) -> bool:
        """Send every card of which something is known along its trail, and fill the hands that announced something.

        All of it is drawn again until everything fits, which keeps the odds; after TRIES failures hands are filled with
        care, one after the other. False: what was announced (CP-21) does not fit. The viewer's own announcements are
        left out: he knows his hand.
        """
        for card, start, _ in trails:
            if card in self._boxes[start].cards:
                self._boxes[start].cards.remove(card)
        promised = [box for box in self._boxes.values() if box.parcel.promises]
        promised = [box for box in promised if box.parcel.promises[0].seat != viewer]
        before = self._saved() if promised else []
        for _ in range(TRIES):
            self._follow_all(trails)
            if all(map(self._fits, promised)):
                return True
            self._restore(before)
        for _ in range(CAREFUL_TRIES):
            self._follow_all(trails, careful=True)
            if all(map(self._is_filled_to_fit, promised)):
                return True
            self._restore(before)
        self._follow_all(trails)
        return False

    def _fits(self, box: _Box, *, careful: bool = False) -> bool:
        """Fill a parcel about which something was announced; whether that is true of it."""
        while box.inflow:
            box.cards.append(self._from_feeder(box, self._fitting(box) if careful else ALL))
        return all(least <= self._points(box, group) <= most for _, group, least, most in box.parcel.promises)

    def _is_filled_to_fit(self, box: _Box) -> bool:
        """Fill it with care until it fits."""
        before = self._saved()
        for _ in range(TRIES):
            if self._fits(box, careful=True):
                return True
            self._restore(before)
        return False

    def _saved(self) -> list[_Saved]:
        return [(box, box.cards[:], box.places.copy(), box.inflow, box.held) for box in self._boxes.values()]

    @staticmethod
    def _restore(saved: list[_Saved]) -> None:
        for box, cards, places, inflow, held in saved:
            box.cards, box.places, box.inflow, box.held = cards[:], places.copy(), inflow, held

    def _points(self, box: _Box, group: Cards, card: Cards = NONE) -> int:
        """CP-19: what the hand of a promise counts as far as it is drawn, with one more card."""
        return points(box.parcel.shown | box.held | card, group, coco_needs_match=self._coco_needs_match)

    def _fitting(self, box: _Box) -> Cards:
        """The cards that fit what a hand announced; while it lacks points, mostly those that bring some."""
        fitting = ALL
        for _, group, least, most in box.parcel.promises:
            now = self._points(box, group)
            lowest = now + 1 if now < least and self._rng.random() < 0.75 else now
            counting = group | COCOS
            for card in singly(counting):
                if not lowest <= self._points(box, group, card) <= most:
                    fitting &= ~card
            if lowest > now:
                fitting &= counting
        return fitting

    # Known cards

    def _follow_all(self, trails: list[Trail], *, careful: bool = False) -> None:
        if not (careful and self._follow(trails, 0, careful=True)):
            self._follow(trails, 0, careful=False)
        for card, _, stops in trails:
            if stops[-1] in self._boxes:
                self._boxes[stops[-1]].held |= card
                self._boxes[stops[-1]].cards.append(card)

    def _follow(self, trails: list[Trail], first: int, *, careful: bool) -> bool:
        """Find a way for each card from the first on; of several, by the odds it has after the cards before it.

        With care, none through a hand that announced fewer points.
        """
        if first == len(trails):
            return True
        trail = trails[first]
        for way in self._in_random_order(trail, careful=careful):
            self._reserve(way, trail.card, 1)
            if self._follow(trails, first + 1, careful=careful):
                return True
            self._reserve(way, trail.card, -1)
        return False

    def _in_random_order(self, trail: Trail, *, careful: bool) -> list[_Way]:
        found: list[_Way] = [[]]
        start = trail.start
        for stop in trail.stops:
            onward = [list(zip(way, (*way[1:], stop), strict=True)) for way in ways(self._public, start, stop)]
            found = [before + after for before in found for after in onward]
            start = stop
        if careful:
            found = [way for way in found if not self._exceeds_promise(way, trail.card)]
        drawn = [(self._rng.random() ** (1 / weight), way) for way in found if (weight := self._weight(way))]
        return [way for _, way in sorted(drawn, reverse=True)]

    def _exceeds_promise(self, way: _Way, card: Cards) -> bool:
        return any(
            self._points(box, group, card) > most
            for box in [self._boxes[number] for number, _ in way]
            for _, group, _, most in box.parcel.promises
        )

    def _weight(self, way: _Way) -> float:
        weight = 1.0
        for number, following in way:
            places = self._boxes[number].places
            weight *= places[following] and places[following] / sum(places.values())
        return weight

    def _reserve(self, way: _Way, card: Cards, count: int) -> None:
        for number, following in way:
            self._boxes[number].held ^= card
            self._boxes[number].places[following] -= count
            if following in self._boxes:
                self._boxes[following].inflow -= count

    # Unknown cards

    def places(self, remembered: Iterable[int]) -> dict[int, Cards]:
        """The unknown cards of each hand and single place, and of some `remembered` places that no longer exist.

        The rest is in the draw pile.
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

    def _draw(self, box: _Box, fitting: Cards = ALL) -> Cards:
        """Any of the cards that have no place yet; a fitting one if there is any."""
        cards = box.cards
        index = int(self._rng.random() * (len(cards) + box.inflow))
        if index >= len(cards):
            return self._from_feeder(box, fitting)
        if not cards[index] & fitting:
            index = self._rng.choice([other for other, card in enumerate(cards) if card & fitting] or [index])
        card, cards[index] = cards[index], cards[-1]
        cards.pop()
        return card

    def _from_feeder(self, box: _Box, fitting: Cards = ALL) -> Cards:
        index = int(self._rng.random() * box.inflow)
        owing = iter(box.feeders)
        feeder = next(owing)
        while index >= feeder.places[box.number]:
            index -= feeder.places[box.number]
            feeder = next(owing)
        feeder.places[box.number] -= 1
        box.inflow -= 1
        card = self._draw(feeder, fitting)
        box.held |= card
        return card

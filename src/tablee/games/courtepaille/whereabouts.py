"""What everybody at the table can tell about cards that lie face down.

A *parcel* is some cards whose order nobody has seen: the cards of a shuffle, or the hand of a player who lays one of it
on the table. How many of its cards lie in which place is known to all, and every way to lay its cards on its places is
as likely as the others. A place is a hand, the draw pile, a single card face down, or a later parcel: when the discard
pile is shuffled, a card that lies face down in it becomes one of the cards of the new parcel.

So to guess who holds what is to empty the parcels, oldest first, at random. It is written down only when it happens,
from what all have seen; what one seat has seen alone is added when that seat guesses (guess.py).
"""

from collections.abc import Iterable
from typing import Final, NamedTuple

from tablee.core.game import State
from tablee.games.courtepaille.pieces import NONE, Cards, singly

PILE: Final = 5
"""The number of the draw pile as a place; hands are numbered as their seats."""

FIRST: Final = 6
"""The number of the first parcel; parcels and single cards face down are numbered as they come."""


EVERYBODY: Final = 0b111111
"""All seats, and whoever watches, as bits."""


class FaceDown(NamedTuple):
    """A single card that lies face down."""

    card: Cards
    number: int
    """As a place."""
    known_by: int
    """The seats that have seen it, as bits."""


class Promise(NamedTuple):
    """CP-21: what was said of a hand: that its points for some characters (CP-19) are within bounds."""

    seat: int
    step: Cards
    """All cards of the characters."""
    least: int
    most: int


class Parcel(State):
    """Cards whose order nobody has seen."""

    __slots__ = ("cards", "places", "promises", "shown")
    cards: Cards
    """Those which all know to have gone into it, and have not seen since."""
    places: dict[int, int]
    """How many of its cards lie where."""
    shown: Cards
    """Cards that were with it when a promise was made, and have been seen before or since."""
    promises: tuple[Promise, ...]

    def __init__(self, cards: Cards) -> None:
        self.cards = cards
        self.places = {}
        self.shown = NONE
        self.promises = ()

    def copy(self) -> "Parcel":
        new = Parcel.__new__(Parcel)
        new.cards = self.cards
        new.places = self.places.copy()
        new.shown = self.shown
        new.promises = self.promises
        return new

    def give(self, place: int, count: int = 1) -> None:
        """So many of its cards are no longer there."""
        left = self.places[place] - count
        if left:
            self.places[place] = left
        else:
            del self.places[place]


class Pin(NamedTuple):
    """A card that all have seen in a place, although they cannot tell which way it came there."""

    card: Cards
    parcel: int
    """Where it started from."""
    place: int
    """A number of its own."""


class Whereabouts(State):
    """What everybody can tell."""

    __slots__ = ("deck", "known", "next", "parcels", "pins")
    known: list[Cards]
    """By seat: cards of the hand that all have seen going there."""
    parcels: dict[int, Parcel]
    """By number, oldest first. A way through them goes from older to newer."""
    pins: tuple[Pin, ...]
    deck: int
    """The parcel of the last shuffle; the draw pile is a place of it."""
    next: int
    """The next free number."""

    def copy(self) -> "Whereabouts":
        new = Whereabouts.__new__(Whereabouts)
        new.known = self.known[:]
        new.parcels = {number: parcel.copy() for number, parcel in self.parcels.items()}
        new.pins = self.pins
        new.deck = self.deck
        new.next = self.next
        return new

    # What happens to cards

    def number(self) -> int:
        """A new number."""
        self.next += 1
        return self.next - 1

    def shuffle(self, cards: Cards, face_down: Iterable[FaceDown]) -> None:
        """A new draw pile: what is left of the old one, cards that all know, and some that lie face down.

        Of the last, those that somebody knows keep their number: it becomes a parcel of one card.
        """
        self._forget()
        number = self.number()
        new = Parcel(cards)
        count = cards.bit_count()
        for _, single, known_by in face_down:
            count += 1
            if known_by:
                self.parcels[single] = memory = Parcel(NONE)
                memory.places[number] = 1
                continue
            holder = next(parcel for parcel in self.parcels.values() if single in parcel.places)
            del holder.places[single]
            holder.places[number] = holder.places.get(number, 0) + 1
        old = self.parcels.get(self.deck)
        if old and PILE in old.places:
            rest = old.places.pop(PILE)
            count += rest
            old.places[number] = old.places.get(number, 0) + rest
        new.places[PILE] = count
        self.parcels[number] = new
        self.deck = number

    def _forget(self) -> None:
        """Drop parcels all of whose cards have been seen, unless they tell something about others."""
        alive = {number for number, parcel in self.parcels.items() if parcel.cards}
        before = 0
        while before < len(alive):
            before = len(alive)
            for number, parcel in self.parcels.items():
                linked = [place for place in parcel.places if place in self.parcels]
                if number in alive or not alive.isdisjoint(linked):
                    alive.update(linked, [number])
        self.parcels = {number: parcel for number, parcel in self.parcels.items() if number in alive}
        self.pins = tuple([pin for pin in self.pins if pin.parcel in alive])

    def draw(self, place: int) -> None:
        """A card goes from the draw pile to another place, unseen."""
        deck = self.parcels[self.deck]
        deck.give(PILE)
        deck.places[place] = deck.places.get(place, 0) + 1

    def lay(self, seat: int) -> int:
        """CP-14: a card of a hand goes face down to a place of its own, whose number is returned.

        Each card of the hand may be the one, also those that all know. If there is but one, all know it still.
        """
        single = self.number()
        known, self.known[seat] = self.known[seat], NONE
        holders = self._holders(seat)
        if not holders and known.bit_count() == 1:
            return single
        parcel = holders[0] if len(holders) == 1 and not known else self._bundle(seat, known)
        parcel.give(seat)
        parcel.places[single] = 1
        return single

    def promise(self, seat: int, promises: tuple[Promise, ...]) -> None:
        """CP-21: something is said of a hand."""
        if self._holders(seat):
            parcel = self._bundle(seat, NONE)
            parcel.shown = self.known[seat]
            parcel.promises = promises

    # What is seen

    def show(self, seat: int, hand: Cards) -> None:
        """All see a whole hand."""
        for card in singly(hand & ~self.known[seat]):
            self.see(card, seat)
        self.known[seat] = hand

    def see_in_hand(self, seat: int, card: Cards) -> None:
        """All see a card leave a hand."""
        if self.known[seat] & card:
            self.known[seat] ^= card
        else:
            self.see(card, seat)

    def see_drawn(self, card: Cards) -> None:
        """All see a card leave the draw pile."""
        deck = self.parcels[self.deck]
        if deck.cards & card:
            deck.cards ^= card
            deck.give(PILE)
        else:
            self.see(card, PILE)

    def see(self, card: Cards, place: int) -> None:
        """All see a card leave a place in which it lay unseen."""
        start, parcel = next(item for item in self.parcels.items() if item[1].cards & card)
        parcel.cards ^= card
        if len(self.parcels) == 1:
            parcel.give(place)
            return
        ways = self.ways(start, place)
        if len(ways) == 1:
            self._pass_out(ways[0], place, card)
        else:
            self.pins = (*self.pins, Pin(card, start, self._set_apart(place)))

    def ways(self, start: int, place: int) -> list[tuple[int, ...]]:
        """All ways from a parcel to a place, as the parcels they pass."""
        parcels, places = self.parcels, self.parcels[start].places
        found: list[tuple[int, ...]] = [(start,)] if place in places else []
        for number in places:
            if number in parcels:
                found += [(start, *way) for way in self.ways(number, place)]
        return found

    def _pass_out(self, way: tuple[int, ...], place: int, card: Cards) -> None:
        for number, following in zip(way, (*way[1:], place), strict=True):
            parcel = self.parcels[number]
            parcel.give(following)
            if parcel.promises:
                parcel.shown |= card
            if not parcel.places:
                del self.parcels[number]

    def _set_apart(self, place: int) -> int:
        """A number for the card that has just been seen in a place, as for a card that lies face down."""
        if place > PILE:
            return place
        single = self.number()
        if place == PILE:
            parcel = self.parcels[self.deck]
        else:
            holders = self._holders(place)
            parcel = holders[0] if len(holders) == 1 else self._bundle(place, NONE)
        parcel.give(place)
        parcel.places[single] = 1
        return single

    def _holders(self, seat: int) -> list[Parcel]:
        return [parcel for parcel in self.parcels.values() if seat in parcel.places]

    def _bundle(self, seat: int, cards: Cards) -> Parcel:
        """A parcel of all unseen cards of a hand, and of some that all know to be there."""
        number = self.number()
        bundle = Parcel(cards)
        count = cards.bit_count()
        for parcel in self._holders(seat):
            parcel.places[number] = parcel.places.pop(seat)
            count += parcel.places[number]
        bundle.places[seat] = count
        self.parcels[number] = bundle
        return bundle

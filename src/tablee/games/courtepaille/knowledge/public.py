"""Keeping track of what everybody at the table can tell about cards that lie face down.

A *parcel* is a set of cards whose order nobody has seen: the cards of a shuffle, or the hand of a player who lays one
of its cards face down on the table. Everybody knows how many of its cards lie in which place, and every way to lay its
cards on its places is equally likely. A place is a hand, the draw pile, a single face-down card, or a later parcel:
when the discard pile is shuffled, a card that lies face down in it becomes one of the cards of the new parcel.

So the unseen cards can be dealt at random by emptying the parcels, oldest first (sampler.py). The rules call these
functions whenever cards move, with what everybody has seen; what one seat alone has seen is added when a state is
sampled for that seat.
"""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Iterable

from tablee.games.courtepaille.pieces import NONE, Cards, singly
from tablee.games.courtepaille.state import PILE, FaceDown, Parcel, Pin, Promise, PublicKnowledge

# What happens to cards


def shuffle(public: PublicKnowledge, cards: Cards, face_down: Iterable[FaceDown]) -> None:
    """A new draw pile: the rest of the old one, `cards`, which everybody knows, and some that lie face down.

    If somebody knows a face-down card, its number is kept: it becomes a parcel of one card.
    """
    _forget(public)
    number = public.new_number()
    new = Parcel(cards)
    count = cards.bit_count()
    for _, single, known_by in face_down:
        count += 1
        if known_by:
            public.parcels[single] = memory = Parcel(NONE)
            memory.places[number] = 1
            continue
        holder = next(parcel for parcel in public.parcels.values() if single in parcel.places)
        del holder.places[single]
        holder.places[number] = holder.places.get(number, 0) + 1
    old = public.parcels.get(public.deck)
    if old and PILE in old.places:
        rest = old.places.pop(PILE)
        count += rest
        old.places[number] = old.places.get(number, 0) + rest
    new.places[PILE] = count
    public.parcels[number] = new
    public.deck = number


def _forget(public: PublicKnowledge) -> None:
    """Drop parcels whose cards have all been seen, unless they tell something about others."""
    alive = {number for number, parcel in public.parcels.items() if parcel.cards}
    before = 0
    while before < len(alive):
        before = len(alive)
        for number, parcel in public.parcels.items():
            linked = [place for place in parcel.places if place in public.parcels]
            if number in alive or not alive.isdisjoint(linked):
                alive.update(linked, [number])
    public.parcels = {number: parcel for number, parcel in public.parcels.items() if number in alive}
    public.pins = tuple([pin for pin in public.pins if pin.parcel in alive])


def draw_unseen(public: PublicKnowledge, place: int) -> None:
    """A card goes from the draw pile to another place, unseen."""
    deck = public.parcels[public.deck]
    deck.give(PILE)
    deck.places[place] = deck.places.get(place, 0) + 1


def lay_from_hand(public: PublicKnowledge, seat: int) -> int:
    """CP-14: a card of a hand goes face down to a place of its own, whose number is returned.

    It may be any card of the hand, also one that everybody knows. If the hand is one known card, everybody knows it.
    """
    single = public.new_number()
    known, public.known[seat] = public.known[seat], NONE
    holders = _holders(public, seat)
    if not holders and known.bit_count() == 1:
        return single
    parcel = holders[0] if len(holders) == 1 and not known else _bundle(public, seat, known)
    parcel.give(seat)
    parcel.places[single] = 1
    return single


def add_promises(public: PublicKnowledge, seat: int, promises: tuple[Promise, ...]) -> None:
    """CP-21: a seat has announced something about its hand."""
    if _holders(public, seat):
        parcel = _bundle(public, seat, NONE)
        parcel.shown = public.known[seat]
        parcel.promises = promises


# What is seen


def show_cards(public: PublicKnowledge, seat: int, shown: Cards) -> None:
    """Everybody sees some cards of a hand, or all."""
    for card in singly(shown & ~public.known[seat]):
        see(public, card, seat)
    public.known[seat] |= shown


def see_in_hand(public: PublicKnowledge, seat: int, card: Cards) -> None:
    """Everybody sees a card leave a hand."""
    if public.known[seat] & card:
        public.known[seat] ^= card
    else:
        see(public, card, seat)


def see_drawn(public: PublicKnowledge, card: Cards) -> None:
    """Everybody sees a card leave the draw pile."""
    deck = public.parcels[public.deck]
    if deck.cards & card:
        deck.cards ^= card
        deck.give(PILE)
    else:
        see(public, card, PILE)


def see(public: PublicKnowledge, card: Cards, place: int) -> None:
    """Everybody sees a card leave the place where it lay unseen."""
    start, parcel = next(item for item in public.parcels.items() if item[1].cards & card)
    parcel.cards ^= card
    if len(public.parcels) == 1:
        parcel.give(place)
        return
    possible = ways(public, start, place)
    if len(possible) == 1:
        _pass_along(public, possible[0], place, card)
    else:
        public.pins = (*public.pins, Pin(card, start, _set_apart(public, place)))


def ways(public: PublicKnowledge, start: int, place: int) -> list[tuple[int, ...]]:
    """All ways from a parcel to a place; a way is the numbers of the parcels it passes."""
    parcels, places = public.parcels, public.parcels[start].places
    found: list[tuple[int, ...]] = [(start,)] if place in places else []
    for number in places:
        if number in parcels:
            found += [(start, *way) for way in ways(public, number, place)]
    return found


def _pass_along(public: PublicKnowledge, way: tuple[int, ...], place: int, card: Cards) -> None:
    """A card has gone this way and left the parcels on it."""
    for number, following in zip(way, (*way[1:], place), strict=True):
        parcel = public.parcels[number]
        parcel.give(following)
        if parcel.promises:
            parcel.shown |= card
        if not parcel.places:
            del public.parcels[number]


def _set_apart(public: PublicKnowledge, place: int) -> int:
    """Give the card just seen in a place a number of its own, as a face-down card has."""
    if place > PILE:
        return place
    single = public.new_number()
    if place == PILE:
        parcel = public.parcels[public.deck]
    else:
        holders = _holders(public, place)
        parcel = holders[0] if len(holders) == 1 else _bundle(public, place, NONE)
    parcel.give(place)
    parcel.places[single] = 1
    return single


def _holders(public: PublicKnowledge, seat: int) -> list[Parcel]:
    return [parcel for parcel in public.parcels.values() if seat in parcel.places]


def _bundle(public: PublicKnowledge, seat: int, cards: Cards) -> Parcel:
    """Make a parcel of all unseen cards of a hand, and of some that everybody knows to be there."""
    number = public.new_number()
    bundle = Parcel(cards)
    count = cards.bit_count()
    for parcel in _holders(public, seat):
        parcel.places[number] = parcel.places.pop(seat)
        count += parcel.places[number]
    bundle.places[seat] = count
    public.parcels[number] = bundle
    return bundle

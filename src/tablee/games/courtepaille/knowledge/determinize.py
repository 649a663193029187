"""A full state that a viewer thinks possible."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from tablee.core.chance import Random
from tablee.games.courtepaille.actions import CHOOSE, Choose
from tablee.games.courtepaille.knowledge.public import ways
from tablee.games.courtepaille.knowledge.sampler import Sampler, Trail
from tablee.games.courtepaille.knowledge.view import CourtePailleView, HiddenCard
from tablee.games.courtepaille.pieces import ALL, BIT, NONE, Card, Cards, Step, bits, cards_of, numbers, singly
from tablee.games.courtepaille.state import (
    EVERYBODY,
    CourtePailleState,
    FaceDown,
    Parcel,
    Pin,
    Promise,
    PublicKnowledge,
)


def determinize(view: CourtePailleView, rng: Random) -> CourtePailleState:
    """A state that looks like this to the viewer, with the odds that shuffles and blind draws give it.

    Nothing is inferred from why others chose as they did: a card chosen face down may be any of the hand, and so may a
    card laid from a hand into the week. Every sampled state is possible, and every possible state can be sampled. The
    odds are exact but for two rare cases, which tests/games/courtepaille/test_odds.py measures:

    - If several cards that everybody has seen may have come to their places in several ways, each gets its way by the
      odds it has after the ones before it.
    - If `sampler.TRIES` attempts find no hands that fit all announcements (CP-21), hands are drawn one after the other
      from cards that fit.
    """
    public = _public(view)
    sampler = Sampler(public, rng, coco_needs_match=view.variant.coco_needs_match)
    sampler.place_known(_trails(view, public), view.seat)
    found = sampler.places([sunk.number for sunk in view.memory.sunk])
    return _state(view, public, found, rng)


def _public(view: CourtePailleView) -> PublicKnowledge:
    public = PublicKnowledge()
    public.known = [bits(cards) for cards in view.known]
    public.pins = tuple([Pin(BIT[pin.card], pin.parcel, pin.place) for pin in view.memory.pins])
    public.deck = view.memory.deck
    public.next = view.memory.next
    public.parcels = {}
    for shown in view.memory.parcels:
        public.parcels[shown.number] = parcel = Parcel(bits(shown.cards))
        parcel.places = dict(shown.places)
        parcel.shown = bits(shown.shown)
        parcel.promises = tuple(
            [
                Promise(promise.seat, cards_of(promise.characters), promise.least, promise.most)
                for promise in shown.promises
            ]
        )
    return public


def _trails(view: CourtePailleView, public: PublicKnowledge) -> list[Trail]:
    """Of the cards about which the viewer knows more than that they are in a parcel."""
    stops: dict[Cards, tuple[int, ...]] = {}
    if view.seat is not None:
        stops = {BIT[card]: (view.seat,) for card in view.hand if card not in view.known[view.seat]}
    for hidden in (*view.face_down, *view.buried):
        if hidden.card and not hidden.known_to_all:
            stops[BIT[hidden.card]] = (hidden.number,)
    homes = {card: number for number, parcel in public.parcels.items() for card in singly(parcel.cards)}
    pinned = [Trail(card, parcel, (place,)) for card, parcel, place in public.pins]
    for sunk in reversed(view.memory.sunk):
        if sunk.card:
            # A card that was seen may have been shuffled in again: this is the last of its trails that can lead here.
            card = BIT[sunk.card]
            if card in homes and ways(public, homes[card], sunk.number):
                stops[card] = (sunk.number, *stops.get(card, ()))
                continue
            possible = [
                index
                for index, trail in enumerate(pinned)
                if trail.card == card and ways(public, trail.start, sunk.number)
            ]
            for last in possible[-1:]:
                _, start, ahead = pinned[last]
                pinned[last] = Trail(card, start, (sunk.number, *ahead))
    return [*(Trail(card, homes[card], ahead) for card, ahead in stops.items()), *pinned]


def _state(view: CourtePailleView, public: PublicKnowledge, found: dict[int, Cards], rng: Random) -> CourtePailleState:
    state = CourtePailleState()
    state.step = view.step
    state.owed = view.owed
    state.part = view.part
    state.round = view.round
    state.seats = view.seats
    state.shark = view.shark
    state.hands = [known | found.get(seat, NONE) for seat, known in enumerate(public.known)]
    if view.seat is not None:
        state.hands[view.seat] = bits(view.hand)
    state.menu = bits(view.menu)
    state.discard = bits(view.discard)
    state.buried = [_face_down(hidden, found) for hidden in view.buried]
    state.sunk = [_face_down(hidden, found) for hidden in view.memory.sunk]
    state.open_days = [BIT[card] for card in view.open_days]
    state.face_down = [_face_down(hidden, found) for hidden in view.face_down]
    state.added = view.added
    state.choices = _choices(view, state.hands, rng)
    state.missing = len(view.seats) - sum(view.chosen) if view.step is Step.CHOOSE else 0
    state.queue = list(reversed(view.queue))
    state.looked = tuple([(looked.seat, looked.days) for looked in view.looked])
    state.public = public
    state.characters = cards_of(view.characters)
    state.gone = ALL ^ state.characters
    state.lost = tuple(map(bits, view.lost))
    state.eaten = tuple(map(cards_of, view.eaten))
    state.part_winners = view.part_winners
    state.verdict = view.verdict
    state.champions = view.winners
    state.ending = view.ending
    single = [hidden.card for hidden in (*state.face_down, *state.buried)]
    elsewhere = [*state.hands, state.menu, state.discard, *state.open_days, *single, *map(_bit, view.turned_up)]
    state.pile = state.characters ^ sum(elsewhere)
    return state


def _face_down(hidden: HiddenCard, found: dict[int, Cards]) -> FaceDown:
    card = BIT[hidden.card] if hidden.card else found[hidden.number]
    return FaceDown(
        card, hidden.number, EVERYBODY if hidden.known_to_all else sum(1 << seat for seat in hidden.known_by)
    )


def _bit(card: Card | None) -> Cards:
    return BIT[card] if card else NONE


def _choices(view: CourtePailleView, hands: list[Cards], rng: Random) -> list[Choose | None]:
    """A face-down choice of another seat is any card of its hand."""
    choices = [Choose(card) if card else None for card in view.turned_up]
    for seat, chosen in enumerate(view.chosen):
        if chosen:
            own = view.choice if seat == view.seat else None
            choices[seat] = Choose(own) if own else CHOOSE[rng.choice(numbers(hands[seat]))]
    return choices

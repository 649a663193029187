"""A full state that a viewer thinks possible."""

from tablee.core.chance import Random
from tablee.games.courtepaille.actions import CHOOSE, Choose
from tablee.games.courtepaille.counting import step_of
from tablee.games.courtepaille.guess import Guess, Life
from tablee.games.courtepaille.pieces import ALL, BIT, NONE, Card, Cards, Step, bits, numbers, singly
from tablee.games.courtepaille.state import CourtePailleState
from tablee.games.courtepaille.view import CourtePailleView, HiddenCard
from tablee.games.courtepaille.whereabouts import EVERYBODY, FaceDown, Parcel, Pin, Promise, Whereabouts


def determinize(view: CourtePailleView, rng: Random) -> CourtePailleState:
    """A state that looks like this to the viewer, with the odds that shuffles and blind draws give it.

    What others chose tells nothing beyond the rules: a card chosen face down may be any of the hand, and so may a card
    laid from a hand into the week. Every state that is drawn is possible, and every possible state can be drawn. The
    odds are exact, but for two rare cases, whose measure tests/games/courtepaille/test_odds.py takes:

    - If several cards that all have seen may have come to their places in several ways, each gets its way by the odds
      it has after the ones before it.
    - If guess.TRIES attempts find no hands that keep all that was announced (CP-21), they are drawn one after the other
      from cards that fit.
    """
    whereabouts = _whereabouts(view)
    guess = Guess(whereabouts, rng, coco_needs_match=view.variant.coco_needs_match)
    guess.know(_lives(view, whereabouts), view.seat)
    found = guess.places([sunk.number for sunk in view.memory.sunk])
    return _state(view, whereabouts, found, rng)


def _whereabouts(view: CourtePailleView) -> Whereabouts:
    whereabouts = Whereabouts()
    whereabouts.known = [bits(cards) for cards in view.known]
    whereabouts.pins = tuple([Pin(BIT[pin.card], pin.parcel, pin.place) for pin in view.memory.pins])
    whereabouts.deck = view.memory.deck
    whereabouts.next = view.memory.next
    whereabouts.parcels = {}
    for shown in view.memory.parcels:
        whereabouts.parcels[shown.number] = parcel = Parcel(bits(shown.cards))
        parcel.places = dict(shown.places)
        parcel.shown = bits(shown.shown)
        parcel.promises = tuple(
            [Promise(said.seat, step_of(said.characters), said.least, said.most) for said in shown.promises]
        )
    return whereabouts


def _lives(view: CourtePailleView, whereabouts: Whereabouts) -> list[Life]:
    """The cards of which the viewer can tell more than that they are in a parcel."""
    stops: dict[Cards, tuple[int, ...]] = {}
    if view.seat is not None:
        stops = {BIT[card]: (view.seat,) for card in view.hand if card not in view.known[view.seat]}
    for hidden in (*view.face_down, *view.buried):
        if hidden.card and not hidden.known_to_all:
            stops[BIT[hidden.card]] = (hidden.number,)
    homes = {card: number for number, parcel in whereabouts.parcels.items() for card in singly(parcel.cards)}
    pinned = [Life(card, parcel, (place,)) for card, parcel, place in whereabouts.pins]
    for sunk in reversed(view.memory.sunk):
        if sunk.card:
            # A card that was seen may have been shuffled in again: the last of its lives that could have come here did.
            card = BIT[sunk.card]
            if card in homes and whereabouts.ways(homes[card], sunk.number):
                stops[card] = (sunk.number, *stops.get(card, ()))
                continue
            lived = [
                at for at, life in enumerate(pinned) if life.card == card and whereabouts.ways(life.start, sunk.number)
            ]
            for last in lived[-1:]:
                _, start, ahead = pinned[last]
                pinned[last] = Life(card, start, (sunk.number, *ahead))
    return [*(Life(card, homes[card], ahead) for card, ahead in stops.items()), *pinned]


def _state(view: CourtePailleView, whereabouts: Whereabouts, found: dict[int, Cards], rng: Random) -> CourtePailleState:
    state = CourtePailleState()
    state.step = view.step
    state.owed = view.owed
    state.part = view.part
    state.round = view.round
    state.seats = view.seats
    state.shark = view.shark
    state.hands = [known | found.get(seat, NONE) for seat, known in enumerate(whereabouts.known)]
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
    state.whereabouts = whereabouts
    state.characters = step_of(view.characters)
    state.gone = ALL ^ state.characters
    state.lost = tuple(map(bits, view.lost))
    state.eaten = tuple(map(step_of, view.eaten))
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
    """Those face down are any of the hand."""
    choices = [Choose(card) if card else None for card in view.turned_up]
    for seat, chosen in enumerate(view.chosen):
        if chosen:
            own = view.choice if seat == view.seat else None
            choices[seat] = Choose(own) if own else CHOOSE[rng.choice(numbers(hands[seat]))]
    return choices

"""All that one seat knows of a match."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from tablee.core.game import View
from tablee.core.seat import Seat
from tablee.games.courtepaille.events import Verdict
from tablee.games.courtepaille.pieces import Card, Character, Ending, Step, Variant, cards, characters_in
from tablee.games.courtepaille.state import EVERYBODY, CourtePailleState, FaceDown, Parcel


@dataclass(frozen=True, slots=True)
class HiddenCard:
    """A single card that lies face down."""

    number: int
    """As a place of a parcel."""
    card: Card | None
    """None: the viewer does not know it."""
    known_by: tuple[Seat, ...]
    known_to_all: bool


@dataclass(frozen=True, slots=True)
class PromiseView:
    """CP-21: an announcement: the points of a hand for some characters were within these bounds."""

    seat: Seat
    characters: tuple[Character, ...]
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class ParcelView:
    """Cards whose order nobody has seen, and how many of them lie where (see knowledge/public.py)."""

    number: int
    cards: tuple[Card, ...]
    places: tuple[tuple[int, int], ...]
    """Place and number of cards: places 0 to 4 are hands, 5 is the draw pile, others single cards or parcels."""
    shown: tuple[Card, ...]
    promises: tuple[PromiseView, ...]


@dataclass(frozen=True, slots=True)
class PinView:
    """A card that everybody has seen in a place, and the parcel it came from."""

    card: Card
    parcel: int
    place: int


@dataclass(frozen=True, slots=True)
class Memory:
    """What can be concluded about the cards the viewer has not seen."""

    parcels: tuple[ParcelView, ...]
    pins: tuple[PinView, ...]
    sunk: tuple[HiddenCard, ...]
    """Face-down cards that somebody knew when they were shuffled into the draw pile."""
    deck: int
    next: int


@dataclass(frozen=True, slots=True)
class Looked:
    """CP-15: who looked at which days."""

    seat: Seat
    days: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CourtePailleView(View):
    """Tuples are by seat unless they say otherwise."""

    seat: Seat | None
    variant: Variant
    step: Step
    owed: int
    """How many cards are still to be drawn for this step."""
    part: int
    round: int
    seats: tuple[Seat, ...]
    """CP-26: those still in the game."""
    shark: Seat
    hand: tuple[Card, ...]
    """The viewer's own."""
    hand_sizes: tuple[int, ...]
    known: tuple[tuple[Card, ...], ...]
    """Cards of each hand that everybody knows."""
    open_days: tuple[Card, ...]
    """The week up to the last day turned up."""
    face_down: tuple[HiddenCard, ...]
    """The rest of the week."""
    added: int
    """CP-14: how many cards were added to the week in this part."""
    menu: tuple[Card, ...]
    pile: int
    discard: tuple[Card, ...]
    """The cards of the discard pile that everybody knows."""
    buried: tuple[HiddenCard, ...]
    """The rest of the discard pile."""
    characters: tuple[Character, ...]
    """Those still in the game, Coco too."""
    chosen: tuple[bool, ...]
    choice: Card | None
    """The viewer's own, face down."""
    turned_up: tuple[Card | None, ...]
    """The chosen cards that are still to be carried out."""
    queue: tuple[Seat, ...]
    """CP-06: the order in which they will be carried out."""
    looked: tuple[Looked, ...]
    """CP-15: who looked at what in this round."""
    lost: tuple[tuple[Card, ...], ...]
    """CP-23: what each hand lost when a character last left the game; empty before."""
    eaten: tuple[tuple[Character, ...], ...]
    """CP-18: who drew the short straw, by part."""
    part_winners: tuple[Seat, ...]
    """CP-22: by part."""
    verdict: Verdict | None
    """Of the last part that ended."""
    winners: tuple[Seat, ...]
    ending: Ending | None
    memory: Memory

    @property
    def carried_out(self) -> Card:
        """CP-06: the card that is being carried out."""
        return next(card for seat in self.queue if (card := self.turned_up[seat]))

    def totals(self) -> dict[Character, int]:
        """CP-18: of the days turned up so far, by character."""
        totals: dict[Character, int] = {}
        for card in self.open_days:
            totals[card.character] = totals.get(card.character, 0) + card.worth
        return totals


def view(state: CourtePailleState, seat: Seat | None, variant: Variant) -> CourtePailleView:
    """All that `seat` (None: a spectator) knows."""
    public = state.public
    choosing = state.step is Step.CHOOSE
    choice = None if seat is None or not choosing else state.choices[seat]
    return CourtePailleView(
        seat=seat,
        variant=variant,
        step=state.step,
        owed=state.owed,
        part=state.part,
        round=state.round,
        seats=_seats(state.seats),
        shark=Seat(state.shark),
        hand=() if seat is None else cards(state.hands[seat]),
        hand_sizes=tuple([hand.bit_count() for hand in state.hands]),
        known=tuple(map(cards, public.known)),
        open_days=tuple([cards(day)[0] for day in state.open_days]),
        face_down=tuple([_hidden(card, seat) for card in state.face_down]),
        added=state.added,
        menu=cards(state.menu),
        pile=state.pile.bit_count(),
        discard=cards(state.discard),
        buried=tuple([_hidden(card, seat) for card in state.buried]),
        characters=characters_in(state.characters),
        chosen=tuple([choosing and chosen is not None for chosen in state.choices]),
        choice=choice.card if choice else None,
        turned_up=tuple([None if choosing or chosen is None else chosen.card for chosen in state.choices]),
        queue=_seats(reversed(state.queue)),
        looked=tuple([Looked(Seat(looker), days) for looker, days in state.looked]),
        lost=tuple(map(cards, state.lost)),
        eaten=tuple(map(characters_in, state.eaten)),
        part_winners=_seats(state.part_winners),
        verdict=state.verdict,
        winners=_seats(state.champions),
        ending=state.ending,
        memory=_memory(state, seat),
    )


def revealed(state: CourtePailleState, seat: Seat | None, variant: Variant) -> CourtePailleView:
    """The view of `seat` with all hands and face-down cards shown."""
    seen = view(state, seat, variant)
    hands = [known if owner == seat else cards(state.hands[owner]) for owner, known in enumerate(seen.known)]
    return replace(
        seen,
        known=tuple(hands),
        face_down=_shown(seen.face_down, state.face_down),
        buried=_shown(seen.buried, state.buried),
    )


def _shown(hidden: Iterable[HiddenCard], lying: Iterable[FaceDown]) -> tuple[HiddenCard, ...]:
    return tuple([replace(seen, card=cards(card.card)[0]) for seen, card in zip(hidden, lying, strict=True)])


def _seats(numbers: Iterable[int]) -> tuple[Seat, ...]:
    return tuple(map(Seat, numbers))


def _hidden(face_down: FaceDown, reader: Seat | None) -> HiddenCard:
    card, number, known_by = face_down
    all_know = known_by == EVERYBODY
    knows = all_know or (reader is not None and known_by >> reader & 1)
    seats = () if all_know else _seats([seat for seat in range(5) if known_by >> seat & 1])
    return HiddenCard(number, cards(card)[0] if knows else None, seats, all_know)


def _memory(state: CourtePailleState, reader: Seat | None) -> Memory:
    public = state.public
    return Memory(
        parcels=tuple([_parcel(number, parcel) for number, parcel in public.parcels.items()]),
        pins=tuple([PinView(cards(card)[0], parcel, place) for card, parcel, place in public.pins]),
        sunk=tuple([_hidden(sunk, reader) for sunk in state.sunk if sunk.number in public.parcels]),
        deck=public.deck,
        next=public.next,
    )


def _parcel(number: int, parcel: Parcel) -> ParcelView:
    return ParcelView(
        number=number,
        cards=cards(parcel.cards),
        places=tuple(parcel.places.items()),
        shown=cards(parcel.shown),
        promises=tuple(
            [PromiseView(Seat(seat), characters_in(group), least, most) for seat, group, least, most in parcel.promises]
        ),
    )

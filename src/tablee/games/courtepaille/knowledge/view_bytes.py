"""The numbers of a view straight from a state, a byte each: what `encoding.py` tells, without making the view."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Final

from tablee.core.encoding import lanes, marks, one_hot
from tablee.core.seat import Seat
from tablee.games.courtepaille.events import Verdict
from tablee.games.courtepaille.pieces import (
    CARDS,
    CARDS_OF,
    CHARACTERS,
    MOST_ADDED,
    WEEK_SIZES,
    Cards,
    Ending,
    Step,
    numbers,
)
from tablee.games.courtepaille.state import EVERYBODY, CourtePailleState, FaceDown, Promise, PublicKnowledge

DAYS: Final = max(WEEK_SIZES) + MOST_ADDED
HIDDEN: Final = 8
"""The number of numbers that tell of a face-down card."""
PARCELS: Final = 32
PLACES: Final = 64
PINS: Final = 32
SUNK: Final = 12
PROMISES: Final = 32
SHOWN: Final = 64
"""The number of each that the fields of what is remembered have room for. Matches hardly ever need half of it; what
does not fit goes into the field `rest`."""
REST: Final = 4

_CARDS: Final = len(CARDS)
_STEPS: Final = {step: bytes(one_hot(number, len(Step))) for number, step in enumerate(Step)}
_ENDINGS: Final = {ending: bytes((number,)) for number, ending in enumerate((None, *Ending))}


class TooMuch(ValueError):
    """There is more to tell than has room, or a number that is no byte. (So says `bytes` too, by a `ValueError`.)"""


def view_bytes(
    state: CourtePailleState, seat: Seat | None, parts: int, advanced: bool, verdict: Callable[[Verdict | None], bytes]
) -> bytes:
    """The numbers, one field after the other; a `ValueError` if bytes cannot tell them. `parts`: of a match."""
    players, choosing, hands, public = len(state.hands), state.step is Step.CHOOSE, state.hands, state.public
    chosen = [0 if choice is None else choice.bit.bit_length() for choice in state.choices]
    fields = [
        _hot(seat, players),
        _STEPS[state.step],
        bytes((state.owed, state.part, state.round)),
        _members(state.seats, players),
        _hot(state.shark, players),
        _some(0 if seat is None else hands[seat]),
        bytes([hand.bit_count() for hand in hands]),
        *map(_some, public.known),
        _fitted([day.bit_length() for day in state.open_days], DAYS),
        _hidden(state.face_down, seat, DAYS),
        bytes((state.added,)),
        _some(state.menu),
        bytes((state.pile.bit_count(),)),
        _some(state.discard),
        _hidden(state.buried, seat, _CARDS),
        _characters(state.characters),
        bytes(map(bool, chosen) if choosing else players),
        bytes((chosen[seat] if choosing and seat is not None else 0,)),
        bytes(players if choosing else chosen),
        _fitted([player + 1 for player in reversed(state.queue)], players),
        _rows([(looker + 1, *days, 0)[:3] for looker, days in state.looked], 3 * players),
        b"\1" + b"".join(map(_some, state.lost)) if state.lost else bytes(1 + players * _CARDS),
        b"".join(map(_characters, state.eaten)).ljust(parts * len(CHARACTERS), b"\0"),
        _fitted([player + 1 for player in state.part_winners], parts),
        verdict(state.verdict),
        _members(state.champions, players),
        _ENDINGS[state.ending],
        *_memory(public, state.sunk, seat, advanced),
    ]
    return b"".join(fields)


def _memory(public: PublicKnowledge, sunk: list[FaceDown], seat: Seat | None, advanced: bool) -> Iterator[bytes]:
    """Of what can be concluded about cards not seen."""
    rows = list(enumerate(public.parcels.values(), 1))
    yield bytes((public.deck, public.next))
    yield _fitted(public.parcels, PARCELS)
    # No card is in two parcels.
    yield sum([row * lanes(parcel.cards) for row, parcel in rows]).to_bytes(_CARDS, "little")
    yield _rows([(row, *place) for row, parcel in rows for place in parcel.places.items()], 3 * PLACES)
    yield _rows([(card.bit_length(), parcel, place) for card, parcel, place in public.pins], 3 * PINS)
    yield _hidden([card for card in sunk if card.number in public.parcels], seat, SUNK)
    if advanced:
        said = [_promise(row, promise) for row, parcel in rows for promise in parcel.promises]
        yield _fitted(b"".join(said), PROMISES * (4 + len(CHARACTERS)))
        shown = [_shown(row, parcel.shown) for row, parcel in rows]
        yield _fitted(b"".join(shown), 2 * SHOWN)
    yield bytes(REST)


def _fitted(told: Iterable[int], size: int) -> bytes:
    row = bytes(told)
    if len(row) > size:
        raise TooMuch
    return row.ljust(size, b"\0")


def _rows(told: list[tuple[int, ...]], size: int) -> bytes:
    return _fitted(chain.from_iterable(told), size) if told else bytes(size)


def _hidden(lying: list[FaceDown], reader: Seat | None, room: int) -> bytes:
    if len(lying) > room:
        raise TooMuch
    return b"".join([_face_down(card, reader) for card in lying]).ljust(HIDDEN * room, b"\0")


@lru_cache(maxsize=1 << 14)
def _face_down(lying: FaceDown, reader: Seat | None) -> bytes:
    card, number, known_by = lying
    all_know = known_by == EVERYBODY
    knows = all_know or (reader is not None and known_by >> reader & 1)
    seats = [0] * 5 if all_know else [known_by >> seat & 1 for seat in range(5)]
    return bytes((number, card.bit_length() if knows else 0, *seats, all_know))


@lru_cache(maxsize=1 << 12)
def _hot(place: int | None, size: int) -> bytes:
    return bytes(one_hot(place, size))


@lru_cache(maxsize=1 << 12)
def _members(seats: tuple[int, ...], players: int) -> bytes:
    return bytes([player in seats for player in range(players)])


@lru_cache(maxsize=1 << 14)
def _some(cards: Cards) -> bytes:
    return marks(cards).ljust(_CARDS, b"\0")


@lru_cache(maxsize=1 << 10)
def _characters(group: Cards) -> bytes:
    return bytes([bool(CARDS_OF[character] & group) for character in CHARACTERS])


@lru_cache(maxsize=1 << 12)
def _promise(row: int, promise: Promise) -> bytes:
    seat, group, least, most = promise
    return bytes((row, seat, least, most)) + _characters(group)


@lru_cache(maxsize=1 << 12)
def _shown(row: int, cards: Cards) -> bytes:
    return bytes(chain.from_iterable((row, number + 1) for number in numbers(cards)))

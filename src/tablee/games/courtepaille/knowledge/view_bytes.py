"""The numbers of a view straight from a state, a byte each: what `encoding.py` tells, without making the view."""

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from itertools import chain
from typing import Final

from tablee.core.encoding import lanes, one_hot
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
"""So many numbers tell of a face-down card."""
PARCELS: Final = 32
PLACES: Final = 64
PINS: Final = 32
SUNK: Final = 12
PROMISES: Final = 32
SHOWN: Final = 64
"""So many of each the fields of what is remembered have room for. Matches hardly ever need half of it; what does not
fit goes into the field `rest`."""
REST: Final = 4

_CARDS: Final = len(CARDS)
_STEPS: Final = {step: bytes(one_hot(number, len(Step))) for number, step in enumerate(Step)}
_ENDINGS: Final = {ending: bytes((number,)) for number, ending in enumerate((None, *Ending))}


class TooMuch(ValueError):
    """There is more to tell than has room, or a number that is no byte. (So says `bytes` too, by a `ValueError`.)"""


def view_bytes(
    state: CourtePailleState, seat: Seat | None, parts: int, advanced: bool, verdict: Callable[[Verdict | None], bytes]
) -> Iterator[bytes]:
    """The numbers, one field after the other; a `ValueError` if bytes cannot tell them. `parts`: of a match."""
    players, choosing = len(state.hands), state.step is Step.CHOOSE
    chosen = [0 if choice is None else choice.bit.bit_length() for choice in state.choices]
    yield _hot(seat, players)
    yield _STEPS[state.step]
    yield bytes((state.owed, state.part, state.round))
    yield _members(state.seats, players)
    yield _hot(state.shark, players)
    yield _some(0 if seat is None else state.hands[seat])
    yield bytes([hand.bit_count() for hand in state.hands])
    yield from map(_some, state.public.known)
    yield _fitted([day.bit_length() for day in state.open_days], DAYS)
    yield _hidden(state.face_down, seat, DAYS)
    yield bytes((state.added,))
    yield _some(state.menu)
    yield bytes((state.pile.bit_count(),))
    yield _some(state.discard)
    yield _hidden(state.buried, seat, _CARDS)
    yield _characters(state.characters)
    yield bytes([choosing and bool(card) for card in chosen])
    yield bytes((chosen[seat] if choosing and seat is not None else 0,))
    yield bytes(players if choosing else chosen)
    yield _fitted([player + 1 for player in reversed(state.queue)], players)
    yield _fitted(chain.from_iterable((looker + 1, *days, 0)[:3] for looker, days in state.looked), 3 * players)
    yield b"\1" + b"".join(map(_some, state.lost)) if state.lost else bytes(1 + players * _CARDS)
    yield b"".join(map(_characters, state.eaten)).ljust(parts * len(CHARACTERS), b"\0")
    yield _fitted([player + 1 for player in state.part_winners], parts)
    yield verdict(state.verdict)
    yield _members(state.champions, players)
    yield _ENDINGS[state.ending]
    yield from _memory(state.public, state.sunk, seat, advanced)


def _memory(public: PublicKnowledge, sunk: list[FaceDown], seat: Seat | None, advanced: bool) -> Iterator[bytes]:
    """Of what can be concluded about cards not seen."""
    rows = list(enumerate(public.parcels.values(), 1))
    yield bytes((public.deck, public.next))
    yield _fitted(public.parcels, PARCELS)
    # No card is in two parcels.
    yield sum([row * lanes(parcel.cards) for row, parcel in rows]).to_bytes(_CARDS, "little")
    places = [(row, place, count) for row, parcel in rows for place, count in parcel.places.items()]
    yield _fitted(chain.from_iterable(places), 3 * PLACES)
    pins = [(card.bit_length(), parcel, place) for card, parcel, place in public.pins]
    yield _fitted(chain.from_iterable(pins), 3 * PINS)
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
    return lanes(cards).to_bytes(_CARDS, "little")


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

"""What lies hidden from a reader: all cards but those that lie open, and those that he holds or has looked at."""

from collections.abc import Sequence

from tablee.core.record import Entry
from tablee.core.seat import Seat
from tablee.games.courtepaille import pieces
from tablee.games.courtepaille.state import CourtePailleState


def names(state: CourtePailleState, reader: Seat | None) -> set[str]:
    """Every card."""
    return {f'"{card}"' for card in pieces.CARDS}


def seen(state: CourtePailleState, log: Sequence[Entry], reader: Seat | None) -> set[str]:
    return {f'"{card}"' for card in pieces.cards(_seen_cards(state, reader))}


def _seen_cards(state: CourtePailleState, reader: Seat | None) -> int:
    seen = state.menu | state.discard | state.gone
    for day in (*state.open_days, *state.lost, *state.eaten):
        seen |= day
    if not state.missing:
        for choice in state.choices:
            seen |= pieces.bits([choice.card]) if choice else 0
    for down in (*state.face_down, *state.buried, *state.sunk):
        if reader is not None and down.known_by >> reader & 1:
            seen |= down.card
    return seen | (state.hands[reader] if reader is not None else 0)

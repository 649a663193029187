"""The history of a match, deed by deed: all that a seat knows of the others' cards follows from it.

A state keeps each deed packed into one number, which costs playouts next to nothing. The lowest 3 bits say what was
done, then come 3 bits for the seat, 3 for the other seat, 6 for the table, 4 for the card's place in `CARDS`, and above
them the menus laid under a RES.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from tablee.core.seat import Seat
from tablee.games.restaurant.pieces import CARDS, UNIT, UNITS, Card, Hand, Table, cards_in, hand, kinds, size


class What(StrEnum):
    """The kinds of deeds: all that say something about cards."""

    TAKE = "take"
    EXCHANGE = "exchange"
    RESERVE = "reserve"
    SERVE = "serve"
    PASS = "pass"  # noqa: S105 - no password


_WHATS: Final = tuple(What)
TAKE, EXCHANGE, RESERVE, SERVE, PASS = range(5)
_UNSEEN: Final = 15
_MENUS: Final = 19
_DISH: Final = UNIT[Card.DISH]
_BELOW_MENUS: Final = (1 << _MENUS) - 1


def took(seat: int, table: int, card: int) -> int:
    """RE-05, RE-06. Cards are places in `CARDS`."""
    return TAKE | seat << 3 | table << 9 | card << 15


def exchanged(seat: int, other: int, card: int) -> int:
    """RE-07: `seat` drew the card from `other`."""
    return EXCHANGE | seat << 3 | other << 6 | card << 15


def reserved(seat: int, res: int, beneath: Hand) -> int:
    """RE-10."""
    return RESERVE | seat << 3 | res << 15 | beneath << _MENUS


def served(seat: int, table: int, card: int) -> int:
    """RE-15."""
    return SERVE | seat << 3 | table << 9 | card << 15


def passed(seat: int) -> int:
    """RE-18."""
    return PASS | seat << 3


@dataclass(frozen=True, slots=True)
class Deed:
    """A deed as one reader knows it."""

    what: What
    seat: Seat
    table: Table | None
    """Of a take or a serve."""
    other: Seat | None
    """Whom the card of an exchange came from."""
    card: Card | None
    """Taken, drawn, laid as RES, or served; None if the reader has not seen it (a card taken is then a menu)."""
    beneath: int
    """How many menus lie under a RES."""
    menus: tuple[Card, ...] | None
    """They themselves; None if the reader has not seen them."""


def packed(deed: Deed) -> int:
    """A deed as one number; what its reader has not seen is left out."""
    return (
        _WHATS.index(deed.what)
        | deed.seat << 3
        | (deed.other or 0) << 6
        | (deed.table or 0) << 9
        | (0 if deed.card is None else CARDS.index(deed.card)) << 15
        | hand(deed.menus or ()) << _MENUS
    )


def with_card(deed: int, card: int) -> int:
    """Fill in the card of a packed deed."""
    return deed | card << 15


def with_menus(deed: int, beneath: Hand) -> int:
    """Fill in the menus under a RES in a packed deed."""
    return deed | beneath << _MENUS


def held(history: Iterable[int], players: int) -> tuple[list[Hand], list[Hand]]:
    """The cards of each seat after these deeds: those that are not protected, and those that are.

    When the orders end the protected cards are taken up, so after that only the sum of both means something.
    """
    hands, piles = [0] * players, [0] * players
    for deed in history:
        what, seat, card = deed & 7, deed >> 3 & 7, UNITS[deed >> 15 & 15]
        if what == TAKE:
            hands[seat] += card
        elif what == EXCHANGE:
            hands[seat] += card - _DISH
            hands[deed >> 6 & 7] += _DISH - card
        elif what == RESERVE:
            pile = card + (deed >> _MENUS)
            hands[seat] -= pile
            piles[seat] += pile
        elif what == SERVE:
            hands[seat] -= card
    return [Hand(cards) for cards in hands], [Hand(cards) for cards in piles]


def cards_served(history: Iterable[int]) -> Hand:
    """All cards served so far."""
    return Hand(sum(UNITS[deed >> 15 & 15] for deed in history if deed & 7 == SERVE))


def as_known_to(reader: Seat | None, history: Iterable[int]) -> tuple[Deed, ...]:
    """The history as one seat (None: a spectator) knows it."""
    return tuple([_known(deed, reader) for deed in history])


@lru_cache(maxsize=1 << 14)
def _known(deed: int, reader: Seat | None) -> Deed:
    return _unpacked(_redacted(deed, reader))


def _redacted(deed: int, reader: Seat | None) -> int:
    what = deed & 7
    if what >= SERVE or deed >> 3 & 7 == reader:
        return deed
    if what == TAKE:
        return deed | _UNSEEN << 15 if deed >> 15 & 15 < 8 else deed
    if what == EXCHANGE:
        return deed if deed >> 6 & 7 == reader else deed | _UNSEEN << 15
    return deed & _BELOW_MENUS | size(deed >> _MENUS) << _MENUS


@lru_cache(maxsize=1 << 14)
def _unpacked(deed: int) -> Deed:
    what = _WHATS[deed & 7]
    card = deed >> 15 & 15
    menus = deed >> _MENUS
    return Deed(
        what,
        Seat(deed >> 3 & 7),
        Table(deed >> 9 & 63) if what in (What.TAKE, What.SERVE) else None,
        Seat(deed >> 6 & 7) if what is What.EXCHANGE else None,
        None if card == _UNSEEN or what is What.PASS else CARDS[card],
        size(menus),
        None if menus and not kinds(menus) else cards_in(menus),
    )

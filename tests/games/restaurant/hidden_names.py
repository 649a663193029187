"""What lies hidden from a reader: the menus that others hold."""

from collections.abc import Sequence

from tablee.core.record import Entry
from tablee.core.seat import Seat
from tablee.games.restaurant import pieces
from tablee.games.restaurant.actions import Serve
from tablee.games.restaurant.state import RestaurantState


def names(state: RestaurantState, reader: Seat | None) -> set[str]:
    """The menus of four kinds."""
    return {f'"{card}"' for card in pieces.MENUS[:4]}


def seen(state: RestaurantState, log: Sequence[Entry], reader: Seat | None) -> set[str]:
    """The card that was served last, and those that the reader holds."""
    cards = {play.action.card for play in log[-1:] if isinstance(play.action, Serve)}
    if reader is not None:
        cards |= {*pieces.cards_in(state.hands[reader]), *pieces.cards_in(state.piles[reader])}
    return {f'"{card}"' for card in cards}

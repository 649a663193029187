"""What lies hidden from a reader, by name: found in the table itself, without asking the rules what a seat may know."""

from collections.abc import Sequence

import msgspec

from tablee.core.record import Entry
from tablee.core.seat import Seat
from tablee.games.courtepaille import pieces as castaways
from tablee.games.courtepaille.state import CourtePailleState
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.state import HotDogState
from tablee.games.restaurant import pieces as restaurant
from tablee.games.restaurant.actions import Serve
from tablee.games.restaurant.state import RestaurantState
from tablee.server.table.table import Status, Table

Reader = Seat | None


def hidden_names(tables: Sequence[Table], reader: Reader) -> list[set[bytes]]:
    """By version of a table: what must be in no message to the reader, as it would be written there.

    What is like something that the reader has seen is no secret, nor is anything once the match is over. Rat Hot hides
    nothing: its pile has no order.
    """
    seen: set[str] = set()
    found = []
    for table in tables:
        match table.match.state:
            case HotDogState():
                seen |= _turned_up(table.match.state, table.match.log, reader)
                names = {_written(bid) for seat, bid in enumerate(table.match.state.bids) if bid and seat != reader}
            case CourtePailleState():
                seen |= {f'"{card}"' for card in castaways.cards(_seen_cards(table.match.state, reader))}
                names = {f'"{card}"' for card in castaways.CARDS}
            case RestaurantState():
                seen |= {f'"{card}"' for card in _seen_menus(table.match.state, table.match.log, reader)}
                names = {f'"{card}"' for card in restaurant.MENUS[:4]}
            case _:
                names = set()
        is_playing = table.status is Status.PLAYING
        found.append({name.encode() for name in names - seen} if is_playing else set())
    return found


def _turned_up(state: HotDogState, played: Sequence[Entry], reader: Reader) -> set[str]:
    """The bids that were turned up last, and the last one of the reader."""
    own = [_written(play.action) for play in played[-1:] if play.seat == reader and isinstance(play.action, Bid)]
    return {*map(_written, state.revealed), *own}


def _written(bid: Bid) -> str:
    return msgspec.json.encode({"hotdogs": bid.hotdogs, "dollars": bid.dollars}).decode()[1:-1]


def _seen_cards(state: CourtePailleState, reader: Reader) -> int:
    """The cards that lie open, and those that the reader holds or has looked at."""
    seen = state.menu | state.discard | state.gone
    for day in (*state.open_days, *state.lost, *state.eaten):
        seen |= day
    if not state.missing:
        for choice in state.choices:
            seen |= castaways.bits([choice.card]) if choice else 0
    for down in (*state.face_down, *state.buried, *state.sunk):
        if reader is not None and down.known_by >> reader & 1:
            seen |= down.card
    return seen | (state.hands[reader] if reader is not None else 0)


def _seen_menus(state: RestaurantState, played: Sequence[Entry], reader: Reader) -> set[restaurant.Card]:
    """The card that was served last, and those that the reader holds."""
    seen = {play.action.card for play in played[-1:] if isinstance(play.action, Serve)}
    if reader is not None:
        seen |= {*restaurant.cards_in(state.hands[reader]), *restaurant.cards_in(state.piles[reader])}
    return seen

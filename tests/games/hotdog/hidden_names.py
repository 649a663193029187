"""What lies hidden from a reader: the bids of others, until they are turned up."""

from collections.abc import Sequence

import msgspec

from tablee.core.record import Entry
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.state import HotDogState


def names(state: HotDogState, reader: Seat | None) -> set[str]:
    """The bids of others that lie face down."""
    return {_written(bid) for seat, bid in enumerate(state.bids) if bid and seat != reader}


def seen(state: HotDogState, log: Sequence[Entry], reader: Seat | None) -> set[str]:
    """The bids that were turned up last, and the last one of the reader."""
    own = [_written(play.action) for play in log[-1:] if play.seat == reader and isinstance(play.action, Bid)]
    return {*map(_written, state.revealed), *own}


def _written(bid: Bid) -> str:
    """With the comma before what follows its dollars: 1 is not to be found in 12."""
    return msgspec.json.encode({"hotdogs": bid.hotdogs, "dollars": bid.dollars}).decode()[1:-1] + ","

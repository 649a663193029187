"""What lists show of a table. It is stored beside the log, so that a list reads no logs."""

from typing import Final

import msgspec

from tablee.server.table import messages, updates
from tablee.server.table.setup import Origin
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status


class TableFacts(msgspec.Struct, frozen=True):
    """What is the same for everybody who asks."""

    chairs: tuple[messages.ChairInfo, ...]
    held: tuple[str | None, ...]
    """By seat: the guest who may play it. Never sent to clients."""
    commitment: str
    next_table: str | None
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    origin: Origin | None
    places: tuple[int, ...]
    commitments: tuple[str | None, ...]

    def seats_of(self, guest: str | None) -> tuple[int, ...]:
        """The seats that a guest may see and play."""
        return tuple(seat for seat, holder in enumerate(self.held) if guest is not None and holder == guest)


def facts_of(table: Table) -> TableFacts:
    return TableFacts(
        chairs=updates.chairs(table),
        held=tuple(None if chair.left else chair.guest for chair in table.chairs),
        commitment=table.commitment,
        next_table=table.next_table,
        winners=table.winners() if table.status is Status.OVER else (),
        scores=table.scores(),
        origin=table.origin,
        places=table.places,
        commitments=updates.commitments(table),
    )


_decoder = msgspec.json.Decoder(TableFacts)


def encoded(facts: TableFacts) -> str:
    return msgspec.json.encode(facts).decode()


UNKNOWN: Final = TableFacts((), (), "", None, (), (), None, (), ())
"""Nothing was stored, or it cannot be decoded."""


def decoded(text: str) -> TableFacts:
    try:
        return _decoder.decode(text)
    except msgspec.DecodeError:
        return UNKNOWN

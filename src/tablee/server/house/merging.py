"""A guest turns out to be a member of the house: whoever signs in keeps what they had on that device."""

import contextlib
from typing import Final

from tablee.server.house.house import House
from tablee.server.house.scheduler import STAND_IN_LEVEL
from tablee.server.refusals import Refused
from tablee.server.table import commands

MOST: Final = 10_000
"""The maximum number of tables of each that are looked at."""


async def merge_guest(house: House, guest: str, into: str) -> None:
    """Give all that a guest has to another. Where both have a seat, the guest's is left for good: nobody plays two
    seats, or sees two hands, at a table that was not opened for one device."""
    both = {*await house.store.tables.of_guest(guest, MOST)} & {*await house.store.tables.of_guest(into, MOST)}
    for table_id in sorted(both):
        with contextlib.suppress(Refused):  # a table that cannot be read now
            live = await house.live(table_id)
            await house.change(live, lambda table, at: commands.keep_one_seat(table, guest, into, STAND_IN_LEVEL, at))
    for table_id in await house.store.merge_guest(guest, into):
        await house.reload(table_id)
    for table_id in await house.store.finish_merging(guest, into):
        await house.reload(table_id)

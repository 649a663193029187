"""Fills in the results of matches that ended before the house kept them: once, after an update."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from tablee.server.refusals import Refused
from tablee.server.store.matches import ended_match
from tablee.server.store.store import Store
from tablee.server.table.table import Table

logger = logging.getLogger("tablee.match_index")
DONE: Final = "matches_filled_in"


async def missing_matches(store: Store) -> list[tuple[str, float]]:
    """The tables whose results are missing, and when they last changed; none once all were filled in."""
    if await store.house_rules.value(DONE) is not None:
        return []
    missing = await store.matches.missing()
    if not missing:
        await store.house_rules.set(DONE, "1")
    return missing


async def fill_in_matches(
    store: Store, read: Callable[[str], Awaitable[Table]], missing: Iterable[tuple[str, float]]
) -> None:
    """Write the results that are missing. Tables that cannot be read are left out; an outage is made up for at the
    next start."""
    try:
        for table_id, at in missing:
            try:
                match = ended_match(await read(table_id), at)
            except Refused:
                continue
            if match is not None:
                await store.matches.add(match)
        await store.house_rules.set(DONE, "1")
    except SQLAlchemyError as error:
        logger.warning("results of earlier matches are not filled in yet", exc_info=error)

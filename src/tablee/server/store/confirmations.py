"""Confirmations: how many e-mails with a link to confirm an address were sent. Anybody can give the address of
somebody else, who must not get many of them.

Only hashes are kept, and not for long. They are not deleted with a guest: who is forgotten and comes back would begin
anew.
"""

import hashlib
from typing import Final, Literal

from sqlalchemy import delete, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablee.server.store.insert_new import insert_new
from tablee.server.store.notification_schema import confirmations

DAY: Final = 86_400.0
PAUSE: Final = 600.0
"""Seconds before a guest gets another one."""
MOST: Final = {"guest": 5, "address": 3}
"""How many a guest may ask for, and an address gets, until a day has passed without one."""


class ConfirmationStore:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def begin(
        self, guest: str, address: str, now: float
    ) -> Literal["confirmation_sent", "too_many_confirmations"] | None:
        """Count one more; returns why it is not to be sent, if so. Then it is not counted."""
        keys = {"guest": _key("guest", guest), "address": _key("address", _inbox(address))}
        async with self._engine.begin() as connection:
            # Always in the same order, so that no two wait for each other.
            found = {key: await _locked(connection, key, now) for key in sorted(keys.values())}
            if now - found[keys["guest"]][1] < PAUSE:
                return "confirmation_sent"
            if any(found[key][0] >= MOST[kind] for kind, key in keys.items()):
                return "too_many_confirmations"
            for key, (number, _) in found.items():
                counted = update(confirmations).where(confirmations.c.key == key)
                await connection.execute(counted.values(number=number + 1, last_at=now))
        return None

    async def prune(self, now: float) -> None:
        """Delete what counts no longer."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(confirmations).where(confirmations.c.last_at < now - DAY))


def _inbox(address: str) -> str:
    """Where an address leads to: many mail servers ignore case and what follows a plus sign.

    >>> _inbox("Zoe+tablee@Example.org")
    'zoe@example.org'
    """
    name, _, domain = address.lower().rpartition("@")
    return f"{name.partition('+')[0]}@{domain}"


def _key(kind: str, value: str) -> str:
    return hashlib.sha256(f"{kind}:{value}".encode()).hexdigest()


async def _locked(connection: AsyncConnection, key: str, now: float) -> tuple[int, float]:
    """How many were sent, and when the last one, locked until the transaction ends."""
    await insert_new(connection, confirmations, [{"key": key, "number": 0, "last_at": 0.0}])
    # An update that changes nothing locks the row, on either kind of database.
    same = update(confirmations).where(confirmations.c.key == key).values(number=confirmations.c.number)
    found = (await connection.execute(same.returning(confirmations.c.number, confirmations.c.last_at))).one()
    return (0 if found.last_at < now - DAY else found.number), found.last_at

"""Attempts to sign in: each one that fails makes the next ones wait longer, whichever process they reach."""

import hashlib
from collections.abc import Mapping
from typing import Final

from sqlalchemy import delete, text, update
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from tablee.server.store import schema

FREE: Final = {"name": 5, "address": 20}
"""How many failures in a row cost nothing. Several people may share an address."""
LONGEST: Final = {"name": 60.0, "address": 900.0}
"""The longest wait in seconds. That for a name is short: nobody can lock a member out for long."""
FORGET_SECONDS: Final = 3600.0
"""After this time without a failure all is forgotten."""
NEW: Final = text("INSERT INTO attempts (key, failures, wait_until) VALUES (:key, 0, 0) ON CONFLICT DO NOTHING")


def wait_after(kind: str, failures: int) -> float:
    """How many seconds the next attempt has to wait after a number of failures in a row.

    >>> [wait_after("name", failures) for failures in (1, 5, 6, 7, 8, 20)]
    [0.0, 0.0, 1.0, 2.0, 4.0, 60.0]
    """
    over = failures - FREE[kind]
    return min(2.0 ** min(over - 1, 20), LONGEST[kind]) if over > 0 else 0.0


class SignInAttemptStore:
    """Counts attempts by kind (`name`, `address`) and value."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def begin(self, of: Mapping[str, str], now: float) -> float:
        """Begin an attempt: returns 0, or how many seconds to wait.

        It counts as failed until `succeed` is called, so that many attempts at once gain nothing.
        """
        async with self._engine.begin() as connection:
            rows = {kind: await _locked(connection, _key(kind, value)) for kind, value in of.items()}
            wait = max(wait_until - now for _, wait_until in rows.values())
            if wait > 0:
                return wait
            for kind, value in of.items():
                before, wait_until = rows[kind]
                failures = 1 if wait_until + FORGET_SECONDS < now else before + 1
                await connection.execute(
                    update(schema.attempts)
                    .where(schema.attempts.c.key == _key(kind, value))
                    .values(failures=failures, wait_until=now + wait_after(kind, failures))
                )
            old = delete(schema.attempts).where(schema.attempts.c.wait_until + FORGET_SECONDS < now)
            await connection.execute(old)
        return 0.0

    async def succeed(self, of: Mapping[str, str], now: float) -> None:
        """The attempt was successful: the failures of the name are forgotten. Those of the address stay, without this
        one: otherwise a member could reset the limit and keep guessing other passwords."""
        attempts = schema.attempts
        async with self._engine.begin() as connection:
            for kind, value in of.items():
                where = attempts.c.key == _key(kind, value)
                changed = update(attempts).where(where).values(failures=attempts.c.failures - 1, wait_until=now)
                await connection.execute(delete(attempts).where(where) if kind == "name" else changed)


def _key(kind: str, value: str) -> str:
    return hashlib.sha256(f"{kind}:{value}".encode()).hexdigest()


async def _locked(connection: AsyncConnection, key: str) -> tuple[int, float]:
    """The failures of a key and until when it waits, locked until the transaction ends."""
    attempts = schema.attempts
    await connection.execute(NEW, {"key": key})
    # An update that changes nothing locks the row, on either kind of database.
    same = update(attempts).where(attempts.c.key == key).values(failures=attempts.c.failures)
    found = (await connection.execute(same.returning(attempts.c.failures, attempts.c.wait_until))).one()
    return found.failures, found.wait_until

"""What the host has decided for the whole house: who may become a member, and the invitations that are out."""

from typing import Final

from sqlalchemy import delete, func, insert, or_, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.store import schema

SET: Final = text(
    "INSERT INTO house_rules (name, value) VALUES (:name, :value)"
    " ON CONFLICT (name) DO UPDATE SET value = excluded.value"
)


class HouseRuleStore:
    """Rules by name; a rule that was never set has no value."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def value(self, name: str) -> str | None:
        query = select(schema.house_rules.c.value).where(schema.house_rules.c.name == name)
        async with self._engine.connect() as connection:
            return (await connection.execute(query)).scalar_one_or_none()

    async def set(self, name: str, value: str) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(SET, {"name": name, "value": value})

    # Invitations

    async def add_invitation(self, token_hash: str, uses: int, now: float, expires_at: float) -> None:
        """Add an invitation, and delete those that are used up or have expired."""
        invitations = schema.invitations
        over = or_(invitations.c.uses_left <= 0, invitations.c.expires_at < now)
        values = {"token_hash": token_hash, "uses_left": uses, "expires_at": expires_at}
        async with self._engine.begin() as connection:
            await connection.execute(delete(invitations).where(over))
            await connection.execute(insert(invitations).values(values))

    async def invited(self, now: float) -> int:
        """How many people may still come by the invitations that are out."""
        invitations = schema.invitations.c
        query = select(func.coalesce(func.sum(invitations.uses_left), 0)).where(invitations.expires_at >= now)
        async with self._engine.connect() as connection:
            return int((await connection.execute(query)).scalar_one())

    async def withdraw_invitations(self) -> None:
        async with self._engine.begin() as connection:
            await connection.execute(delete(schema.invitations))

"""When the house was last known to run: one row, written while matches with clocks are played."""

from sqlalchemy import exists, insert, literal, select, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.store import schema
from tablee.server.store.outages import SilenceWatch, watched


@watched()
class HeartbeatStore:
    """The time of the house, as all its processes have written it last."""

    def __init__(self, engine: AsyncEngine, watch: SilenceWatch) -> None:
        self._engine = engine
        self.watch = watch

    async def last(self) -> float:
        """The newest time that was written; 0 if none was."""
        async with self._engine.connect() as connection:
            return float((await connection.execute(select(schema.heartbeat.c.at))).scalar() or 0.0)

    async def beat(self, at: float) -> None:
        beats = schema.heartbeat
        first = select(literal(1), literal(at)).where(~exists(select(beats.c.id)))
        async with self._engine.begin() as connection:
            await connection.execute(insert(beats).from_select(["id", "at"], first))
            await connection.execute(update(beats).where(beats.c.at < at).values(at=at))

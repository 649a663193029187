"""Reviews of matches as the database has them, and who waits for one."""

import logging
from contextlib import suppress

import msgspec
from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.review import MatchReview
from tablee.server.store import schema
from tablee.server.store.insert_new import insert_new
from tablee.server.store.outages import SilenceWatch, watched

logger = logging.getLogger("tablee.store")
_review = msgspec.json.Decoder(MatchReview)


@watched()
class ReviewStore:
    """Reviews by table."""

    def __init__(self, engine: AsyncEngine, watch: SilenceWatch) -> None:
        self._engine = engine
        self.watch = watch

    async def of(self, table_id: str) -> MatchReview | None:
        """The review of a table's match; None if there is none that this release understands."""
        query = select(schema.reviews.c.review).where(schema.reviews.c.table_id == table_id)
        async with self._engine.connect() as connection:
            text = (await connection.execute(query)).scalar_one_or_none()
        try:
            return None if text is None else _review.decode(text)
        except msgspec.DecodeError as error:
            logger.warning("a review cannot be read", extra={"table": table_id}, exc_info=error)
            return None

    async def add(self, table_id: str, review: MatchReview, at: float) -> None:
        """Keep a review, instead of one that could not be read. Nothing is kept of a table that is not there."""
        tables, reviews = schema.tables.c, schema.reviews
        there = select(tables.id).where(tables.id == table_id).with_for_update(read=True, key_share=True)
        values = {"table_id": table_id, "review": msgspec.json.encode(review).decode(), "at": at}
        async with self._engine.begin() as connection:
            if (await connection.execute(there)).first() is not None:
                await connection.execute(delete(reviews).where(reviews.c.table_id == table_id))
                await connection.execute(insert(reviews).values(values))

    # Who waits for one

    async def add_request(self, table_id: str, guest: str, at: float) -> None:
        """A guest waits for a review; not if the guest was forgotten meanwhile."""
        row = {"table_id": table_id, "guest": guest, "asked_at": at}
        with suppress(IntegrityError):
            async with self._engine.begin() as connection:
                await insert_new(connection, schema.review_requests, [row])

    async def remove_requests(self, table_id: str) -> None:
        """Nobody waits for the review of this table any more."""
        requests = schema.review_requests
        async with self._engine.begin() as connection:
            await connection.execute(delete(requests).where(requests.c.table_id == table_id))

    async def waiting(self, table_id: str) -> list[str]:
        """The guests who wait for the review of a table."""
        requests = schema.review_requests.c
        async with self._engine.connect() as connection:
            found = await connection.execute(select(requests.guest).where(requests.table_id == table_id))
            return list(found.scalars())

    async def awaited(self) -> list[str]:
        """The tables whose review somebody waits for."""
        async with self._engine.connect() as connection:
            return list((await connection.execute(select(schema.review_requests.c.table_id).distinct())).scalars())

    async def awaited_by(self, guest: str) -> list[str]:
        """The tables whose review a guest waits for."""
        requests = schema.review_requests.c
        query = select(requests.table_id).where(requests.guest == guest).order_by(requests.asked_at)
        async with self._engine.connect() as connection:
            return list((await connection.execute(query)).scalars())

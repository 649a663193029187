"""Administration: list, close, put aside and restore tables. Needs the administrator's token."""

import secrets
from typing import Annotated, Any

import msgspec
from litestar import Controller, Response, get, post
from litestar.connection import ASGIConnection
from litestar.handlers.base import BaseRouteHandler
from litestar.params import FromPath, FromQuery, QueryParameter

from tablee.server.book.export import FileFormat
from tablee.server.book.seasons import season_of
from tablee.server.http.book import all_matches, book_file
from tablee.server.http.requests import GivenHouse
from tablee.server.refusals import Refused
from tablee.server.table import commands


def require_token(connection: "ASGIConnection[Any, Any, Any, Any]", _handler: BaseRouteHandler) -> None:
    """Refuse requests without the token, which is in the data folder."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    expected: str = connection.app.state.admin_token
    if scheme.lower() != "bearer" or not secrets.compare_digest(token.encode(), expected.encode()):
        raise Refused("admin_only", status=403)


class Recount(msgspec.Struct):
    """Ratings were computed again."""

    matches: int


class ClosedSeason(msgspec.Struct):
    """A season is over."""

    season: str


class AdminController(Controller):
    path = "/api/admin"
    tags = ("operations",)
    guards = (require_token,)
    include_in_schema = False

    @get("/tables")
    async def tables(self, house: GivenHouse) -> list[dict[str, Any]]:
        return await house.store.tables.all(1000)

    @post("/ratings", status_code=200)
    async def ratings(self, house: GivenHouse) -> Recount:
        """Compute all ratings again from the rated matches."""
        return Recount(await house.store.ratings.recompute())

    @post("/season", status_code=200)
    async def season(self, house: GivenHouse) -> ClosedSeason:
        """Close the season that runs."""
        ratings, now = house.store.ratings, house.timer.now()
        season = season_of(now, await ratings.closed_seasons())
        await ratings.close_season(season, now)
        return ClosedSeason(season)

    @get("/book")
    async def book(
        self,
        house: GivenHouse,
        file_format: FromQuery[Annotated[FileFormat, QueryParameter(name="format")]] = FileFormat.CSV,
    ) -> Response[bytes]:
        return await book_file(await all_matches(house), file_format)

    @post("/tables/{table_id:str}/{what:str}", status_code=200)
    async def change(self, table_id: FromPath[str], what: FromPath[str], house: GivenHouse) -> dict[str, Any]:
        if what not in ("close", "aside", "restore"):
            raise Refused("no_such_page", status=404)
        live = await house.live(table_id)
        if what == "restore" and live.trouble:
            # Only this process put it aside, because it could not read the rows. Try again.
            await house.reload(table_id)
            if not live.trouble:
                return {"table": table_id, "status": live.table.status, "version": live.table.version}
        data = {"trouble": "admin"} if what == "aside" else {}
        version = await house.change(live, lambda table, at: commands.change_status(table, what, at, **data))
        return {"table": table_id, "status": live.table.status, "version": version}

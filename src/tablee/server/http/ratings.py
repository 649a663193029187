"""Ratings: how strong each member is, by game and season."""

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from tablee.bots.levels import LEVELS
from tablee.core.registry import GAMES
from tablee.server.book.rating_model import bot_strength
from tablee.server.book.seasons import closed_at, season_of
from tablee.server.house.house import House
from tablee.server.http.book_pages import BookReader
from tablee.server.http.member_list import check_role
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse
from tablee.server.http.sessions import guest_of
from tablee.server.refusals import Refused
from tablee.server.store.guests import Role

AskedSeason = Annotated[str, QueryParameter(pattern=r"^[0-9]{4}-[1-4](-[2-9])?$")]


class RankedMember(msgspec.Struct):
    """A member in a ranking. The margin says how sure the number is."""

    member: str
    name: str
    yours: bool
    number: int
    margin: int
    matches: int


class RankedBot(msgspec.Struct):
    """A level of the bots, whose strength is fixed."""

    level: str
    number: int


class Ranking(msgspec.Struct):
    """The members, ordered by their rating minus its margin."""

    game: str
    season: str
    runs: bool
    """Whether matches of today count in this season."""
    closed_at: float | None
    """When the host closed the season; none if it runs, or ended with its quarter."""
    members: list[RankedMember]
    bots: list[RankedBot]


class SeasonList(msgspec.Struct):
    """The seasons of a game, the newest first; the one that runs is always there."""

    game: str
    seasons: list[str]


class SeasonRequest(msgspec.Struct, forbid_unknown_fields=True):
    season: str
    """The current season. If it is another one, nothing is closed: the page was old."""


class RatingsController(Controller):
    path = "/api/ratings"
    tags = ("book",)

    @get(summary="The games, and the seasons in which rated matches were played")
    async def seasons(self, house: GivenHouse) -> list[SeasonList]:
        return await _season_lists(house)

    @post("/close", summary="Close the season that runs; the next one begins (the host)", status_code=200)
    async def close(self, data: JSONBody[SeasonRequest], guest: GivenGuest, house: GivenHouse) -> list[SeasonList]:
        check_role(guest, Role.HOST)
        await house.store.ratings.close_season(data.season, house.timer.now())
        return await _season_lists(house)

    @get("/{game:str}", summary="The ranking of a game in a season; if none is named, in this one", refuses=(404,))
    async def ranking(
        self,
        request: AnyRequest,
        game: FromPath[str],
        house: GivenHouse,
        season: FromQuery[AskedSeason | None] = None,
    ) -> Ranking:
        if game not in GAMES:
            raise Refused("no_such_page", status=404)
        closed = await house.store.ratings.closed_seasons()
        now = season_of(house.timer.now(), closed)
        wanted = season or now
        reader = BookReader(await guest_of(request, house.store), await house.store.members.all())
        ranked = [
            RankedMember(
                member=each.id,
                name=each.name,
                yours=reader.is_own(each.guest),
                number=each.standing.strength.number,
                margin=each.standing.strength.margin,
                matches=each.standing.matches,
            )
            for each in await house.store.ratings.ranking(game, wanted)
            if reader.named(each.guest)
        ]
        ranked.sort(key=lambda each: (-_certain(each), each.name))
        bots = [RankedBot(level, bot_strength(game, level).number) for level in reversed([*LEVELS])]
        return Ranking(game, wanted, wanted == now, closed_at(wanted, closed), ranked, bots)


def _certain(ranked: RankedMember) -> int:
    return ranked.number - ranked.margin


async def _season_lists(house: House) -> list[SeasonList]:
    now = season_of(house.timer.now(), await house.store.ratings.closed_seasons())
    played = await house.store.ratings.seasons()
    return [
        SeasonList(name, sorted({now, *(season for game, season in played if game == name)}, reverse=True))
        for name in GAMES
    ]

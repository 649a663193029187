"""Ratings: who is how strong in a game, in a season."""

from typing import Annotated

import msgspec
from litestar import Controller, get
from litestar.params import FromPath, FromQuery, QueryParameter

from tablee.bots.levels import LEVELS
from tablee.core.registry import GAMES
from tablee.server.book.rating_model import bot_strength
from tablee.server.book.seasons import season_of
from tablee.server.http.book_pages import BookReader
from tablee.server.http.requests import AnyRequest, GivenHouse
from tablee.server.http.sessions import guest_of
from tablee.server.refusals import Refused

AskedSeason = Annotated[str, QueryParameter(pattern=r"^[0-9]{4}-[1-4]$")]


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
    """The members by what they reach for certain: number minus margin."""

    game: str
    season: str
    members: list[RankedMember]
    bots: list[RankedBot]


class SeasonList(msgspec.Struct):
    """The seasons of a game, the newest first; the one that runs is always there."""

    game: str
    seasons: list[str]


class RatingsController(Controller):
    path = "/api/ratings"
    tags = ("book",)

    @get(summary="The games, and the seasons in which rated matches were played")
    async def seasons(self, house: GivenHouse) -> list[SeasonList]:
        now = season_of(house.timer.now())
        played = await house.store.ratings.seasons()
        return [
            SeasonList(name, sorted({now, *(season for game, season in played if game == name)}, reverse=True))
            for name in GAMES
        ]

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
        wanted = season or season_of(house.timer.now())
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
        return Ranking(game, wanted, ranked, bots)


def _certain(ranked: RankedMember) -> int:
    return ranked.number - ranked.margin

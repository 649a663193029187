"""Evenings: some people, several matches in a row, one score."""

from typing import Annotated

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from tablee.core.registry import game
from tablee.server.house import evenings
from tablee.server.house.evenings import EveningScore, WantedMatch
from tablee.server.house.house import House
from tablee.server.http.game_facts import player_range
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse, count_new_table
from tablee.server.http.sessions import guest_of, new_id
from tablee.server.http.table_checks import check_level
from tablee.server.http.table_summary import TableSummary, summary
from tablee.server.http.tournaments import checked_title
from tablee.server.refusals import Refused
from tablee.server.store.evenings import EveningSetup, ListedEvening
from tablee.server.store.guests import Guest


class EveningRequest(msgspec.Struct, forbid_unknown_fields=True):
    title: str
    plays: bool = True
    """Whether whoever begins it plays, too; a big screen does not."""


class NextMatchRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The next match: a game with all who are here. `bots` are levels; where more seats are needed more bots come."""

    game: str
    options: dict[str, object] = msgspec.field(default_factory=dict)
    bots: Annotated[list[str], msgspec.Meta(max_length=6)] = msgspec.field(default_factory=list)


class EveningPersonInfo(msgspec.Struct):
    """Somebody who came, and how they stand."""

    name: str
    points: int
    played: int
    won: int
    rank: int
    here: bool
    """Whether they play in the next match."""
    you: bool
    by_match: list[int | None]
    """The points of each match that has ended; null where they did not play."""


class EveningMatchInfo(msgspec.Struct):
    table: str
    game: str
    status: str


class EveningInfo(msgspec.Struct):
    """An evening. A match brings one point for each person at the table who is not ranked better, oneself included."""

    id: str
    title: str
    people: list[EveningPersonInfo]
    """The best first, without those who were forgotten."""
    matches: list[EveningMatchInfo]
    host: bool
    """Whether you have begun it."""
    you: bool
    """Whether you have come."""
    current: str | None
    """The table of the match that is played, or waits to begin."""
    yours: bool
    """Whether you sit there."""


class EveningsController(Controller):
    path = "/api/evenings"
    tags = ("evenings",)

    @post(summary="Begin an evening", status_code=201)
    async def create(
        self, request: AnyRequest, data: JSONBody[EveningRequest], guest: GivenGuest, house: GivenHouse
    ) -> EveningInfo:
        count_new_table(request)
        setup = EveningSetup(new_id(10), guest.id, checked_title(data.title), house.timer.now())
        await house.store.evenings.add(setup)
        if data.plays:
            await evenings.arrive(house, setup.id, guest)
        return await _info(house, setup.id, guest)

    @get(summary="The evenings that I have begun or came to")
    async def mine(self, guest: GivenGuest, house: GivenHouse) -> list[ListedEvening]:
        return await house.store.evenings.of_guest(guest.id, 100)

    @get("/{evening:str}", summary="One evening")
    async def evening(self, request: AnyRequest, evening: FromPath[str], house: GivenHouse) -> EveningInfo:
        return await _info(house, evening, await guest_of(request, house.store))

    @post("/{evening:str}/join", summary="Come, or be back")
    async def join(self, evening: FromPath[str], guest: GivenGuest, house: GivenHouse) -> EveningInfo:
        await evenings.load(house, evening)
        await evenings.arrive(house, evening, guest)
        return await _info(house, evening, guest)

    @post("/{evening:str}/leave", summary="Sit out the next matches")
    async def leave(self, evening: FromPath[str], guest: GivenGuest, house: GivenHouse) -> EveningInfo:
        await evenings.load(house, evening)
        await house.store.evenings.set_here(evening, guest.id, guest.name, is_here=False)
        return await _info(house, evening, guest)

    @post("/{evening:str}/next", summary="The next match, with all who are here", status_code=201)
    async def next(
        self,
        request: AnyRequest,
        evening: FromPath[str],
        data: JSONBody[NextMatchRequest],
        guest: GivenGuest,
        house: GivenHouse,
    ) -> TableSummary:
        setup = await evenings.load(house, evening)
        people = await house.store.evenings.people(evening)
        if guest.id != setup.host and guest.id not in {person.guest for person in people}:
            raise Refused("not_at_evening", status=403)
        if (live := await evenings.current_table(house, await house.store.evenings.tables(evening))) is None:
            count_new_table(request)
            live = await evenings.next_table(house, evening, guest, _wanted(data))
        return summary(live, guest)


def _wanted(data: NextMatchRequest) -> WantedMatch:
    game(data.game)  # there is such a game
    players = player_range(data.game)
    bots = [check_level(level) for level in data.bots]
    return WantedMatch(data.game, data.options, bots, range(players.low, players.high + 1))


async def _info(house: House, evening: str, guest: Guest | None) -> EveningInfo:
    setup = await evenings.load(house, evening)
    people = await house.store.evenings.people(evening)
    tables = await house.store.evenings.tables(evening)
    current = await evenings.current_table(house, tables)
    mine = guest.id if guest else None
    scores = evenings.scores(people, await house.store.evenings.results(evening))
    return EveningInfo(
        id=evening,
        title=setup.title,
        people=[_person(score, mine) for score in scores],
        matches=[EveningMatchInfo(table.id, table.game, table.status) for table in tables],
        host=mine is not None and setup.host == mine,
        you=any(person.guest == mine and person.is_here for person in people if mine is not None),
        current=current.table.setup.id if current else None,
        yours=current is not None and bool(current.table.seats_of(mine)),
    )


def _person(score: EveningScore, mine: str | None) -> EveningPersonInfo:
    is_you = mine is not None and score.guest == mine
    return EveningPersonInfo(
        score.name, score.points, score.played, score.won, score.rank, score.is_here, is_you, score.by_match
    )

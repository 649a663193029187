"""Evenings: some people, several matches in a row, one score."""

import secrets
from typing import Annotated, Final

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from tablee.core.registry import game
from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.http.game_facts import player_range
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse, count_new_table
from tablee.server.http.sessions import guest_of, new_id
from tablee.server.http.table_checks import check_level
from tablee.server.http.table_creation import in_one_draft, sit_command
from tablee.server.http.table_summary import TableSummary, summary
from tablee.server.http.tournaments import checked_title
from tablee.server.refusals import Refused
from tablee.server.store.evenings import EveningPerson, EveningSeat, EveningSetup, EveningTable, ListedEvening
from tablee.server.store.guests import Guest
from tablee.server.table import commands
from tablee.server.table.setup import Occasion, Setup
from tablee.server.table.table_parts import Status

MOST_PEOPLE: Final = 40
GOING_ON: Final = ("open", "playing", "aside")


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
    """Empty if the person was forgotten."""
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
    """An evening. Points: as many as people at the table, oneself included, are not before one."""

    id: str
    title: str
    people: list[EveningPersonInfo]
    """The best first."""
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
            await _come(house, setup.id, guest)
        return await _info(house, setup.id, guest)

    @get(summary="The evenings that I have begun or came to")
    async def mine(self, guest: GivenGuest, house: GivenHouse) -> list[ListedEvening]:
        return await house.store.evenings.of_guest(guest.id, 100)

    @get("/{evening:str}", summary="One evening")
    async def evening(self, request: AnyRequest, evening: FromPath[str], house: GivenHouse) -> EveningInfo:
        return await _info(house, evening, await guest_of(request, house.store))

    @post("/{evening:str}/join", summary="Come, or be back")
    async def join(self, evening: FromPath[str], guest: GivenGuest, house: GivenHouse) -> EveningInfo:
        await _found(house, evening)
        await _come(house, evening, guest)
        return await _info(house, evening, guest)

    @post("/{evening:str}/leave", summary="Sit out the next matches")
    async def leave(self, evening: FromPath[str], guest: GivenGuest, house: GivenHouse) -> EveningInfo:
        await _found(house, evening)
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
        setup = await _found(house, evening)
        people = await house.store.evenings.people(evening)
        if guest.id != setup.host and guest.id not in {person.guest for person in people}:
            raise Refused("not_at_evening", status=403)
        played = await house.store.evenings.tables(evening)
        if (going_on := _going_on(played)) is not None:
            # Two tapped at once: both get the same table.
            return summary(await house.live(going_on.id), guest)
        count_new_table(request)
        # Nobody twice, even if they came on two devices.
        here = {person.guest: person for person in people if person.is_here and person.guest is not None}
        live = await _next_table(house, evening, [*here.values()], guest, data)
        return summary(live, guest)


async def _found(house: House, evening: str) -> EveningSetup:
    setup = await house.store.evenings.setup(evening)
    if setup is None:
        raise Refused("no_such_evening", status=404)
    return setup


async def _come(house: House, evening: str, guest: Guest) -> None:
    while True:
        people = await house.store.evenings.people(evening)
        if guest.id in {person.guest for person in people}:
            return await house.store.evenings.set_here(evening, guest.id, guest.name, is_here=True)
        if len(people) >= MOST_PEOPLE:
            raise Refused("evening_full", {"most": MOST_PEOPLE})
        number = people[-1].number + 1 if people else 1
        if await house.store.evenings.add_person(evening, guest.id, guest.name, number):
            return None


# The next match


async def _next_table(
    house: House, evening: str, here: list[EveningPerson], guest: Guest, data: NextMatchRequest
) -> LiveTable:
    """A table with all who are here and as many bots as it takes; the one before leads to it."""
    game(data.game)  # there is such a game
    players = player_range(data.game)
    bots = [check_level(level) for level in data.bots]
    bots += [bots[-1] if bots else "cuisinier"] * (players.low - len(here) - len(bots))
    if not here or len(here) + len(bots) > players.high:
        raise Refused("evening_seats", {"low": players.low, "high": players.high, "here": len(here)}, status=400)
    ids = [person.guest for person in here if person.guest is not None]
    setup = Setup(
        new_id(10),
        game(data.game, **{**data.options, "players": len(here) + len(bots)}),
        secrets.token_bytes(32),
        guest.id if guest.id in ids else ids[0],
        is_open=False,
        created_at=house.timer.now(),
        occasion=Occasion("evening", evening),
    )
    number = await house.store.evenings.number_of_tables(evening)
    live = await house.open_table(setup)
    seated = [sit_command(seat, person.name, guest=person.guest) for seat, person in enumerate(here)]
    seated += [sit_command(seat, "", bot=level) for seat, level in enumerate(bots, start=len(here))]
    await house.change(live, in_one_draft(seated))
    if not await house.store.evenings.add_table(evening, setup.id, number):
        # Somebody else was faster: that match is played.
        await house.change(live, lambda table, at: commands.change_status(table, "close", at))
        return await house.live((await house.store.evenings.tables(evening))[-1].id)
    await lead_on(house, evening, live)
    return live


async def lead_on(house: House, evening: str, live: LiveTable) -> None:
    """The match before leads to this one, as to a rematch: phones are called, and a big screen goes along."""
    tables = [table for table in await house.store.evenings.tables(evening) if table.id != live.table.setup.id]
    if tables and tables[-1].status == Status.OVER:
        before = await house.live(tables[-1].id)
        await house.change(before, lambda table, at: commands.rematch(table, live.table.setup.id, at))


def _going_on(tables: list[EveningTable]) -> EveningTable | None:
    return next((table for table in reversed(tables) if table.status in GOING_ON), None)


# How it stands


async def _info(house: House, evening: str, guest: Guest | None) -> EveningInfo:
    setup = await _found(house, evening)
    people = await house.store.evenings.people(evening)
    tables = await house.store.evenings.tables(evening)
    current = _going_on(tables)
    mine = guest.id if guest else None
    return EveningInfo(
        id=evening,
        title=setup.title,
        people=_standings(people, await house.store.evenings.results(evening), mine),
        matches=[EveningMatchInfo(table.id, table.game, table.status) for table in tables],
        host=mine is not None and setup.host == mine,
        you=any(person.guest == mine and person.is_here for person in people if mine is not None),
        current=current.id if current else None,
        yours=current is not None and bool((await house.live(current.id)).table.seats_of(mine)),
    )


def points(seat: EveningSeat) -> int:
    """One for oneself, and one for everybody at the table who is not before: the first of four gets 4, the last 1."""
    return seat.players + 1 - seat.rank


def _standings(people: list[EveningPerson], seats: list[EveningSeat], mine: str | None) -> list[EveningPersonInfo]:
    """All who came or played, by points. Whoever plays on somebody else's device is known by that and the name."""
    found: dict[tuple[str | None, str], EveningPersonInfo] = {}
    for person in people:
        key: tuple[str | None, str] = (person.guest, "" if person.guest else person.name)
        is_you = mine is not None and person.guest == mine
        found[key] = EveningPersonInfo(person.name, 0, 0, 0, 1, person.is_here, is_you, [])
    tables = list(dict.fromkeys(seat.table for seat in seats))
    for seat in seats:
        if seat.is_bot:
            continue
        key = (seat.guest, "" if seat.is_own and seat.guest else seat.name)
        person_info = found.setdefault(key, EveningPersonInfo(seat.name, 0, 0, 0, 1, False, False, []))
        person_info.by_match += [None] * (tables.index(seat.table) - len(person_info.by_match))
        person_info.by_match.append(points(seat))
        person_info.points += points(seat)
        person_info.played += 1
        person_info.won += seat.rank == 1
    for one in found.values():
        one.by_match += [None] * (len(tables) - len(one.by_match))
        one.rank = 1 + sum((other.points, other.won) > (one.points, one.won) for other in found.values())
    return sorted(found.values(), key=lambda one: one.rank)

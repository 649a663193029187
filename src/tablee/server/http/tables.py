"""The lobby: putting up tables, sitting down, starting, finding one's games again."""

import secrets
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, PathParameter

from tablee.bots import BOTS, LEVELS
from tablee.core.options import Choice, Option, options_of
from tablee.core.registry import GAMES, by_current_rules, game, manifest
from tablee.core.seat import Seat
from tablee.core.texts import Catalogue, Lang
from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.house.scheduler import STAND_IN
from tablee.server.http.guests import LINK_SECONDS, LinkTold, TokenGiven
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse, GivenLang
from tablee.server.http.sessions import checked_name, guest_of, hashed, new_id, new_secret
from tablee.server.refusals import Refused
from tablee.server.store.store import Guest
from tablee.server.table import commands, messages, updates
from tablee.server.table.clocks import OnTimeout, Pace
from tablee.server.table.table import Draft, Origin, Setup, Status, Table

SeatInPath = Annotated[int, PathParameter(ge=0, le=99)]


class PaceGiven(msgspec.Struct, forbid_unknown_fields=True):
    """Seconds for each choice (none: no limit), a reserve for the match, and what happens when time is up."""

    seconds: float | None = None
    reserve: float = 0.0
    on_timeout: OnTimeout = OnTimeout.BOT


class TableGiven(msgspec.Struct, forbid_unknown_fields=True):
    """A table to put up. `bots`: levels for the last seats; `seats`: how many of the first ones are mine."""

    game: str
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    open: bool = False
    pace: PaceGiven = msgspec.field(default_factory=PaceGiven)
    bots: Annotated[list[str], msgspec.Meta(max_length=100)] = msgspec.field(default_factory=list)
    seats: messages.SeatNumber = 1
    names: Annotated[list[str], msgspec.Meta(max_length=100)] = msgspec.field(default_factory=list)
    """Names for my seats, if several people play at this device; else my own."""


class SeatGiven(msgspec.Struct, forbid_unknown_fields=True):
    seat: messages.SeatNumber | None = None
    """Which one; none: the first that is free."""
    name: str | None = None


class BotGiven(msgspec.Struct, forbid_unknown_fields=True):
    level: str


class TableTold(msgspec.Struct):
    """A table as the lobby shows it."""

    id: str
    game: str
    options: dict[str, Any]
    status: Status
    open: bool
    pace: Pace
    chairs: tuple[messages.ChairTold, ...]
    yours: tuple[int, ...]
    host: bool
    commitment: str
    created_at: float
    next_table: str | None
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    """Of a match played to its end."""
    your_turn: bool
    origin: Origin | None
    """The record this match was played on from, and from which step; none if it began at the beginning."""


class ProgramToken(msgspec.Struct):
    """What a program needs to play a seat."""

    table: str
    token: str


def summary(live: LiveTable, guest: Guest | None) -> TableTold:
    table, setup = live.table, live.table.setup
    yours = table.seats_of(guest.id if guest else None)
    return TableTold(
        id=setup.id,
        game=table.game.name,
        options=table.game.options(),
        status=table.status,
        open=setup.is_open,
        pace=setup.pace,
        chairs=updates.chairs(table),
        yours=tuple(yours),
        host=guest is not None and guest.id == setup.host,
        commitment=table.commitment,
        created_at=setup.created_at,
        next_table=table.next_table,
        winners=table.winners() if table.status is Status.OVER else (),
        scores=table.scores(),
        your_turn=any(seat in table.awaited for seat in yours),
        origin=table.origin,
    )


async def summaries(house: House, table_ids: Sequence[str], guest: Guest | None) -> list[TableTold]:
    """All these tables but those that cannot be read."""
    return [summary(live, guest) for live in await house.several(table_ids)]


def check_level(level: str) -> str:
    if level not in BOTS:
        raise Refused("unknown_level", {"level": level, "allowed": ", ".join(BOTS)}, status=400)
    return level


def check_host(live: LiveTable, guest: Guest) -> None:
    if live.table.setup.host != guest.id:
        raise Refused("host_only", status=403)


class TablesController(Controller):
    path = "/api"
    tags = ("tables",)

    @get("/games", summary="The games of the house")
    async def games(self, lang: GivenLang) -> list[dict[str, Any]]:
        return [game_told(name, lang) for name in GAMES]

    @get("/tables", summary="Open tables, the newest first")
    async def tables(self, request: AnyRequest, house: GivenHouse) -> list[TableTold]:
        guest = await guest_of(request, house.store)
        return await summaries(house, await house.store.lobby(100), guest)

    @get("/my/tables", summary="The tables I sit at or have put up")
    async def mine(self, guest: GivenGuest, house: GivenHouse) -> list[TableTold]:
        return await summaries(house, await house.store.tables_of(guest.id, 200), guest)

    @post("/tables", summary="Put up a table", status_code=201)
    async def put_up(self, data: JSONBody[TableGiven], guest: GivenGuest, house: GivenHouse) -> TableTold:
        live = await put_up(house, guest, data)
        return summary(live, guest)

    @get("/tables/{table_id:str}", summary="One table")
    async def table(self, request: AnyRequest, table_id: FromPath[str], house: GivenHouse) -> TableTold:
        return summary(await house.live(table_id), await guest_of(request, house.store))

    @post("/tables/{table_id:str}/sit", summary="Sit down")
    async def sit(
        self, table_id: FromPath[str], data: JSONBody[SeatGiven], guest: GivenGuest, house: GivenHouse
    ) -> TableTold:
        live = await house.live(table_id)
        name = guest.name if data.name is None else checked_name(data.name)
        await house.change(
            live, lambda table, at: commands.sit(table, free_seat(table, data.seat), name, at, guest=guest.id)
        )
        return summary(live, guest)

    @post("/tables/{table_id:str}/stand", summary="Stand up before the start")
    async def stand(
        self, table_id: FromPath[str], data: JSONBody[SeatGiven], guest: GivenGuest, house: GivenHouse
    ) -> TableTold:
        live = await house.live(table_id)
        await house.change(live, lambda table, at: commands.stand(table, own_seat(table, guest, data.seat), at))
        return summary(live, guest)

    @post("/tables/{table_id:str}/leave", summary="Leave for good: a bot plays on")
    async def leave(
        self, table_id: FromPath[str], data: JSONBody[SeatGiven], guest: GivenGuest, house: GivenHouse
    ) -> TableTold:
        live = await house.live(table_id)
        await house.change(
            live, lambda table, at: commands.leave(table, own_seat(table, guest, data.seat), STAND_IN, at)
        )
        return summary(live, guest)

    @post("/tables/{table_id:str}/start", summary="Start the match (the host)")
    async def start(self, table_id: FromPath[str], guest: GivenGuest, house: GivenHouse) -> TableTold:
        live = await house.live(table_id)
        check_host(live, guest)
        await house.change(live, commands.start)
        return summary(live, guest)

    @post("/tables/{table_id:str}/close", summary="Close a table (the host)")
    async def close(self, table_id: FromPath[str], guest: GivenGuest, house: GivenHouse) -> TableTold:
        live = await house.live(table_id)
        check_host(live, guest)
        await house.change(live, lambda table, at: commands.status(table, "close", at))
        return summary(live, guest)

    @post("/tables/{table_id:str}/rematch", summary="The same people once more", status_code=201)
    async def rematch(self, table_id: FromPath[str], guest: GivenGuest, house: GivenHouse) -> TableTold:
        live = await house.live(table_id)
        if not live.table.seats_of(guest.id) and live.table.setup.host != guest.id:
            raise Refused("not_at_table", status=403)
        async with live.rematching:
            if live.table.next_table is None:
                await again(house, live, guest)
        return summary(await house.live(live.table.next_table or table_id), guest)

    # Seats, for the host

    @post("/tables/{table_id:str}/seats/{seat:int}/bot", summary="Let a bot sit, or stand in for somebody absent")
    async def bot(
        self,
        table_id: FromPath[str],
        seat: SeatInPath,
        data: JSONBody[BotGiven],
        guest: GivenGuest,
        house: GivenHouse,
    ) -> TableTold:
        live = await house.live(table_id)
        check_host(live, guest)
        level = check_level(data.level)
        if live.table.status is Status.OPEN:
            await house.change(live, sitting(seat, "", bot=level))
        else:
            await house.change(live, lambda table, at: commands.stand_in(table, Seat(seat), level, "host", at))
        return summary(live, guest)

    @post("/tables/{table_id:str}/seats/{seat:int}/person", summary="Give the seat back to its person, or free it")
    async def person(
        self, table_id: FromPath[str], seat: SeatInPath, guest: GivenGuest, house: GivenHouse
    ) -> TableTold:
        live = await house.live(table_id)
        check_host(live, guest)
        command = commands.stand if live.table.status is Status.OPEN else commands.back
        await house.change(live, lambda table, at: command(table, Seat(seat), at))
        return summary(live, guest)

    @post(
        "/tables/{table_id:str}/seats/{seat:int}/link",
        summary="A link that gives the seat to another device",
        status_code=201,
    )
    async def reissue(
        self, table_id: FromPath[str], seat: SeatInPath, guest: GivenGuest, house: GivenHouse
    ) -> LinkTold:
        live = await house.live(table_id)
        check_host(live, guest)
        if seat not in live.table.game.seats or live.table.chairs[seat].guest is None:
            raise Refused("not_a_person", {"seat": seat + 1})
        if live.table.status is Status.OPEN:
            # The chairs are turned at the start: until then whoever lost his seat sits down again.
            raise Refused("not_started")
        token = new_secret()
        await house.store.add_link(hashed(token), house.timer.now() + LINK_SECONDS, table_id=table_id, seat=seat)
        return LinkTold(token, LINK_SECONDS)

    @post("/take-seat", summary="Take a seat by such a link", refuses=(404, 409, 503))
    async def take_seat(self, data: JSONBody[TokenGiven], guest: GivenGuest, house: GivenHouse) -> TableTold:
        token = hashed(data.token)
        link = await house.store.seat_link(token, house.timer.now())
        if link is None:
            raise Refused("bad_link", status=404)
        table_id, seat = link
        live = await house.live(table_id)
        # The table itself knows who was first: a link is thrown away only once the seat is saved.
        await house.change(
            live, lambda table, at: commands.hand_over(table, seat, guest.name, guest.id, at, link=token)
        )
        await house.store.throw_away_link(token, house.timer.now())
        return summary(live, guest)

    @post(
        "/tables/{table_id:str}/seats/{seat:int}/program",
        summary="A token with which a program plays the seat",
        status_code=201,
    )
    async def program(
        self,
        table_id: FromPath[str],
        seat: SeatInPath,
        data: JSONBody[SeatGiven],
        guest: GivenGuest,
        house: GivenHouse,
    ) -> ProgramToken:
        live = await house.live(table_id)
        check_host(live, guest)
        name = checked_name(data.name or "bot")
        token = new_secret()
        await house.change(live, sitting(seat, name, program=hashed(token)))
        return ProgramToken(table_id, token)


def game_told(name: str, lang: Lang) -> dict[str, Any]:
    kind = GAMES[name]
    say = kind.words.texts(lang)
    plain = game(name).options()
    return {
        "name": name,
        **{key: say(key) for key in ("title", "tagline", "about", "credits")},
        "minutes": manifest(name).minutes_in_words(lang),
        "options": [
            {
                "name": option,
                "title": say(f"options.{option}.name"),
                "help": say(f"options.{option}.help"),
                "default": plain[option],
                "allowed": msgspec.to_builtins(spec, enc_hook=_members),
                **_in_words(option, spec, say),
            }
            for option, spec in options_of(kind).items()
        ],
        "levels": list(LEVELS),
    }


def _in_words(option: str, spec: Option, say: Catalogue) -> dict[str, Any]:
    """What each of a few values means."""
    if not isinstance(spec, Choice):
        return {}
    return {"values": {member.value: say(f"options.{option}.{member.value}") for member in spec.members}}


def _members(thing: Any) -> Any:
    return [member.value for member in thing]


def sitting(
    seat: int, name: str, *, guest: str | None = None, bot: str | None = None, program: str | None = None
) -> Callable[[Table, float], Draft]:
    """The command to seat somebody."""
    return lambda table, at: commands.sit(table, Seat(seat), name, at, guest=guest, bot=bot, program=program)


def free_seat(table: Table, seat: int | None) -> Seat:
    if seat is not None:
        return Seat(seat)
    for free in table.game.seats:
        if not table.chairs[free].taken:
            return free
    raise Refused("table_full")


def own_seat(table: Table, guest: Guest, seat: int | None) -> Seat:
    mine = table.seats_of(guest.id)
    if not mine or (seat is not None and seat not in mine):
        raise Refused("not_your_seat", {"seat": (seat or 0) + 1}, status=403)
    return mine[0] if seat is None else Seat(seat)


async def put_up(house: House, guest: Guest, data: TableGiven) -> LiveTable:
    chosen = game(data.game, **data.options)
    for level in data.bots:
        check_level(level)
    names = [checked_name(name) for name in data.names] or [guest.name] * data.seats
    if not 0 <= len(names) <= chosen.players or len(names) + len(data.bots) > chosen.players:
        raise Refused("too_many_seats", {"players": chosen.players}, status=400)
    pace = data.pace
    if (pace.seconds is not None and not 1 <= pace.seconds <= 31 * 86400) or not 0 <= pace.reserve <= 86400:
        raise Refused("bad_pace", status=400)
    live = await house.open_table(
        Setup(
            id=new_id(10),
            game=chosen,
            secret=secrets.token_bytes(32),
            host=guest.id,
            is_open=data.open,
            pace=Pace(pace.seconds, pace.reserve, pace.on_timeout),
            created_at=house.timer.now(),
        )
    )
    for seat, name in enumerate(names):
        await house.change(live, sitting(seat, name, guest=guest.id))
    for seat, level in enumerate(data.bots, start=chosen.players - len(data.bots)):
        await house.change(live, sitting(seat, "", bot=level))
    return live


async def again(house: House, live: LiveTable, guest: Guest) -> None:
    """Put up a table for the same people, options and pace, and point to it."""
    table, setup = live.table, live.table.setup
    if table.status is not Status.OVER:
        raise Refused("match_not_over")
    # A match that ended by earlier rules is followed by one with those played now.
    rules = by_current_rules(setup.game)
    new = await house.open_table(
        Setup(new_id(10), rules, secrets.token_bytes(32), guest.id, setup.is_open, setup.pace, house.timer.now())
    )
    for seat, chair in enumerate(table.chairs):
        if chair.taken and chair.program is None:
            await house.change(new, sitting(seat, chair.name, guest=chair.guest, bot=chair.bot))
    await house.change(live, lambda there, at: commands.rematch(there, new.table.setup.id, at))
    if live.table.next_table != new.table.setup.id:
        # Somebody asked another process at the same moment and was faster: all go to his table.
        await house.change(new, lambda there, at: commands.status(there, "close", at))

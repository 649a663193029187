"""Records: downloading, uploading and replaying matches, and continuing one from any step."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Final

import msgspec
from litestar import Controller, Response, delete, get, post
from litestar.di import NamedDependency, Provide
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter, SkipValidation

from tablee.bots.cast import cast_bot
from tablee.core import record as records
from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.seat import Seat
from tablee.core.texts import Lang
from tablee.core.verify import verify
from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.house.scheduler import STAND_IN_LEVEL
from tablee.server.http.replays import (
    MAX_STEPS,
    DrawInfo,
    Perspective,
    ReplayPage,
    ReplaySeat,
    ReplayTurns,
    check_seat,
    check_step,
    draws_of,
    match_of,
    match_of_record,
    replay,
    replay_turns,
    shown_players,
)
from tablee.server.http.requests import (
    AnyRequest,
    AskedFirst,
    AskedReader,
    GivenGuest,
    GivenHouse,
    address,
    count_new_table,
)
from tablee.server.http.sessions import guest_of, new_id
from tablee.server.http.table_checks import check_level
from tablee.server.http.table_summary import TableSummary, summary
from tablee.server.http.work_queue import QueueOfAddress, WorkQueue
from tablee.server.refusals import Refused, too_fast
from tablee.server.store.guests import Guest
from tablee.server.store.records import Quota, StoredRecord
from tablee.server.table import commands, messages
from tablee.server.table.setup import Origin, Setup

MAX_RECORDS: Final = 100
"""How many records a guest may upload."""
MAX_RECORD_BYTES: Final = 1_000_000
MAX_RECORDS_BYTES: Final = 20_000_000
"""How large all records of a guest may be together."""

AskedCount = Annotated[int, QueryParameter(ge=1, le=MAX_STEPS)]


class RecordSummary(msgspec.Struct):
    """A record that holds."""

    id: str | None
    """Where it is kept; none if a stranger had it checked."""
    game: str
    options: dict[str, Any]
    seats: tuple[ReplaySeat, ...]
    entries: int
    result: dict[str, Any] | None
    chance_checked: int | None
    """How many outcomes of chance were drawn again from the secret; none if the record names no secret."""
    created_at: float | None


class ContinueRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Play on from a step of a record, on one seat, against bots."""

    step: messages.Number
    seat: messages.SeatNumber
    bots: str = STAND_IN_LEVEL


@dataclass(frozen=True)
class AskedSteps:
    """Which steps of a replay a client asks for."""

    perspective: Perspective
    first: int
    count: int
    words: Lang | None


def provide_steps(
    reader: AskedReader = "spectator",
    first: AskedFirst = 0,
    count: AskedCount = 20,
    words: FromQuery[Lang | None] = None,
) -> AskedSteps:
    return AskedSteps(_perspective(reader), first, count, words)


GivenSteps = NamedDependency[SkipValidation[AskedSteps]]


class RecordsController(Controller):
    path = "/api"
    tags = ("records",)
    dependencies = MappingProxyType({"steps": Provide(provide_steps, sync_to_thread=False)})

    # Matches of the house

    @get("/tables/{table_id:str}/record", summary="The record of a finished match", refuses=(409,))
    async def record(self, table_id: FromPath[str], house: GivenHouse) -> Response[str]:
        live = await house.live(table_id)
        return _file(records.dumps(live.table.record()), f"{live.table.game.name}-{table_id}")

    @get("/tables/{table_id:str}/replay", summary="See a finished match again, step by step", refuses=(409,))
    async def replay(
        self,
        request: AnyRequest,
        table_id: FromPath[str],
        house: GivenHouse,
        steps: GivenSteps,
    ) -> ReplayPage:
        match = match_of((await house.live(table_id)).table)
        return await _replay_queue(request).run(replay, match, steps.perspective, steps.first, steps.count, steps.words)

    @get("/tables/{table_id:str}/replay/turns", summary="The turns of a finished match", refuses=(409,))
    async def turns(
        self,
        request: AnyRequest,
        table_id: FromPath[str],
        house: GivenHouse,
        reader: AskedReader = "spectator",
        words: FromQuery[Lang | None] = None,
    ) -> ReplayTurns:
        table = (await house.live(table_id)).table
        guest = await guest_of(request, house.store)
        yours = table.seats_of(guest.id if guest else None)
        return await _replay_queue(request).run(
            replay_turns, match_of(table), _perspective(reader), words, table.places, yours
        )

    @get("/tables/{table_id:str}/draws", summary="What chance could draw each time, to draw it again", refuses=(409,))
    async def draws(self, request: AnyRequest, table_id: FromPath[str], house: GivenHouse) -> list[DrawInfo]:
        match = match_of((await house.live(table_id)).table)
        return await _replay_queue(request).run(draws_of, match)

    @post("/tables/{table_id:str}/from-here", summary="Play on from a step of it against bots", status_code=201)
    async def from_table(
        self,
        request: AnyRequest,
        table_id: FromPath[str],
        data: JSONBody[ContinueRequest],
        guest: GivenGuest,
        house: GivenHouse,
    ) -> TableSummary:
        count_new_table(request)
        match = match_of((await house.live(table_id)).table)
        start = await _replay_queue(request).run(starting_point, match, data)
        return summary(
            await create_continuation(house, guest, start, data, Origin("table", table_id, data.step)), guest
        )

    # Uploaded records

    @post(
        "/records",
        summary="Check a record by replaying it; a guest's is kept",
        status_code=200,
        request_max_body_size=MAX_RECORD_BYTES,
    )
    async def upload(self, request: AnyRequest, data: JSONBody[dict[str, Any]], house: GivenHouse) -> RecordSummary:
        guest = await guest_of(request, house.store)
        too_many = Refused("too_many_records", {"most": MAX_RECORDS}, status=429)
        if guest is not None and await house.store.records.count(guest.id) >= MAX_RECORDS:
            raise too_many
        if wait := request.app.state.expensive_requests.take(address(request)):
            raise too_fast(wait)
        name, about, text = await request.app.state.verify_queue.of(address(request)).run(_verified, data)
        if guest is None:
            return _summary(None, name, about, None)
        stored = StoredRecord(new_id(10), name, about, house.timer.now())
        if not await house.store.records.add(guest.id, stored, text, Quota(MAX_RECORDS, MAX_RECORDS_BYTES)):
            raise too_many
        return _summary_of(stored)

    @get("/my/records", summary="The records I have uploaded")
    async def mine(self, guest: GivenGuest, house: GivenHouse) -> list[RecordSummary]:
        return [_summary_of(stored) for stored in await house.store.records.of(guest.id)]

    @get("/records/{record_id:str}", summary="A record that was uploaded")
    async def uploaded(self, record_id: FromPath[str], house: GivenHouse) -> Response[str]:
        return _file(await _text(house, record_id), record_id)

    @delete("/records/{record_id:str}", summary="Delete a record I have uploaded", status_code=204)
    async def delete_record(self, record_id: FromPath[str], guest: GivenGuest, house: GivenHouse) -> None:
        if not await house.store.records.remove(guest.id, record_id):
            raise Refused("no_such_record", status=404)

    @get("/records/{record_id:str}/replay", summary="See it, step by step", refuses=(409,))
    async def replay_uploaded(
        self,
        request: AnyRequest,
        record_id: FromPath[str],
        house: GivenHouse,
        steps: GivenSteps,
    ) -> ReplayPage:
        queue = _replay_queue(request)
        match = await queue.run(match_of_record, await _text(house, record_id))
        return await queue.run(replay, match, steps.perspective, steps.first, steps.count, steps.words)

    @get("/records/{record_id:str}/replay/turns", summary="Its turns", refuses=(409,))
    async def turns_brought(
        self,
        request: AnyRequest,
        record_id: FromPath[str],
        house: GivenHouse,
        reader: AskedReader = "spectator",
        words: FromQuery[Lang | None] = None,
    ) -> ReplayTurns:
        queue = _replay_queue(request)
        match = await queue.run(match_of_record, await _text(house, record_id))
        return await queue.run(replay_turns, match, _perspective(reader), words)

    @post("/records/{record_id:str}/from-here", summary="Play on from a step of it against bots", status_code=201)
    async def from_record(
        self,
        request: AnyRequest,
        record_id: FromPath[str],
        data: JSONBody[ContinueRequest],
        guest: GivenGuest,
        house: GivenHouse,
    ) -> TableSummary:
        count_new_table(request)
        queue = _replay_queue(request)
        match = await queue.run(match_of_record, await _text(house, record_id))
        start = await queue.run(starting_point, match, data)
        return summary(
            await create_continuation(house, guest, start, data, Origin("record", record_id, data.step)), guest
        )


def starting_point(match: Match, data: ContinueRequest) -> Match:
    """The match after the step from which it is to go on; raises `Refused` if it cannot."""
    check_seat(match, data.seat)
    check_step(match, data.step)
    start = match.at(data.step)
    if start.over:
        raise Refused("match_over_here", {"step": data.step})
    return start


async def create_continuation(
    house: House, guest: Guest, match: Match, data: ContinueRequest, origin: Origin
) -> LiveTable:
    """A table that continues a recorded match: its entries up to the step are copied, chance is drawn anew."""
    level, seat = check_level(data.bots), Seat(data.seat)
    live = await house.open_table(
        Setup(
            id=new_id(10),
            game=match.game,
            secret=secrets.token_bytes(32),
            host=guest.id,
            is_open=False,
            created_at=house.timer.now(),
        )
    )
    chairs: list[dict[str, Any]] = []
    for other in match.game.seats:
        bot = cast_bot(level, [guest.name, *(str(chair["name"]) for chair in chairs)]) or Player("", level)
        own = {"name": guest.name, "guest": guest.id, "bot": None} | ({"member": True} if guest.role else {})
        chairs.append(own if other == seat else {"name": bot.name, "guest": None, "bot": bot.bot})
    await house.change(live, lambda table, at: commands.continue_match(table, chairs, match.copy(), origin, at))
    return live


def _verified(data: dict[str, Any]) -> tuple[str, dict[str, Any], str]:
    """The game of a valid record, what lists show of it, and its text; raises `BadRecord`."""
    verified = verify(data)
    match = verified.match
    about = {
        "options": match.game.options(),
        "seats": [ReplaySeat(player.name, player.bot) for player in shown_players(match)],
        "entries": len(match.log),
        "result": match.result(),
        "chance_checked": verified.chance_checked,
    }
    return match.game.name, about, records.dumps(data)


def _replay_queue(request: AnyRequest) -> QueueOfAddress:
    queue: WorkQueue = request.app.state.replay_queue
    return queue.of(address(request))


def _summary_of(stored: StoredRecord) -> RecordSummary:
    return _summary(stored.id, stored.game, stored.about, stored.created_at)


def _summary(record_id: str | None, game: str, about: Mapping[str, Any], at: float | None) -> RecordSummary:
    return msgspec.convert({"id": record_id, "game": game, "created_at": at, **about}, RecordSummary)


async def _text(house: House, record_id: str) -> str:
    text = await house.store.records.text(record_id) if record_id.isascii() and record_id.isalnum() else None
    if text is None:
        raise Refused("no_such_record", status=404)
    return text


def _file(text: str, name: str) -> Response[str]:
    headers = {"Content-Disposition": f'attachment; filename="{name}.tablee.json"'}
    return Response(text, media_type="application/json", headers=headers)


def _perspective(reader: str) -> Perspective:
    match reader:
        case "spectator" | "all":
            return reader
        case seat:
            return Seat(int(seat))

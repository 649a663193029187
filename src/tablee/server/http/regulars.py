"""Regulars: people one has played with and would like to play with again, if they like it, too. They are asked to a new
table in one go."""

from typing import Annotated, Any, Final

import msgspec
from litestar import Controller, delete, get, post
from litestar.params import FromPath, JSONBody

from tablee.bots import BOTS
from tablee.core.registry import by_current_rules
from tablee.server.house.house import House
from tablee.server.house.notifications import Notification
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse, count_new_table
from tablee.server.http.sessions import hashed
from tablee.server.http.table_creation import TableRequest, TimeLimitsRequest, create_table
from tablee.server.http.table_summary import TableSummary, summary
from tablee.server.refusals import Refused
from tablee.server.store.guests import Guest
from tablee.server.store.notification_choices import Kind
from tablee.server.table import messages

PEOPLE_LISTED: Final = 100
MATCHES_READ: Final = 40
"""The number of last matches that are searched for groups."""
GROUPS_LISTED: Final = 6
HANDLE_LENGTH: Final = 20


class RegularInfo(msgspec.Struct):
    """Somebody whom the guest who asks has played with."""

    handle: str
    """What this guest calls that person by in requests. Others call them by something else."""
    name: str
    member: bool
    matches: int
    last_at: float | None
    mine: bool
    """Whether the guest wants to play with them again."""
    theirs: bool
    """Whether they want to play with the guest again. Both: they are regulars."""


class GroupInfo(msgspec.Struct):
    """Regulars who have played together with the guest."""

    table: str
    """Their last table."""
    game: str
    ended_at: float
    handles: tuple[str, ...]
    names: tuple[str, ...]


class BlockedInfo(msgspec.Struct):
    handle: str
    name: str


class Company(msgspec.Struct):
    """The people whom a guest knows here."""

    people: list[RegularInfo]
    groups: list[GroupInfo]
    blocked: list[BlockedInfo]


class GroupRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Ask regulars to a new table: one like a table before, or of a game with options."""

    handles: Annotated[list[str], msgspec.Meta(min_length=1, max_length=20)]
    like: str | None = None
    game: str | None = None
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    commitment: messages.Hash | None = None
    """What this device commits to for its seat; see docs/fairness.md."""


class RegularsController(Controller):
    path = "/api/me"
    tags = ("regulars",)

    @get("/regulars", summary="The people I know here: regulars, those I have played with, those I have blocked")
    async def regulars(self, guest: GivenGuest, house: GivenHouse) -> Company:
        return await company(house, guest)

    @post(
        "/regulars/{handle:str}", summary="I would like to play with somebody again, or I like it, too", status_code=200
    )
    async def wish(self, handle: FromPath[str], guest: GivenGuest, house: GivenHouse) -> Company:
        known = await company(house, guest)
        if handle not in {person.handle for person in known.people}:
            raise Refused("no_such_person", status=404)
        await house.store.regulars.add(guest.id, await person_of(house, guest, handle), house.timer.now())
        return await company(house, guest)

    @delete("/regulars/{handle:str}", summary="Not any more, or no, thank you", status_code=200)
    async def part(self, handle: FromPath[str], guest: GivenGuest, house: GivenHouse) -> Company:
        await house.store.regulars.remove(guest.id, await person_of(house, guest, handle))
        return await company(house, guest)

    @post("/group-table", summary="Ask regulars to a new table", status_code=201, refuses=(409,))
    async def ask(
        self, request: AnyRequest, data: JSONBody[GroupRequest], guest: GivenGuest, house: GivenHouse
    ) -> TableSummary:
        mine, theirs = await house.store.regulars.wanted(guest.id)
        people = {handle_of(guest, other): other for other in mine & theirs}
        if not people.keys() >= set(data.handles):
            raise Refused("not_regulars")
        wanted = await _wanted_table(house, guest, data)
        count_new_table(request)
        live = await create_table(house, guest, wanted)
        table_id, asked = live.table.setup.id, [people[handle] for handle in dict.fromkeys(data.handles)]
        # The outbox first: if the house stops in between, those who are told find the table.
        invitation = {"table": table_id, "by": guest.id}
        await house.notifications.add(
            asked, Notification(Kind.INVITATION, f"invitation {table_id}", f"/t/{table_id}", invitation)
        )
        await house.store.regulars.invite(table_id, asked, guest.id, house.timer.now())
        return summary(live, guest)

    @delete("/invitations/{table_id:str}", summary="I do not come to this table", status_code=204)
    async def decline(self, table_id: FromPath[str], guest: GivenGuest, house: GivenHouse) -> None:
        await house.store.regulars.decline(table_id, guest.id)


async def _wanted_table(house: House, guest: Guest, data: GroupRequest) -> TableRequest:
    """The table to create: as the earlier one was, bots included; or of the game that was asked for."""
    if (data.like is None) == (data.game is None):
        raise Refused("bad_request", status=400)
    if data.game is not None:
        return TableRequest(data.game, data.options, commitment=data.commitment)
    before = (await house.live(data.like or "")).table
    if not before.seats_of(guest.id):
        raise Refused("not_at_table", status=403)
    rules, limits = by_current_rules(before.game), before.setup.time_limits
    return TableRequest(
        rules.name,
        rules.options(),
        time_limits=TimeLimitsRequest(limits.seconds, limits.reserve, limits.on_timeout),
        bots=[chair.bot for chair in before.chairs if chair.bot is not None and chair.bot in BOTS],
        commitment=data.commitment,
    )


def handle_of(guest: Guest, other: str) -> str:
    """What a guest calls another by in requests: ids of guests are never sent to clients."""
    return hashed(f"{guest.id} {other}")[:HANDLE_LENGTH]


async def person_of(house: House, guest: Guest, handle: str) -> str:
    """The guest whom another calls by a handle; raises `Refused` if they do not know each other."""
    store = house.store.regulars
    mine, theirs = await store.wanted(guest.id)
    known = {each.guest for each in await store.acquaintances(guest.id, PEOPLE_LISTED)}
    for other in known | mine | theirs | await store.blocked(guest.id):
        if handle_of(guest, other) == handle:
            return other
    raise Refused("no_such_person", status=404)


async def company(house: House, guest: Guest) -> Company:
    """The people whom a guest knows here. Who has blocked the guest is not among them."""
    store = house.store.regulars
    apart, blocked = await store.kept_apart(guest.id), await store.blocked(guest.id)
    mine, theirs = await store.wanted(guest.id)
    met = {each.guest: each for each in await store.acquaintances(guest.id, PEOPLE_LISTED) if each.guest not in apart}
    names = await store.names((mine | theirs | blocked) - met.keys()) | {each.guest: each.name for each in met.values()}
    people = [
        RegularInfo(
            handle=handle_of(guest, other),
            name=names[other],
            member=other in met and met[other].is_member,
            matches=met[other].matches if other in met else 0,
            last_at=met[other].last_at if other in met else None,
            mine=other in mine,
            theirs=other in theirs,
        )
        for other in [*met, *sorted((mine | theirs) - met.keys() - apart)]
        if other in names
    ]
    return Company(
        people=people,
        groups=await _groups(house, guest, (mine & theirs) - apart, names),
        blocked=sorted(
            (BlockedInfo(handle_of(guest, other), names[other]) for other in blocked if other in names),
            key=lambda each: each.name,
        ),
    )


async def _groups(house: House, guest: Guest, regulars: set[str], names: dict[str, str]) -> list[GroupInfo]:
    """With whom and what the guest has played last, if all of them are regulars."""
    found: dict[tuple[str, tuple[str, ...]], GroupInfo] = {}
    for match in await house.store.regulars.shared_matches(guest.id, MATCHES_READ) if regulars else []:
        if regulars.issuperset(match.others):
            group = GroupInfo(
                match.table_id,
                match.game,
                match.ended_at,
                tuple(handle_of(guest, other) for other in match.others),
                tuple(names[other] for other in match.others),
            )
            found.setdefault((match.game, match.others), group)
    return list(found.values())[:GROUPS_LISTED]

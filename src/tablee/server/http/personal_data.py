"""The export of all data the house has about a guest."""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from tablee.core.seat import CHANCE
from tablee.server.book.rating_model import Season
from tablee.server.store.guests import Guest
from tablee.server.store.store import Store
from tablee.server.table.deal import order_of
from tablee.server.table.rows import Row

_encode = msgspec.json.Encoder().encode


async def export(store: Store, guest: Guest) -> AsyncIterator[bytes]:
    """A JSON object in chunks. One table and one record is read at a time, because there may be many."""
    tables = await store.tables.of_guest(guest.id, 10_000)
    mentioning = await store.guests.tables_mentioning(guest.id)
    about: dict[str, Any] = {
        "name": guest.name,
        "devices": [
            {"about": device.about, "added_at": device.added_at, "seen_at": device.seen_at}
            for device in await store.guests.devices_of(guest.id)
        ],
        "links": await store.guests.links_of(guest.id),
        "tables": tables,
    }
    if matches := await store.matches.of_guest(guest.id, 10_000):
        about["matches"] = matches
        about["openings"] = {match.table: match.own(guest.id).openings for match in await store.book.of_guest(guest.id)}
    if tournaments := await store.tournaments.of_guest(guest.id, 10_000):
        about["tournaments"] = tournaments
    if evenings := await store.evenings.of_guest(guest.id, 10_000):
        about["evenings"] = evenings
    if awaited := await store.reviews.awaited_by(guest.id):
        about["awaited_reviews"] = awaited
    about |= await _notifications(store, guest) | await _company(store, guest)
    if member := await _membership(store, guest):
        about["member"] = member
    return _chunks(store, guest, about, list(dict.fromkeys([*tables, *mentioning])))


async def _notifications(store: Store, guest: Guest) -> dict[str, Any]:
    """What the guest wants to be told, where, and what was told; nothing if they have chosen nothing."""
    choices = await store.notification_choices.of(guest.id)
    if not choices.off_token:
        return {}
    told = await store.outbox.of_guest(guest.id)
    return {
        "notifications": {
            **{
                name: getattr(choices, name)
                for name in ("lang", "zone", "quiet_from", "quiet_until", "digest", "email")
            },
            "off": sorted(choices.off),
            "push_devices": [
                {"about": device.about, "endpoint": device.endpoint, "added_at": device.created_at}
                for device in await store.notification_choices.push_devices(guest.id)
            ],
            "told": [{"event": row.event, "channel": row.channel, "at": row.created_at} for row in told],
        }
    }


async def _company(store: Store, guest: Guest) -> dict[str, Any]:
    """Whom the guest wants to play with, by name, whom they have blocked, and what they have reported."""
    wanted, blocked = (await store.regulars.wanted(guest.id))[0], await store.regulars.blocked(guest.id)
    names = await store.regulars.names(wanted | blocked)
    found = {
        "regulars": sorted(names[other] for other in wanted if other in names),
        "blocked": sorted(names[other] for other in blocked if other in names),
        "invitations": sorted(await store.regulars.invitations(guest.id)),
        "reports": await store.reports.by_guest(guest.id),
    }
    return {name: value for name, value in found.items() if value}


async def _membership(store: Store, guest: Guest) -> dict[str, Any] | None:
    """What the house keeps of a member; hashes of passphrases and codes are of no use to anybody."""
    member = await store.members.of_guest(guest.id)
    if member is None:
        return None
    return {
        "role": member.role,
        "joined_at": member.joined_at,
        "passkeys": await store.members.passkeys(member.id),
        "has_passphrase": member.passphrase is not None,
        "recovery_codes_left": await store.members.codes_left(member.id),
        "book": member.book,
        "ratings": [_rating(season) for season in await store.ratings.of_guest(guest.id)],
    }


def _rating(season: Season) -> dict[str, Any]:
    return {"game": season.game, **msgspec.to_builtins(season.standing)}


async def _chunks(store: Store, guest: Guest, about: dict[str, Any], tables: Sequence[str]) -> AsyncIterator[bytes]:
    yield _encode(about)[:-1] + b',"moves":['
    log: list[dict[str, Any]] = []
    async for chunk in _separated(_moves(store, guest, tables, log)):
        yield chunk
    yield b'],"log":' + _encode(log) + b',"records":['
    async for chunk in _separated(_records(store, guest)):
        yield chunk
    yield b"]}"


async def _separated(chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    comma = b""
    async for chunk in chunks:
        yield comma + chunk
        comma = b","


async def _moves(store: Store, guest: Guest, tables: Sequence[str], log: list[dict[str, Any]]) -> AsyncIterator[bytes]:
    """The moves of the guest's seats; other rows about the guest are added to `log`.

    Both are read from the log without applying the rules, so that tables in trouble are included.
    """
    for table_id in tables:
        for row in own_rows(await store.tables.readable_rows(table_id), guest.id):
            data = {"table": table_id, "number": row.number, "kind": row.kind, "at": row.at}
            data |= {key: value for key, value in row.data.items() if key != "guest"}
            if row.kind == "play":
                yield _encode(data)
            else:
                log.append(data)


async def _records(store: Store, guest: Guest) -> AsyncIterator[bytes]:
    """The records that the guest has uploaded."""
    for stored in await store.records.of(guest.id):
        # It may have been deleted in the meantime.
        text = await store.records.text(stored.id) or "null"
        about = {"id": stored.id, "game": stored.game, "created_at": stored.created_at}
        yield _encode(about | {"record": msgspec.Raw(text.encode())})


def own_rows(rows: Iterable[Row], guest: str) -> Iterator[Row]:
    """The rows that name a guest, and those about a seat while the guest held it."""
    holders: dict[int, str | None] = {}
    for row in rows:
        seat: int = row.data.get("seat", CHANCE)
        if row.data.get("guest", holders.get(seat)) == guest:
            yield row
        if row.kind in ("sit", "hand_over"):
            holders[seat] = row.data["guest"]
        elif row.kind == "stand":
            holders.pop(seat, None)
        elif row.kind == "start":
            # All seats are taken now; the start orders the chairs.
            holders = {seat: holders[chair] for seat, chair in enumerate(order_of(row.data, len(holders)))}

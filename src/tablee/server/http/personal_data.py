"""The export of all data the house has about a guest."""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from tablee.core.seat import CHANCE
from tablee.server.store.guests import Guest
from tablee.server.store.store import Store
from tablee.server.table.deal import order_of
from tablee.server.table.rows import Row

_encode = msgspec.json.Encoder().encode


async def export(store: Store, guest: Guest) -> AsyncIterator[bytes]:
    """A JSON object in chunks. One table and one record is read at a time, because there may be many."""
    tables = await store.tables.of_guest(guest.id, 10_000)
    mentioning = await store.guests.tables_mentioning(guest.id)
    about = {
        "name": guest.name,
        "devices": await store.guests.devices_of(guest.id),
        "links": await store.guests.links_of(guest.id),
        "tables": tables,
    }
    return _chunks(store, guest, about, list(dict.fromkeys([*tables, *mentioning])))


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

"""All that the house keeps of a guest, for him to take along."""

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from typing import Any

import msgspec

from tablee.core.seat import CHANCE
from tablee.server.store.store import Guest, Store
from tablee.server.table.table import Row

_encode = msgspec.json.Encoder().encode


async def export(store: Store, guest: Guest) -> AsyncIterator[bytes]:
    """A JSON object, piece by piece: one table and one record at a time is read, for there may be many."""
    tables = await store.tables_of(guest.id, 10_000)
    named = await store.tables_naming(guest.id)
    about = {
        "name": guest.name,
        "devices": await store.devices_of(guest.id),
        "links": await store.links_of(guest.id),
        "tables": tables,
    }
    return _pieces(store, guest, about, list(dict.fromkeys([*tables, *named])))


async def _pieces(store: Store, guest: Guest, about: dict[str, Any], tables: Sequence[str]) -> AsyncIterator[bytes]:
    yield _encode(about)[:-1] + b',"moves":['
    log: list[dict[str, Any]] = []
    async for piece in _listed(_moves(store, guest, tables, log)):
        yield piece
    yield b'],"log":' + _encode(log) + b',"records":['
    async for piece in _listed(_records(store, guest)):
        yield piece
    yield b"]}"


async def _listed(pieces: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    comma = b""
    async for piece in pieces:
        yield comma + piece
        comma = b","


async def _moves(store: Store, guest: Guest, tables: Sequence[str], log: list[dict[str, Any]]) -> AsyncIterator[bytes]:
    """What was played on the guest's seats; the other rows that tell of him are added to `log`.

    Both are read from the log as it is, without the rules, so that no table in trouble is left out.
    """
    for table_id in tables:
        for row in own_rows(await store.readable_rows(table_id), guest.id):
            told = {"table": table_id, "number": row.number, "kind": row.kind, "at": row.at}
            told |= {key: value for key, value in row.data.items() if key != "guest"}
            if row.kind == "play":
                yield _encode(told)
            else:
                log.append(told)


async def _records(store: Store, guest: Guest) -> AsyncIterator[bytes]:
    """The records he brought along."""
    for kept in await store.shelf.of(guest.id):
        # It may have been thrown away a moment ago.
        text = await store.shelf.text(kept.id) or "null"
        about = {"id": kept.id, "game": kept.game, "created_at": kept.created_at}
        yield _encode(about | {"record": msgspec.Raw(text.encode())})


def own_rows(rows: Iterable[Row], guest: str) -> Iterator[Row]:
    """The rows that name a guest, and those about a seat while it was his."""
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
            # All seats are taken now, and the chairs are turned.
            holders = {(old - row.data["turned"]) % len(holders): holder for old, holder in holders.items()}

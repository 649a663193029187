"""The WebSocket endpoint of a table."""

import contextlib
from typing import Any, Final, cast

import msgspec
from litestar import WebSocket, websocket
from litestar.params import FromPath
from sqlalchemy.exc import SQLAlchemyError

from tablee.core.texts import LANGS, Lang
from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.http.home_proxy import is_passed_on
from tablee.server.http.requests import address, language
from tablee.server.http.sessions import device_of, guest_of, hashed
from tablee.server.peers.calls import at_home
from tablee.server.refusals import Refused
from tablee.server.settings import Settings
from tablee.server.shared_limits import OpenCount
from tablee.server.socket import connection as connections
from tablee.server.socket.message_budget import MessageBudget
from tablee.server.socket.websocket import EXTENSION, FrameSocket
from tablee.server.store.outages import is_outage, outage_refusal

CLOSE_CODE_BASE: Final = 4000
"""A refused socket is closed with this plus the HTTP status of the refusal."""


@websocket("/api/tables/{table_id:str}/socket")
async def socket(socket: WebSocket[Any, Any, Any], table_id: FromPath[str]) -> None:
    """The socket of a table. Query: `seat`, one of the client's own (`none`: a spectator); `since`, the last version
    the client has; `words`, the language in which to get everything in words, too."""
    state = socket.app.state
    house: House = state.house
    settings: Settings = state.settings
    if await _is_passed_to_home(socket, house, table_id):
        return
    host = address(socket)
    by_address: OpenCount = state.sockets_by_address
    try:
        if not by_address.enter(host):
            raise Refused("too_many_sockets", {"most": settings.sockets_per_address}, status=429)
        live = await house.live(table_id)
        await house.remote_readers.watch(live)
        reader = await _reader(socket, house, live, settings)
        by_guest: OpenCount = state.sockets_by_guest
        if reader.guest is not None and not by_guest.enter(reader.guest):
            by_guest.leave(reader.guest)
            raise Refused("too_many_sockets_of_guest", {"most": settings.sockets_per_guest}, status=429)
    except (Refused, SQLAlchemyError) as error:
        if not isinstance(error, Refused) and not is_outage(error):
            raise
        refused = error if isinstance(error, Refused) else outage_refusal(error, "not_ready")
        # Browsers hide why a handshake failed: so accept it, send the refusal, and close.
        await socket.accept()
        await socket.send_text(msgspec.json.encode(connections.refusal(refused, language(socket))))
        await socket.close(CLOSE_CODE_BASE + refused.status, refused.code)
    else:
        try:
            await socket.accept()
            state.connections.add(reader)
            await connections.serve(reader, house, live)
        finally:
            state.connections.discard(reader)
            if reader.guest is not None:
                by_guest.leave(reader.guest)
    finally:
        by_address.leave(host)


async def _is_passed_to_home(socket: "WebSocket[Any, Any, Any]", house: House, table_id: str) -> bool:
    """Have the home of the table answer the socket, if that is another process."""
    homes = house.homes
    if homes is None:
        return False
    with contextlib.suppress(SQLAlchemyError):  # found out again, and told, where the table is loaded
        if is_passed_on(socket.scope):
            await homes.claim(table_id)
        else:
            out: FrameSocket = cast("dict[str, Any]", socket.scope["extensions"])[EXTENSION]
            return await at_home(homes, table_id, out.pass_on)
    return False


async def _reader(
    socket: "WebSocket[Any, Any, Any]", house: House, live: LiveTable, settings: Settings
) -> connections.Connection:
    """The connection for a socket, by its query and headers; raises `Refused`."""
    guest = await guest_of(socket, house.store)
    budget = MessageBudget(
        settings.messages_per_second,
        house.timer.now(),
        address=address(socket),
        guest=guest.id if guest else None,
        work=socket.app.state.connection_limits.work,
        written=socket.app.state.written,
    )
    await budget.pay_for_view(live, opening=True)
    program = _program(socket)
    reader = connections.Connection(
        socket,
        house,
        live,
        guest=guest,
        device=device_of(socket),
        program=program,
        lang=language(socket),
        budget=budget,
        kept_apart=await house.store.regulars.kept_apart(guest.id) if guest else frozenset(),
        words=_lang(socket.query_params.get("words")),
    )
    if program is not None and not reader.own_seats():
        raise Refused("bad_token", status=403)
    if (asked := socket.query_params.get("seat")) is not None:
        reader.watch_from(None if asked == "none" else _number(asked))
    since = socket.query_params.get("since")
    reader.since = _number(since) if since is not None else None
    return reader


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise Refused("bad_message", status=400)
    return int(text)


def _lang(text: str | None) -> Lang | None:
    for lang in LANGS:
        if text == lang:
            return lang
    if text is not None:
        raise Refused("bad_message", status=400)
    return None


def _program(socket: "WebSocket[Any, Any, Any]") -> str | None:
    """The hash of a program's token, if the request has one."""
    scheme, _, token = socket.headers.get("authorization", "").partition(" ")
    return hashed(token) if scheme.lower() == "bearer" else None

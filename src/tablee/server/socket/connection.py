"""One client's WebSocket connection to a table: reads its messages, sends it answers and updates."""

import asyncio
import contextlib
import logging
from typing import Any, Final, cast

import msgspec
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect

from tablee.core.errors import TableeError
from tablee.core.seat import Seat
from tablee.core.texts import Lang
from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.plain_text import cleaned, is_visible
from tablee.server.refusals import Refused, Resent, sentence, too_fast
from tablee.server.socket.message_budget import MessageBudget
from tablee.server.socket.websocket import EXTENSION, FrameSocket, text_frame
from tablee.server.store.guests import Guest
from tablee.server.store.outages import is_outage, outage_refusal
from tablee.server.table import commands, deal_commands, messages
from tablee.server.table.chairs import Author
from tablee.server.table.rows import Draft
from tablee.server.table.table import Table

logger = logging.getLogger("tablee.connection")

MAX_UNSENT_BYTES: Final = 1_000_000
"""A client with more unsent bytes than this is too slow and is disconnected."""
CLOSE_SECONDS: Final = 5.0
"""How long the closing handshake with a slow client may take."""
TEXT_LENGTH: Final = 500
TRY_LATER: Final = 1013
GONE_AWAY: Final = 1001
SIGNED_OUT: Final = 4401

_decode = msgspec.json.Decoder(messages.ClientMessage).decode
_encode = msgspec.json.encode


class Connection:
    """A reader of a table, who may also play their own seats."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        house: House,
        live: LiveTable,
        *,
        guest: Guest | None,
        device: str | None,
        program: str | None,
        lang: Lang,
        budget: MessageBudget,
        kept_apart: frozenset[str] = frozenset(),
        words: Lang | None = None,
    ) -> None:
        self._socket = socket
        self._house = house
        self._live = live
        self._guest = guest
        self._program = program
        self._lang = lang
        self._budget = budget
        self.guest = guest.id if guest else None
        self.device = device if guest else None
        self.seat: Seat | None = self._only_seat()
        self.since: int | None = None
        self.words = words
        self.kept_apart = kept_apart
        self._out: FrameSocket = cast("dict[str, Any]", socket.scope["extensions"])[EXTENSION]
        self._out.charged_address = budget.address
        self._is_busy = False
        self.is_dropped = False
        """Whether this client is too slow and is being disconnected."""
        self.task: asyncio.Task[None] | None = None
        self._is_closing = False
        self._close_code = GONE_AWAY

    def watch_from(self, seat: int | None) -> None:
        """Show the table from one of the client's own seats, or as a spectator; raises `Refused`."""
        if seat is not None:
            self._own_seat(self._live.table, seat)
        self.seat = None if seat is None else Seat(seat)

    def _only_seat(self) -> Seat | None:
        """Where several people share a device, nobody's cards are sent until one of them asks to look."""
        mine = self.own_seats()
        return mine[0] if len(mine) == 1 else None

    def own_seats(self) -> tuple[Seat, ...]:
        """The seats this connection may play."""
        return self._seats(self._live.table)

    def _seats(self, table: Table) -> tuple[Seat, ...]:
        return table.seats_of(self.guest) if self._program is None else table.seats_of_program(self._program)

    def _holds(self, table: Table, seat: int) -> bool:
        """Whether this connection may play a seat. Checked for every move, so it is fast."""
        if seat not in table.game.seats:
            return False
        if self._program is not None:
            return table.chairs[seat].program == self._program
        return self.guest is not None and table.is_held_by(Seat(seat), self.guest)

    def _own_seat(self, table: Table, seat: int) -> Seat:
        """Check that this connection may play a seat; raises `Refused`."""
        if not self._holds(table, seat):
            raise Refused("not_your_seat", {"seat": seat + 1}, status=403)
        return Seat(seat)

    def _playable_seat(self, table: Table, seat: int) -> Seat:
        """The same, and the seat has not forfeited."""
        mine = self._own_seat(table, seat)
        if table.chairs[mine].forfeited:
            raise Refused("forfeited", {"seat": seat + 1})
        return mine

    # Out

    def frame(self, message: bytes) -> bytes:
        return text_frame(message)

    def send(self, frame: bytes) -> None:
        if self._close_code == SIGNED_OUT:
            return
        if self.is_dropped or self._out.unsent_bytes > MAX_UNSENT_BYTES:
            self._drop()
        else:
            self._out.send_frame(frame)

    def send_table(self) -> None:
        """Send all that is new to this client. It was paid for."""
        with self._budget.measured(self._live):
            self._house.send_update(self._live, self)

    def _drop(self) -> None:
        if not self.is_dropped:
            self.is_dropped = True
            self._house.metrics.dropped.inc()
            if self.task and not self._is_busy:
                self.task.cancel()

    def disconnect(self) -> None:
        """Close the connection after the current message was answered."""
        if not self._is_closing:
            self._is_closing = True
            if not self._is_busy:
                self._close_soon()

    def sign_out(self) -> None:
        """Close the connection, and say that its device was signed out."""
        if not self._is_closing:
            self._refuse(Refused("signed_out", status=401), "")
            self._close_code = SIGNED_OUT  # nothing more is sent
        self.disconnect()

    def _close_soon(self) -> None:
        self._house.spawn(self.close(self._close_code))

    async def close(self, code: int) -> None:
        with contextlib.suppress(WebSocketDisconnect):  # the client may have disconnected in the meantime
            await self._socket.close(code)

    # In

    async def read(self) -> None:
        """Handle messages until the client disconnects."""
        receive = self._socket.receive
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            if not self._is_closing:
                self._is_busy = True
                await self._handle(message.get("text") or message.get("bytes") or "")
                self._is_busy = False
                if self._budget.pause:
                    await asyncio.sleep(self._budget.pause)
                if self.is_dropped:
                    return
                if self._is_closing:
                    self._close_soon()

    async def _handle(self, data: str | bytes) -> None:
        request_id = ""
        try:
            if wait := self._budget.take(self._house.timer.now()):
                raise too_fast(wait)
            asked = _message_in(data)
            request_id = asked.id if asked else ""
            if wait := self._budget.pay_for_message():
                await asyncio.sleep(wait)
            if asked is None:
                raise Refused("bad_message", status=400)
            if not isinstance(asked, messages.SwitchSeat):
                self._budget.pay_for_row(len(data))
            version = await self._execute(asked)
        except Resent:
            self._answer(messages.Done(id=request_id, version=self._live.table.version))
        except TableeError as error:
            self._refuse(error, request_id)
        except Exception as error:
            # An error of our own: the details go to the log, not to the client, and the connection stays open.
            logger.error("a message failed", exc_info=error)
            outage = is_outage(error)
            self._refuse(outage_refusal(error, "not_saved") if outage else Refused("fault", status=500), request_id)
        else:
            self._answer(messages.Done(id=request_id, version=version))

    def _refuse(self, error: TableeError, request_id: str) -> None:
        self._house.metrics.refusals.labels(error.code).inc()
        self._answer(refusal(error, self._lang, request_id))

    def _answer(self, message: messages.Done | messages.RefusalMessage) -> None:
        self.send(text_frame(_encode(message)))

    async def _execute(self, asked: messages.ClientMessage) -> int:
        change, live = self._house.change, self._live
        match asked:
            case messages.Play():
                await self._return_to_seat(asked.seat)
                action = live.table.game.action(asked.action)
                return await change(
                    live,
                    lambda table, at: commands.play(
                        table, self._playable_seat(table, asked.seat), asked.prompt, action, at
                    ),
                )
            case messages.Say():
                name = await self._house.store.guests.name_of(self._guest.id) if self._guest else None
                return await change(live, lambda table, at: self._chat_draft(table, asked.text, name, at))
            case messages.Undo():
                await self._return_to_seat(asked.seat)
                return await change(
                    live, lambda table, at: commands.undo(table, self._playable_seat(table, asked.seat), at)
                )
            case messages.AnswerUndo():
                await self._return_to_seat(asked.seat)
                return await change(
                    live,
                    lambda table, at: commands.answer_undo(
                        table, self._playable_seat(table, asked.seat), asked.agree, at
                    ),
                )
            case messages.Back():
                return await change(
                    live, lambda table, at: commands.return_to_seat(table, self._own_seat(table, asked.seat), at)
                )
            case messages.Commit():
                return await change(
                    live, lambda table, at: deal_commands.commit(table, self._seats(table), asked.commitment, at)
                )
            case messages.Reveal():
                part = bytes.fromhex(asked.part)
                return await change(
                    live,
                    lambda table, at: deal_commands.reveal(
                        table, deal_commands.ShownPart(self._seats(table), part), at
                    ),
                )
            case messages.CheckClocks():
                return await self._house.scheduler.check_clocks(live)
            case messages.SwitchSeat():
                await self._budget.pay_for_view(live)
                if asked.seat is not None:
                    await self._refresh_seats(asked.seat)
                self.watch_from(asked.seat)
                self.since = asked.since
                self.send_table()
                return live.table.version

    async def _refresh_seats(self, seat: int) -> None:
        """Read the newest rows if the seat is not the client's: it may be since a change by another process."""
        if not self._holds(self._live.table, seat):
            await self._house.refresh(self._live)

    async def _return_to_seat(self, asked: int) -> None:
        """A message about a seat shows that its guest is back: a bot that stands in stops playing."""
        await self._refresh_seats(asked)
        seat = self._playable_seat(self._live.table, asked)
        if self._live.table.chairs[seat].stand_in:
            await self._house.change(
                self._live, lambda table, at: commands.return_to_seat(table, self._playable_seat(table, asked), at)
            )

    def _chat_draft(self, table: Table, text: str, name: str | None, at: float) -> Draft:
        shown = cleaned(text, lines=True)
        if not is_visible(shown) or len(shown) > TEXT_LENGTH:
            raise Refused("bad_text", {"most": TEXT_LENGTH}, status=400)
        mine = self._seats(table)
        seat = self.seat if self.seat in mine else next(iter(mine), None)
        if self._program is not None and seat is not None:
            name = table.chairs[seat].name
        if name is None:
            raise Refused("name_first", status=401)
        author = Author(self.guest) if self._program is None else Author(program=self._program)
        return commands.chat(table, shown, at, name=name, author=author, seat=seat)


def _message_in(data: str | bytes) -> messages.ClientMessage | None:
    """The message that a client sent; None if it cannot be understood."""
    try:
        return cast("messages.ClientMessage", _decode(data))
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def refusal(error: TableeError, lang: Lang, request_id: str = "") -> messages.RefusalMessage:
    """The message for a refusal."""
    wait = error.wait if isinstance(error, Refused) else None
    return messages.RefusalMessage(
        id=request_id, code=error.code, rule=error.rule, sentence=sentence(error, lang), wait=wait
    )


async def serve(connection: Connection, house: House, live: LiveTable) -> None:
    """Run a connection until either side closes it."""
    house.metrics.sockets.inc()
    before = live.present()
    live.readers.add(connection)
    connection.task = asyncio.current_task()
    try:
        house.revocations.check(connection)
        connection.send_table()
        _broadcast_presence(live, before)
        house.absences.mark_present(live)
        with contextlib.suppress(WebSocketDisconnect):
            await connection.read()
    except asyncio.CancelledError:
        if not connection.is_dropped or connection.task is None:
            raise
        connection.task.uncancel()
    finally:
        before = live.present()
        live.readers.discard(connection)
        house.metrics.sockets.dec()
        _broadcast_presence(live, before)
        house.absences.watch(live, connection.own_seats())
    if connection.is_dropped:
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(CLOSE_SECONDS):
                await connection.close(TRY_LATER)


def _broadcast_presence(live: LiveTable, before: tuple[bool, ...]) -> None:
    """Tell all readers which seats are connected, if that changed; spectators do not count."""
    present = live.present()
    if present != before:
        frame = text_frame(_encode(messages.Presence(present=present)))
        for reader in tuple(live.readers):
            reader.send(frame)

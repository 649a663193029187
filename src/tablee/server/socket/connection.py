"""One socket at a table: what comes in, what goes out."""

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
from tablee.server.rate_limit import TokenBucket
from tablee.server.refusals import Refused, Resent, sentence, too_fast
from tablee.server.socket.websocket import EXTENSION, FrameSocket, framed
from tablee.server.store.outages import is_outage
from tablee.server.store.store import Guest
from tablee.server.table import commands, messages
from tablee.server.table.chairs import Author
from tablee.server.table.table import Draft, Table

logger = logging.getLogger("tablee.connection")

WAITING: Final = 1_000_000
"""How many bytes may wait for a slow reader before he is let go."""
GOODBYE: Final = 5.0
"""How many seconds somebody who reads slowly has to hear why he is let go."""
TEXT_LENGTH: Final = 500
TRY_LATER: Final = 1013
GONE_AWAY: Final = 1001

_decode = msgspec.json.Decoder(messages.Asked).decode
_encode = msgspec.json.encode


class Connection:
    """A reader of a table who may also play the seats that are his."""

    def __init__(
        self,
        socket: WebSocket[Any, Any, Any],
        house: House,
        live: LiveTable,
        *,
        guest: Guest | None,
        program: str | None,
        lang: Lang,
        budget: TokenBucket,
    ) -> None:
        self._socket = socket
        self._house = house
        self._live = live
        self._guest = guest
        self._program = program
        self._lang = lang
        self._budget = budget
        self.guest = guest.id if guest else None
        self.seat: Seat | None = next(iter(self.mine()), None)
        self.since: int | None = None
        self.words: Lang | None = None
        self._out: FrameSocket = cast("dict[str, Any]", socket.scope["extensions"])[EXTENSION]
        self._busy = False
        self.dropped = False
        """Whether this reader is too slow and is let go; he may come back."""
        self.reading: asyncio.Task[None] | None = None
        self._leaving = False

    def look_from(self, seat: int | None) -> None:
        """See the table from one of one's own seats; raises `Refused` for another's."""
        if seat is not None:
            self._own(self._live.table, seat)
        self.seat = None if seat is None else Seat(seat)

    def mine(self) -> tuple[Seat, ...]:
        """The seats this connection may play."""
        return self._seats(self._live.table)

    def _seats(self, table: Table) -> tuple[Seat, ...]:
        return table.seats_of(self.guest) if self._program is None else table.seats_of_program(self._program)

    def _holds(self, table: Table, seat: int) -> bool:
        """The same for one seat; every move asks this."""
        if seat not in table.game.seats:
            return False
        if self._program is not None:
            return table.chairs[seat].program == self._program
        return self.guest is not None and table.chairs[seat].guest == self.guest

    def _own(self, table: Table, seat: int) -> Seat:
        """A seat of one's own; raises `Refused` for another's."""
        if not self._holds(table, seat):
            raise Refused("not_your_seat", {"seat": seat + 1}, status=403)
        return Seat(seat)

    def _played(self, table: Table, seat: int) -> Seat:
        """A seat of one's own that one may still play."""
        mine = self._own(table, seat)
        if table.chairs[mine].forfeited:
            raise Refused("forfeited", {"seat": seat + 1})
        return mine

    # Out

    def framed(self, message: bytes) -> bytes:
        return framed(message)

    def offer(self, frame: bytes) -> None:
        if self.dropped or self._out.waiting > WAITING:
            self._drop()
        else:
            self._out.tell(frame)

    def _drop(self) -> None:
        if not self.dropped:
            self.dropped = True
            self._house.metrics.dropped.inc()
            if self.reading and not self._busy:
                self.reading.cancel()

    def leave(self) -> None:
        """Say goodbye once what is under way is answered and what waits has gone out."""
        if not self._leaving:
            self._leaving = True
            if not self._busy:
                self._end()

    def _end(self) -> None:
        self._house.spawn(self.close(GONE_AWAY))

    async def close(self, code: int) -> None:
        with contextlib.suppress(WebSocketDisconnect):  # the other side may have gone in the same moment
            await self._socket.close(code)

    # In

    async def read(self) -> None:
        """Take what comes in, until the other side is gone."""
        receive = self._socket.receive
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return
            if not self._leaving:
                self._busy = True
                await self._take(message.get("text") or message.get("bytes") or "")
                self._busy = False
                if self.dropped:
                    return
                if self._leaving:
                    self._end()

    async def _take(self, data: str | bytes) -> None:
        asked_id = ""
        try:
            if wait := self._budget.take(self._house.timer.now()):
                raise too_fast(wait)
            try:
                asked = _decode(data)
            except (msgspec.ValidationError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
                raise Refused("bad_message", status=400) from None
            asked_id = asked.id
            version = await self._do(asked)
        except Resent:
            self._answer(messages.Done(id=asked_id, version=self._live.table.version))
        except TableeError as error:
            self._refuse(error, asked_id)
        except Exception as error:
            # The house itself failed: its log says how, the answer does not, and the socket lives on.
            logger.error("a message failed", exc_info=error)
            lost = is_outage(error)
            self._refuse(Refused("not_saved", status=503) if lost else Refused("fault", status=500), asked_id)
        else:
            self._answer(messages.Done(id=asked_id, version=version))

    def _refuse(self, error: TableeError, asked_id: str) -> None:
        self._house.metrics.refusals.labels(error.code).inc()
        self._answer(refusal(error, self._lang, asked_id))

    def _answer(self, message: messages.Done | messages.RefusedTold) -> None:
        self.offer(framed(_encode(message)))

    async def _do(self, asked: messages.Asked) -> int:
        change, live = self._house.change, self._live
        match asked:
            case messages.Play():
                await self._come_back(asked.seat)
                action = live.table.game.action(asked.action)
                return await change(
                    live,
                    lambda table, at: commands.play(table, self._played(table, asked.seat), asked.prompt, action, at),
                )
            case messages.Say():
                name = await self._house.store.name_of(self._guest.id) if self._guest else None
                return await change(live, lambda table, at: self._said(table, asked.text, name, at))
            case messages.Undo():
                await self._come_back(asked.seat)
                return await change(live, lambda table, at: commands.undo(table, self._played(table, asked.seat), at))
            case messages.AnswerUndo():
                await self._come_back(asked.seat)
                return await change(
                    live, lambda table, at: commands.answer(table, self._played(table, asked.seat), asked.agree, at)
                )
            case messages.Back():
                return await change(live, lambda table, at: commands.back(table, self._own(table, asked.seat), at))
            case messages.Claim():
                return await self._house.scheduler.look_at_clocks(live)
            case messages.Look():
                if asked.seat is not None:
                    await self._expect_own(asked.seat)
                self.look_from(asked.seat)
                self.since = None
                self._house.tell(live, self)
                return live.table.version

    async def _expect_own(self, seat: int) -> None:
        """It may be one's own since a moment ago in another process."""
        if not self._holds(self._live.table, seat):
            await self._house.up_to_date(self._live)

    async def _come_back(self, asked: int) -> None:
        """Somebody wants to play his seat himself: a bot that played for him stands up."""
        await self._expect_own(asked)
        seat = self._played(self._live.table, asked)
        if self._live.table.chairs[seat].stand_in:
            await self._house.change(self._live, lambda table, at: commands.back(table, self._played(table, asked), at))

    def _said(self, table: Table, text: str, name: str | None, at: float) -> Draft:
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


def refusal(error: TableeError, lang: Lang, asked_id: str = "") -> messages.RefusedTold:
    """A refusal as it is told."""
    wait = error.wait if isinstance(error, Refused) else None
    return messages.RefusedTold(
        id=asked_id, code=error.code, rule=error.rule, sentence=sentence(error, lang), wait=wait
    )


async def serve(connection: Connection, house: House, live: LiveTable) -> None:
    """Run a connection until either side ends it."""
    house.metrics.sockets.inc()
    before = live.present()
    live.readers.add(connection)
    connection.reading = asyncio.current_task()
    try:
        house.tell(live, connection)
        _tell_presence(live, before)
        with contextlib.suppress(WebSocketDisconnect):
            await connection.read()
    except asyncio.CancelledError:
        if not connection.dropped or connection.reading is None:
            raise
        connection.reading.uncancel()
    finally:
        before = live.present()
        live.readers.discard(connection)
        house.metrics.sockets.dec()
        _tell_presence(live, before)
    if connection.dropped:
        with contextlib.suppress(TimeoutError, OSError):
            async with asyncio.timeout(GOODBYE):
                await connection.close(TRY_LATER)


def _tell_presence(live: LiveTable, before: tuple[bool, ...]) -> None:
    """Tell everybody who is there, if that changed: spectators come and go unnoticed."""
    present = live.present()
    if present != before:
        frame = framed(_encode(messages.Presence(present=present)))
        for reader in tuple(live.readers):
            reader.offer(frame)

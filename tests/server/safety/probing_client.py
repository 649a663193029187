"""A client that sends anything to the socket of a table and returns the answers."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from itertools import count
from typing import Any

import msgspec
from tests.patience import PATIENCE, SOCKET
from tests.server.house_process import HouseProcess
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect


class Seen(msgspec.Struct):
    """What a reader is told of a match, byte for byte; not when, nor who chats and who is connected."""

    status: str
    view: msgspec.Raw
    prompt: msgspec.Raw = msgspec.Raw()
    actors: msgspec.Raw = msgspec.Raw()
    events: msgspec.Raw = msgspec.Raw()
    clocks: msgspec.Raw = msgspec.Raw()
    undo: msgspec.Raw = msgspec.Raw()
    scores: msgspec.Raw = msgspec.Raw()


class ProbingClient:
    """A socket at a table; it is opened again after the house has closed it."""

    def __init__(self, house: HouseProcess, table: str, headers: dict[str, str], seat: int | None) -> None:
        self._address = f"{house.url.replace('http', 'ws', 1)}/api/tables/{table}/socket?lang=fr"
        self._address += "&seat=none" if seat is None else ""
        self._headers = headers
        self._socket: ClientConnection | None = None
        self._call = ExitStack()
        self._numbers = count()
        self.seat = seat

    def close(self) -> None:
        self._call.close()
        self._socket = None

    def _open(self) -> ClientConnection:
        if self._socket is None:
            # Without pings of its own: they draw from the generator that hypothesis watches.
            call = connect(self._address, additional_headers=self._headers, max_size=None, **SOCKET)
            self._socket = self._call.enter_context(call)
            assert json.loads(self._socket.recv(PATIENCE))["type"] == "table"
        return self._socket

    def say(self, message: str | bytes) -> list[dict[str, Any]]:
        """Send a message, then a harmless one: all that was answered before the answer to that."""
        return [json.loads(raw) for raw in self._heard(message)]

    def _heard(self, message: str | bytes) -> list[bytes]:
        socket = self._open()
        last = f"harmless {next(self._numbers)}"
        try:
            socket.send(message)
            socket.send(json.dumps({"type": "look", "seat": self.seat, "id": last}))
            return list(self._until(socket, last))
        except ConnectionClosed:
            assert socket.close_code in (1007, 1009)
            self.close()
            return []

    def look(self) -> dict[str, Any]:
        """The table as it is now."""
        return [message for message in self.say('{"type":"claim"}') if message["type"] == "table"][-1]

    def seen(self) -> Seen:
        """All of the match that is told from here now; to somebody who has left the seat, nothing."""
        told = [raw for raw in self._heard('{"type":"claim"}') if json.loads(raw)["type"] == "table"]
        return msgspec.json.decode(told[-1], type=Seen) if told else Seen("left", msgspec.Raw())

    @staticmethod
    def _until(socket: ClientConnection, last: str) -> Iterator[bytes]:
        while True:
            raw = socket.recv(PATIENCE, decode=False)
            message = json.loads(raw)
            if message.get("id") == last:
                return
            yield raw

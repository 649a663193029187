"""What processes of a house say to each other: a key, a length, then a message. The key comes first, so that nothing is
kept of a stranger. Answers have no key."""

import hashlib
from typing import Final

import msgspec

PASSED_ON: Final = "tablee.passed_on"
"""The key in the extensions of an ASGI scope that was passed on by another process. It is not passed on again."""
MAX_MESSAGE_BYTES: Final = 16_000_000
LENGTH_BYTES: Final = 4
KEY_BYTES: Final = 32


class PassedRequest(msgspec.Struct, tag="request"):
    """An HTTP request."""

    method: str
    path: str
    raw_path: bytes
    query: bytes
    scheme: str
    client: tuple[str, int] | None
    headers: list[tuple[bytes, bytes]]
    body: bytes


class PassedSocket(msgspec.Struct, tag="socket"):
    """A WebSocket that was not answered yet. Its connection comes along as a descriptor, or is this connection."""

    scheme: str
    client: tuple[str, int] | None
    handshake: bytes
    """The request of the client."""


class LimitNews(msgspec.Struct, tag="limits"):
    """What addresses took at a process since it told the last time. There is no answer."""

    process: str
    taken: dict[str, dict[str, float]]
    """By the name of the limit."""
    still_open: dict[str, dict[str, int]]
    """How many connections and sockets those have open there who have many."""


class PassedResponse(msgspec.Struct):
    """The response to a request."""

    status: int
    headers: list[tuple[bytes, bytes]]
    body: bytes


Passed = PassedRequest | PassedSocket | LimitNews
_decode = msgspec.msgpack.Decoder(Passed).decode
_encode = msgspec.msgpack.encode


def key_of(token: str) -> bytes:
    """What shows that the sender knows the token of a process."""
    return hashlib.sha256(token.encode()).digest()


def packed(message: Passed | PassedResponse) -> bytes:
    """A message with its length."""
    data = _encode(message)
    return len(data).to_bytes(LENGTH_BYTES, "big") + data


def addressed(message: Passed, token: str) -> bytes:
    """A message for the process with this token."""
    return key_of(token) + packed(message)


def message_in(buffer: bytes | bytearray) -> bytes | None:
    """The first message in a buffer; None if it is not complete. Raises ValueError if it is too long."""
    length = int.from_bytes(buffer[:LENGTH_BYTES], "big")
    if length > MAX_MESSAGE_BYTES:
        raise ValueError(length)
    end = LENGTH_BYTES + length
    return bytes(memoryview(buffer)[LENGTH_BYTES:end]) if LENGTH_BYTES <= len(buffer) >= end else None


def passed_in(message: bytes) -> Passed:
    """Raises `msgspec.DecodeError`."""
    return _decode(message)  # type: ignore[no-any-return]


def response_in(message: bytes) -> PassedResponse:
    return msgspec.msgpack.decode(message, type=PassedResponse)

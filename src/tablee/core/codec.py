"""Converts our frozen classes to plain data and back. The only module of the engines that uses msgspec."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, fields
from enum import Enum
from functools import cache
from itertools import repeat
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from tablee.core.errors import BadData
from tablee.core.texts import Phrase

T = TypeVar("T")

MAX_NUMBER = 10**40
"""The largest number in an action, far beyond any game. Python refuses to print much larger ones."""
MAX_LENGTH = 1000
MAX_DEPTH = 10

_encode_sorted = msgspec.json.Encoder(order="deterministic").encode


def to_json(thing: object) -> bytes:
    """Any of our classes as JSON; sets and keys come out sorted, so equal things give equal bytes."""
    try:
        return _encode_sorted(thing)
    except TypeError:
        # This encoder does not sort keys that are numbers; `to_builtins` does.
        return msgspec.json.encode(msgspec.to_builtins(thing, str_keys=True, order="deterministic"))


def plain(thing: object) -> Any:
    """Plain data: dicts with string keys, lists, strings, numbers, None; sets come out sorted."""
    return msgspec.json.decode(to_json(thing))


def plain_tagged(thing: Any) -> dict[str, Any]:
    """Plain data of an action, event or view; actions and events start with their `type`."""
    data: dict[str, Any] = plain(thing)
    tag = getattr(thing, "tag", None)
    return data if tag is None else {"type": tag, **data}


def tagged_json(thing: Any) -> msgspec.Raw:
    """An action or event as JSON, ready to be embedded in a larger message."""
    body = to_json(thing)
    return msgspec.Raw(b'{"type":"%b"%b' % (thing.tag.encode(), b"," + body[1:] if body != b"{}" else b"}"))


def read_tagged(data: object, kinds: Sequence[type[T]]) -> T:
    """The action or event that plain data describes, its class picked by `type`."""
    if not isinstance(data, Mapping):
        raise BadData("not_an_object")
    if not _is_small(data, MAX_DEPTH):
        raise BadData("too_large")
    tag = data.get("type")
    for kind in kinds:
        if kind.tag == tag:  # type: ignore[attr-defined]
            return read({name: value for name, value in data.items() if name != "type"}, kind)
    allowed = ", ".join(kind.tag for kind in kinds)  # type: ignore[attr-defined]
    raise BadData("unknown_type", {"type": tag, "allowed": allowed})


def _is_small(value: Any, depth: int) -> bool:
    """Whether plain data is no larger than an action can be. Checked here once, so that the rules need not."""
    if isinstance(value, int):
        return -MAX_NUMBER <= value <= MAX_NUMBER
    if isinstance(value, str):
        return True
    if isinstance(value, Mapping):
        value = value.values()
    elif not isinstance(value, (list, tuple)):
        return True
    return depth > 0 and len(value) <= MAX_LENGTH and all(map(_is_small, value, repeat(depth - 1)))


def read(data: object, kind: type[T]) -> T:
    """An instance of a frozen dataclass from plain data. Every field is checked."""
    if not isinstance(data, Mapping):
        raise BadData("not_an_object")
    hints = _hints(kind)  # type: ignore[arg-type]  # mypy does not know that classes can be hashed
    for name in data:
        if name not in hints:
            raise BadData("unknown_field", {"field": name, "allowed": ", ".join(hints) or "–"})
    try:
        return msgspec.convert(data, kind, str_keys=True)
    except msgspec.ValidationError:
        raise _problem(data, kind, hints) from None


def _problem(data: Mapping[str, Any], kind: type[Any], hints: Mapping[str, Any]) -> BadData:
    """What is wrong with data that cannot be read as an instance of `kind`."""
    for entry in fields(kind):
        expected = {"field": entry.name, "expected": _kind_of(hints[entry.name])}
        if entry.name not in data:
            if entry.default is MISSING:
                return BadData("missing_field", expected)
            continue
        try:
            msgspec.convert(data[entry.name], hints[entry.name], str_keys=True)
        except msgspec.ValidationError:
            return BadData("bad_field", {"value": data[entry.name], **expected})
    return BadData("fields_do_not_fit", {"fields": ", ".join(hints)})


def prepare(kinds: Iterable[type[Any]]) -> None:
    """Have msgspec inspect classes now: doing so for the first time in two threads at once is not safe."""
    for kind in kinds:
        msgspec.json.Decoder(kind)


@cache
def _hints(kind: type[Any]) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return {entry.name: hints[entry.name] for entry in fields(kind)}


def _kind_of(hint: Any) -> Phrase:
    """What a field expects, as a text."""
    if get_origin(hint) in (Union, UnionType):
        return Phrase("expected.optional", {"kind": _kind_of(get_args(hint)[0])})
    if get_origin(hint) is tuple:
        return Phrase("expected.list", {"kind": _kind_of(get_args(hint)[0])})
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Phrase("expected.one_of", {"values": ", ".join(str(member.value) for member in hint)})
    known = {int: "expected.whole", bool: "expected.flag", str: "expected.text"}
    return Phrase(known.get(getattr(hint, "__supertype__", hint), "expected.object"))

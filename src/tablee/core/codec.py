"""Between our frozen classes and plain data. The only place of the engines that uses msgspec."""

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from enum import Enum
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

import msgspec

from tablee.core.errors import BadData
from tablee.core.texts import Phrase

T = TypeVar("T")


def plain(thing: object) -> Any:
    """Plain data: dicts with string keys, lists, strings, numbers, None; sets come out sorted."""
    # In two steps, since only the first can both write numbers as keys and put them in order.
    plainer = msgspec.to_builtins(thing, str_keys=True, order="deterministic")
    return msgspec.json.decode(msgspec.json.encode(plainer))


def plain_tagged(thing: Any) -> dict[str, Any]:
    """Plain data of an action, event or view; actions and events are led by their type."""
    data: dict[str, Any] = plain(thing)
    tag = getattr(thing, "tag", None)
    return data if tag is None else {"type": tag, **data}


def tagged_json(thing: Any) -> msgspec.Raw:
    """An action or event as JSON, to be put into a larger message as it is."""
    body = msgspec.json.encode(thing, order="deterministic")
    head = b'{"type":' + msgspec.json.encode(thing.tag)
    return msgspec.Raw(head + (b"," + body[1:] if body != b"{}" else b"}"))


def read_tagged(data: object, kinds: Sequence[type[T]]) -> T:
    """The action or event that plain data spells, its class picked by `type`."""
    if not isinstance(data, Mapping):
        raise BadData("not_an_object")
    by_tag = {kind.tag: kind for kind in kinds}  # type: ignore[attr-defined]
    tag = data.get("type")
    if not isinstance(tag, str) or tag not in by_tag:
        raise BadData("unknown_type", {"type": tag, "allowed": ", ".join(by_tag)})
    return read({name: value for name, value in data.items() if name != "type"}, by_tag[tag])


def read(data: object, kind: type[T]) -> T:
    """An instance of a frozen dataclass from plain data, every field checked."""
    if not isinstance(data, Mapping):
        raise BadData("not_an_object")
    hints = _hints(kind)  # type: ignore[arg-type]  # mypy doubts that classes can be hashed
    for name in data:
        if name not in hints:
            raise BadData("unknown_field", {"field": name, "allowed": ", ".join(hints) or "–"})
    values: dict[str, Any] = {}
    for entry in fields(kind):  # type: ignore[arg-type]
        if entry.name in data:
            values[entry.name] = _value(entry.name, data[entry.name], hints[entry.name])
        elif entry.default is MISSING:
            raise BadData("missing_field", {"field": entry.name, "expected": _kind_of(hints[entry.name])})
    return kind(**values)


def _value(name: str, value: object, hint: Any) -> Any:
    try:
        return msgspec.convert(value, hint, str_keys=True)
    except msgspec.ValidationError:
        raise BadData("bad_field", {"field": name, "value": value, "expected": _kind_of(hint)}) from None


@cache
def _hints(kind: type[Any]) -> Mapping[str, Any]:
    hints = get_type_hints(kind)
    return {entry.name: hints[entry.name] for entry in fields(kind)}


def _kind_of(hint: Any) -> Phrase:
    """What a field expects, for people."""
    if get_origin(hint) in (Union, UnionType):
        return Phrase("expected.optional", {"kind": _kind_of(get_args(hint)[0])})
    if get_origin(hint) is tuple:
        return Phrase("expected.list", {"kind": _kind_of(get_args(hint)[0])})
    if isinstance(hint, type) and issubclass(hint, Enum):
        return Phrase("expected.one_of", {"values": ", ".join(str(member.value) for member in hint)})
    known = {int: "expected.whole", bool: "expected.flag", str: "expected.text"}
    return Phrase(known.get(getattr(hint, "__supertype__", hint), "expected.object"))

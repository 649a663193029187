"""A match on paper: a self-contained JSON object with a checksum of its content."""

import hashlib
import json
from collections.abc import Mapping
from typing import Any, Final

from tablee.core.errors import BadRecord

FORMAT: Final = 1
"""The form of a record. Goes up when a reader of the old form could not read the new one."""

FIELDS: Final = ("format", "game", "rules_version", "options", "seats", "entries", "result", "checksum")
OPTIONAL: Final = ("fairness",)
"""How chance can be checked, where the table drew it from a secret."""


def checksum(content: Mapping[str, Any]) -> str:
    """The SHA-256 of all that a record says but the checksum itself."""
    said = {name: value for name, value in content.items() if name != "checksum"}
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def sealed(content: Mapping[str, Any]) -> dict[str, Any]:
    """The record of this content: with its format and its checksum."""
    record = {"format": FORMAT, **content}
    return {**record, "checksum": checksum(record)}


def dumps(record: Mapping[str, Any]) -> str:
    """A record as text for a file: one entry a line, so that people can read it."""
    head = {name: value for name, value in record.items() if name not in ("entries", "result", "checksum")}
    lines = [f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}," for name, value in head.items()]
    entries = ",\n".join(f"    {json.dumps(entry, ensure_ascii=False)}" for entry in record["entries"])
    body = f"\n{entries}\n  " if entries else ""
    return "\n".join(
        [
            "{",
            *lines,
            f'  "entries": [{body}],',
            f'  "result": {json.dumps(record["result"])},',
            f'  "checksum": {json.dumps(record["checksum"])}',
            "}",
            "",
        ]
    )


def opened(record: Mapping[str, Any] | str | bytes) -> dict[str, Any]:
    """The content of a record, once its form and checksum have been checked; raises `BadRecord`."""
    content = _as_json(record)
    if not isinstance(content, dict):
        raise BadRecord("record_not_an_object")
    for name in FIELDS:
        if name not in content:
            raise BadRecord("record_lacks", {"field": name})
    for name in content:
        if name not in FIELDS + OPTIONAL:
            raise BadRecord("record_has_unknown", {"field": name, "allowed": ", ".join(FIELDS + OPTIONAL)})
    if content["format"] != FORMAT:
        raise BadRecord("record_format", {"format": content["format"], "known": FORMAT})
    if content["checksum"] != checksum(content):
        raise BadRecord("record_checksum")
    return content


def _as_json(record: Mapping[str, Any] | str | bytes) -> Any:
    """What JSON holds of a record, so that one made by hand is checked no less than a file."""
    try:
        text = record if isinstance(record, str | bytes) else json.dumps(record, default=dict)
        return json.loads(text, parse_constant=_no_constant)
    except UnicodeDecodeError:
        raise BadRecord("record_not_text") from None
    except json.JSONDecodeError as error:
        raise BadRecord("record_not_json", {"line": error.lineno, "column": error.colno}) from None
    except (TypeError, ValueError, RecursionError):
        raise BadRecord("record_not_plain") from None


def _no_constant(name: str) -> None:
    raise ValueError(name)

"""Log lines without secrets, names or addresses.

A line is built from what is allowed, not by removing what is not. Of our own records it holds the message and the
fields named in `FIELDS`; of a library's only the message without its arguments; of an error its type and where it was
raised, but not its message, which may quote what somebody typed.
"""

import datetime as dt
import hashlib
import json
import logging
import secrets
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final, TextIO

from tablee.server.ops.log_limit import LogLimit

FIELDS: Final = (
    "version",
    "database",
    "workers",
    "table",
    "game",
    "level",
    "trouble",
    "status",
    "code",
    "method",
    "backup",
    "address",
)
"""The fields a line may have. `address` is shown as a short hash whose key is lost when the process ends."""

_SALT: Final = secrets.token_bytes(16)
_QUIET: Final = ("uvicorn", "uvicorn.error", "alembic", "litestar", "sqlalchemy", "httpx", "asyncio")
"""Libraries whose info messages are not logged."""


def hashed_address(address: str) -> str:
    """A hash that shows only whether two lines are about the same address."""
    return hashlib.blake2s(address.encode(), key=_SALT, digest_size=4).hexdigest()


def configure(form: str = "", stream: TextIO | None = None) -> None:
    """Log to standard error as `json`, or as `text` for people (warnings and errors only).

    Empty: text on a terminal, else JSON.
    """
    out = stream or sys.stderr
    for_people = form == "text" or (not form and out.isatty())
    handler = logging.StreamHandler(out)
    handler.setFormatter(TextFormatter() if for_people else JsonFormatter())
    handler.addFilter(LogLimit())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tablee").setLevel(logging.WARNING if for_people else logging.INFO)
    for name in _QUIET:
        library = logging.getLogger(name)
        library.handlers, library.propagate = [], True
        library.setLevel(logging.WARNING)


def line_of(record: logging.LogRecord) -> dict[str, Any]:
    """The content of a log line."""
    ours = record.name.partition(".")[0] == "tablee"
    line: dict[str, Any] = {
        "at": dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="milliseconds"),
        "severity": record.levelname.lower(),
        "from": record.name,
        "what": record.getMessage() if ours else str(record.msg).partition("\n")[0],
        "process": record.process,
    }
    for name in FIELDS:
        if ours and (value := record.__dict__.get(name)) is not None:
            line[name] = hashed_address(str(value)) if name == "address" else value
    if left_out := record.__dict__.get("left_out"):
        line["left_out"] = left_out
    if record.exc_info and record.exc_info[1] is not None:
        line["error"] = list(_error_types(record.exc_info[1]))
        line["where"] = _where(record.exc_info[1])
    return line


def _error_types(error: BaseException) -> Iterator[str]:
    """The type of an error, and of its causes."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield type(cause).__qualname__
        cause = cause.__cause__ or cause.__context__


def _where(error: BaseException) -> list[str]:
    """The frames of the traceback that are in our own files, and the last one."""
    frames = traceback.extract_tb(error.__traceback__)
    shown = [frame for frame in frames if "tablee" in Path(frame.filename).parts] + frames[-1:]
    return list(dict.fromkeys(f"{_file(frame.filename)}:{frame.lineno} {frame.name}" for frame in shown))


def _file(name: str) -> str:
    """The last parts of a path."""
    return "/".join(Path(name).parts[-3:])


class JsonFormatter(logging.Formatter):
    """One JSON object per line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(line_of(record), ensure_ascii=False, default=str)


class TextFormatter(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        line = line_of(record)
        fields = " ".join(f"{name}={line[name]}" for name in (*FIELDS, "left_out") if name in line)
        first = f"{line['at'][11:19]} {line['severity']:<7} {line['what']} {fields}".rstrip()
        if "error" not in line:
            return first
        return "\n".join([first, f"  {' < '.join(line['error'])}", *(f"    {place}" for place in line["where"])])

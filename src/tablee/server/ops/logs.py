"""What the house writes down about itself: one line a happening, with no secret, no name and no address in it.

A line is built from what is allowed, not by removing what is not. Of our own happenings it holds the sentence and the
fields named in `FIELDS`; of what a library says only the sentence without what was filled in; of an error its kind and
where it came up, but not its message, which may quote what somebody typed.
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
"""The fields a line may have. `address` is shown as a short hash that means nothing once the process has ended."""

_SALT: Final = secrets.token_bytes(16)
_QUIET: Final = ("uvicorn", "uvicorn.error", "alembic", "litestar", "sqlalchemy", "httpx", "asyncio")
"""Libraries of which only warnings are of interest."""


def hidden(address: str) -> str:
    """An address so that two lines can be seen to tell of the same one, and no more."""
    return hashlib.blake2s(address.encode(), key=_SALT, digest_size=4).hexdigest()


def configure(form: str = "", stream: TextIO | None = None) -> None:
    """Write lines to standard error: `json`, or `text` for people, who are told only what is amiss.

    Empty: text on a terminal, else JSON.
    """
    out = stream or sys.stderr
    for_people = form == "text" or (not form and out.isatty())
    handler = logging.StreamHandler(out)
    handler.setFormatter(Sentences() if for_people else Lines())
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(logging.WARNING)
    logging.getLogger("tablee").setLevel(logging.WARNING if for_people else logging.INFO)
    for name in _QUIET:
        library = logging.getLogger(name)
        library.handlers, library.propagate = [], True
        library.setLevel(logging.WARNING)


def told(record: logging.LogRecord) -> dict[str, Any]:
    """All that a line says of a happening."""
    ours = record.name.partition(".")[0] == "tablee"
    said: dict[str, Any] = {
        "at": dt.datetime.fromtimestamp(record.created, dt.UTC).isoformat(timespec="milliseconds"),
        "severity": record.levelname.lower(),
        "from": record.name,
        "what": record.getMessage() if ours else str(record.msg).partition("\n")[0],
        "process": record.process,
    }
    for name in FIELDS:
        if ours and (value := record.__dict__.get(name)) is not None:
            said[name] = hidden(str(value)) if name == "address" else value
    if record.exc_info and record.exc_info[1] is not None:
        said["error"] = list(_kinds(record.exc_info[1]))
        said["where"] = _where(record.exc_info[1])
    return said


def _kinds(error: BaseException) -> Iterator[str]:
    """The kind of an error, and of those that led to it."""
    seen: set[int] = set()
    cause: BaseException | None = error
    while cause is not None and id(cause) not in seen:
        seen.add(id(cause))
        yield type(cause).__qualname__
        cause = cause.__cause__ or cause.__context__


def _where(error: BaseException) -> list[str]:
    """The way through our own files, and the place where it ended."""
    frames = traceback.extract_tb(error.__traceback__)
    passed = [frame for frame in frames if "tablee" in Path(frame.filename).parts] + frames[-1:]
    return list(dict.fromkeys(f"{_file(frame.filename)}:{frame.lineno} {frame.name}" for frame in passed))


def _file(name: str) -> str:
    """A file as seen from the folder of its package."""
    return "/".join(Path(name).parts[-3:])


class Lines(logging.Formatter):
    """One JSON object a line, for programs."""

    def format(self, record: logging.LogRecord) -> str:
        return json.dumps(told(record), ensure_ascii=False, default=str)


class Sentences(logging.Formatter):
    """A line for people."""

    def format(self, record: logging.LogRecord) -> str:
        said = told(record)
        fields = " ".join(f"{name}={said[name]}" for name in FIELDS if name in said)
        first = f"{said['at'][11:19]} {said['severity']:<7} {said['what']} {fields}".rstrip()
        if "error" not in said:
            return first
        return "\n".join([first, f"  {' < '.join(said['error'])}", *(f"    {place}" for place in said["where"])])

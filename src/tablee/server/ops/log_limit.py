"""A limit for log lines: garbage from clients must not fill the disk."""

import logging
import time
from collections.abc import Callable
from typing import Final

LINES: Final = 20
"""Lines of one kind that are written in a period."""
SECONDS: Final = 60.0


class LogLimit(logging.Filter):
    """Limits the lines of one kind a minute; the first one afterwards says how many were left out."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        super().__init__()
        self._now = now
        self._since = now()
        self._seen: dict[tuple[str, str], int] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        if self._now() - self._since >= SECONDS:
            self._since, before = self._now(), self._seen
            self._seen = {kind: LINES - seen for kind, seen in before.items() if seen > LINES}
        kind = (record.name, str(record.msg))
        seen = self._seen.get(kind, 0)
        if seen < 0:
            record.left_out, seen = -seen, 0
        self._seen[kind] = seen + 1
        return seen < LINES

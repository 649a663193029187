"""A flood of lines of one kind does not fill the disk; what is left out is counted."""

import logging
from io import StringIO

import pytest
from tests.server.operations.test_logs import restored_logging  # noqa: F401 - a fixture

from tablee.server.ops import logs
from tablee.server.ops.log_limit import LINES, SECONDS, LogLimit


def line(message: str = "Invalid HTTP request received.") -> logging.LogRecord:
    return logging.LogRecord("uvicorn.error", logging.WARNING, "", 0, message, None, None)


def test_a_flood_is_cut_and_counted() -> None:
    at = [0.0]
    limit = LogLimit(lambda: at[0])
    assert sum(limit.filter(line()) for _ in range(1000)) == LINES
    assert limit.filter(line("something else"))
    at[0] += SECONDS
    after, then = line(), line()
    assert limit.filter(after)
    assert limit.filter(then)
    assert after.__dict__["left_out"] == 1000 - LINES
    assert "left_out" not in then.__dict__
    assert sum(limit.filter(line()) for _ in range(1000)) == LINES - 2


def test_a_quiet_log_is_left_alone() -> None:
    at = [0.0]
    limit = LogLimit(lambda: at[0])
    for _ in range(10 * LINES):
        at[0] += SECONDS / LINES
        record = line()
        assert limit.filter(record)
        assert "left_out" not in record.__dict__


@pytest.mark.usefixtures("restored_logging")
def test_what_was_left_out_is_in_the_line(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(LogLimit.__init__, "__defaults__", (lambda: now[0],))
    out = StringIO()
    logs.configure("text", out)
    for _ in range(LINES + 5):
        logging.getLogger("tablee.http").warning("too much")
    now[0] += SECONDS
    logging.getLogger("tablee.http").warning("too much")
    lines = out.getvalue().splitlines()
    assert len(lines) == LINES + 1
    assert lines[-1].endswith("too much left_out=5")

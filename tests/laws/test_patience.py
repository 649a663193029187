"""No test gives up because the machine is busy: what connects to a house waits as long as all tests do."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

TESTS: Final = Path(__file__).parents[1]
LIMIT_OF: Final = {"httpx": "timeout", "websockets": "open_timeout"}
"""What has a limit of its own unless it is given another, and the name of that limit."""
REQUESTS: Final = {"get", "head", "post", "put", "delete", "request", "stream", "Client", "AsyncClient"}


def hasty_calls(source: str) -> Iterator[int]:
    """The lines of calls that keep the limit of a library."""
    tree = ast.parse(source)
    imports = [node for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    is_socket = any((node.module or "").startswith("websockets") for node in imports)
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        match call.func:
            case ast.Attribute(value=ast.Name(id="httpx"), attr=name) if name in REQUESTS:
                limit = LIMIT_OF["httpx"]
            case ast.Name(id="connect") if is_socket:
                limit = LIMIT_OF["websockets"]
            case _:
                continue
        if not any(word.arg in (limit, None) for word in call.keywords):
            yield call.lineno


@pytest.mark.slow_under_coverage
def test_whatever_connects_is_patient() -> None:
    found = [
        f"{file.relative_to(TESTS)}:{line}"
        for file in sorted(TESTS.rglob("*.py"))
        for line in hasty_calls(file.read_text(encoding="utf-8"))
    ]
    assert found == []


def test_who_is_not_would_be_found() -> None:
    head = "from websockets.sync.client import connect\n"
    assert list(hasty_calls(head + "httpx.get(url)\nconnect(url)\nhttpx.AsyncClient(base_url=url)")) == [2, 3, 4]
    assert list(hasty_calls(head + "httpx.get(url, timeout=9)\nconnect(url, **SOCKET)\nconnects()")) == []

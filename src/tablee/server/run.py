"""Opening the house: its folder, its database, its port; then uvicorn runs it until it is told to stop."""

import asyncio
import errno
import gc
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import uvicorn
from alembic.util.exc import CommandError
from litestar import Litestar
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError
from uvicorn.supervisors import Multiprocess

from tablee.server.app import create_app
from tablee.server.ops.metrics import SHARED
from tablee.server.refusals import Refused
from tablee.server.settings import Settings, admin_token, read_settings
from tablee.server.store import database
from tablee.server.store.redis_notices import RedisNotices
from tablee.server.uvicorn_config import UvicornConfig

LARGEST_MESSAGE: Final = 65_536
DEAF_MILLISECONDS: Final = 60_000
PATIENCE: Final = 10
"""How long answers under way may take when the house closes, in seconds."""


def listen(settings: Settings) -> tuple[Settings, socket.socket]:
    """A port to be reached at, and the settings with its number; raises `Refused` if it cannot be had."""
    where = {"host": settings.host, "port": settings.port}
    try:
        family, kind, _, _, address = socket.getaddrinfo(
            settings.host or None, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind)
        try:
            if os.name == "posix":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if sys.platform == "linux":
                # Somebody who takes nothing off the line is cut off by the system, also after the house let him go.
                listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAF_MILLISECONDS)
            listening.bind(address)
            listening.listen(2048)  # at once: two houses that start together must not both believe they have it
        except OSError:
            listening.close()
            raise
    except (socket.gaierror, UnicodeError):
        raise Refused("host_unknown", where) from None
    except OSError as error:
        match error.errno:
            case errno.EADDRINUSE:
                raise Refused("port_in_use", {**where, "other": _free_port(settings)}) from None
            case errno.EACCES:
                raise Refused("port_forbidden", where) from None
            case _:
                raise Refused("host_unknown", where) from None
    return replace(settings, port=listening.getsockname()[1]), listening


def _free_port(settings: Settings) -> int:
    """A port that could be had instead."""
    for port in range(settings.port + 1, min(settings.port + 50, 65_536)):
        with suppress(OSError), socket.socket() as probe:
            probe.bind(("127.0.0.1", port))
            return port
    return 0


def create_data_folder(settings: Settings) -> None:
    """Make the data folder, with the administrator's token in it."""
    folders = [Path(settings.data_dir)]
    if file := database.sqlite_file(settings.database_url):
        folders.append(file.parent)
    for folder in folders:
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            raise Refused("data_dir", {"folder": folder}) from None
    admin_token(folders[0])
    if settings.redis:
        RedisNotices(settings.redis)  # says so now if it cannot be


def bring_up_to_date(settings: Settings) -> Path | None:
    """Migrate the database if need be; returns the copy made before, if one was."""
    try:
        return asyncio.run(_migrated(settings.database_url))
    except CommandError:
        raise Refused("database_newer") from None
    except DBAPIError as error:
        url = make_url(settings.database_url)
        shown = url.set(drivername=url.get_backend_name()).render_as_string(hide_password=True)
        raise Refused("database_unreachable", {"url": shown}) from error


async def _migrated(url: str) -> Path | None:
    engine = database.engine(url)
    try:
        return await database.migrate(engine, url)
    finally:
        await engine.dispose()


@contextmanager
def alone(settings: Settings) -> Iterator[None]:
    """Hold an SQLite file for this process: two houses on one file would not hear of each other's moves."""
    file = database.sqlite_file(settings.database_url)
    try:
        import fcntl  # noqa: PLC0415 - not everywhere
    except ImportError:
        file = None
    if file is None:
        yield
        return
    with file.with_name(f"{file.name}.lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused("house_is_open", {"file": file}) from None
        yield


@contextmanager
def findable(settings: Settings) -> Iterator[None]:
    """Leave a note in the data folder of where the house is, for `tablee admin`."""
    note = address_note(settings)
    note.write_text(settings.own_address, encoding="utf-8")
    try:
        yield
    finally:
        note.unlink(missing_ok=True)


def address_note(settings: Settings) -> Path:
    return Path(settings.data_dir) / "address"


@contextmanager
def prepared(settings: Settings, listening: socket.socket) -> Iterator[Callable[[], None]]:
    """What serves until a signal says to stop, and returns once everything is saved and everybody was told.

    A signal is heard from now on: one that comes before serving ends it as soon as it begins.
    """
    if settings.workers == 1:
        server = uvicorn.Server(_config(settings, create_app(settings)))
        _collect_rarely()
        for told_to_stop in (signal.SIGINT, signal.SIGTERM):
            signal.signal(told_to_stop, server.handle_exit)
        yield lambda: server.run([listening])
        return
    # Each worker makes its own house from the environment; their figures meet in a folder.
    with TemporaryDirectory(prefix="tablee-figures-") as folder:
        os.environ |= {f"TABLEE_{name.upper()}": str(value) for name, value in asdict(settings).items()}
        os.environ[SHARED] = folder
        factory = f"{__name__}:{worker.__name__}"
        yield Multiprocess(_config(settings, factory, factory=True, workers=settings.workers), [listening]).run


def run(settings: Settings, listening: socket.socket) -> None:
    """Serve until a signal says to stop."""
    with prepared(settings, listening) as serve_until_told_to_stop:
        serve_until_told_to_stop()


def _config(settings: Settings, app: Litestar | str, **more: Any) -> UvicornConfig:
    return UvicornConfig(app, log_format=settings.log_format, forwarded_allow_ips=settings.proxies, **more)


def worker() -> Litestar:
    """The house of one of several processes."""
    threading.Thread(target=_close_with_the_parent, daemon=True).start()
    app = create_app(read_settings())
    _collect_rarely()
    return app


def _collect_rarely() -> None:
    """Tables live long and are many: a third of all time went into looking through them for garbage."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)


def _close_with_the_parent() -> None:
    """Nobody could tell a worker to stop once its parent was killed: it stops by itself."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

"""Starts the house: data folder, database, port; then uvicorn runs it until a signal stops it."""

import asyncio
import errno
import gc
import multiprocessing
import os
import signal
import socket
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any, Final

import uvicorn
from litestar import Litestar
from sqlalchemy.exc import DBAPIError
from uvicorn.supervisors import Multiprocess

from tablee.server.app import create_app
from tablee.server.ops.metrics import METRICS_FOLDER
from tablee.server.refusals import Refused
from tablee.server.settings import Settings, admin_token, read_settings
from tablee.server.store import database, start_check
from tablee.server.store.redis_notices import RedisNotices
from tablee.server.store.start_check import start_refusal
from tablee.server.uvicorn_config import UvicornConfig

TCP_TIMEOUT_MILLISECONDS: Final = 60_000
"""How long sent data may stay unacknowledged before the system closes the connection."""


def listen(settings: Settings) -> tuple[Settings, socket.socket]:
    """Listen at the port of the settings; returns the settings with its number. Raises `Refused` if that fails."""
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
                # A client that reads nothing is disconnected by the system, even after the house closed its socket.
                listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, TCP_TIMEOUT_MILLISECONDS)
            listening.bind(address)
            listening.listen(2048)  # now: two houses that start at the same time must not both get the port
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
    """A port that could be used instead; 0 if none was found."""
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
    _keep_private(folders)
    admin_token(folders[0])
    if settings.redis:
        RedisNotices(settings.redis)  # raises `Refused` if the URL is wrong or the library is missing


def _keep_private(folders: Iterable[Path]) -> None:
    """What the house writes is readable by its own user alone, what it wrote before as well."""
    os.umask(0o077)
    for folder in folders:
        for file in folder.glob("tablee*.sqlite*"):
            with suppress(OSError):
                file.chmod(file.stat().st_mode & 0o600)  # taken away only: one that is read-only stays so


def raise_file_limit() -> None:
    """Let this process open as many files as the system allows: every socket is one."""
    with suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415 - not on Windows

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def migrate_database(settings: Settings) -> Path | None:
    """Check the database, and migrate it if needed; returns the backup made before. Raises `Refused`."""
    url = settings.database_url
    start_check.check(url)
    try:
        return asyncio.run(_migrate(url))
    except DBAPIError as error:
        raise start_refusal(error, url) from error


async def _migrate(url: str) -> Path | None:
    engine = database.engine(url)
    try:
        return await database.migrate(engine, url)
    finally:
        await engine.dispose()


@contextmanager
def sqlite_lock(settings: Settings) -> Iterator[None]:
    """Lock an SQLite file for this process: two houses on one file would not see each other's moves."""
    file = database.sqlite_file(settings.database_url)
    try:
        import fcntl  # noqa: PLC0415 - not on Windows
    except ImportError:
        file = None
    if file is None:
        yield
        return
    with _lock_file(file) as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise Refused("house_is_open", {"file": file}) from None
        yield


def _lock_file(file: Path) -> IO[str]:
    """The file beside the database that is locked; the same one, whatever link leads to the database."""
    real = file.resolve()
    try:
        return real.with_name(f"{real.name}.lock").open("w")
    except OSError:
        raise Refused("data_dir", {"folder": real.parent}) from None


@contextmanager
def address_file(settings: Settings) -> Iterator[None]:
    """Write the address of the running house into the data folder, for `tablee admin`."""
    file = address_path(settings)
    try:
        file.write_text(settings.own_address, encoding="utf-8")
    except OSError:
        raise Refused("data_dir", {"folder": file.parent}) from None
    try:
        yield
    finally:
        file.unlink(missing_ok=True)


def address_path(settings: Settings) -> Path:
    return Path(settings.data_dir) / "address"


@contextmanager
def prepare_server(settings: Settings, listening: socket.socket) -> Iterator[Callable[[], None]]:
    """Gives a function that serves until a signal stops it, and returns after an orderly shutdown.

    Signals are handled from now on: one that comes before serving stops it as soon as it begins.
    """
    raise_file_limit()
    if settings.workers == 1:
        server = uvicorn.Server(_config(settings, create_app(settings)))
        _tune_interpreter()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, server.handle_exit)
        yield lambda: server.run([listening])
        return
    # Each worker process reads its settings from the environment; their metrics are combined in a folder.
    with TemporaryDirectory(prefix="tablee-metrics-") as folder:
        os.environ |= {f"TABLEE_{name.upper()}": str(value) for name, value in asdict(settings).items()}
        os.environ[METRICS_FOLDER] = folder
        factory = f"{__name__}:{worker.__name__}"
        yield Multiprocess(_config(settings, factory, factory=True, workers=settings.workers), [listening]).run


def run(settings: Settings, listening: socket.socket) -> None:
    """Serve until a signal stops the house."""
    with prepare_server(settings, listening) as serve:
        serve()


def _config(settings: Settings, app: Litestar | str, **more: Any) -> UvicornConfig:
    return UvicornConfig(app, log_format=settings.log_format, forwarded_allow_ips=settings.proxies, **more)


def worker() -> Litestar:
    """The application of one of several worker processes."""
    threading.Thread(target=_stop_with_parent, daemon=True).start()
    app = create_app(read_settings())
    _tune_interpreter()
    return app


def _tune_interpreter() -> None:
    """Collect garbage rarely: there are many long-lived tables, and to scan them took a third of all time.

    But not too much at once: everybody waits about 17 ms while 50,000 new objects are looked at, 3 ms with 10,000, and
    20 ms with those of six times. All of them are looked at in maintenance.py only.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(10_000, 5, 1_000_000)


def _stop_with_parent() -> None:
    """Stop this worker when its parent was killed: nothing else would."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)

"""`tablee backup`: a copy of the house's database, also while it is open."""

import os
import shutil
import subprocess
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from tablee.cli.errors import CliError, unwritable
from tablee.cli.house_options import house_options, settings_of
from tablee.cli.parameters import Command, text_option
from tablee.cli.screen import Screen
from tablee.core.texts import Catalogue

if TYPE_CHECKING:
    from tablee.server.settings import Settings


def command(say: Catalogue) -> click.Command:
    """The command in one language."""

    def backup(settings_file: str | None, to: str | None, **given: Any) -> None:
        settings = settings_of(settings_file, **given)
        ending = "sqlite" if settings.is_sqlite else "dump"
        usual = f"tablee-{datetime.now().astimezone():%Y%m%d-%H%M%S}.{ending}"
        target = Path(to or usual).expanduser()
        if target.exists():
            raise CliError("file_exists", {"path": target})
        try:
            (_copy_sqlite if settings.is_sqlite else _dump_postgresql)(settings, target)
        except OSError as error:
            raise unwritable(target, error) from error
        Screen(say).tell(say("backup.done", path=target, size=max(1, target.stat().st_size // 1024)))

    params = [*house_options(say), text_option("--to", metavar=say("page.file_metavar"))]
    return Command(say, "backup", backup, params, extra="house")


def _copy_sqlite(settings: "Settings", target: Path) -> None:
    from tablee.server.store import database  # noqa: PLC0415 - other commands start without the server

    file = database.sqlite_file(settings.database_url)
    if file is None or not file.is_file():
        raise CliError("no_database", {"path": file})
    if not target.parent.is_dir():
        raise FileNotFoundError
    database.backup_sqlite(file, target)


def _dump_postgresql(settings: "Settings", target: Path) -> None:
    """With PostgreSQL's own program; the password goes by the environment, where other users cannot see it."""
    from sqlalchemy import make_url  # noqa: PLC0415 - other commands start without the server

    program = shutil.which("pg_dump")
    if program is None:
        raise CliError("no_pg_dump")
    url = make_url(settings.database_url)
    without = url.set(drivername="postgresql", password=None).render_as_string()
    environment = os.environ | ({"PGPASSWORD": str(url.password)} if url.password else {})
    descriptor = os.open(target, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
    with os.fdopen(descriptor, "wb") as out:
        ran = subprocess.run(  # noqa: S603 - what was found on the path, with the database of the settings
            [program, "--format=custom", "--no-owner", "--dbname", without],
            env=environment,
            stdout=out,
            stderr=subprocess.PIPE,
            check=False,
        )
    if ran.returncode != 0:
        target.unlink()
        raise CliError("pg_dump_failed", {"said": ran.stderr.decode(errors="replace").strip()})

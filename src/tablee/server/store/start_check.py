"""Checks at the start that the database can be used, and says in one sentence why it cannot."""

import sqlite3
from pathlib import Path
from typing import Final

from alembic.util.exc import CommandError
from sqlalchemy import Connection, make_url
from sqlalchemy.exc import DBAPIError

from tablee.server.refusals import Refused
from tablee.server.store import database

_SQLITE_CODES: Final = {
    sqlite3.SQLITE_READONLY: "database_read_only",
    sqlite3.SQLITE_PERM: "database_read_only",
    sqlite3.SQLITE_CORRUPT: "database_damaged",
    sqlite3.SQLITE_NOTADB: "database_damaged",
    sqlite3.SQLITE_FULL: "database_full",
    sqlite3.SQLITE_BUSY: "database_locked",
    sqlite3.SQLITE_LOCKED: "database_locked",
}
_POSTGRESQL_CODES: Final = {
    "25006": "database_read_only",  # read_only_sql_transaction
    "42501": "database_read_only",  # insufficient_privilege
    "XX001": "database_damaged",  # data_corrupted
    "XX002": "database_damaged",  # index_corrupted
    "53100": "database_full",  # disk_full
    "55P03": "database_locked",  # lock_not_available
}


def check(url: str) -> None:
    """Check that the database can be read and written, and is not newer than the house; raises `Refused`.

    A database that is still empty is left to the migration, which writes to it.
    """
    engine = database.writing_engine(url)
    try:
        with engine.connect() as connection:
            revision = database.revision(connection)
            if engine.dialect.name == "sqlite":
                _check_pages(connection, url)
        if revision is not None:
            with engine.begin() as connection:
                # Writes the same again: only a commit shows that the disk takes it.
                connection.exec_driver_sql("UPDATE alembic_version SET version_num = version_num")
    except CommandError as error:
        raise start_refusal(error, url) from None
    except DBAPIError as error:
        raise start_refusal(error, url) from error
    finally:
        engine.dispose()


def _check_pages(connection: Connection, url: str) -> None:
    if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
        raise Refused("database_damaged", {"database": shown(url)})


def start_refusal(error: CommandError | DBAPIError, url: str) -> Refused:
    """Why a house cannot start with a database."""
    if isinstance(error, CommandError):
        return Refused("database_newer")
    return Refused(_code(error.orig, database.sqlite_file(url)), {"database": shown(url)})


def _code(cause: BaseException | None, file: Path | None) -> str:
    if isinstance(cause, sqlite3.Error):
        number = getattr(cause, "sqlite_errorcode", 0) & 0xFF  # the rest says more, such as in which directory
        if number == sqlite3.SQLITE_CANTOPEN and file is not None and file.is_file():
            return "database_read_only"  # its folder takes no files beside it
        return _SQLITE_CODES.get(number, "database_unreachable")
    state = getattr(cause, "sqlstate", None)  # of an error of psycopg, which a house on SQLite does not load: 9 MB
    return _POSTGRESQL_CODES.get(state or "", "database_unreachable")


def shown(url: str) -> str:
    """The URL of a database for people, without its password."""
    parsed = make_url(url)
    return parsed.set(drivername=parsed.get_backend_name()).render_as_string(hide_password=True)

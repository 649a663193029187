"""Files that hold the record of a match."""

import os
from datetime import date
from itertools import count
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Final

from tablee.cli.errors import unreadable, unwritable
from tablee.core.match import Match
from tablee.core.record import dumps

ENDING: Final = ".tablee.json"


def load(path: Path) -> bytes:
    """The record in a file, not yet checked."""
    try:
        return path.read_bytes()
    except OSError as error:
        raise unreadable(path, error) from error


def save(match: Match, path: Path) -> None:
    """Write a match to a file; what the file held before is kept until the whole is written."""
    try:
        if path.is_dir():
            raise IsADirectoryError
        with NamedTemporaryFile("w", encoding="utf-8", dir=path.parent, prefix=f".{path.name}.", delete=False) as file:
            try:
                file.write(dumps(match.record()))
                file.close()
                os.replace(file.name, path)
            except BaseException:
                Path(file.name).unlink(missing_ok=True)
                raise
    except OSError as error:
        raise unwritable(path, error) from error


def check_place(path: Path) -> None:
    """Refuse a path where no file can be, before there is anything to write."""
    if path.is_dir():
        raise unwritable(path, IsADirectoryError())
    if not path.parent.is_dir():
        raise unwritable(path, FileNotFoundError())


def free_path(game: str, today: date) -> Path:
    """Where to save a match if nobody says: a file that is not there yet."""
    path = Path(f"{game}-{today.isoformat()}{ENDING}")
    return next(other for number in count(1) if not (other := numbered(path, number)).exists())


def numbered(path: Path, number: int) -> Path:
    """The path of the match of this number, where the first has `path`.

    >>> str(numbered(Path("sunday.tablee.json"), 2))
    'sunday-2.tablee.json'
    """
    name, dot, ending = path.name.partition(".")
    return path if number == 1 else path.with_name(f"{name}-{number}{dot}{ending}")

"""What lies hidden from a reader, by name: found in the table itself, without asking the rules what a seat may know.

A game that hides things says which in `tests/games/<game>/hidden_names.py`: `names(state, reader)`, as they would be
written in a message, and `seen(state, log, reader)`, those among them that the reader sees now.
"""

from collections.abc import Sequence
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

from tablee.core.seat import Seat
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status


def module_of(game: str) -> ModuleType | None:
    """What a game tells of it, if it does."""
    name = f"tests.games.{game}.hidden_names"
    return import_module(name) if find_spec(f"tests.games.{game}") and find_spec(name) else None


def hidden_names(tables: Sequence[Table], reader: Seat | None) -> list[set[bytes]]:
    """By version of a table: what must be in no message to the reader, as it would be written there.

    What is like something that the reader has seen is no secret, nor is anything once the match is over.
    """
    told = module_of(tables[0].game.name)
    if told is None:
        return [set() for _ in tables]
    seen: set[str] = set()
    found = []
    for table in tables:
        seen |= told.seen(table.match.state, table.match.log, reader)
        names: set[str] = told.names(table.match.state, reader)
        is_playing = table.status is Status.PLAYING
        found.append({name.encode() for name in names - seen} if is_playing else set())
    return found

"""Which games the house has. `tablee.games` puts them in."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from tablee.core.errors import BadOption, UnknownGame
from tablee.core.game import Game
from tablee.core.options import options_of

_games: dict[str, type[Game[Any, Any, Any]]] = {}

GAMES: Final[Mapping[str, type[Game[Any, Any, Any]]]] = MappingProxyType(_games)
"""The games of the house by name, in the order they were put in."""


def register(kind: type[Game[Any, Any, Any]]) -> None:
    """Put a game into the house."""
    _games[kind.name] = kind


def game(name: str, /, **options: Any) -> Game[Any, Any, Any]:
    """A game of the house with these options; the others keep their defaults.

    >>> import tablee
    >>> tablee.game("hotdog", players=4).hands
    3
    """
    if name not in _games:
        raise UnknownGame("unknown_game", {"game": name, "allowed": ", ".join(_games)})
    kind = _games[name]
    allowed = options_of(kind)
    for option in options:
        if option not in allowed:
            raise BadOption("unknown_option", {"game": name, "option": option, "allowed": ", ".join(allowed)})
    return kind(**options)

"""The registry of games. `tablee.games` says where to look for them; they are loaded on first use."""

import logging
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any, Final

from tablee.core.errors import BadOption, UnknownGame, UnknownRules
from tablee.core.game import Game
from tablee.core.manifest import Manifest
from tablee.core.options import options_of

logger = logging.getLogger("tablee.registry")

Loader = Callable[[], Manifest]


_finders: list[Callable[[], Mapping[str, Loader]]] = []


def add_finder(finder: Callable[[], Mapping[str, Loader]]) -> None:
    """Add a function that finds games: it returns loaders of manifests by name. Earlier finders win."""
    _finders.append(finder)
    manifests.cache_clear()


@cache
def manifests() -> dict[str, Manifest]:
    """The manifests of all games by name, in the order in which games are listed."""
    found: dict[str, Manifest] = {}
    for find in _finders:
        for name, load in find().items():
            if name in found:
                logger.warning("two games have the same name", extra={"game": name})
            elif loaded := _loaded(name, load):
                found[name] = loaded
    return dict(sorted(found.items(), key=_place))


def _place(named: tuple[str, Manifest]) -> tuple[int, str]:
    name, manifest = named
    return manifest.order, name


def _loaded(name: str, load: Loader) -> Manifest | None:
    try:
        manifest = load()
        found = manifest.name
    except Exception as error:
        # One broken game must not make the others unavailable.
        logger.error("a game could not be loaded", extra={"game": name}, exc_info=error)
        return None
    if found != name:
        logger.error("the name of a game differs from its folder or entry point", extra={"game": name})
        return None
    return manifest


def register(manifest: Manifest) -> None:
    """Add one more game."""
    listed = manifests()
    listed[manifest.name] = manifest
    sorted_ones = sorted(listed.items(), key=_place)
    listed.clear()
    listed.update(sorted_ones)


class _Games(Mapping[str, type[Game[Any, Any, Any]]]):
    def __getitem__(self, name: str) -> type[Game[Any, Any, Any]]:
        return manifests()[name].game

    def __iter__(self) -> Iterator[str]:
        return iter(manifests())

    def __len__(self) -> int:
        return len(manifests())


GAMES: Final[Mapping[str, type[Game[Any, Any, Any]]]] = _Games()
"""All games by name, in the order in which they are listed. Loaded on first use."""


def manifest(name: str) -> Manifest:
    """The manifest of a registered game."""
    return manifests()[_known(name)]


def manifest_of(game: Game[Any, Any, Any]) -> Manifest:
    """The manifest of a game object; a default one if the game is not registered."""
    return manifests().get(game.name) or Manifest(type(game))


def game(name: str, /, **options: Any) -> Game[Any, Any, Any]:
    """A game with these options; the others keep their defaults.

    >>> import tablee
    >>> tablee.game("hotdog", players=4).hands
    3
    """
    return _with_options(GAMES[_known(name)], options)


def game_of_version(name: str, options: Mapping[str, Any], rules_version: object) -> Game[Any, Any, Any]:
    """A game by the rules of a record or of a running match, which may be an earlier version than the current one."""
    known = manifest(name)
    versions = {**known.earlier, known.game.rules_version: known.game}
    if type(rules_version) is not int or rules_version not in versions:
        details = {"game": name, "version": rules_version, "allowed": ", ".join(map(str, sorted(versions)))}
        raise UnknownRules("unknown_rules_version", details)
    return _with_options(versions[rules_version], options)


def by_current_rules(old: Game[Any, Any, Any]) -> Game[Any, Any, Any]:
    """The same game with the same options, by the rules that are played now."""
    return game(old.name, **old.options())


def _with_options(kind: type[Game[Any, Any, Any]], options: Mapping[str, Any]) -> Game[Any, Any, Any]:
    allowed = [option for option in options_of(kind) if option not in kind.added_options]
    for option in options:
        if option not in allowed:
            raise BadOption("unknown_option", {"game": kind.name, "option": option, "allowed": ", ".join(allowed)})
    return kind(**options)


def _known(name: str) -> str:
    if name not in GAMES:
        raise UnknownGame("unknown_game", {"game": name, "allowed": ", ".join(GAMES)})
    return name

"""Every game's folder has the same rooms, and what its manifest tells is true."""

import ast
import re
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random
from typing import Any

from tests.laws.positions import every_game, walk

import tablee
from tablee.core.game import Game
from tablee.core.registry import manifest
from tablee.core.texts import LANGS

FILES = ("__init__.py", "pieces.py", "actions.py", "events.py", "state.py", "rules.md", "rules.fr.md")
ROOMS = ("rules", "knowledge", "text", "bot")
MAY_BE = ("encoding.py",)
MAY_BE_ROOMS = ("table", "tests")
"""A game may bring a browser table and tests of its own, so that it can live in a package of its own."""


def folder(name: str) -> Traversable:
    return resources.files(tablee.GAMES[name].package)


def classes(file: Traversable) -> set[str]:
    """The classes that a file defines."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.ClassDef)}


@every_game
def test_a_game_has_the_same_rooms_as_the_others(name: str) -> None:
    found = list(folder(name).iterdir())
    assert set(FILES) <= {each.name for each in found if each.is_file()}
    assert {each.name for each in found if each.is_dir()} - {"__pycache__", *MAY_BE_ROOMS} == set(ROOMS)
    assert {each.name for each in found if each.name.endswith(".py")} <= {*FILES, *MAY_BE}
    for room in ROOMS:
        assert folder(name).joinpath(room, "__init__.py").is_file(), room
    for lang in ("en", "fr"):
        assert folder(name).joinpath("text", f"{lang}.toml").is_file(), lang


@every_game
def test_everything_lives_where_a_reader_looks_for_it(name: str) -> None:
    kind, bot = tablee.GAMES[name], manifest(name).bot
    assert {action.__name__ for action in kind.action_types} <= classes(folder(name).joinpath("actions.py"))
    assert {event.__name__ for event in kind.event_types} <= classes(folder(name).joinpath("events.py"))
    assert type(tablee.game(name).start()).__name__ in classes(folder(name).joinpath("state.py"))
    assert kind.__module__.startswith(f"{kind.package}.rules")
    assert kind.view_type.__module__.startswith(f"{kind.package}.knowledge")
    assert type(kind.words).__module__.startswith(f"{kind.package}.text")
    assert bot is not None
    assert bot.__module__.startswith(f"{kind.package}.bot")


ROOT = Path(__file__).parents[2]
CODE = ("src/tablee", "bench", "tests", "docs/site")
MAY_NAME_A_GAME = {
    "src/tablee/core/match.py",  # examples in docstrings
    "src/tablee/core/registry.py",
    "src/tablee/lab/gymnasium.py",
    "src/tablee/lab/openspiel.py",
    "src/tablee/lab/pettingzoo.py",
    "bench/load.py",  # sends one choice of one game, ready-made, as fast as it can
    "bench/web_counts.py",  # plays short matches of the games in two releases
    "tests/docs/test_bots_page.py",  # runs the examples of pages that tell about the games
    "tests/docs/test_site.py",
}


@every_game
def test_nothing_outside_its_folders_names_a_game(name: str) -> None:
    """The browser client has a test of its own, tests/web/test_folders.py."""
    titles = {tablee.GAMES[name].title(lang) for lang in LANGS}
    # A short title may be an ordinary word.
    names = [name, *(re.escape(title) for title in titles if len(title) > 5)]
    named = re.compile(rf"\b(?:{'|'.join(names)})\b")
    files = [path for folder in CODE for path in (ROOT / folder).rglob("*") if path.suffix in (".py", ".toml", ".md")]
    # The example is built by tests of its own, wherever else it is copied to.
    own = (f"games/{name}", f"examples/{name}", "tests/examples", f"tests/web/test_{name}.py")
    outside = {path.relative_to(ROOT).as_posix(): path for path in files}
    outside = {file: path for file, path in outside.items() if not any(place in file for place in own)}
    found = {file for file, path in outside.items() if named.search(path.read_text(encoding="utf-8"))}
    assert found <= MAY_NAME_A_GAME


def known(game: Game[Any, Any, Any], view: Any) -> dict[str, Any]:
    """A view but for whose it is."""
    return {**game.plain(view), "seat": None}


@every_game
def test_a_manifest_tells_the_truth(name: str) -> None:
    """Whether anything is hidden and whether seats choose at once, as matches played at random show it."""
    told, hidden, at_once = manifest(name), False, False
    game = tablee.game(name)
    for position in walk(game, Random(1)):
        views = [known(game, game.view(position.state, seat)) for seat in position.readers]
        hidden = hidden or any(view != views[0] for view in views)
        at_once = at_once or len(game.actors(position.state)) > 1
    assert (told.hidden, told.at_once) == (hidden, at_once)
    assert 0 < told.minutes[0] <= told.minutes[1]
    assert 3 <= told.age <= 18

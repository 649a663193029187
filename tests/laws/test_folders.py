"""Every game's folder has the same rooms, and what its manifest tells is true."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.laws.positions import every_game, walk

import tablee
from tablee.core.game import Game
from tablee.core.registry import manifest
from tablee.core.texts import LANGS

FILES = ("__init__.py", "pieces.py", "actions.py", "events.py", "state.py", "rules.md", "rules.fr.md")
ROOMS = ("rules", "knowledge", "text", "bot")
MAY_BE = ("encoding.py", "openings.py")
MAY_BE_ROOMS = ("table", "tests")
"""A game may bring a browser table and tests of its own, so that it can live in a package of its own."""


HOMES = {
    "state.py": ("{Game}State",),
    "rules/game.py": ("{Game}",),
    "rules/refusals.py": ("refusal",),
    "knowledge/view.py": ("{Game}View", "view"),
    "knowledge/determinize.py": ("determinize",),
    "text/words.py": ("{Game}Words",),
    "text/parse.py": ("parse", "spell"),
    "bot/heuristic.py": ("{Game}Heuristic",),
}
"""Where every game has what. A small game may keep a room in one file, and some of it as methods."""
MAY_HAVE = {
    "pieces.py": ("Ending", "Step"),
    "actions.py": ("ACTIONS", "Move"),
    "events.py": ("EVENTS", "GameEnded"),
    "encoding.py": ("{Game}Encoding",),
    "openings.py": ("openings",),
    "text/board.py": ("board",),
    "bot/learner.py": ("{Game}Learner",),
}
"""Where a game has what not every game has."""
PLAIN_DATA = ("pieces.py", "actions.py", "events.py")


def folder(name: str) -> Traversable:
    return resources.files(tablee.GAMES[name].package)


def python_files(place: Traversable, above: str = "") -> Iterator[tuple[str, ast.Module]]:
    """The parsed files of a game but its tests, by their path in its folder."""
    for each in place.iterdir():
        path = f"{above}{each.name}"
        if each.is_dir() and each.name not in MAY_BE_ROOMS:
            yield from python_files(each, f"{path}/")
        elif each.name.endswith(".py"):
            yield path, ast.parse(each.read_text(encoding="utf-8"))


def classes(file: Traversable) -> set[str]:
    """The classes that a file defines."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    return {node.name for node in tree.body if isinstance(node, ast.ClassDef)}


def definitions(tree: ast.Module) -> set[str]:
    """The classes, functions and constants that a file defines."""
    found = {node.name for node in tree.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    targets = [target for node in tree.body if isinstance(node, ast.Assign) for target in node.targets]
    targets += [node.target for node in tree.body if isinstance(node, ast.AnnAssign)]
    return found | {target.id for target in targets if isinstance(target, ast.Name)}


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


def room_of(file: str) -> str:
    return f"{file.rpartition('/')[0]}/__init__.py"


@every_game
def test_the_same_thing_has_the_same_name_in_the_same_file(name: str) -> None:
    game = tablee.GAMES[name].__name__
    files = {file: definitions(tree) for file, tree in python_files(folder(name))}
    split = {room_of(file) for file in files if not file.endswith("__init__.py")} & files.keys()
    homes = {file: tuple(each.replace("{Game}", game) for each in has) for file, has in (HOMES | MAY_HAVE).items()}
    for file, has in homes.items():
        home = file if file in files else room_of(file)
        if file in HOMES:
            assert home == file or home not in split, f"{file} is missing"
            assert {each for each in has if each[0].isupper()} <= files[home], file
        if file in files and file not in PLAIN_DATA:
            assert set(has) <= files[file], f"{file} has to define {', '.join(has)}"
        for each in has:
            assert not {other for other, found in files.items() if each in found} - {home}, (
                f"{each} belongs into {file}"
            )


@every_game
def test_several_actions_and_events_are_listed_where_they_are_defined(name: str) -> None:
    kind = tablee.GAMES[name]
    for module, types in (("actions", kind.action_types), ("events", kind.event_types)):
        if len(types) > 1:
            assert getattr(import_module(f"{kind.package}.{module}"), module.upper()) == types


@every_game
def test_earlier_rules_have_a_file_of_their_own(name: str) -> None:
    kind = tablee.GAMES[name]
    for earlier in manifest(name).earlier.values():
        assert earlier.__module__ == f"{kind.package}.rules.earlier"
        assert earlier.__name__.startswith(kind.__name__)


@every_game
def test_what_happened_is_gathered_under_one_name(name: str) -> None:
    """Rules gather events in `told`, and nothing else is called so."""
    for file, tree in python_files(folder(name)):
        for node in ast.walk(tree):
            if isinstance(node, ast.arg) and node.annotation and file.startswith("rules/"):
                is_told = ast.unparse(node.annotation) in ("Told", "list[Event]", "list[Event] | None")
                assert is_told == (node.arg == "told"), f"{file}:{node.lineno}"


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
    # Also within a longer name with underscores; but the tests have toys of the same kind as the example.
    joined = r"[^\W_]"
    named = re.compile(rf"(?<!{joined})(?<!toy_)(?:{'|'.join(names)})(?!{joined})")
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


DRAWS = {"core/chance.py", "core/fairness.py", "core/playout.py", "bots/search.py"}
"""Where a draw of the game is made; all others ask these (docs/architecture.md, "One place for each")."""


@pytest.mark.slow_under_coverage
def test_chance_is_drawn_in_few_places() -> None:
    source = Path(tablee.__file__).parent
    found = {
        path.relative_to(source).as_posix()
        for path in source.rglob("*.py")
        for call in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr == "sample"
        if not (isinstance(call.func.value, ast.Name) and call.func.value.id in ("self", "rng"))
    }
    assert found == DRAWS

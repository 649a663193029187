"""Runs a bot in a process of its own and answers an arena through a pipe. docs/bots.md describes the protocol.

The arena starts this file with the Python of any environment in which a release of tablee is installed. So it uses only
what release 0.1 has as well, and imports nothing of tablee before it knows which data files to replace.
"""

import hashlib
import json
import random
import sys
import traceback
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module, resources
from importlib import util as importlib_util
from pathlib import Path
from typing import Any, Final, TextIO

PROTOCOL: Final = 1
"""Goes up when messages change so that earlier arenas or bot processes cannot read them."""

NamedChoice = tuple[str, Any]
"""Who chose (a level may have to be replaced by a lower one), and what."""
Choose = Callable[[Any, Any, random.Random, Any], NamedChoice]
"""A bot: from a game, a view, a generator and a budget (None: its own)."""


class ReplacedFile:
    """A data file with another content."""

    def __init__(self, text: str) -> None:
        self._text = text

    def read_text(self, encoding: str = "utf-8") -> str:
        return self._text

    def read_bytes(self) -> bytes:
        return self._text.encode()


class Folder:
    """The folder of a package, some of whose files are replaced."""

    def __init__(self, folder: Any, files: Mapping[str, str]) -> None:
        self._folder = folder
        self._files = files

    def joinpath(self, *names: str) -> Any:
        name = "/".join(names)
        return ReplacedFile(self._files[name]) if name in self._files else self._folder.joinpath(*names)

    __truediv__ = joinpath

    def __getattr__(self, name: str) -> Any:
        return getattr(self._folder, name)


def replace_files(package: str, files: Mapping[str, str]) -> None:
    """Let a package find these texts in place of its data files. To be called before it is imported."""
    original = resources.files

    def replaced(anchor: Any) -> Any:
        folder = original(anchor)
        return Folder(folder, files) if anchor == package else folder

    resources.files = replaced  # type: ignore[assignment]


def level_bot(name: str) -> Choose:
    """A level of the release that is installed here."""
    if name not in import_module("tablee.bots.levels").BOTS:
        raise ValueError(f"there is no level {name}")
    try:
        answer = import_module("tablee.bots.fallback").answer
    except ModuleNotFoundError:  # release 0.1
        answer = import_module("tablee.bots.levels").answer

    def choose(game: Any, view: Any, rng: random.Random, budget: Any) -> NamedChoice:
        chosen: NamedChoice = answer(name, game, view, rng, budget)
        return chosen

    return choose


def file_bot(path: Path) -> Choose:
    """The bot of a Python file: its function `choose(game, view, rng, budget)`, or that method of its class `Bot`."""
    spec = importlib_util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ValueError(f"{path.name} is not a Python file")
    sys.path.insert(0, str(path.parent))
    module = importlib_util.module_from_spec(spec)
    sys.modules[path.stem] = module
    spec.loader.exec_module(module)
    bot = module.Bot() if hasattr(module, "Bot") else module
    usual = import_module("tablee.bots.bot").Budget()

    def choose(game: Any, view: Any, rng: random.Random, budget: Any) -> NamedChoice:
        return path.name, bot.choose(game, view, rng, budget or usual)

    return choose


class BotProcess:
    """One bot for one game."""

    def __init__(self, asked: Mapping[str, Any]) -> None:
        if asked["protocol"] != PROTOCOL:
            raise ValueError(f"this process speaks protocol {PROTOCOL}, not {asked['protocol']}")
        if asked["files"]:
            replace_files(asked["package"], asked["files"])
        self._tablee = import_module("tablee")
        self._choose = level_bot(asked["level"]) if asked["file"] is None else file_bot(Path(asked["file"]))
        kind = self._tablee.GAMES[asked["game"]]
        known = kind.__dataclass_fields__
        self._dropped = sorted(option for option in asked["options"] if option not in known)
        self._game = self._tablee.game(
            asked["game"], **{option: value for option, value in asked["options"].items() if option in known}
        )
        self._fields = self._game.view_type.__dataclass_fields__

    def about(self) -> dict[str, Any]:
        """What the arena wants to know of this environment."""
        return {
            "protocol": PROTOCOL,
            "version": self._tablee.__version__,
            "source": digest(Path(str(self._tablee.__file__)).parent),
            "rules_version": self._game.rules_version,
            "dropped": self._dropped,
        }

    def answer(self, asked: Mapping[str, Any]) -> dict[str, Any]:
        """The choice for one view. Fields that this release does not know are left out."""
        plain = {name: value for name, value in asked["view"].items() if name in self._fields}
        view = self._game.view_from(plain)
        by, action = self._choose(self._game, view, random.Random(asked["seed"]), self._budget(asked))
        return {"number": asked["number"], "by": by, "action": self._game.plain(action)}

    def _budget(self, asked: Mapping[str, Any]) -> Any:
        if asked["seconds"] is None and asked["iterations"] is None:
            return None
        budget = import_module("tablee.bots.bot").Budget
        seconds = budget().seconds if asked["seconds"] is None else asked["seconds"]
        return budget(seconds, asked["iterations"])


def digest(folder: Path) -> str:
    """Tells apart what has the same version: a hash of the sources and data from which bots choose."""
    whole = hashlib.sha256()
    for part in ("core", "games", "bots"):
        for path in sorted((folder / part).rglob("*")):
            if path.suffix in (".py", ".toml", ".npz") and path.is_file():
                whole.update(path.relative_to(folder).as_posix().encode())
                whole.update(path.read_bytes())
    return whole.hexdigest()[:12]


def serve(requests: Iterable[str], replies: TextIO) -> None:
    """Answer requests until there are no more: the first says what to play, each other one has a view."""
    running: BotProcess | None = None
    for line in requests:
        try:
            asked = json.loads(line)
            if running is None:
                running = BotProcess(asked)
                reply = running.about()
            else:
                reply = running.answer(asked)
        except Exception as error:
            traceback.print_exc()
            reply = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(reply), file=replies, flush=True)


def main() -> None:
    """Speak with the arena. What a bot prints goes to standard error: standard output belongs to the protocol."""
    replies, sys.stdout = sys.stdout, sys.stderr
    serve(sys.stdin, replies)


if __name__ == "__main__":
    main()

"""The bots of an arena, as they are typed: levels of this version, and programs of others."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tablee.bots.arena.stranger import HostedBot, Stranger, StrangerFailed, end_strangers, meet
from tablee.bots.heuristic import AnyGame
from tablee.cli.errors import CliError
from tablee.cli.extras import require
from tablee.cli.level_names import parse_level

PROGRAM: Final = "program:"


@dataclass(frozen=True)
class OutsideBot:
    """A program that plays at tables of a house."""

    title: str
    """Its command."""


AskedBot = str | HostedBot | OutsideBot
"""The name of a level, or a stranger that has not been met yet."""


def parse_bot(text: str) -> AskedBot:
    """`chef`; `chef@PYTHON`, a level of the release that this Python has; `bot.py`, or `bot.py@PYTHON`;
    `program:COMMAND`.

    PYTHON may also be the folder of a virtual environment.
    """
    if text.strip().startswith(PROGRAM):
        return OutsideBot(text.strip().removeprefix(PROGRAM).strip())
    named, at, where = text.strip().partition("@")
    file = named.endswith(".py")
    if not at and not file:
        return parse_level(named)
    if file and not Path(named).expanduser().is_file():
        raise CliError("file_missing", {"path": named})
    if at and not where:
        raise CliError("no_python", {"bot": text.strip()})
    python = _python(Path(where).expanduser()) if at else None
    if file:
        return HostedBot(file=str(Path(named).expanduser()), python=python)
    return HostedBot(level=named.casefold(), python=python)


def _python(path: Path) -> str:
    for found in (path / "bin" / "python", path / "Scripts" / "python.exe", path):
        if found.is_file():
            return str(found.absolute())
    raise CliError("file_missing", {"path": path})


def seat_strangers(bots: Sequence[AskedBot], game: AnyGame) -> dict[AskedBot, Stranger]:
    """Those that are not levels of this version, each with what it says of itself."""
    try:
        met = {bot: meet(bot, game) for bot in bots if isinstance(bot, HostedBot)}
    except StrangerFailed as error:
        raise failure(error) from error
    finally:
        end_strangers()
    names = Counter(stranger.name for stranger in met.values())
    strangers: dict[AskedBot, Stranger] = {}
    for bot in bots:
        if isinstance(bot, HostedBot):
            strangers[bot] = replace(met[bot], distinct=names[met[bot].name] == 1)
        elif isinstance(bot, OutsideBot):
            strangers[bot] = _outside_bot(bot.title)
    return strangers


def _outside_bot(command: str) -> Stranger:
    require("remote", "tablee arena")
    from tablee.remote.arena_program import ProgramStranger  # noqa: PLC0415 - needs that extra

    return ProgramStranger(command)


def failure(error: StrangerFailed) -> CliError:
    """What is wrong with a stranger, for people."""
    return CliError("stranger_failed", {"name": error.name, "problem": error.problem, "stderr": error.stderr})

"""The bots of an arena, as they are typed: levels of this version, and programs of others."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from tablee.bots.arena.external_bot import ExternalBot, ExternalBotFailed, SubprocessBot, end_external_bots, identify
from tablee.cli.errors import CliError
from tablee.cli.extras import require
from tablee.cli.level_names import parse_level
from tablee.core.game import AnyGame

PROGRAM: Final = "program:"


@dataclass(frozen=True)
class OutsideBot:
    """A program that plays at tables of a house."""

    title: str
    """Its command."""


AskedBot = str | SubprocessBot | OutsideBot
"""The name of a level, or an external bot that has not been identified yet."""


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
        return SubprocessBot(file=str(Path(named).expanduser()), python=python)
    return SubprocessBot(level=named.casefold(), python=python)


def _python(path: Path) -> str:
    for found in (path / "bin" / "python", path / "Scripts" / "python.exe", path):
        if found.is_file():
            return str(found.absolute())
    raise CliError("file_missing", {"path": path})


def identified_bots(bots: Sequence[AskedBot], game: AnyGame) -> dict[AskedBot, ExternalBot]:
    """Those that are not levels of this version, each with what it says of itself."""
    try:
        identified = {bot: identify(bot, game) for bot in bots if isinstance(bot, SubprocessBot)}
    except ExternalBotFailed as error:
        raise failure(error) from error
    finally:
        end_external_bots()
    names = Counter(bot.name for bot in identified.values())
    external: dict[AskedBot, ExternalBot] = {}
    for bot in bots:
        if isinstance(bot, SubprocessBot):
            external[bot] = replace(identified[bot], distinct=names[identified[bot].name] == 1)
        elif isinstance(bot, OutsideBot):
            external[bot] = _outside_bot(bot.title)
    return external


def _outside_bot(command: str) -> ExternalBot:
    require("remote", "tablee arena")
    from tablee.remote.arena_program import ProgramBot  # noqa: PLC0415 - needs that extra

    return ProgramBot(command)


def failure(error: ExternalBotFailed) -> CliError:
    """What is wrong with an external bot, for people."""
    return CliError("external_bot_failed", {"name": error.name, "problem": error.problem, "stderr": error.stderr})

"""What the house tells of its games: facts for lists of games, options, and where the browser finds their tables."""

from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any, Final

import msgspec

from tablee.bots import LEVELS
from tablee.core.lesson import has_lesson
from tablee.core.options import Choice, Option, needed_by, options_of
from tablee.core.registry import GAMES, game, manifest
from tablee.core.texts import Catalogue, Lang

MODULE: Final = "table.js"
"""The module that the browser loads; everything else in the folder is loaded by it."""
PICTURE: Final = "picture.svg"
"""Beside the module, if the game has one: the picture on its card."""


class PlayersInfo(msgspec.Struct):
    """The least, most and usual number of players."""

    low: int
    high: int
    usual: int


class AllowedValues(msgspec.Struct, omit_defaults=True):
    """The values an option allows: an integer, several, or one of a list. All empty: yes or no."""

    low: int | None = None
    high: int | None = None
    step: int | None = None
    least: int | None = None
    """How many numbers at least, and at most, where an option is several."""
    most: int | None = None
    members: tuple[str, ...] | None = None


class OptionInfo(msgspec.Struct, omit_defaults=True):
    """An option of a game, in the reader's language."""

    name: str
    title: str
    help: str
    default: Any
    allowed: AllowedValues
    values: dict[str, str] | None = None
    """What each of a few values means; only where there are a few."""
    needs: str | None = None
    """Another option: without it, this one cannot be set."""


class GameInfo(msgspec.Struct):
    """A game, in the reader's language."""

    name: str
    title: str
    tagline: str
    about: str
    credits: str
    minutes: tuple[int, int]
    """How long a match usually takes: from, to."""
    age: int
    players: PlayersInfo
    hidden: bool
    """Whether seats hide anything from each other."""
    at_once: bool
    """Whether several seats choose at the same time."""
    options: tuple[OptionInfo, ...]
    levels: tuple[str, ...]
    """The bots that play it, by name."""
    table: str | None
    """Where the browser finds the game's table, if it comes with the game's own package."""
    picture: str | None
    """Where the browser finds the picture on its card, if that package has one."""
    lesson: bool
    """Whether it has a lesson."""


def game_told(name: str, lang: Lang) -> GameInfo:
    kind, facts, say = GAMES[name], manifest(name), GAMES[name].words.texts(lang)
    plain, specs = game(name).options(), options_of(kind)
    options = tuple(_option_told(option, spec, plain[option], say) for option, spec in specs.items())
    allowed = next(option.allowed for option in options if option.name == "players")
    usual = plain["players"]
    return GameInfo(
        name=name,
        title=_said(say, "title", name),
        tagline=_said(say, "tagline"),
        about=_said(say, "about"),
        credits=_said(say, "credits"),
        minutes=facts.minutes,
        age=facts.age,
        players=PlayersInfo(allowed.low or usual, allowed.high or usual, usual),
        hidden=facts.hidden,
        at_once=facts.at_once,
        options=options,
        levels=tuple(LEVELS),
        table=_address(name, MODULE) if facts.table else None,
        picture=_address(name, PICTURE) if _has_picture(name) else None,
        lesson=has_lesson(name),
    )


def player_range(name: str) -> PlayersInfo:
    """How many can play a game."""
    return game_told(name, "en").players


def _option_told(name: str, spec: Option, default: Any, say: Catalogue) -> OptionInfo:
    members = [str(member.value) for member in spec.members] if isinstance(spec, Choice) else []
    return OptionInfo(
        name=name,
        title=_said(say, f"options.{name}.name", name),
        help=_said(say, f"options.{name}.help"),
        default=default,
        allowed=msgspec.convert(msgspec.to_builtins(spec, enc_hook=_members), AllowedValues),
        values={member: _said(say, f"options.{name}.{member}", member) for member in members} or None,
        needs=needed_by(spec),
    )


def _members(thing: Any) -> Any:
    return [str(member.value) for member in thing]


def _said(say: Catalogue, key: str, otherwise: str = "") -> str:
    """A text of a game. A new game that lacks some is shown without them."""
    return say(key) if key in say else otherwise


def table_folder(name: str) -> Traversable | None:
    """The folder of a game's own browser table, if its package has one."""
    table = manifest(name).table if name in GAMES else None
    if table is None:
        return None
    folder = resources.files(GAMES[name].package) / table
    return folder if folder.is_dir() else None


def _has_picture(name: str) -> bool:
    folder = table_folder(name)
    return folder is not None and (folder / PICTURE).is_file()


def _address(name: str, file: str) -> str:
    return f"/games/{name}/table/{file}"

"""Options of a game as people write and read them."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any

from tablee.cli.screen import word_list
from tablee.core.game import AnyGame
from tablee.core.options import Choice, Flag, Integer, Integers, Option, needed_by, options_of
from tablee.core.registry import GAMES, game
from tablee.core.texts import Catalogue


def kind_named(name: str) -> type[AnyGame]:
    """The game of this name; raises `UnknownGame`."""
    return GAMES[name] if name in GAMES else type(game(name))


def values(kind: type[AnyGame], settings: Iterable[tuple[str, str]]) -> dict[str, Any]:
    """Settings as the values they spell. What spells none is left as it is, for the game to refuse."""
    known = options_of(kind)
    return {name: value(known[name], text) if name in known else text for name, text in settings}


def value(option: Option, text: str) -> Any:
    """The value of an option that a text spells."""
    match option:
        case Integer():
            return int(text) if _is_whole(text) else text
        case Integers():
            parts = [part for part in re.split(r"[\s,;+]+", text) if part]
            return tuple(map(int, parts)) if all(map(_is_whole, parts)) else text
        case Flag():
            yes, no = word_list("answers.yes") | {"true", "on", "1"}, word_list("answers.no") | {"false", "off", "0"}
            return text.casefold() in yes if text.casefold() in yes | no else text
        case Choice(members):
            return next((member for member in members if str(member.value) == text), text)
        case _:
            return text


def _is_whole(text: str) -> bool:
    return re.fullmatch(r"-?[0-9]{1,9}", text) is not None


def choosable(kind: type[AnyGame]) -> dict[str, Option]:
    """The options of a game that can be more than one thing."""
    return {
        name: option
        for name, option in options_of(kind).items()
        if not (isinstance(option, Integer) and option.low == option.high)
    }


def defaults(kind: type[AnyGame]) -> dict[str, Any]:
    """What the options are if nobody changes them."""
    return {entry.name: entry.default for entry in fields(kind)}


def is_idle(kind: type[AnyGame], name: str, chosen: Mapping[str, Any]) -> bool:
    """Whether an option needs another one that is not chosen."""
    needed = needed_by(options_of(kind)[name])
    return needed is not None and not chosen.get(needed, defaults(kind)[needed])


def typed(value: Any, say: Catalogue) -> str:
    """A value as it is typed."""
    match value:
        case bool():
            return say("answers.typed_yes" if value else "answers.typed_no")
        case Enum():
            return str(value.value)
        case tuple():
            return ",".join(map(str, value))
        case _:
            return str(value)


def in_words(kind: type[AnyGame], name: str, value: Any, say: Catalogue) -> str:
    """What a value of an option means, or the value as it is typed if that says it all."""
    return meanings(kind, name, say).get(typed(value, say), typed(value, say))


def allowed(option: Option, say: Catalogue) -> str:
    """The values an option may have, in words."""
    if isinstance(option, Flag):
        return say("answers.typed_yes_or_no")
    return say(option.allowed.code, **option.allowed.details)


def meanings(kind: type[AnyGame], name: str, say: Catalogue) -> dict[str, str]:
    """What each value of an option means, where it is one of a few that have a meaning."""
    option = options_of(kind)[name]
    texts = kind.words.texts(say.lang)
    keys = [str(member.value) for member in option.members] if isinstance(option, Choice) else []
    return {key: texts(f"options.{name}.{key}") for key in keys}


def player_numbers(kind: type[AnyGame]) -> tuple[int, int]:
    """The fewest and the most that can play."""
    match options_of(kind)["players"]:
        case Integer(low, high):
            return low, high
        case other:
            raise TypeError(other)


def players_in_words(kind: type[AnyGame], say: Catalogue) -> str:
    """How many can play, in words."""
    low, high = player_numbers(kind)
    return say("games.players_fixed" if low == high else "games.players_range", low=low, high=high)

"""A lesson: a scripted match on a fixed deal. The learner makes some of the choices, and a tip says what matters.

It is data, the file `lesson.toml` in the package of a game, and `Match` plays it like any other match. The texts of its
tips are `lesson.<tip>` in the game's texts. The first one tells the goal of the game.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any, Final

from tablee.core import registry
from tablee.core.game import Action, Game
from tablee.core.seat import CHANCE, Seat

FILE: Final = "lesson.toml"

Played = tuple[Seat, Action]
"""Who did what, or what was drawn."""


@dataclass(frozen=True)
class ScriptedStep:
    """A part of a lesson: what is played, then a tip, and what the learner does."""

    tip: str
    """The key of its text."""
    played: Sequence[Played] = ()
    """What is played before the tip."""
    skips: bool = False
    """Whether what is played is not shown: it takes too long."""
    choice: Action | None = None
    """What the learner does; None: nothing but read."""
    shown: bool = False
    """Whether it is shown from the start what to choose: where words could hardly say it."""


@dataclass(frozen=True)
class Lesson:
    """The lesson of a game."""

    game: Game[Any, Any, Any]
    seat: Seat
    """Where the learner sits."""
    names: tuple[str, ...]
    """What the seats are called; the learner may have another name."""
    steps: tuple[ScriptedStep, ...]


def has_lesson(name: str) -> bool:
    """Whether a game has a lesson."""
    return (resources.files(registry.GAMES[name].package) / FILE).is_file()


def lesson_of(name: str) -> Lesson:
    """The lesson of a game that has one."""
    data = tomllib.loads((resources.files(registry.GAMES[name].package) / FILE).read_text(encoding="utf-8"))
    game = registry.game(name, **data["options"])
    steps = tuple(_step(game, step) for step in data["steps"])
    return Lesson(game, Seat(data["seat"]), tuple(data["names"]), steps)


def _step(game: Game[Any, Any, Any], data: Mapping[str, Any]) -> ScriptedStep:
    choice = data.get("choice")
    return ScriptedStep(
        tip=data["tip"],
        played=[_played(game, one) for one in data.get("played", ())],
        skips=data.get("skips", False),
        choice=None if choice is None else game.action(choice),
        shown=data.get("shown", False),
    )


def _played(game: Game[Any, Any, Any], data: Mapping[str, Any]) -> Played:
    """An action and the seat that did it, which stands beside it in the file. Without a seat it was drawn."""
    return Seat(data.get("by", CHANCE)), game.action({key: value for key, value in data.items() if key != "by"})

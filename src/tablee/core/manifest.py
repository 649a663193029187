"""What a game tells the house about itself. Each game's folder holds one, called `MANIFEST`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tablee.core.game import Game
from tablee.core.heuristic import Heuristic
from tablee.core.texts import Lang, catalogue


@dataclass(frozen=True)
class SearchTuning:
    """How a search treats a game."""

    most: int = 40
    """How many actions of the searching seat are looked at."""
    most_later: int = 12
    """How many actions are looked at elsewhere in the tree."""
    ripe: int = 4
    """Visits after which a node gets choices of its own; before that, matches are played on from there."""
    first: int = 4
    """Actions open at the start; more are opened as visits grow (progressive widening)."""
    growth: float = 0.5
    """So many are open after n visits: `first` × n to this power."""
    curiosity: float = 1.0
    """How much is tried of what does not look best, where one seat chooses, relative to how much results vary."""
    mixing: float = 0.15
    """How much is tried of what does not look best, where several choose at once."""
    depth: int = 4
    """Moves that are played on before the table is valued."""
    turns: int = 1
    """How often each possible world is used for a choice."""
    rivals: bool = True
    """Whether the others choose by the tree, too; else by the policy, which is better where the searching seat cannot
    see what they may choose from."""


@dataclass(frozen=True)
class LevelTuning:
    """How one level of bots plays a game, where that differs from what the level does elsewhere."""

    iterations: int | None = None
    """After so many iterations a search stops, even if there is time for more."""
    overlooks: float | None = None
    """How likely the level does not see an action."""


@dataclass(frozen=True)
class Manifest:
    """A game as the house knows it: its rules, facts for people, its bot."""

    game: type[Game[Any, Any, Any]]
    minutes: tuple[int, int] = (15, 30)
    """How long a match usually takes: from, to."""
    age: int = 8
    """From which age on we would recommend it."""
    hidden: bool = True
    """Whether seats hide anything from each other; a device passed around then needs a curtain."""
    at_once: bool = False
    """Whether several seats choose at the same time."""
    bot: Callable[[Any], Heuristic] | None = None
    """Makes what a bot knows of a game; None: bots go by the score alone."""
    search: SearchTuning = SearchTuning()
    levels: Mapping[str, LevelTuning] = field(default_factory=lambda: MappingProxyType({}))
    """By name of the level."""
    table: str | None = None
    """The browser table of a game that lives in its own package: a folder in that package with a built module
    `table.js`. None: the house has it already, or the generic table is used."""
    shelf: int = 100
    """Where the game stands in lists: lower numbers first, equal ones by name."""

    @property
    def name(self) -> str:
        return self.game.name

    def minutes_in_words(self, lang: Lang) -> str:
        """How long a match usually takes, for people."""
        low, high = self.minutes
        return catalogue("tablee.core", lang)("minutes", low=low, high=high)

    def level(self, name: str) -> LevelTuning:
        """How a level plays this game."""
        return self.levels.get(name) or LevelTuning()

"""The manifest of a game. Each game's folder holds one, called `MANIFEST`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tablee.core.game import Game
from tablee.core.heuristic import Heuristic
from tablee.core.texts import Lang, catalogue


@dataclass(frozen=True)
class SearchTuning:
    """How the tree search treats a game."""

    most: int = 40
    """The most actions considered at the root."""
    most_later: int = 12
    """The most actions considered in the rest of the tree."""
    ripe: int = 4
    """Visits after which a node is expanded; until then playouts start from it."""
    first: int = 4
    """Actions considered at first; progressive widening adds more as visits grow."""
    growth: float = 0.5
    """The exponent of progressive widening: after n visits `first` × n to this power actions are considered."""
    curiosity: float = 1.0
    """The exploration constant where one seat chooses, relative to the spread of results."""
    mixing: float = 0.15
    """The share of exploration where several seats choose at once."""
    depth: int = 4
    """Moves of a playout before the state is valued."""
    turns: int = 1
    """How often each determinized state is used for the same root action."""
    rivals: bool = True
    """Whether the tree also chooses for the other seats. If not, the policy does: better where the searching seat
    cannot see what they may choose from."""


@dataclass(frozen=True)
class LevelTuning:
    """How one level of bots plays a game, where that differs from other games."""

    iterations: int | None = None
    """The search stops after this many iterations, even if there is time for more."""
    overlooks: float | None = None
    """The probability that the level overlooks an action."""


@dataclass(frozen=True)
class Manifest:
    """What the house needs to know about a game: its rules, facts for people, its bot."""

    game: type[Game[Any, Any, Any]]
    minutes: tuple[int, int] = (15, 30)
    """How long a match usually takes: from, to."""
    age: int = 8
    """The recommended minimum age."""
    hidden: bool = True
    """Whether seats hide anything from each other: then the screen is covered when a shared device changes hands."""
    at_once: bool = False
    """Whether several seats choose at the same time."""
    bot: Callable[[Any], Heuristic] | None = None
    """Makes the heuristic for a game; None: bots go by the score alone."""
    search: SearchTuning = SearchTuning()
    levels: Mapping[str, LevelTuning] = field(default_factory=lambda: MappingProxyType({}))
    """By name of the level."""
    table: str | None = None
    """The browser table of a game that lives in its own package: a folder in that package with a built module
    `table.js`. None: the house has it already, or the generic table is used."""
    shelf: int = 100
    """The position of the game in lists: lower numbers first, equal ones by name."""

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

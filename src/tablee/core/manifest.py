"""The manifest of a game. Each game's folder holds one, called `MANIFEST`."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any

from tablee.core.encoding import AnyEncoding
from tablee.core.game import Game
from tablee.core.heuristic import Heuristic
from tablee.core.learner import Learner
from tablee.core.texts import Lang, catalogue


@dataclass(frozen=True)
class SearchTuning:
    """How the tree search treats a game; docs/bots.md explains the words."""

    root_width: int = 40
    """How many actions of the searching seat are considered at the root."""
    node_width: int = 12
    """How many actions are considered at any other node."""
    expand_after: int = 4
    """Visits after which a node is expanded; until then, matches are rolled out from there."""
    first_actions: int = 4
    """Actions open at the start; more are opened as visits grow (progressive widening)."""
    widening: float = 0.5
    """Open actions after n visits: `first_actions` × n ** `widening`."""
    exploration: float = 1.0
    """Weight of the confidence term where one seat chooses, relative to how much results vary."""
    mixing: float = 0.15
    """Share of uniform exploration where several choose at once."""
    rollout_depth: int = 4
    """Moves of a rollout before the table is valued."""
    world_uses: int = 1
    """How often each determinized world is used for a choice."""
    rivals_in_tree: bool = True
    """Whether the others choose by the tree too; else by the policy, which is better where the searching seat cannot
    see what they may choose from."""


@dataclass(frozen=True)
class LevelTuning:
    """How one level of bots plays a game, where that differs from other games."""

    iterations: int | None = None
    """The search stops after this many iterations, even if there is time for more."""
    temperature: float | None = None
    """A choice that costs so much of a win is made e times less often than the best one; 0: only the best is made."""
    cap: float | None = None
    """The part of a win that no choice may cost more than."""
    sight: int | None = None
    """How much it sees, where the game's search can see less (`HasSight`); None: all."""


@dataclass(frozen=True)
class ReviewTuning:
    """How much a review of a match looks at; chosen so that a match takes half a minute at most."""

    iterations: int = 100
    """Of the search that says what the strongest level would have done, for each choice."""
    worlds: int = 120
    """Possible worlds in which a choice is compared with that of the strongest level."""
    playouts: int = 120
    """From each position, to estimate everybody's chances."""
    moves: int | None = None
    """Moves of a playout before the table is valued; None: to the end of the match."""
    players: int = 4
    """With more players than these there is less of everything, in proportion."""


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
    learner: Callable[[Any], Learner] | None = None
    """Makes what `tablee train` needs for a game; None: its bot does not learn."""
    encoding: Callable[[Any], AnyEncoding] | None = None
    """Makes the encoding of a game, by which other libraries play it (`tablee.lab`); None: they cannot."""
    search: SearchTuning = SearchTuning()
    levels: Mapping[str, LevelTuning] = field(default_factory=lambda: MappingProxyType({}))
    """By name of the level."""
    review: ReviewTuning = ReviewTuning()
    ratings: Mapping[str, float] = field(default_factory=lambda: MappingProxyType({}))
    """By name of the level: how strong it is, for the ratings of members (docs/book.md); 25 is the middle. Measured in
    the arena."""
    openings: Callable[[Any], Sequence[Mapping[str, int]]] | None = None
    """What the players of a finished match liked to do, for the book: by seat, how often each did what. The words stand
    in the game's texts, under `openings`, and with them a title. None: the book says nothing of it."""
    earlier: Mapping[int, type[Game[Any, Any, Any]]] = field(default_factory=lambda: MappingProxyType({}))
    """Earlier versions of the rules by number, kept so that records replay and running matches end by the rules they
    began with. Each is a subclass that holds what was different, or tells the rules which version they are; see
    docs/adding-a-game.md."""
    data_for_releases_without: Mapping[str, Callable[[Any], Mapping[str, str]]] = field(
        default_factory=lambda: MappingProxyType({})
    )
    """By option that earlier releases did not have: the data files of this package, by name, as such a release must
    find them to play a game with the option as it is. An arena gives them to that release before it loads the game."""
    table: str | None = None
    """The browser table of a game that lives in its own package: a folder in that package with a built module
    `table.js`. None: the house has it already, or the generic table is used."""
    order: int = 100
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

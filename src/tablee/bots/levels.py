"""The levels of the kitchen: five opponents from the one who washes up to the one with the tall white hat."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Any, Final

from tablee.bots.bot import Bot, Budget
from tablee.bots.greedy import GreedyBot
from tablee.bots.heuristic import AnyGame
from tablee.bots.judgement import SearchBot
from tablee.bots.noisy_policy import NoisyPolicyBot
from tablee.bots.random import RandomBot
from tablee.bots.search import search_tuning
from tablee.core.registry import manifest_of
from tablee.core.texts import Lang, catalogue


@dataclass(frozen=True)
class Level:
    """A bot and the time it has."""

    name: str
    """As records name it (`Player.bot`)."""
    bot: Bot
    budget: Budget
    """What it thinks for."""
    limit: float
    """The seconds it never needs more than, on a machine that is not busy."""

    @property
    def patience(self) -> float:
        """The seconds after which a lower level answers in its place. A machine may be busy for two, which should not
        change what is played."""
        return max(2.0, 2 * self.limit)

    def plain(self, game: AnyGame) -> dict[str, Any]:
        """All that sets it apart in a game, as plain data."""
        return {
            "bot": type(self.bot).__name__,
            **vars(self.bot),
            "tuning": asdict(manifest_of(game).level(self.name)),
            "seconds": self.budget.seconds,
            "limit": self.limit,
            **({"search": asdict(search_tuning(game))} if isinstance(self.bot, SearchBot) else {}),
        }

    def title(self, lang: Lang) -> str:
        """What people call it."""
        return catalogue("tablee.bots", lang)(f"levels.{self.name}.title")

    def about(self, lang: Lang) -> str:
        """What it is like, in a line."""
        return catalogue("tablee.bots", lang)(f"levels.{self.name}.about")


def _by_name(*levels: Level) -> Mapping[str, Level]:
    return MappingProxyType({level.name: level for level in levels})


# A chef could do more in his time, but stands about half-way between those below and above him; a toque stops where
# more hardly helps. How much that is in each game was tried out in the arena and stands in the game's manifest.
LEVELS: Final = _by_name(
    Level("plongeur", NoisyPolicyBot(), Budget(0.05), 0.05),
    Level("commis", GreedyBot(1, overlooks=0.75, level="commis", blur=0.8), Budget(0.05), 0.05),
    Level("cuisinier", GreedyBot(overlooks=0.4, level="cuisinier"), Budget(0.05), 0.05),
    Level("chef", SearchBot("chef"), Budget(0.7), 1.0),
    Level("toque", SearchBot("toque"), Budget(2.2), 3.0),
)
"""From the weakest to the strongest."""

_FORMER: Final = _by_name(
    Level("random", RandomBot(), Budget(0.05), 0.05),
    Level("greedy", GreedyBot(), Budget(0.05), 0.05),
)

BOTS: Final[Mapping[str, Level]] = MappingProxyType({**LEVELS, **_FORMER})
"""All that a record may name: the levels, one that plays anything, and what was called otherwise before."""


def in_place_of(name: str) -> tuple[str, ...]:
    """Who plays if this one cannot: the levels below it, the nearest first, and in the end one that plays anything.

    >>> in_place_of("cuisinier")
    ('commis', 'plongeur', 'random')
    """
    levels = list(LEVELS)
    below = levels[: levels.index(name)] if name in LEVELS else []
    return (*reversed(below), "random")

"""The levels of the kitchen: five opponents, from the dishwasher (`plongeur`) to the master chef (`toque`)."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from types import MappingProxyType
from typing import Any, Final

from tablee.bots.bot import Bot, Budget
from tablee.bots.level_bot import LevelBot
from tablee.bots.random import RandomBot
from tablee.bots.search import search_tuning
from tablee.bots.temperament import TEMPERAMENTS, Temperament
from tablee.core.game import AnyGame
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

    @property
    def base(self) -> str:
        """Its name without the temperament."""
        return self.name.partition(":")[0]

    @property
    def temperament(self) -> Temperament | None:
        return TEMPERAMENTS.get(self.name.partition(":")[2])

    def plain(self, game: AnyGame) -> dict[str, Any]:
        """All that sets it apart in a game, as plain data."""
        told = {"bot": type(self.bot).__name__, "seconds": self.budget.seconds, "limit": self.limit}
        if not isinstance(self.bot, LevelBot):
            return told
        temperament = self.temperament and asdict(self.temperament)
        tuning, search = asdict(self.bot.tuning(game)), asdict(search_tuning(game))
        return {**told, "tuning": tuning, "temperament": temperament, "search": search}

    def title(self, lang: Lang) -> str:
        """What people call it.

        >>> BOTS["cuisinier:bold"].title("en")
        'Cook, bold'
        """
        say = catalogue("tablee.bots", lang)
        title = say(f"levels.{self.base}.title")
        return title if self.temperament is None else say("tempered", title=title, temper=self.temperament.title(lang))

    def about(self, lang: Lang) -> str:
        """What it is like, in a line or two."""
        about = catalogue("tablee.bots", lang)(f"levels.{self.base}.about")
        return about if self.temperament is None else f"{about} {self.temperament.about(lang)}"


def _by_name(*levels: Level) -> Mapping[str, Level]:
    return MappingProxyType({level.name: level for level in levels})


# Lower levels look less far and misjudge: the more a choice costs, the rarer they make it. A chef could do more in his
# time, but stands about half-way between those below and above him; a toque stops where more hardly helps. What a game
# needs otherwise was tried out in the arena and stands in its manifest.
LEVELS: Final = _by_name(
    Level("plongeur", LevelBot("plongeur", iterations=1, temperature=0.3, cap=0.4), Budget(0.05), 0.05),
    Level("commis", LevelBot("commis", iterations=2, temperature=0.06, cap=0.2), Budget(0.05), 0.05),
    Level("cuisinier", LevelBot("cuisinier", iterations=6, temperature=0.02, cap=0.1), Budget(0.05), 0.05),
    Level("chef", LevelBot("chef"), Budget(0.25), 0.3),
    Level("toque", LevelBot("toque"), Budget(2.2), 3.0),
)
"""From the weakest to the strongest."""


def with_temperament(level: str, temperament: str) -> str:
    """The name of a level with a temperament.

    >>> with_temperament("chef", "bold")
    'chef:bold'
    """
    return f"{level}:{temperament}"


def _tempered(level: Level, temperament: str) -> Level:
    bot = level.bot
    if isinstance(bot, LevelBot):
        bot = replace(bot, temperament=temperament)
    return replace(level, name=with_temperament(level.name, temperament), bot=bot)


_TEMPERED: Final = _by_name(
    *(
        _tempered(level, temperament)
        for level in LEVELS.values()
        for temperament in TEMPERAMENTS
        if level.name != "plongeur"  # plays what comes to mind: a taste would not show
    )
)

_FORMER: Final = _by_name(
    Level("random", RandomBot(), Budget(0.05), 0.05),
    Level("greedy", LevelBot("cuisinier", iterations=6, temperature=0.0), Budget(0.05), 0.05),
)

BOTS: Final[Mapping[str, Level]] = MappingProxyType({**LEVELS, **_FORMER, **_TEMPERED})
"""All that a record may name: the levels, also with a temperament (`chef:bold`), one that plays at random, and levels
under the names they had before."""


def level_for_bot_number(name: str, number: int) -> str:
    """The level of a bot by its number at the table: with the next temperament in turn, if it can have one.

    >>> level_for_bot_number("chef", 1), level_for_bot_number("plongeur", 1), level_for_bot_number("chef:bold", 1)
    ('chef:greedy', 'plongeur', 'chef:bold')
    """
    named = with_temperament(name, list(TEMPERAMENTS)[number % len(TEMPERAMENTS)])
    return named if named in BOTS else name


def levels_below(name: str) -> tuple[str, ...]:
    """Who plays if this one cannot: the levels below it, the nearest first, and in the end one that plays anything.

    >>> levels_below("cuisinier:bold")
    ('commis', 'plongeur', 'random')
    """
    levels, base = list(LEVELS), name.partition(":")[0]
    below = levels[: levels.index(base)] if base in LEVELS else []
    return (*reversed(below), "random")

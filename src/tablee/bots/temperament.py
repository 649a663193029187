"""Temperaments: what a bot likes, apart from winning."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from tablee.core.texts import Lang, catalogue


@dataclass(frozen=True)
class Temperament:
    """How much of a win a choice of each kind is worth to a bot, on top of what it promises."""

    name: str
    bold: float = 0.0
    greedy: float = 0.0
    cautious: float = 0.0

    def liking(self, style: Mapping[str, float]) -> float:
        """How much it likes a choice of this style, in parts of a win.

        >>> TEMPERAMENTS["bold"].liking({"bold": 0.5, "greedy": 1.0})
        0.02
        """
        likes = {"bold": self.bold, "greedy": self.greedy, "cautious": self.cautious}
        return sum(likes[kind] * style.get(kind, 0.0) for kind in likes)

    def title(self, lang: Lang) -> str:
        """What people call it."""
        return catalogue("tablee.bots", lang)(f"temperaments.{self.name}.title")

    def about(self, lang: Lang) -> str:
        """What it is like, in a line."""
        return catalogue("tablee.bots", lang)(f"temperaments.{self.name}.about")


TEMPERAMENTS: Final[Mapping[str, Temperament]] = MappingProxyType(
    {
        temperament.name: temperament
        for temperament in (
            Temperament("cautious", cautious=0.04, bold=-0.03),
            Temperament("greedy", greedy=0.04),
            Temperament("bold", bold=0.04, cautious=-0.03),
        )
    }
)
"""A few hundredths of a win: enough to be seen at the table, too little to change who wins."""

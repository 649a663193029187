"""The levels of bots, as they are typed."""

from collections.abc import Sequence

from tablee.bots.levels import BOTS, LEVELS
from tablee.cli.errors import CliError


def level(text: str) -> str:
    """The level that was typed."""
    name = text.strip().casefold()
    if name not in BOTS:
        raise CliError("no_such_level", {"level": text.strip(), "allowed": ", ".join(LEVELS)})
    return name


def levels(text: str) -> tuple[str, ...]:
    """Several levels with commas between them."""
    return tuple(map(level, text.split(",")))


def seated(bots: Sequence[str], players: int) -> tuple[str, ...]:
    """A level for each seat: all that were given, or the same everywhere."""
    if len(bots) == 1:
        return (bots[0],) * players
    if len(bots) != players:
        raise CliError("a_level_for_each", {"players": players, "levels": len(bots)})
    return tuple(bots)

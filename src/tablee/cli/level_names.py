"""The levels of bots, as they are typed."""

from collections.abc import Sequence

from tablee.bots.levels import BOTS, LEVELS, Level, with_temperament
from tablee.bots.temperament import TEMPERAMENTS
from tablee.cli.errors import CliError
from tablee.core.texts import LANGS, Lang


def level_line(known: Level, lang: Lang) -> str:
    """A level in a list: its name, what people call it if that is something else, and what it is like."""
    title = known.title(lang)
    named = known.name if title.casefold() == known.name.casefold() else f"{known.name} ({title})"
    return f"{named} — {known.about(lang)}"


def parse_level(text: str) -> str:
    """The level that was typed: its name, or what people call it in any language; with a temperament after a colon."""
    typed, colon, temper = (" ".join(part.split()).casefold() for part in text.partition(":"))
    name = _level_titles().get(typed, typed)
    if colon:
        name = with_temperament(name, _temperament_titles().get(temper, temper))
    if name not in BOTS:
        raise CliError("no_such_level", {"level": " ".join(text.split()), "allowed": ", ".join(LEVELS)})
    return name


def _level_titles() -> dict[str, str]:
    return {known.title(lang).casefold(): known.name for known in LEVELS.values() for lang in LANGS}


def _temperament_titles() -> dict[str, str]:
    return {known.title(lang).casefold(): known.name for known in TEMPERAMENTS.values() for lang in LANGS}


def parse_levels(text: str) -> tuple[str, ...]:
    """Several levels with commas between them."""
    return tuple(map(parse_level, text.split(",")))


def seated(bots: Sequence[str], players: int) -> tuple[str, ...]:
    """A level for each seat: all that were given, or the same everywhere."""
    if len(bots) == 1:
        return (bots[0],) * players
    if len(bots) != players:
        raise CliError("a_level_for_each", {"players": players, "levels": len(bots)})
    return tuple(bots)

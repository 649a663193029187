"""Names of players, as a terminal shows them."""

from collections.abc import Iterable, Sequence

from tablee.bots.levels import BOTS, LEVELS, tempered
from tablee.core.record import Player
from tablee.core.texts import Catalogue

LONGEST_NAME = 20


def printable_name(name: str) -> str:
    """A name as a terminal may show it: on one line, without control characters or brackets, not too long.

    >>> printable_name("  Anne\\x1b[2J\\nMarie ")
    'Anne(2J Marie'
    """
    printable = "".join(letter if letter.isprintable() else " " if letter.isspace() else "" for letter in name)
    letters = printable.replace("[", "(").replace("]", ")")  # boards are drawn with styles in brackets
    return " ".join(letters.split())[:LONGEST_NAME]


def shown_names(players: Sequence[Player]) -> list[str]:
    """The names of all seats, each one different, whatever a record says they are."""
    names: list[str] = []
    for seat, player in enumerate(players, start=1):
        name = printable_name(player.name) or str(seat)
        names.append(f"{name} ({seat})" if name in names else name)
    return names


def named_bots(taken: Iterable[str], levels: Sequence[str], say: Catalogue) -> list[Player]:
    """Bots of these levels, with names that no one else has. Each name has a temperament, the same in all languages;
    a level that was asked for with a temperament keeps it."""
    used = {name.casefold() for name in taken}
    names = enumerate(say("play.bot_names").split(", "))
    known = [(number, name) for number, name in names if name.casefold() not in used]
    players = [Player(name, bot=tempered(level, number)) for (number, name), level in zip(known, levels, strict=False)]
    nameless = enumerate(levels[len(players) :], start=len(players) + 1)
    return players + [Player(say("play.bot_name", number=number), bot=level) for number, level in nameless]


def bot_lines(players: Sequence[Player], say: Catalogue) -> list[str]:
    """Who the bots at a table are, a line for each."""
    levels = [(player.name, BOTS[player.bot]) for player in players if player.bot is not None and player.bot in BOTS]
    return [
        say("play.bot_line", name=printable_name(name), level=level.title(say.lang))
        for name, level in levels
        if level.base in LEVELS
    ]

"""Names of players, as a terminal shows them."""

from collections.abc import Iterable, Sequence

from tablee.bots.cast import cast_bot
from tablee.bots.levels import BOTS, LEVELS
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


def shown_names(players: Sequence[Player], say: Catalogue) -> list[str]:
    """The names of all seats, each one different, whatever a record says they are; bots of a house may have none."""
    names: list[str] = []
    for seat, player in enumerate(players, start=1):
        nameless = say("play.person" if player.bot is None else "play.bot_name", number=seat)
        name = printable_name(player.name) or nameless
        names.append(f"{name} ({seat})" if name in names else name)
    return names


def named_bots(taken: Iterable[str], levels: Sequence[str], say: Catalogue) -> list[Player]:
    """Bots of these levels, with names that no one else has."""
    players: list[Player] = []
    names = list(taken)
    for number, level in enumerate(levels, start=1):
        player = cast_bot(level, names) or Player(say("play.bot_name", number=number), bot=level)
        players.append(player)
        names.append(player.name)
    return players


def bot_lines(players: Sequence[Player], say: Catalogue) -> list[str]:
    """Who the bots at a table are, a line for each."""
    levels = [(player.name, BOTS[player.bot]) for player in players if player.bot is not None and player.bot in BOTS]
    return [
        say("play.bot_line", name=printable_name(name), level=level.title(say.lang))
        for name, level in levels
        if level.base in LEVELS
    ]

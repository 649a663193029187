"""Names of players, as a terminal shows them."""

from collections.abc import Iterable, Sequence

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


def bot_names(taken: Iterable[str], count: int, say: Catalogue) -> list[str]:
    """Names for bots that no one else has."""
    used = {name.casefold() for name in taken}
    names = [name for name in say("play.bot_names").split(", ") if name.casefold() not in used]
    return [names[seat] if seat < len(names) else say("play.bot_name", number=seat + 1) for seat in range(count)]

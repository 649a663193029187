"""Typed lines as bids, and bids as lines."""

import re
from typing import Final

from tablee.core.errors import Unreadable
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.knowledge import HotDogView
from tablee.games.hotdog.text.phrases import card_list

PACKAGE: Final = "tablee.games.hotdog"
_DOLLARS: Final = re.compile(r"\$([0-9]{1,9})|([0-9]{1,9})\$")
_BESIDE_DOLLAR: Final = re.compile(r"(?<=\$)\s+(?=[0-9])|(?<=[0-9])\s+(?=\$(?!\S|\s*[0-9]))")
"""The space of `$ 2` or `2 $`."""
_LAST: Final = re.compile(r"!|last|dernier", re.IGNORECASE)


def parse(line: str, view: HotDogView) -> Bid:
    """`TABLE CARDS [$DOLLARS] [!]`, as in `7 3+2 $1`."""
    tables = {str(int(table.size)): table.size for table in view.tables}
    line = _BESIDE_DOLLAR.sub("", line.replace("!", " ! ")).strip()
    first, *words = re.split(r"[\s+,]+", line)
    if not first:
        raise _unreadable("line_empty")
    if first not in tables:
        raise _unreadable("line_table", word=first, allowed=", ".join(tables))
    hotdogs: list[int] = []
    dollars, announce = 0, False
    for word in words:
        if match := _DOLLARS.fullmatch(word):
            dollars = int(match[1] or match[2])
        elif _LAST.fullmatch(word):
            announce = True
        elif re.fullmatch(r"[0-9]", word):
            hotdogs.append(int(word))
        elif word:
            raise _unreadable("line_word", word=word)
    if not hotdogs:
        raise _unreadable("line_no_cards")
    return Bid(tables[first], tuple(hotdogs), dollars, announce)


def spell(bid: Bid) -> str:
    """The line that `parse` reads as this bid."""
    dollars = f" ${bid.dollars}" if bid.dollars else ""
    return f"{bid.table:d} {card_list(bid.hotdogs)}{dollars}{' !' if bid.announce else ''}"


def _unreadable(code: str, **details: object) -> Unreadable:
    return Unreadable(code, details, texts=PACKAGE)

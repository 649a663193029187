"""Which rules a match made use of."""

import re
from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Final

from tablee.core.match import Match

_RULE: Final = re.compile(r"\b([A-Z]{2})-(\d+)(?: to [A-Z]{2}-(\d+))?\b")


@cache
def rules_in(docstring: str) -> tuple[str, ...]:
    """The rules that an action or event carries out: those its docstring names before the first colon or full stop.

    >>> rules_in("XY-03, XY-07 to XY-09: two cards change places.")
    ('XY-03', 'XY-07', 'XY-08', 'XY-09')
    """
    named = re.split(r"[:.]", docstring, maxsplit=1)[0]
    return tuple(
        f"{game}-{number:02}"
        for game, first, last in _RULE.findall(named)
        for number in range(int(first), int(last or first) + 1)
    )


def rules_used(match: Match) -> Mapping[str, int]:
    """How often each rule was used that actions and events name."""
    used: Counter[str] = Counter()
    for entry in match.log:
        for thing in (entry.action, *entry.events):
            used.update(rules_in(thing.__doc__ or ""))
    return dict(sorted(used.items()))

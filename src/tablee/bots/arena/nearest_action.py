"""What a bot that plays by other rules means by a choice that the rules here do not allow."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from tablee.core.game import Action, AnyGame, State
from tablee.core.seat import Seat


def nearest_action(game: AnyGame, state: State, seat: Seat, chosen: Mapping[str, Any]) -> Action:
    """The legal action that has most in common with plain data of an action; the first of several."""
    nearest: Action = max(game.legal(state, seat), key=lambda action: likeness(game.plain(action), chosen))
    return nearest


def likeness(one: Mapping[str, Any], other: Mapping[str, Any]) -> tuple[bool, float]:
    """How much two actions have in common: first the type, then the fields.

    >>> likeness({"type": "lay", "card": 1, "under": [2, 3]}, {"type": "lay", "card": 1, "under": [2]})
    (True, 1.5)
    """
    same = one.get("type") == other.get("type")
    return same, sum(_alike(one[name], other[name]) for name in one if name != "type" and name in other)


def _alike(one: Any, other: Any) -> float:
    """1 for what is equal; of lists, the part of the elements that both have; of numbers, less the further apart."""
    if one == other:
        return 1.0
    if isinstance(one, list) and isinstance(other, list):
        left, right = Counter(map(repr, one)), Counter(map(repr, other))
        return (left & right).total() / (left | right).total()
    if isinstance(one, int) and isinstance(other, int):
        return 0.5 / (1 + abs(one - other))
    return 0.0

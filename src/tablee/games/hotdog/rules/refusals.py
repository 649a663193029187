"""What is not allowed, by which rule, and what would be."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from tablee.core.errors import Refusal
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.pieces import TableSize, count
from tablee.games.hotdog.state import HotDogState


def refusal(
    state: HotDogState, seat: Seat, action: Bid, tables: tuple[TableSize, ...], *, manual: bool
) -> Refusal | None:
    """Why a seat may not make this bid; None if it may. It tells no more than the seat knows."""
    held = state.hotdogs[seat]
    if action.table not in tables:
        allowed = ", ".join(str(int(table)) for table in tables)
        return Refusal("no_such_table", "HD-02", {"table": int(action.table), "allowed": allowed})
    if not action.hotdogs:
        return Refusal("no_hotdogs", "HD-06")
    for value in sorted(set(action.hotdogs)):
        wanted = action.hotdogs.count(value)
        if not 0 < value < 10 or wanted > count(held, value):
            return Refusal("not_held", "HD-06", {"value": value, "wanted": wanted})
    if action.dollars < 0:
        return Refusal("negative_dollars", "HD-06", {"dollars": action.dollars})
    if action.dollars > state.money[seat]:
        return Refusal("not_enough_money", "HD-08", {"dollars": action.dollars, "money": state.money[seat]})
    if action.dollars > action.total:
        return Refusal("price_below_zero", "HD-08", {"dollars": action.dollars, "hotdogs": action.total})
    is_last = action.cards == held
    if action.announce and not is_last:
        return Refusal("not_the_last", "HD-20")
    if state.announced[seat] and (not is_last or (manual and not action.announce)):
        return Refusal("already_announced", "HD-19")
    return None

"""What is refused in Rat Hot, and by which rule."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from tablee.core.errors import Refusal
from tablee.core.seat import CHANCE, Seat
from tablee.core.texts import Phrase
from tablee.games.rathot.actions import Draw, Place
from tablee.games.rathot.knowledge.grid import Grid
from tablee.games.rathot.knowledge.placement import heights, may_lie
from tablee.games.rathot.pieces import CARD_COUNT
from tablee.games.rathot.state import RatHotState


def refusal(state: RatHotState, grid: Grid, seat: Seat, action: Draw | Place) -> Refusal | None:
    """Why a seat whose turn it is may not do this; None if it may."""
    if isinstance(action, Draw):
        if seat != CHANCE:
            return Refusal("drawn_for_you", "RH-06")
        if not 0 <= action.card < CARD_COUNT or not state.pile >> action.card & 1:
            return Refusal("not_in_pile", "RH-06", {"card": action.card})
        return None
    if seat == CHANCE:
        return Refusal("chance_draws", "RH-06")
    if action.card not in state.hand:
        return Refusal("not_drawn", "RH-06", {"card": action.card, "hand": ", ".join(map(str, state.hand))})
    if action.backward and state.cards.reads_alike[action.card]:
        return Refusal("reads_alike", "RH-08", {"dir": Phrase("dirs.E" if action.across else "dirs.S")})
    return None if may_lie(state, grid, action) else _of_place(state, grid, action)


def _of_place(state: RatHotState, grid: Grid, place: Place) -> Refusal:
    """Why a card may not lie there (RH-09 to RH-12)."""
    for row, col in place.squares:
        if not grid.has(row, col):
            return Refusal("off_table", "RH-09", {"row": row, "col": col, "last": grid.size // 2})
    under = heights(state, grid, place)
    if not any(under):
        return Refusal("not_touching", "RH-10")
    if not all(under):
        return Refusal("half_on_table", "RH-11")
    if len(set(under)) > 1:
        return Refusal("gap", "RH-11", {"heights": ", ".join(map(str, under))})
    return Refusal("covers_one_card", "RH-12")

"""The room drawn for a terminal."""

from typing import Final

from tablee.games.restaurant.knowledge import RestaurantView
from tablee.games.restaurant.pieces import COLUMNS, HUNDREDS, RES, ROWS, SALON, STAIRS, Card, Table

COLOURS: Final = ("red", "green", "blue", "magenta", "dark_cyan", "dark_orange3")
"""Of the markers, by seat."""

_HERE: Final = "bold black on bright_yellow"
_IN_SALON: Final = "on grey23"
_WORTHLESS: Final = {Card.DISH: "·", Card.DOUBLE: "×2", Card.JUMP: "↗"}


def marker(seat: int) -> str:
    """A player's marker."""
    return f"[bold white on {COLOURS[seat]}] {seat + 1} [/]"


def _plate(card: Card) -> str:
    """A served card in at most three signs."""
    if card in _WORTHLESS:
        return _WORTHLESS[card]
    return f"{'R' if card in RES else ''}{HUNDREDS[card]}{'' if card in RES else '00'}"


def board(view: RestaurantView) -> list[str]:
    """The room, row by row, with the walls of the salon."""
    lines = ["     " + "   ".join(f"{col:<1}" for col in range(1, COLUMNS)) + f"  {COLUMNS}"]
    for row in range(1, ROWS + 1):
        if row in (2, ROWS):
            lines.append(_wall(row, view.stairs))
        first = (row - 1) * COLUMNS
        cells = "".join(
            _gap(row, col, view.stairs) + _cell(view, Table(first + col - 1)) for col in range(1, COLUMNS + 1)
        )
        lines.append(f" {'ABCDEF'[row - 1]} {cells}")
    return lines


def _cell(view: RestaurantView, table: Table) -> str:
    """Three signs: a card face down, a marker, or the card under it."""
    owner, plate = view.markers[table], view.plates[table]
    at_end = table == view.last
    if owner is None:
        text, style = "░░░", f"grey62 {_IN_SALON}" if SALON >> table & 1 else "grey62"
    elif plate is None:
        text, style = f"‹{owner + 1}›" if at_end else f" {owner + 1} ", f"bold white on {COLOURS[owner]}"
    else:
        text, style = f"{_plate(plate):^3}", f"bold {COLOURS[owner]} on grey89"
    if table in view.reach:
        style = _HERE
    return f"[{style}{' underline' if at_end else ''}]{text}[/]"


def _gap(row: int, col: int, stairs: bool) -> str:
    """What is before a table."""
    if not 2 <= row <= 5 or col not in (4, 8):
        return " "
    if not stairs:
        return "[dim]┆[/]"
    return "[bold]≡[/]" if ((row, col - 1), (row, col)) in STAIRS else "│"


def _wall(row: int, stairs: bool) -> str:
    """What is above a row of tables: the north or the south wall of the salon."""
    left, right = ("┌", "┐") if row == 2 else ("└", "┘")
    pieces = ["[bold]≡≡≡[/]" if ((row - 1, col), (row, col)) in STAIRS else "───" for col in range(4, 8)]
    wall = f"{left}{'─'.join(pieces)}{right}" if stairs else f"[dim]{left}{'┄' * 15}{right}[/]"
    return " " * (3 + 4 * 3) + wall

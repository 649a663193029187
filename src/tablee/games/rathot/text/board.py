"""The table drawn for a terminal, in characters with styles."""

from collections.abc import Collection, Mapping, Sequence
from typing import Final

from tablee.core.texts import Catalogue
from tablee.games.rathot.knowledge import SquareView
from tablee.games.rathot.pieces import Face

MARGIN: Final = 2
"""How much of the free table is drawn around the cards."""

SCREEN: Final = 80
"""How wide a terminal is."""

_HEIGHTS: Final = "  ²³⁴⁵⁶⁷⁸⁹"
_HIGHER: Final = "⁺"
_NEW: Final = "◂"
_SCORED: Final = "•"
_LEFT: Final = 5
"""The room for the numbers of the rows."""
_WIDE, _NARROW, _BARE = 4, 3, 2
"""How wide a square is drawn: with height and arrow, without the arrow, without both."""

Spot = tuple[int, int]


def letters(face: Face, say: Catalogue) -> str:
    """A face in two characters; red and green differ by their letter."""
    if face is Face.NOTHING:
        return face.value
    return say("letters.red" if face.value[0] == "r" else "letters.green") + face.value[1]


def styled(face: Face, say: Catalogue) -> str:
    """A face in two characters, in its colour."""
    if face is Face.NOTHING:
        return f"[dim]{letters(face, say)}[/]"
    name = "red" if face.value[0] == "r" else "green"
    style = f"bold white on {name}" if face.value[1] == "*" else f"bold {name}"
    return f"[{style}]{letters(face, say)}[/]"


def board(
    squares: Sequence[SquareView],
    table_size: int,
    say: Catalogue,
    *,
    new: Collection[Spot] = (),
    scored: Collection[Spot] = (),
    last: int | None = None,
) -> list[str]:
    """The table from above, with the numbers of its rows and columns.

    Each square shows its face, its height from 2 on, and an arrow where its card goes on to the right or below; or else
    a mark, if it belongs to a card that is new or to a group that has scored. The card laid last is underlined. A table
    that would be too wide for the screen is drawn more closely.
    """
    tops = {(square.row, square.col): square for square in squares}
    reach = table_size // 2
    rows = _span([row for row, _ in tops], reach)
    cols = _span([col for _, col in tops], reach)
    width = max(_BARE, min(_WIDE, (SCREEN - _LEFT) // len(cols)))
    lines = [" " * _LEFT + _numbers(cols, width)]
    for row in rows:
        cells = []
        for col in cols:
            mark = _NEW if (row, col) in new else _SCORED if (row, col) in scored else ""
            off_table = max(abs(row), abs(col)) > reach
            cell = f"[dim]{'▒' * width}[/]" if off_table else _cell(tops, (row, col), mark, width, say)
            is_last = last is not None and (row, col) in tops and tops[row, col].card == last
            cells.append(f"[underline]{cell}[/]" if is_last else cell)
        lines.append(f"{row:>4} " + "".join(cells).rstrip())
    return lines


def _span(numbers: Collection[int], reach: int) -> range:
    """The cards and a margin; of what is beyond the table's edge, one line."""
    return range(max(min(numbers) - MARGIN, -reach - 1), min(max(numbers) + MARGIN, reach + 1) + 1)


def _numbers(cols: range, width: int) -> str:
    """The numbers of the columns; where they would touch, every fifth."""
    numbers = [f"{col:>2}" if width == _WIDE or col % 5 == 0 else "" for col in cols]
    line = ""
    for place, number in enumerate(numbers):
        line = line.ljust(place * width) + number
    return line


def _cell(tops: Mapping[Spot, SquareView], spot: Spot, mark: str, width: int, say: Catalogue) -> str:
    if spot not in tops:
        return f"[dim] ·[/]{' ' * (width - _BARE)}"
    top = tops[spot]
    face = "[bold] S[/]" if top.card is None and spot == (0, 0) else styled(top.face, say)
    height = _HEIGHTS[top.height] if top.height < len(_HEIGHTS) else _HIGHER
    if width == _WIDE:
        return f"{face}{height}{mark or _goes_on(tops, spot)}"
    if width == _NARROW:
        return f"{face}{mark or height}"
    return f"[reverse]{face}[/]" if mark else face


def _goes_on(tops: Mapping[Spot, SquareView], spot: Spot) -> str:
    row, col = spot
    for next_spot, arrow in (((row, col + 1), "→"), ((row + 1, col), "↓")):
        if next_spot in tops and tops[next_spot].card == tops[spot].card:
            return arrow
    return " "

"""The table as text and as a picture: what the terminal draws, in the same colours."""

import unicodedata
from functools import cache
from io import StringIO
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from rich.console import Console
from rich.segment import Segment
from rich.style import Style
from rich.terminal_theme import TerminalTheme
from rich.text import Text

from tablee.core.game import AnyGame, State
from tablee.core.texts import Lang

COLUMNS: Final = 120
ROWS: Final = 44
_INKS: Final = [
    (20, 20, 20),
    (196, 52, 52),
    (34, 134, 70),
    (224, 188, 60),
    (56, 100, 200),
    (152, 72, 168),
    (44, 148, 160),
    (236, 236, 236),
]
_THEME: Final = TerminalTheme((20, 20, 20), (236, 236, 236), _INKS)
_WIDTH, _HEIGHT = 8, 16
_PLAIN: Final = {"→": ">", "↓": "v", "↗": "^", "│": "|", "┄": "-", "┆": ":", "◂": "<", "★": "*", "×": "x", "–": "-"}
_PLAIN_CORNERS: Final = dict.fromkeys("┌┐└┘", "+")
_SHADE: Final = "░"
"""The font that Pillow brings has letters only: what it lacks is replaced by what looks most like it."""


def names_of(game: AnyGame) -> list[str]:
    """The seats as agents are called."""
    return [f"player_{seat}" for seat in game.seats]


def text(game: AnyGame, state: State, lang: Lang) -> str:
    """The table as a spectator sees it, in words."""
    return game.words.view(game.view(state, None), names_of(game), lang)


def picture(game: AnyGame, state: State, lang: Lang) -> NDArray[np.uint8]:
    """The same, drawn as in a terminal: always of the same size, rows × columns × red, green and blue."""
    board = game.words.board(game.view(state, None), names_of(game), lang)
    console = Console(file=StringIO(), width=COLUMNS, color_system="truecolor", force_terminal=True)
    lines = console.render_lines(Text.from_markup(board), console.options, pad=False)
    image = Image.new("RGB", (COLUMNS * _WIDTH, ROWS * _HEIGHT), tuple(_THEME.background_color))
    pen = ImageDraw.Draw(image)
    for row, line in enumerate(lines[:ROWS]):
        column = 0
        for segment in line:
            column = _draw(pen, segment, row, column)
    return np.asarray(image).copy()


def _draw(pen: Any, segment: Segment, row: int, column: int) -> int:
    """Draw some characters of one style; the column after them."""
    style = segment.style or Style()
    ink = _ink(style)
    for character in segment.text:
        left, top = column * _WIDTH, row * _HEIGHT
        box = (left, top, left + _WIDTH - 1, top + _HEIGHT - 1)
        if style.bgcolor is not None:
            pen.rectangle(box, fill=tuple(style.bgcolor.get_truecolor(_THEME, foreground=False)))
        if character == _SHADE:
            pen.rectangle((left, top + 2, left + _WIDTH - 1, top + _HEIGHT - 3), fill=(110, 110, 110))
        elif not character.isspace():
            pen.text((left + _WIDTH / 2, top + _HEIGHT - 4), _in_font(character), ink, _font(), anchor="ms")
        column += 1
    return column


def _ink(style: Style) -> tuple[int, ...]:
    if style.color is not None:
        return tuple(style.color.get_truecolor(_THEME))
    return (140, 140, 140) if style.dim else tuple(_THEME.foreground_color)


@cache
def _in_font(character: str) -> str:
    plain = _PLAIN.get(character) or _PLAIN_CORNERS.get(character)
    return plain or unicodedata.normalize("NFKD", character)[0]


@cache
def _font() -> Any:
    return ImageFont.load_default(size=12)

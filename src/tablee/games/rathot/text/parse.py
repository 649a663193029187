"""Typed lines as placements, and placements as lines."""

import re
from typing import Final

from tablee.core.errors import Unreadable
from tablee.games.rathot.actions import Place
from tablee.games.rathot.knowledge import RatHotView
from tablee.games.rathot.pieces import CARD_COUNT, Cards, Dir, cards_of

PACKAGE: Final = "tablee.games.rathot"

LETTERS: Final = ("a", "b")
"""What the cards in hand are called for short."""

_DIRS: Final = {
    word: dir_
    for dir_, words in {
        Dir.E: "e east est right droite > →",
        Dir.S: "s south sud down bas v ↓",
        Dir.W: "w west o ouest left gauche < ←",
        Dir.N: "n north nord up haut ^ ↑",
    }.items()
    for word in words.split()
}
_NEEDLESS: Final = frozenset({"card", "carte", "row", "ligne", "col", "column", "colonne"})
_WORD: Final = re.compile(r"[^\W\d_]+|[-+]?[0-9]{1,9}|[^\s,;:.()#]")


def parse(line: str, view: RatHotView) -> Place:
    """`CARD ROW COLUMN DIRECTION`, as in `a 0 -2 E`; the card by letter or number, or left out if there is only one."""
    letter: str | None = None
    dir_: Dir | None = None
    numbers: list[int] = []
    for word in _WORD.findall(line.casefold().replace("−", "-")):
        if word in _DIRS:
            dir_ = _DIRS[word]
        elif word in LETTERS:
            letter = word
        elif word.lstrip("+-").isdecimal():
            numbers.append(int(word))
        elif word not in _NEEDLESS:
            raise _unreadable("line_word", word=word)
    card = _card(letter, numbers, view)
    if len(numbers) != 2:
        raise _unreadable("line_square")
    if dir_ is None:
        raise _unreadable("line_dir")
    row, col = numbers
    return _forward(Place(card, row, col, dir_), cards_of(view.deck))


def spell(action: Place, view: RatHotView) -> str:
    """The line that `parse` reads as this placement."""
    letter = dict(zip(view.hand, LETTERS, strict=False)).get(action.card, action.card)
    return f"{letter} {action.row} {action.col} {action.dir}"


def _card(letter: str | None, numbers: list[int], view: RatHotView) -> int:
    """The card that is meant. If it is given by its number, that number is removed from `numbers`."""
    held = dict(zip(LETTERS, view.hand, strict=False))
    if letter in held:
        return held[letter]
    if letter is not None or not held:
        raise _unreadable("line_no_card", letter=letter or "", allowed=", ".join(held))
    if len(numbers) == 3:
        return numbers.pop(0)
    if len(held) > 1:
        raise _unreadable("line_which_card", allowed=", ".join(held))
    return view.hand[0]


def _forward(place: Place, cards: Cards) -> Place:
    """RH-08: a card that reads the same both ways is named from its left or top square."""
    if place.backward and 0 <= place.card < CARD_COUNT and cards.reads_alike[place.card]:
        return Place(place.card, place.top, place.left, Dir.E if place.across else Dir.S)
    return place


def _unreadable(code: str, **details: object) -> Unreadable:
    return Unreadable(code, details, texts=PACKAGE)

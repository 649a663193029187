"""Typed lines as actions, and actions as lines."""

import re
import unicodedata
from collections.abc import Sequence
from typing import Final

from tablee.core.errors import Unreadable
from tablee.core.seat import Seat
from tablee.games.restaurant.actions import DONE, KEEP, Done, Exchange, Keep, Move, Reserve, Serve, Take
from tablee.games.restaurant.knowledge import RestaurantView
from tablee.games.restaurant.pieces import MENUS, RES, Card, Protect, name_of
from tablee.games.restaurant.state import REST, SERVE, SERVE_MORE

PACKAGE: Final = "tablee.games.restaurant"

_VERBS: Final = {
    word: verb
    for verb, words in {
        "take": "take t prendre prends p",
        "exchange": "x exchange swap echanger echange",
        "keep": "keep k garder garde g",
        "reserve": "res r reserve reserver",
        "done": "done fini fin ok stop .",
        "serve": "serve s servir sers",
    }.items()
    for word in words.split()
}
_TYPED: Final = {
    **{card: card.value.removeprefix("menu").replace("res", "r") for card in MENUS},
    Card.DISH: "dish",
    Card.DOUBLE: "double",
    Card.JUMP: "jump",
}
"""How cards are typed."""

_CARDS: Final = {
    **{word: card for card, word in _TYPED.items()},
    **{card.value: card for card in Card},
    "plat": Card.DISH,
    "saut": Card.JUMP,
}
_ALL: Final = frozenset({"all", "tout", "tous"})
_NEEDLESS: Final = frozenset(
    word
    for words in ("menu menus table under with player row col at", "sous avec joueur rangee colonne a en")
    for word in words.split()
)
_TABLE: Final = re.compile(r"([a-z])([0-9]{1,3})")
_NUMBER: Final = re.compile(r"[0-9]{1,3}")


def parse(line: str, view: RestaurantView) -> Move:
    """`B4` takes a card there, `300 B4` serves one; `x 2`, `keep`, `res 300 100 600`, `done` do what they say.

    An empty line ends a turn in which nothing is left but to lay a RES menu. Where all menus go under it, it is typed
    alone.
    """
    serving = view.step in (SERVE, SERVE_MORE)
    words = _words(re.sub(r"(?i)\bres +(?=[0-9])", "res", line) if serving else line)
    if not words:
        if view.step is REST:
            return DONE
        raise _unreadable("line_empty")
    verb, rest = _VERBS.get(words[0]), words[1:]
    if verb is None:
        is_res = _CARDS.get(words[0]) in RES
        verb, rest = "serve" if serving else "reserve" if is_res else "take", words
    match verb:
        case "take":
            return Take(*_table(rest))
        case "exchange":
            return _exchange(rest)
        case "keep":
            return _alone(KEEP, rest)
        case "done":
            return _alone(DONE, rest)
        case "reserve":
            return _reserve(rest, view)
        case _:
            return _serve(rest)


def spell(action: Move, view: RestaurantView) -> str:
    """The line that is read as this action."""
    match action:
        case Take():
            return _at(action)
        case Exchange(seat):
            return f"x {seat + 1}"
        case Keep():
            return "keep"
        case Reserve(res) if view.protect is Protect.ALL and action == _with_all(res, view):
            return f"res {_TYPED[res]}"
        case Reserve(res, menus):
            return " ".join(["res", *(_TYPED[card] for card in (res, *menus))])
        case Done():
            return "done"
        case Serve(card):
            return f"{_TYPED[card]} {_at(action)}"
        case _:
            return _TYPED[action.card]


def typed(card: Card) -> str:
    """How a card is typed."""
    return _TYPED[card]


def _at(action: Take | Serve) -> str:
    return f"{action.row} {action.col}" if action.table is None else name_of(action.table)


def _words(line: str) -> list[str]:
    """In small letters without accents; a row's letter and a column's number together."""
    plain = unicodedata.normalize("NFKD", line.casefold())
    letters = "".join(sign for sign in plain if not unicodedata.combining(sign))
    words = re.sub(r"\b([a-f]) +([0-9])", r"\1\2", letters)
    return [word for word in re.split(r"[\s,;:+/()-]+", words) if word and word not in _NEEDLESS]


def _table(words: Sequence[str]) -> tuple[int, int]:
    match words:
        case [word] if found := _TABLE.fullmatch(word):
            return ord(found[1]) - ord("a") + 1, int(found[2])
        case [row, col] if _NUMBER.fullmatch(row) and _NUMBER.fullmatch(col):
            return int(row), int(col)
        case _:
            raise _unreadable("line_table", words=" ".join(words)) if words else _unreadable("line_no_table")


def _exchange(words: Sequence[str]) -> Exchange:
    match words:
        case [player] if _NUMBER.fullmatch(player):
            return Exchange(Seat(int(player) - 1))
        case _:
            raise _unreadable("line_player")


def _alone(action: Keep | Done, words: Sequence[str]) -> Keep | Done:
    if words:
        raise _unreadable("line_word", word=words[0])
    return action


def _reserve(words: Sequence[str], view: RestaurantView) -> Reserve:
    if not words:
        raise _unreadable("line_no_res")
    res, *under = words
    laid = _CARDS.get(f"r{res}") or _card(res)
    if (len(under) == 1 and under[0] in _ALL) or (not under and view.protect is Protect.ALL):
        return _with_all(laid, view)
    return Reserve(laid, tuple(map(_card, under)))


def _with_all(res: Card, view: RestaurantView) -> Reserve:
    menus = [card for card in view.hand if card in MENUS]
    if res in menus:
        menus.remove(res)
    return Reserve(res, tuple(menus))


def _serve(words: Sequence[str]) -> Serve:
    cards = [word for word in words if word in _CARDS]
    if not cards:
        raise _unreadable("line_no_card")
    where = list(words)
    where.remove(cards[0])
    return Serve(_CARDS[cards[0]], *_table(where))


def _card(word: str) -> Card:
    if word not in _CARDS:
        raise _unreadable("line_card", word=word)
    return _CARDS[word]


def _unreadable(code: str, **details: object) -> Unreadable:
    return Unreadable(code, details, texts=PACKAGE)

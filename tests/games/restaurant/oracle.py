"""Restaurant again, slow and plain, written from rules.md alone: where the path may go, and what a reader may believe.

It shares nothing with the engine but the names of cards. A table is a pair (row, column), both counted from 1.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from math import comb, prod
from typing import Any, NamedTuple

Place = tuple[int, int]
Cards = Counter[str]

EVERYWHERE = [(row, column) for row in range(1, 7) for column in range(1, 11)]
STAIRS = [{(1, 5), (2, 5)}, {(3, 7), (3, 8)}, {(5, 6), (6, 6)}, {(4, 3), (4, 4)}]
MENUS = ["menu100", "menu200", "menu300", "menu600", "res100", "res200", "res300", "res600"]
ALL_CARDS = Counter(
    menu100=7, menu200=7, menu300=8, menu600=4, res100=2, res200=2, res300=1, res600=1, dish=18, double=7, jump=3
)


# RE-01, RE-05, RE-11, RE-12, RE-15, RE-23: the room


def in_salon(place: Place) -> bool:
    return 2 <= place[0] <= 5 and 4 <= place[1] <= 7


def on_rim(place: Place) -> bool:
    return place[0] in (1, 6) or place[1] in (1, 10)


def neighbours(place: Place, stairs: bool) -> list[Place]:
    found = []
    for row, column in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        other = (place[0] + row, place[1] + column)
        if other not in EVERYWHERE:
            continue
        if stairs and in_salon(place) != in_salon(other) and {place, other} not in STAIRS:
            continue
        found.append(other)
    return found


def may_take(taken: Sequence[Place], stairs: bool, *, jump: bool = False) -> list[Place]:
    """Where the next card may be taken, after cards were taken here in this order; nowhere: the orders are over."""
    lying = [place for place in EVERYWHERE if place not in taken]
    if jump:
        choice = lying
    elif not taken:
        choice = [place for place in lying if on_rim(place)]
    else:
        choice = [place for place in neighbours(taken[-1], stairs) if place in lying]
        if not choice and len(taken) < 30:
            choice = [place for place in lying if on_rim(place)] or lying
    if len(taken) + 1 < 30:
        goes_on = [place for place in choice if any(other in lying for other in neighbours(place, stairs))]
        choice = goes_on or choice
    return sorted(choice)


def may_serve(marked: Sequence[Place], served: Sequence[Place], stairs: bool, *, jump: bool = False) -> list[Place]:
    """Where the next card may be laid, after cards were laid here in this order."""
    waiting = [place for place in marked if place not in served]
    if jump:
        return sorted(waiting)
    if not served:
        return sorted(place for place in waiting if on_rim(place))
    return sorted(place for place in neighbours(served[-1], stairs) if place in waiting)


def fits(card: str, place: Place) -> bool:
    """RE-16."""
    if card.endswith("600"):
        return in_salon(place)
    return not (in_salon(place) and card.endswith(("100", "200")))


# What a reader may believe


def worth(cards: Cards) -> int:
    return sum(int(card[-3:]) * number for card, number in cards.items() if card in MENUS)


class Table(NamedTuple):
    """Where the cards are, and where some have been served."""

    stock: Cards
    hands: list[Cards]
    piles: list[Cards]
    served: list[Place]

    def held(self, seat: int) -> Cards:
        return self.hands[seat] + self.piles[seat]


Found = Iterator[tuple[tuple[Any, ...], Fraction]]


def courses(view: dict[str, Any]) -> dict[tuple[Any, ...], Fraction]:
    """Every course of things behind a view (as plain data) with its odds: the card or the menus of each deed.

    Each hidden card is tried in turn, and whatever does not fit what is told later is dropped.
    """
    found: dict[tuple[Any, ...], Fraction] = {}
    nothing: list[Cards] = [Counter() for _ in range(view["players"])]
    for course, odds in _unfold(view, 0, Table(ALL_CARDS.copy(), nothing, nothing, []), (), Fraction(1)):
        found[course] = found.get(course, Fraction(0)) + odds
    whole = sum(found.values())
    return {course: odds / whole for course, odds in found.items()}


def _unfold(view: dict[str, Any], number: int, table: Table, course: tuple[Any, ...], odds: Fraction) -> Found:
    deeds = view["chronicle"]
    orders_over = number == len(deeds) or deeds[number]["what"] in ("serve", "pass")
    noted = view["sums"] if orders_over and not table.served else []
    if noted and [worth(table.held(seat)) for seat in range(view["players"])] != noted:
        return
    if number == len(deeds):
        if _ends_well(view, table):
            yield course, odds
        return
    deed = deeds[number]
    tries = {"take": _take, "exchange": _exchange, "reserve": _reserve, "serve": _serve, "pass": _pass}[deed["what"]]
    for card, share, after in tries(view, deed, table):
        yield from _unfold(view, number + 1, after, (*course, card), odds * share)


Tries = Iterator[tuple[Any, Fraction, Table]]


def _take(view: dict[str, Any], deed: dict[str, Any], table: Table) -> Tries:
    for kind in [deed["card"]] if deed["card"] else MENUS:
        if table.stock[kind]:
            after = table._replace(
                stock=table.stock - Counter([kind]), hands=_with(table.hands, deed["seat"], Counter([kind]))
            )
            yield kind, Fraction(table.stock[kind], sum(table.stock.values())), after


def _exchange(view: dict[str, Any], deed: dict[str, Any], table: Table) -> Tries:
    seat, other = deed["seat"], deed["other"]
    drawn_from = table.hands[other]
    for kind in [deed["card"]] if deed["card"] else sorted(drawn_from):
        if drawn_from[kind]:
            hands = _with(_with(table.hands, seat, Counter([kind])), other, Counter(["dish"]))
            hands = _without(_without(hands, other, Counter([kind])), seat, Counter(["dish"]))
            yield kind, Fraction(drawn_from[kind], sum(drawn_from.values())), table._replace(hands=hands)


def _reserve(view: dict[str, Any], deed: dict[str, Any], table: Table) -> Tries:
    seat, res = deed["seat"], deed["card"]
    if not table.hands[seat][res]:
        return
    others = table.hands[seat] - Counter([res])
    menus = Counter({kind: many for kind, many in others.items() if kind in MENUS})
    if view["protect"] == "all" and sum(menus.values()) != deed["beneath"]:
        return
    for under, share in _beneath(menus, deed["beneath"]):
        if deed["menus"] is None or Counter(deed["menus"]) == under:
            pile = under + Counter([res])
            after = table._replace(hands=_without(table.hands, seat, pile), piles=_with(table.piles, seat, pile))
            # What the reader laid himself is no matter of luck.
            yield tuple(sorted(under.elements())), share if deed["menus"] is None else Fraction(1), after


def _serve(view: dict[str, Any], deed: dict[str, Any], table: Table) -> Tries:
    seat, card = deed["seat"], deed["card"]
    place = (deed["table"] // 10 + 1, deed["table"] % 10 + 1)
    if table.held(seat)[card]:
        taken_up = _with(_without(table.hands, seat, Counter([card])), seat, table.piles[seat])
        if not table.hands[seat][card]:
            taken_up = _without(taken_up, seat, Counter([card]))
        piles = [Counter() if who == seat else pile for who, pile in enumerate(table.piles)]
        yield card, Fraction(1), table._replace(hands=taken_up, piles=piles, served=[*table.served, place])


def _pass(view: dict[str, Any], deed: dict[str, Any], table: Table) -> Tries:
    if not _can_serve(view, deed["seat"], table):
        yield None, Fraction(1), table


def _beneath(menus: Cards, number: int) -> Iterator[tuple[Cards, Fraction]]:
    kinds = sorted(menus)
    for chosen in product(*(range(menus[kind] + 1) for kind in kinds)):
        if sum(chosen) == number:
            ways = prod(comb(menus[kind], many) for kind, many in zip(kinds, chosen, strict=True))
            under = Counter(dict(zip(kinds, chosen, strict=True)))
            yield +under, Fraction(ways, comb(sum(menus.values()), number))


def _with(hands: list[Cards], seat: int, more: Cards) -> list[Cards]:
    return [held + more if who == seat else held for who, held in enumerate(hands)]


def _without(hands: list[Cards], seat: int, less: Cards) -> list[Cards]:
    return [held - less if who == seat else held for who, held in enumerate(hands)]


def _can_serve(view: dict[str, Any], seat: int, table: Table) -> bool:
    marked = [(number // 10 + 1, number % 10 + 1) for number, owner in enumerate(view["markers"]) if owner is not None]
    places = may_serve(marked, table.served, view["stairs"])
    return any(fits(card, place) for card in table.held(seat) for place in places)


def _ends_well(view: dict[str, Any], table: Table) -> bool:
    """Whoever is asked to serve can; at the end of the match all cards are shown."""
    if view["step"] == "serve":
        return _can_serve(view, view["to_play"], table)
    shown = [Counter(cards) for cards in view["hands"]]
    return not shown or shown == [table.held(seat) for seat in range(view["players"])]

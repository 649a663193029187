"""Why an action is refused: the rule, and what is allowed instead. Tells nothing the seat does not know."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from typing import Final

from tablee.core.errors import Refusal
from tablee.core.seat import CHANCE, Seat
from tablee.core.texts import Phrase
from tablee.games.restaurant.actions import Done, Drawn, Exchange, Keep, Move, Reserve, Serve, Take, Turn
from tablee.games.restaurant.knowledge import history
from tablee.games.restaurant.pieces import (
    CARDS,
    COLUMNS,
    FIT_ELSEWHERE,
    FIT_THE_SALON,
    MENUS,
    RES,
    ROWS,
    SALON,
    UNIT,
    Card,
    Hand,
    Protect,
    Room,
    Table,
    count,
    hand,
    in_order,
    kinds,
    name_of,
    room,
)
from tablee.games.restaurant.rules import orders
from tablee.games.restaurant.state import (
    DRAW,
    EXCHANGE,
    REST,
    SERVE,
    SERVE_MORE,
    TAKE,
    TAKE_MORE,
    TURN,
    RestaurantState,
)

_JUMP: Final = CARDS.index(Card.JUMP)


def refusal(state: RestaurantState, seat: Seat, action: Move, where: Room, protect: Protect) -> Refusal | None:
    """Why the seat may not do this now; None if it may."""
    if seat == CHANCE:
        return _of_chance(state, action)
    match action:
        case Take():
            return _of_take(state, action, where)
        case Exchange():
            return _of_exchange(state, action)
        case Keep():
            return None if state.step is EXCHANGE else Refusal("nothing_to_exchange", "RE-07")
        case Reserve():
            return _of_reserve(state, action, protect)
        case Done():
            return _of_done(state)
        case Serve():
            return _of_serve(state, action, where)
        case _:
            return Refusal("chance_only", "RE-04")


def _of_chance(state: RestaurantState, action: Move) -> Refusal | None:
    match action:
        case Turn(card) if state.step is TURN:
            left = state.stock
        case Drawn(card) if state.step is DRAW and state.victim is not None:
            left = state.hands[state.victim]
        case _:
            return Refusal("not_possible")
    return None if count(left, card) else Refusal("no_such_card", "RE-02", {"card": _card(card)})


def _of_take(state: RestaurantState, action: Take, where: Room) -> Refusal | None:
    if state.step in (SERVE, SERVE_MORE):
        return Refusal("orders_over", "RE-15")
    if state.step is EXCHANGE:
        return Refusal("exchange_or_keep", "RE-07")
    if state.step is REST:
        return Refusal("no_further_card", "RE-08")
    table = action.table
    if table is None:
        return _no_such_table(action.row, action.col)
    if state.reach >> table & 1:
        return None
    details = {"table": name_of(table), "allowed": _names(state.reach)}
    if state.marked >> table & 1:
        return Refusal("no_card_there", "RE-05", details)
    if state.last is None:
        return Refusal("first_on_rim", "RE-05", details)
    if _has_jumped(state) or orders.path(state, where) >> table & 1:
        return Refusal("dead_end", "RE-12", details)
    if _is_walled_off(table, state.last, where):
        return Refusal("no_stairs", "RE-23", details)
    if where.next_to[state.last] & ~state.marked:
        return Refusal("not_adjacent", "RE-05", {**details, "last": name_of(state.last)})
    return Refusal("go_on_from_rim", "RE-12", details)


def _has_jumped(state: RestaurantState) -> bool:
    """RE-09: whether the next card may be taken anywhere."""
    if state.step is not TAKE_MORE:
        return False
    taken = next(deed for deed in reversed(state.history) if deed & 7 == history.TAKE)
    return taken >> 15 & 15 == _JUMP


def _is_walled_off(table: Table, last: Table, where: Room) -> bool:
    """RE-23: next to it, but for the wall of the salon."""
    return bool((room(False).next_to[last] & ~where.next_to[last]) >> table & 1)


def _of_exchange(state: RestaurantState, action: Exchange) -> Refusal | None:
    if state.step is not EXCHANGE:
        return Refusal("nothing_to_exchange", "RE-07")
    allowed = [str(seat + 1) for seat in orders.victims(state)]
    details = {"player": action.seat + 1, "allowed": ", ".join(allowed)}
    if action.seat not in range(len(state.hands)) or action.seat == state.to_play:
        return Refusal("no_such_opponent", "RE-07", details)
    return None if state.hands[action.seat] else Refusal("nothing_to_draw", "RE-07", details)


def _of_reserve(state: RestaurantState, action: Reserve, protect: Protect) -> Refusal | None:
    if state.step in (SERVE, SERVE_MORE):
        return Refusal("nothing_to_protect", "RE-10")
    held = state.hands[state.to_play]
    if action.res not in RES:
        return Refusal("not_a_res", "RE-10", {"card": _card(action.res)})
    if not count(held, action.res):
        return Refusal("card_not_held", "RE-10", {"card": _card(action.res)})
    left = Hand(held - UNIT[action.res])
    for card in action.menus:
        if card not in MENUS:
            return Refusal("menus_only", "RE-10", {"card": _card(card)})
        wanted = action.menus.count(card)
        if wanted > count(left, card):
            details = {"card": _card(card), "wanted": wanted, "held": count(left, card)}
            return Refusal("menus_not_held", "RE-10", details)
    missing = sum(count(left, card) for card in MENUS) - len(action.menus)
    if missing and protect is Protect.ALL:
        return Refusal("menus_left_out", "RE-10", {"missing": missing})
    return None


def _of_done(state: RestaurantState) -> Refusal | None:
    if state.step is TAKE:
        return Refusal("must_take", "RE-05", {"allowed": _names(state.reach)})
    if state.step is EXCHANGE:
        return Refusal("exchange_or_keep", "RE-07")
    if state.step is SERVE:
        return Refusal("must_serve", "RE-18", {"allowed": _names(state.reach)})
    return None


def _of_serve(state: RestaurantState, action: Serve, where: Room) -> Refusal | None:
    if state.step not in (SERVE, SERVE_MORE):
        return Refusal("service_not_begun", "RE-15")
    table = action.table
    if table is None:
        return _no_such_table(action.row, action.col)
    if not count(state.hands[state.to_play], action.card):
        return Refusal("card_not_held", "RE-15", {"card": _card(action.card)})
    if not state.reach >> table & 1:
        return _out_of_reach(state, table, where)
    in_salon = SALON >> table & 1
    if kinds(hand([action.card])) & (FIT_THE_SALON if in_salon else FIT_ELSEWHERE):
        return None
    code = "not_in_salon" if in_salon else "only_in_salon"
    return Refusal(code, "RE-16", {"table": name_of(table), "card": _card(action.card)})


def _out_of_reach(state: RestaurantState, table: Table, where: Room) -> Refusal:
    details = {"table": name_of(table), "allowed": _names(state.reach)}
    if not state.marked >> table & 1:
        return Refusal("no_marker_there", "RE-15", details)
    if state.served >> table & 1:
        return Refusal("already_served", "RE-15", details)
    if state.last is None:
        return Refusal("open_on_rim", "RE-15", details)
    if _is_walled_off(table, state.last, where):
        return Refusal("no_stairs", "RE-23", details)
    return Refusal("not_adjacent", "RE-15", {**details, "last": name_of(state.last)})


def _no_such_table(row: int, col: int) -> Refusal:
    return Refusal("no_such_table", "RE-01", {"row": row, "col": col, "rows": ROWS, "cols": COLUMNS})


def _names(tables: int) -> str:
    return ", ".join(map(name_of, in_order(tables)))


def _card(card: Card) -> Phrase:
    return Phrase(f"cards.{card}")

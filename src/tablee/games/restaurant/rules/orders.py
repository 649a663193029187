"""Phase A, the orders: RE-05 to RE-14."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate, product
from math import prod
from typing import Final

from tablee.core.chance import Random
from tablee.core.game import Told
from tablee.core.seat import Seat
from tablee.games.restaurant import events as e
from tablee.games.restaurant.actions import DONE, EXCHANGES, KEEP, TAKES, Drawn, Exchange, Move, Reserve, Take, Turn
from tablee.games.restaurant.knowledge import history
from tablee.games.restaurant.pieces import (
    ALL_TABLES,
    CARDS,
    EMPTY,
    ENOUGH,
    MARKERS,
    MENUS,
    NO_TABLES,
    RES_CARDS,
    RES_KINDS,
    RIM,
    UNIT,
    Card,
    Hand,
    OrdersEnding,
    Protect,
    Room,
    Table,
    Tables,
    cards_in,
    counts,
    in_order,
    kinds,
    numbers_in,
    size,
    value,
)
from tablee.games.restaurant.rules import service
from tablee.games.restaurant.state import DRAW, EXCHANGE, REST, TAKE, TAKE_MORE, TURN, RestaurantState

_DISH_UNIT: Final = UNIT[Card.DISH]
_DISH: Final = CARDS.index(Card.DISH)
_JUMP: Final = CARDS.index(Card.JUMP)
_MENUS_ONLY: Final = sum(63 << 13 + 6 * number for number in range(len(MENUS)))


# What may be done


def choices(state: RestaurantState, protect: Protect) -> list[Move]:
    """All that the seat to play may do."""
    step = state.step
    listed: list[Move] = []
    if step is EXCHANGE:
        listed += [EXCHANGES[other] for other in victims(state)]
        listed.append(KEEP)
    else:
        listed += [TAKES[table] for table in in_order(state.reach)]
        if step is not TAKE:
            listed.append(DONE)
    listed += reserves(state.hands[state.to_play] & _MENUS_ONLY, protect)
    return listed


def random_choice(state: RestaurantState, rng: Random, protect: Protect) -> Move:
    """One of `choices`, each as likely as the others."""
    step = state.step
    others = victims(state) if step is EXCHANGE else ()
    tables = in_order(state.reach)
    plain = len(tables) + len(others) + (step is not TAKE)
    held = state.hands[state.to_play]
    number = plain + number_of_reserves(held & _MENUS_ONLY, protect) if kinds(held) & RES_KINDS else plain
    ticket = int(rng.random() * number)
    if ticket < len(tables):
        return TAKES[tables[ticket]]
    if ticket < len(others):
        return EXCHANGES[others[ticket]]
    if ticket < plain:
        return KEEP if others else DONE
    return _reserve(held & _MENUS_ONLY, ticket - plain, protect)


def victims(state: RestaurantState) -> tuple[int, ...]:
    """RE-07: the seats, without the one to play, that hold a card which is not protected."""
    return tuple(seat for seat, held in enumerate(state.hands) if held and seat != state.to_play)


@lru_cache(maxsize=1 << 8)
def reserves(menus: int, protect: Protect) -> tuple[Reserve, ...]:
    """RE-10: every RES of these menus with all the others, or with every choice of them; cards of a kind are alike."""
    if protect is Protect.ALL:
        return tuple(with_all(menus, CARDS[number]) for number in numbers_in(kinds(menus) & RES_KINDS))
    held = counts(menus)
    listed = []
    for number in numbers_in(kinds(menus) & RES_KINDS):
        ranges = [range(held[other] + (other != number)) for other in range(len(MENUS))]
        for chosen in product(*ranges):
            under = tuple(card for card, many in zip(MENUS, chosen, strict=True) for _ in range(many))
            listed.append(Reserve(CARDS[number], under))
    return tuple(listed)


def with_all(held: int, res: Card) -> Reserve:
    """RE-10: this RES with all other menus of a hand."""
    return Reserve(res, cards_in((held & _MENUS_ONLY) - (UNIT[res] & _MENUS_ONLY)))


@lru_cache(maxsize=1 << 12)
def number_of_reserves(menus: int, protect: Protect) -> int:
    """How many `reserves` there are."""
    if protect is Protect.ALL:
        return len(numbers_in(kinds(menus) & RES_KINDS))
    held = counts(menus)
    ways = prod(number + 1 for number in held)
    return sum(ways * held[number] // (held[number] + 1) for number in numbers_in(kinds(menus) & RES_KINDS))


def _reserve(menus: int, ticket: int, protect: Protect) -> Reserve:
    """The one of `reserves` with this number, counted in another order."""
    if protect is Protect.ALL:
        return reserves(menus, protect)[ticket]
    held = list(counts(menus)[: len(MENUS)])
    every = prod(many + 1 for many in held)
    choices = numbers_in(kinds(menus) & RES_KINDS)
    ways = [every * held[res] // (held[res] + 1) for res in choices]
    place = bisect_right(list(accumulate(ways)), ticket)
    ticket -= sum(ways[:place])
    held[choices[place]] -= 1
    under: list[Card] = []
    for card, many in zip(MENUS, held, strict=True):
        ticket, chosen = divmod(ticket, many + 1)
        under += [card] * chosen
    return Reserve(CARDS[choices[place]], tuple(under))


# Doing it


def take(state: RestaurantState, action: Take, told: Told) -> None:
    """RE-05: the marker is laid; chance then turns the card."""
    seat = state.to_play
    table: Table = action.table  # type: ignore[assignment]  # checked at the gate
    marker = 1 << table
    state.marked = Tables(state.marked | marker)
    state.markers[seat] = Tables(state.markers[seat] | marker)
    state.last = table
    state.reach = NO_TABLES
    state.step = TURN
    if told is not None:
        told.append(e.Marked(Seat(seat), action.row, action.col))


def turn(state: RestaurantState, action: Turn, room: Room, told: Told) -> None:
    """RE-06 to RE-09."""
    seat, card = state.to_play, action.number
    state.stock = Hand(state.stock - action.unit)
    state.hands[seat] = Hand(state.hands[seat] + action.unit)
    state.history.append(history.took(seat, state.last, card))  # type: ignore[arg-type]  # just laid
    if told is not None:
        laid = TAKES[state.last]  # type: ignore[index]  # just laid
        told.append(e.Turned(Seat(seat), laid.row, laid.col, action.card))
    if card < _DISH:
        state.may_hold_res |= 1 << seat
        _end_turn(state, room, told)
    elif card == _DISH:
        if any(state.hands[seat + 1 :]) or any(state.hands[:seat]):
            state.step = EXCHANGE
        else:
            _end_turn(state, room, told)
    else:
        free = Tables(ALL_TABLES ^ state.marked)
        reach = free if card == _JUMP else path(state, room)
        if reach and state.markers[seat].bit_count() < MARKERS:
            state.reach = _without_dead_ends(state, reach, room)
            state.step = TAKE_MORE
        else:
            _end_turn(state, room, told)


def exchange(state: RestaurantState, action: Exchange, told: Told) -> None:
    """RE-07: whom to draw from is chosen; chance then draws the card."""
    state.victim = action.seat
    state.step = DRAW
    if told is not None:
        told.append(e.Reached(Seat(state.to_play), action.seat))


def drawn(state: RestaurantState, action: Drawn, room: Room, told: Told) -> None:
    """RE-07: the card drawn triggers nothing."""
    seat = state.to_play
    other: int = state.victim  # type: ignore[assignment]  # just chosen
    moved = action.unit - _DISH_UNIT
    state.hands[seat] = Hand(state.hands[seat] + moved)
    state.hands[other] = Hand(state.hands[other] - moved)
    state.victim = None
    state.history.append(history.exchanged(seat, other, action.number))
    if state.may_hold_res >> other & 1:
        state.may_hold_res |= 1 << seat
    if told is not None:
        told.append(e.Exchanged(Seat(seat), Seat(other), action.card))
    _end_turn(state, room, told)


def keep(state: RestaurantState, room: Room, told: Told) -> None:
    """RE-07."""
    if told is not None:
        told.append(e.Kept(Seat(state.to_play)))
    _end_turn(state, room, told)


def reserve(state: RestaurantState, action: Reserve, room: Room, protect: Protect, told: Told) -> None:
    """RE-10. With all menus under it, everybody knows that no RES is left in the hand."""
    seat = state.to_play
    pile = UNIT[action.res] + action.beneath
    state.hands[seat] = Hand(state.hands[seat] - pile)
    state.piles[seat] = Hand(state.piles[seat] + pile)
    state.res_laid += 1
    state.history.append(history.reserved(seat, CARDS.index(action.res), action.beneath))
    if told is not None:
        told.append(e.Reserved(Seat(seat), action.res, size(action.beneath), action.menus))
    if protect is Protect.ALL or not state.hands[seat]:
        state.may_hold_res &= ~(1 << seat)
    if state.step is REST and not _may_reserve(state):
        _next_turn(state, path(state, room), room, told)


def done(state: RestaurantState, room: Room, told: Told) -> None:
    """RE-08, RE-09: no further card; RE-10: no further RES."""
    if told is not None and state.step is TAKE_MORE:
        told.append(e.Declined(Seat(state.to_play)))
    reach = path(state, room)
    if reach:
        _next_turn(state, reach, room, told)
    else:
        end_orders(state, told)


# The path


def path(state: RestaurantState, room: Room) -> Tables:
    """Where the next card may be taken; nowhere if the orders are over (RE-11)."""
    free = ALL_TABLES ^ state.marked
    reach = room.next_to[state.last] & free  # type: ignore[index]  # somebody has begun
    if not reach and state.marked.bit_count() < ENOUGH:
        reach = free & RIM or free  # RE-12: a dead end that came too early
    return Tables(reach)


def _without_dead_ends(state: RestaurantState, reach: Tables, room: Room) -> Tables:
    """RE-12: as long as the next card is not the thirtieth, it may not lead into a dead end if another does not."""
    if state.marked.bit_count() + 1 < ENOUGH:
        return Tables(reach & room.beside(ALL_TABLES ^ state.marked)) or reach
    return reach


def _may_reserve(state: RestaurantState) -> bool:
    """RE-10: whether the seat to play might hold a RES as far as the others know.

    Asking only those who do hold one would give them away.
    """
    return bool(state.may_hold_res >> state.to_play & 1) and state.res_laid < RES_CARDS


def _end_turn(state: RestaurantState, room: Room, told: Told) -> None:
    """The seat to play takes no further card."""
    reach = path(state, room)
    if not reach:
        end_orders(state, told)
    elif _may_reserve(state):
        state.step = REST
    else:
        _next_turn(state, reach, room, told)


def _next_turn(state: RestaurantState, reach: Tables, room: Room, told: Told) -> None:
    """Clockwise. As long as a card is left somebody has a marker: there are at least as many markers as cards."""
    players = len(state.hands)
    seat = (state.to_play + 1) % players
    while state.markers[seat].bit_count() == MARKERS:  # RE-03
        if told is not None:
            told.append(e.Skipped(Seat(seat)))
        seat = (seat + 1) % players
    state.to_play = seat
    state.reach = _without_dead_ends(state, reach, room)
    state.step = TAKE


def end_orders(state: RestaurantState, told: Told) -> None:
    """RE-11, RE-13, RE-14."""
    players = len(state.hands)
    state.orders_ending = OrdersEnding.NO_CARD if state.marked == ALL_TABLES else OrdersEnding.DEAD_END
    state.hands = [Hand(held + pile) for held, pile in zip(state.hands, state.piles, strict=True)]
    state.piles = [EMPTY] * players
    state.sums = tuple(map(value, state.hands))
    turns = [(state.to_play + later) % players for later in range(1, players + 1)]
    first = min(turns, key=state.sums.__getitem__)
    if told is not None:
        told.append(e.OrdersEnded(state.orders_ending, state.sums, Seat(first)))
    service.open_service(state, first, told)

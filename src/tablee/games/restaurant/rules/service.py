"""Phase B, the service: RE-15 to RE-20."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from typing import Final

from tablee.core.chance import Random
from tablee.core.game import Told
from tablee.core.seat import Seat
from tablee.games.restaurant import events as e
from tablee.games.restaurant.actions import DONE, SERVES, Move, Serve
from tablee.games.restaurant.knowledge import history
from tablee.games.restaurant.pieces import (
    CARDS,
    FIT_ELSEWHERE,
    FIT_THE_SALON,
    NO_TABLES,
    RIM,
    SALON,
    Card,
    Hand,
    Room,
    ServiceEnding,
    Table,
    Tables,
    in_order,
    kinds,
    numbers_in,
    value,
)
from tablee.games.restaurant.state import OVER, SERVE, SERVE_MORE, RestaurantState

_DOUBLE: Final = CARDS.index(Card.DOUBLE)
_JUMP: Final = CARDS.index(Card.JUMP)


# What may be done


def choices(state: RestaurantState) -> list[Move]:
    """All that the seat to play may do."""
    held = kinds(state.hands[state.to_play])
    listed: list[Move] = [
        SERVES[card][table]
        for table in in_order(state.reach)
        for card in numbers_in(held & (FIT_THE_SALON if SALON >> table & 1 else FIT_ELSEWHERE))
    ]
    if state.step is SERVE_MORE:
        listed.append(DONE)
    return listed


def random_choice(state: RestaurantState, rng: Random) -> Move:
    """One of `choices`, each as likely as the others."""
    held = kinds(state.hands[state.to_play])
    reach = state.reach
    inside, outside = in_order(reach & SALON), in_order(reach & ~SALON)
    for_salon, for_others = numbers_in(held & FIT_THE_SALON), numbers_in(held & FIT_ELSEWHERE)
    in_salon = len(inside) * len(for_salon)
    serves = in_salon + len(outside) * len(for_others)
    ticket = int(rng.random() * (serves + (state.step is SERVE_MORE)))
    if ticket < in_salon:
        table, card = divmod(ticket, len(for_salon))
        return SERVES[for_salon[card]][inside[table]]
    if ticket < serves:
        table, card = divmod(ticket - in_salon, len(for_others))
        return SERVES[for_others[card]][outside[table]]
    return DONE


def _fits(held: Hand, reach: Tables) -> bool:
    """RE-16, RE-18: whether any of these cards may be laid at any of these tables."""
    present = kinds(held)
    return bool((reach & SALON and present & FIT_THE_SALON) or (reach & ~SALON and present & FIT_ELSEWHERE))


# Doing it


def open_service(state: RestaurantState, first: int, told: Told) -> None:
    """RE-15: anywhere on the rim."""
    state.last = None
    state.to_play = first
    state.reach = Tables(RIM & state.marked)
    _ask(state, told)


def serve(state: RestaurantState, action: Serve, room: Room, told: Told) -> None:
    """RE-15 to RE-17, RE-19, RE-20."""
    seat, card = state.to_play, action.number
    table: Table = action.table  # type: ignore[assignment]  # checked at the gate
    state.hands[seat] = left = Hand(state.hands[seat] - action.unit)
    state.served = Tables(state.served | 1 << table)
    state.last = table
    state.passes = 0
    state.history.append(history.served(seat, table, card))
    points = value(action.unit)
    if points or told is not None:
        owner = next(owner for owner, markers in enumerate(state.markers) if markers >> table & 1)
        state.points[owner] += points
        if told is not None:
            told.append(e.Served(Seat(seat), action.card, action.row, action.col, Seat(owner), points))
    if not left:
        _end(state, ServiceEnding.LAST_CARD)
        return
    state.reach = reach = Tables((-1 if card == _JUMP else room.next_to[table]) & state.marked & ~state.served)
    if not reach:
        _end(state, ServiceEnding.BLOCKED)
    elif card >= _DOUBLE:
        state.step = SERVE_MORE
    else:
        _next_turn(state, told)


def done(state: RestaurantState, room: Room, told: Told) -> None:
    """RE-17: no further card; RE-20: a jump that was not used may leave a dead end."""
    if told is not None:
        told.append(e.Declined(Seat(state.to_play)))
    state.reach = Tables(room.next_to[state.last] & state.marked & ~state.served)  # type: ignore[index]  # he has served
    if state.reach:
        _next_turn(state, told)
    else:
        _end(state, ServiceEnding.BLOCKED)


def _next_turn(state: RestaurantState, told: Told) -> None:
    """Counter-clockwise."""
    state.to_play = (state.to_play - 1) % len(state.hands)
    _ask(state, told)


def _ask(state: RestaurantState, told: Told) -> None:
    """RE-18: who can serve must; the others pass, and if all do (RE-20) it is over."""
    players = len(state.hands)
    while not _fits(state.hands[state.to_play], state.reach):
        state.history.append(history.passed(state.to_play))
        if told is not None:
            told.append(e.Passed(Seat(state.to_play)))
        state.passes += 1
        if state.passes == players:
            _end(state, ServiceEnding.ALL_PASSED)
            return
        state.to_play = (state.to_play - 1) % players
    state.step = SERVE


def _end(state: RestaurantState, ending: ServiceEnding) -> None:
    state.step = OVER
    state.ending = ending
    state.reach = NO_TABLES

"""Which choices a search looks at, and what it thinks of them before it does."""

from collections.abc import Sequence
from operator import attrgetter
from typing import Final

from tablee.core.seat import Seat
from tablee.games.restaurant.actions import DONE, EXCHANGES, KEEP, SERVES, TAKES, Reserve
from tablee.games.restaurant.bot.judge import Candidate, owners
from tablee.games.restaurant.bot.orders_playout import WORTH_A_RES
from tablee.games.restaurant.bot.prospects import Weights, mean_strength, part_of_orders, strength
from tablee.games.restaurant.bot.service_playout import DISH, DOUBLE, JUMP, Plans
from tablee.games.restaurant.pieces import (
    FIT_ELSEWHERE,
    FIT_THE_SALON,
    HUNDREDS,
    RES,
    RES_KINDS,
    SALON,
    UNIT,
    Hand,
    Protect,
    Tables,
    in_order,
    kinds,
    numbers_in,
    value,
)
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.rules.orders import victims, with_all
from tablee.games.restaurant.state import EXCHANGE, REST, SERVE_MORE, TAKE_MORE, RestaurantState

TRUST_IN_ORDERS: Final = 60.0
TRUST_IN_SERVICE: Final = 3.0
"""As how many playouts first impressions count."""

_MOST: Final = 24
"""The number of choices that are looked at."""
_AT_A_TABLE: Final = 3
"""The number of those at one table, where there are many tables."""
_PER_POINT: Final = 1 / 2500
_PER_STRENGTH: Final = 0.19
"""What a point, and what some strength more, adds to the part of the win."""
_FURTHER_CARD: Final = 0.04
"""What another card is worth."""
_PROTECT: Final = 0.005
"""What it is worth to protect enough menus, or to wait for more."""
_FURTHER: Final = 200.0
_ANYWHERE: Final = 250.0
"""Points: what a further card to serve brings, next to it or anywhere."""


def first_impressions(
    game: Restaurant, worlds: Sequence[RestaurantState], seat: Seat, plans: Plans, weights: Weights
) -> list[Candidate]:
    """The choices of the seat, by what it knows: these worlds are possible."""
    state = worlds[0]
    if state.sums:
        return _serves(game, state, seat, plans)
    hand = state.hands[seat]
    weights = weights.at(part_of_orders(state.marked.bit_count(), over=False))
    protections = [
        Candidate(reserve, _PROTECT if value(reserve.beneath) >= WORTH_A_RES else -_PROTECT)
        for reserve in _protections(hand, game)
    ]
    if state.step is EXCHANGE:
        draws = [
            Candidate(EXCHANGES[other], _of_a_draw(worlds, other, weights) - _of_a_dish(weights))
            for other in victims(state)
        ]
        return [*draws, Candidate(KEEP), *protections]
    if state.step is REST:
        return [Candidate(DONE), *protections]
    held = Hand(hand + state.piles[seat])
    before = strength(held, state.markers[seat], weights)
    takes = [
        Candidate(
            TAKES[table],
            _PER_STRENGTH * (strength(held, Tables(state.markers[seat] | 1 << table), weights) - before),
        )
        for table in in_order(state.reach)
    ]
    takes.sort(key=attrgetter("impression"), reverse=True)
    if state.step is TAKE_MORE:
        takes = [Candidate(take.action, take.impression + _FURTHER_CARD) for take in takes]
        takes.append(Candidate(DONE))
    return takes[:_MOST] + protections


def _of_a_draw(worlds: Sequence[RestaurantState], other: int, weights: Weights) -> float:
    """What a card drawn from this seat is worth; what it loses is worth something too."""
    mean = sum([mean_strength(world.hands[other], weights) for world in worlds]) / len(worlds)
    return _PER_STRENGTH * (mean + (mean - weights.cards[DISH]) / 3)


def _of_a_dish(weights: Weights) -> float:
    return _PER_STRENGTH * weights.cards[DISH]


def _protections(hand: Hand, game: Restaurant) -> list[Reserve]:
    """RE-10: the smallest RES with all menus; or with the dear ones, so that small ones may be drawn."""
    if game.service_only or not kinds(hand) & RES_KINDS:
        return []
    res = next(card for card in RES if kinds(hand) & kinds(UNIT[card]))
    everything = with_all(hand, res)
    if game.protect is Protect.ALL:
        return [everything]
    dear = Reserve(res, tuple(card for card in everything.menus if HUNDREDS[card] >= 3))
    return list(dict.fromkeys((everything, dear)))


def _serves(game: Restaurant, state: RestaurantState, seat: Seat, plans: Plans) -> list[Candidate]:
    held = kinds(state.hands[seat])
    fit_salon, fit_elsewhere = numbers_in(held & FIT_THE_SALON), numbers_in(held & FIT_ELSEWHERE)
    owner = owners(state)
    # Points are seen by all, and so is what each has served of the sum that was noted.
    leader = max((other for other in game.seats if other != seat), key=game.scores(state).__getitem__)
    of_next = state.markers[seat - 1] & ~state.served
    unserved = state.marked & ~state.served
    tables = in_order(state.reach)
    listed: list[Candidate] = []
    for table in tables:
        who = owner[table]
        whose = 0 if who == seat else 1 if who == leader else 2
        onward = game.room.next_to[table] & unserved
        opens = plans.taste.opens if onward & of_next else 0.0
        here = []
        for number in fit_salon if SALON >> table & 1 else fit_elsewhere:
            then = _FURTHER if number == DOUBLE else _ANYWHERE if number == JUMP else -opens
            here.append(Candidate(SERVES[number][table], _PER_POINT * (plans.worth[number][whose] + then)))
        here.sort(key=attrgetter("impression"), reverse=True)
        listed += here[:_AT_A_TABLE] if len(tables) > _AT_A_TABLE else here
    listed.sort(key=attrgetter("impression"), reverse=True)
    listed = listed[:_MOST]
    return [*listed, Candidate(DONE)] if state.step is SERVE_MORE else listed

"""A search made for Restaurant: every choice is played on in the same possible worlds.

The service is played to the end of the evening. The orders are played for some turns; then the prospects tell who wins.
Choices that are clearly worse than the best one drop out, so that most time goes to those that are close.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp, sqrt
from types import MappingProxyType
from typing import Any, Final

from tablee.core.chance import Random
from tablee.core.heuristic import Meter, Ranked
from tablee.core.seat import Seat
from tablee.games.restaurant.actions import Exchange, Move, Reserve, Serve, Take
from tablee.games.restaurant.bot.orders_playout import OrdersPlayout, shares_of_menus
from tablee.games.restaurant.bot.prospects import Weights, part_of_orders, shares
from tablee.games.restaurant.bot.replies import AnsweredPlayout, Answers
from tablee.games.restaurant.bot.service_playout import Plans, Start
from tablee.games.restaurant.pieces import TABLES, UNIT, Hand, in_order, value
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.rules.scoring import scores
from tablee.games.restaurant.state import EXCHANGE, REST, SERVE_MORE, RestaurantState

SOFT: Final = 150.0
"""Points that make a close result a likely one: the scale of the part of a win that is shared by the scores."""
SOFT_SHARE: Final = 0.3
"""How much of a result is judged by the scores, the rest by who has won: scores tell more with few playouts."""
ROUNDS: Final = 1
"""The number of rounds for which the orders are played on: more of them bring more luck than insight."""
AT_LEAST: Final = 6
"""Playouts of each choice before any drops out."""
CLEAR: Final = 2.0
"""Standard errors below the best at which a choice drops out."""
ALMOST_WON: Final = 0.98
"""Playouts promise no more than this: only a turn that ends the evening makes sure."""
LEAST_SPREAD: Final = 0.1
"""Results are taken to vary by this more than they did, since few may be alike by chance."""


@dataclass(slots=True)
class Candidate:
    """A choice and how it did in the worlds tried so far."""

    action: Move
    impression: float = 0.0
    """The part of the win it seems to promise before any playout, compared with the others."""
    results: list[float] = field(default_factory=list)
    behind: float = 0.0
    """By how much the best one was ahead when this one dropped out."""


class Evening:
    """Plays an evening on for one seat."""

    def __init__(self, game: Restaurant, seat: Seat, plans: Plans, weights: Weights, rng: Random) -> None:
        self._room = game.room
        self._service_only = game.service_only
        self._seat = seat
        self._plans = plans
        self._weights = weights
        self._rng = rng
        self._world: RestaurantState | None = None
        self._start: Start
        self._answers: dict[Any, Answers] = {}

    def result(self, world: RestaurantState, action: Move) -> float:
        """The part of the win that the seat gets in this world if it does this and all then go by the policy."""
        if world.sums:
            return self._served(self._service(world, action), action)
        players = len(world.hands)
        orders = OrdersPlayout(
            self._room,
            self._rng,
            world,
            shares_of_menus(world.history, players),
            service_only=self._service_only,
        )
        if self._begin(orders, world, action) or orders.next_turn():
            orders.play(ROUNDS * players)
        return self._prospect(orders)

    def _served(self, service: AnsweredPlayout, action: Move) -> float:
        goes_on = service.serve(action.number, action.table or 0) if isinstance(action, Serve) else service.leave()
        final = service.play() if goes_on else service.scores
        for answers, answer, seat in service.given:
            answers.add(answer, share(final, seat))
        return won(final, self._seat) if service.is_same_turn else share(final, self._seat)

    def _service(self, world: RestaurantState, action: Move) -> AnsweredPlayout:
        if world is not self._world:
            self._world = world
            self._start = Start(
                world.hands,
                list(scores(world, service_only=self._service_only)),
                world.markers,
                owners(world),
                seat=world.to_play,
                reach=world.reach,
                unserved=world.marked & ~world.served,
                last=world.last,
                more=world.step is SERVE_MORE,
                passes=world.passes,
            )
        return AnsweredPlayout(self._room, self._plans, self._rng, self._start, answers=self._answers, course=action)

    def _begin(self, orders: OrdersPlayout, world: RestaurantState, action: Move) -> bool:
        """Do this; whether the seat is to take a card then."""
        match action:
            case Take():
                return orders.take(action.table or 0)
            case Exchange(other):
                orders.exchange(other)
                orders.protect()
            case Reserve():
                pile = Hand(UNIT[action.res] + action.beneath)
                orders.hands[orders.seat] = Hand(orders.hands[orders.seat] - pile)
                orders.piles[orders.seat] = Hand(orders.piles[orders.seat] + pile)
                if world.step is EXCHANGE:
                    orders.exchange_best()
                return world.step is not EXCHANGE and world.step is not REST
            case _:
                pass
        return False

    def _prospect(self, orders: OrdersPlayout) -> float:
        """RE-13, RE-14: the part of the win that the seat may expect if the orders end like this."""
        hands = orders.all_held()
        so_far = part_of_orders(orders.marked.bit_count(), over=orders.are_over)
        return shares(hands, orders.markers, first_to_serve(orders, hands), self._weights, so_far)[self._seat]


def first_to_serve(orders: OrdersPlayout, hands: Sequence[Hand]) -> int:
    """RE-14: who serves first if the orders end like this."""
    players = len(hands)
    turns = [(orders.seat + later) % players for later in range(1, players + 1)]
    return min(turns, key=lambda seat: value(hands[seat]))


def share(final: list[int], seat: int) -> float:
    """What these scores of a playout are worth to a seat."""
    best = max(final)
    soft = exp((final[seat] - best) / SOFT) / sum([exp((score - best) / SOFT) for score in final])
    return (1 - SOFT_SHARE) * won(final, seat) + SOFT_SHARE * soft


def won(final: list[int], seat: int) -> float:
    """The part of the win that a seat has."""
    best = max(final)
    return 1 / final.count(best) if final[seat] == best else 0.0


def owners(state: RestaurantState) -> list[int]:
    """By table: whose marker lies there; 0 where there is none."""
    owner = [0] * len(TABLES)
    for seat, markers in enumerate(state.markers):
        for table in in_order(markers):
            owner[table] = seat
    return owner


class Race:
    """Candidates that play the same worlds, as long as they are not clearly worse than the best."""

    def __init__(
        self,
        candidates: Sequence[Candidate],
        trust: float,
        chances: Mapping[Move, float] = MappingProxyType({}),
        usual: float = 0.25,
    ) -> None:
        """`chances`: actions that can end the evening in this turn, and the part of the win that they bring then.
        `usual`: the part of the win that a choice promises of which nothing else is known."""
        self._usual = usual
        self._chances = chances
        self._running = list(candidates)
        self._dropped: list[Candidate] = []
        self._trust = trust
        """As how many playouts a first impression counts."""

    @property
    def running(self) -> Sequence[Candidate]:
        """All that are left."""
        return self._running

    def drop(self) -> None:
        """After all have played the same worlds."""
        played = len(self._running[0].results)
        if played < AT_LEAST:
            return
        values = self._values(played)
        best = max(range(len(values)), key=values.__getitem__)
        leading, kept = self._running[best].results, []
        for candidate, worth in zip(self._running, values, strict=True):
            behind = values[best] - worth
            gaps = [one - other for one, other in zip(leading, candidate.results, strict=True)]
            mean = sum(gaps) / played
            spread = sqrt(sum([(gap - mean) ** 2 for gap in gaps]) / (played - 1)) + LEAST_SPREAD
            if behind > CLEAR * spread / sqrt(played + self._trust):
                candidate.behind = behind
                self._dropped.append(candidate)
            else:
                kept.append(candidate)
        self._running = kept

    def _values(self, worlds: int) -> list[float]:
        """What the running ones promise after `worlds` worlds: their results, and their first impressions."""
        if not worlds:
            return [self._usual + candidate.impression for candidate in self._running]
        means = [sum(candidate.results[:worlds]) / worlds for candidate in self._running]
        level = sum(means) / len(means)
        return [
            level + (worlds * (mean - level) + self._trust * candidate.impression) / (worlds + self._trust)
            for mean, candidate in zip(means, self._running, strict=True)
        ]

    def ranked(self) -> list[Ranked]:
        """The best first. Who dropped out is as far behind the best as it was then."""
        worlds = min(len(candidate.results) for candidate in self._running)
        values = {candidate.action: worth for candidate, worth in zip(self._running, self._values(worlds), strict=True)}
        best = max(values.values())
        values |= {candidate.action: best - candidate.behind for candidate in self._dropped}
        for action, worth in values.items():
            values[action] = max(0.0, min(ALMOST_WON, worth), self._chances.get(action, 0.0))
        order = sorted(values, key=values.__getitem__, reverse=True)
        return [Ranked(action, values[action], 1.0 if action is order[0] else 0.0) for action in order]


def judged(evening: Evening, draw_world: Callable[[], RestaurantState], race: Race, meter: Meter) -> list[Ranked]:
    """The candidates after as many playouts as the meter allows; the best first."""
    while len(race.running) > 1:
        world: RestaurantState | None = None
        for candidate in race.running:
            if not meter.next_iteration():
                return race.ranked()
            world = world or draw_world()
            candidate.results.append(evening.result(world, candidate.action))
        race.drop()
    return race.ranked()

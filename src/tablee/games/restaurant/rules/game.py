"""The game Restaurant: its questions, and the one verb that hands each action to its phase."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar, Final

from tablee.core.chance import Random
from tablee.core.errors import Refusal
from tablee.core.game import Event, Game
from tablee.core.options import choice, flag, whole
from tablee.core.seat import CHANCE, Seat
from tablee.games.restaurant import actions as a
from tablee.games.restaurant import events as e
from tablee.games.restaurant import knowledge
from tablee.games.restaurant.actions import DRAWS, TURNS, Done, Drawn, Exchange, Keep, Move, Reserve, Serve, Take, Turn
from tablee.games.restaurant.events import Told
from tablee.games.restaurant.knowledge import RestaurantView, history
from tablee.games.restaurant.pieces import (
    CARDS,
    DECK,
    EMPTY,
    NO_TABLES,
    NUMBER_OF,
    RES_CARDS,
    RIM,
    TABLES,
    Card,
    OrdersEnding,
    Protect,
    Room,
    ServiceEnding,
    cards_in,
    counts,
    room,
    size,
    value,
)
from tablee.games.restaurant.rules import orders, scoring, service
from tablee.games.restaurant.rules.refusals import refusal
from tablee.games.restaurant.state import DRAW, OVER, SERVE, SERVE_MORE, TAKE, TURN, RestaurantState
from tablee.games.restaurant.text import RestaurantWords

_CHANCE: Final = (CHANCE,)


@dataclass(frozen=True)
class Restaurant(Game[RestaurantState, Move, RestaurantView]):
    """Waiters take orders along a path through the room, then serve them along another.

    >>> game = Restaurant(players=3)
    >>> state = game.start()
    >>> game.actors(state), len(game.legal(state, Seat(0)))
    ((0,), 28)
    """

    name: ClassVar = "restaurant"
    rules_version: ClassVar = 2
    package: ClassVar = "tablee.games.restaurant"
    action_types: ClassVar = a.ACTIONS
    event_types: ClassVar = e.EVENTS
    view_type: ClassVar = RestaurantView
    words: ClassVar = RestaurantWords()

    players: int = whole(4, 3, 6)
    stairs: bool = flag(False)
    service_only: bool = flag(False)
    protect: Protect = choice(Protect.ALL)

    @cached_property
    def room(self) -> Room:
        """RE-01, RE-23: which tables are next to each other."""
        return room(self.stairs)

    @cached_property
    def _alone(self) -> tuple[tuple[Seat], ...]:
        return tuple((seat,) for seat in self.seats)

    # The course of a match

    def start(self) -> RestaurantState:
        state = RestaurantState()
        state.step = TAKE
        state.to_play = 0  # RE-04
        state.reach = RIM  # RE-05
        state.last = None
        state.marked = NO_TABLES
        state.markers = [NO_TABLES] * self.players
        state.stock = DECK
        state.hands = [EMPTY] * self.players
        state.piles = [EMPTY] * self.players
        state.victim = None
        state.res_laid = 0
        state.may_hold_res = 0
        state.orders_ending = None
        state.sums = ()
        state.served = NO_TABLES
        state.points = [0] * self.players
        state.passes = 0
        state.ending = None
        state.history = []
        return state

    def actors(self, state: RestaurantState) -> Sequence[Seat]:
        step = state.step
        if step is TURN or step is DRAW:
            return _CHANCE
        return () if step is OVER else self._alone[state.to_play]

    def legal(self, state: RestaurantState, seat: Seat) -> Sequence[Move]:
        step = state.step
        if seat != state.to_play or step is OVER or step is TURN or step is DRAW:
            return ()
        return service.choices(state) if step is SERVE or step is SERVE_MORE else orders.choices(state, self.protect)

    def choices(self, state: RestaurantState, seat: Seat) -> dict[str, Any]:
        """RE-10: a RES of `res` may be laid with all the other menus in hand, or any of them; the rest is listed."""
        listed = self.legal(state, seat)
        return {
            "kind": "turn",
            "actions": [self.plain(action) for action in listed if not isinstance(action, Reserve)],
            "res": sorted({action.res for action in listed if isinstance(action, Reserve)}, key=CARDS.index),
        }

    def refusal(self, state: RestaurantState, seat: Seat, action: Move) -> Refusal | None:
        return refusal(state, seat, action, self.room, self.protect)

    def odds(self, state: RestaurantState) -> Mapping[Move, int]:
        outcomes: tuple[Move, ...] = TURNS if state.step is TURN else DRAWS
        return {
            outcome: number for outcome, number in zip(outcomes, counts(self._drawn_from(state)), strict=True) if number
        }

    def sample(self, state: RestaurantState, rng: Random) -> Move:
        held = self._drawn_from(state)
        ticket = int(rng.random() * (held & 63))
        number, held = 0, held >> 13
        ticket -= held & 63
        while ticket >= 0:
            number += 1
            held >>= 6
            ticket -= held & 63
        return TURNS[number] if state.step is TURN else DRAWS[number]

    ticket = sample

    @staticmethod
    def _drawn_from(state: RestaurantState) -> int:
        """RE-06: the cards on the board; RE-07: the hand of one player."""
        return state.stock if state.step is TURN else state.hands[state.victim]  # type: ignore[index]  # just chosen

    def random_action(self, state: RestaurantState, seat: Seat, rng: Random) -> Move:
        step = state.step
        if step is TURN or step is DRAW:
            return self.sample(state, rng)
        if step is SERVE or step is SERVE_MORE:
            return service.random_choice(state, rng)
        return orders.random_choice(state, rng, self.protect)

    def apply(self, state: RestaurantState, seat: Seat, action: Move, events: bool = True) -> Sequence[Event]:
        told: Told = [] if events else None
        match action:
            case Take():
                orders.take(state, action, told)
            case Turn():
                orders.turn(state, action, self.room, told)
            case Serve():
                service.serve(state, action, self.room, told)
            case Done() if state.step is SERVE_MORE:
                service.done(state, self.room, told)
            case Done():
                orders.done(state, self.room, told)
            case Exchange():
                orders.exchange(state, action, told)
            case Drawn():
                orders.drawn(state, action, self.room, told)
            case Keep():
                orders.keep(state, self.room, told)
            case _:
                orders.reserve(state, action, self.room, self.protect, told)
        if told is None:
            return ()
        if state.ending is not None:
            hands = tuple(map(cards_in, state.hands))
            told.append(e.GameEnded(state.ending, hands, self.scores(state), self.winners(state)))
        return told

    # What is known

    def view(self, state: RestaurantState, seat: Seat | None) -> RestaurantView:
        scores = self.scores(state) if state.ending else ()
        return knowledge.view(
            state, seat, stairs=self.stairs, service_only=self.service_only, protect=self.protect, scores=scores
        )

    def revealed(self, state: RestaurantState, seat: Seat | None) -> RestaurantView:
        return replace(self.view(state, seat), hands=knowledge.all_hands(state))

    def determinize(self, view: RestaurantView, rng: Random) -> RestaurantState:
        return knowledge.determinize(view, rng)

    # How it stands

    def scores(self, state: RestaurantState) -> tuple[int, ...]:
        return scoring.scores(state, service_only=self.service_only)

    def winners(self, state: RestaurantState) -> tuple[Seat, ...]:
        if state.step is not OVER:
            return ()
        scores = self.scores(state)
        return tuple(seat for seat in self.seats if scores[seat] == max(scores))

    def conserved(self, state: RestaurantState) -> Mapping[str, int]:
        held = sum(state.hands) + sum(state.piles) + state.stock
        return {
            "cards": held + history.cards_served(state.history),
            "points": value(held) + sum(state.points),
            "tables": size(state.stock) + state.marked.bit_count() - (state.step is TURN),
            "markers": sum(markers.bit_count() for markers in state.markers) - state.marked.bit_count(),
        }

    def tally(self, state: RestaurantState) -> Mapping[str, int]:
        done = [deed & 7 for deed in state.history]
        return {
            **{f"phase_a_ended.{ending}": int(state.orders_ending is ending) for ending in OrdersEnding},
            **{f"phase_b_ended.{ending}": int(state.ending is ending) for ending in ServiceEnding},
            "happened.exchange": done.count(history.EXCHANGE),
            "happened.reserve": state.res_laid,
            "happened.pass": done.count(history.PASS),
        }

    @property
    def longest(self) -> int:
        # Phase A: each card is taken, turned, and its turn ended; dishes are exchanged and drawn for; RES are laid.
        # Phase B: each card is served; after doubles and jumps a further one is declined.
        dishes, again = NUMBER_OF[Card.DISH], NUMBER_OF[Card.DOUBLE] + NUMBER_OF[Card.JUMP]
        return 3 * len(TABLES) + 2 * dishes + RES_CARDS + len(TABLES) + again


@dataclass(frozen=True)
class RestaurantOne(Restaurant):
    """Version 1: any of the menus held may be laid under a RES."""

    rules_version: ClassVar = 1
    added_options: ClassVar = frozenset({"protect"})

    protect: Protect = choice(Protect.CHOSEN)


Restaurant.earlier = {1: RestaurantOne}

"""The course of a match of Restaurant: hands each action to its phase."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Sequence
from typing import Final

from tablee.core.chance import Random
from tablee.core.compiled import mypyc_attr
from tablee.core.game import Event, Told
from tablee.core.seat import CHANCE, Seat
from tablee.games.restaurant import events as e
from tablee.games.restaurant.actions import DRAWS, TURNS, Done, Drawn, Exchange, Keep, Move, Serve, Take, Turn
from tablee.games.restaurant.pieces import (
    DECK,
    EMPTY,
    NO_TABLES,
    RIM,
    Protect,
    Room,
    cards_in,
    draw,
)
from tablee.games.restaurant.rules import orders, scoring, service
from tablee.games.restaurant.state import DRAW, OVER, SERVE, SERVE_MORE, TAKE, TURN, RestaurantState

_CHANCE: Final = (CHANCE,)


@mypyc_attr(allow_interpreted_subclasses=True)
class RestaurantCourse:
    """What is played through millions of times; `Restaurant` fills in what follows from the options."""

    _players: int
    seats: tuple[Seat, ...]
    room: Room
    """RE-01, RE-23: which tables are next to each other."""
    _service_only: bool
    _protect: Protect
    _alone: tuple[tuple[Seat], ...]
    """Each seat as the only one to choose."""

    def start(self) -> RestaurantState:
        state = RestaurantState()
        state.step = TAKE
        state.to_play = 0  # RE-04
        state.reach = RIM  # RE-05
        state.last = None
        state.marked = NO_TABLES
        state.markers = [NO_TABLES] * self._players
        state.stock = DECK
        state.hands = [EMPTY] * self._players
        state.piles = [EMPTY] * self._players
        state.victim = None
        state.res_laid = 0
        state.may_hold_res = 0
        state.orders_ending = None
        state.sums = ()
        state.served = NO_TABLES
        state.points = [0] * self._players
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
        return service.choices(state) if step is SERVE or step is SERVE_MORE else orders.choices(state, self._protect)

    def sample(self, state: RestaurantState, rng: Random) -> Move:
        number = draw(drawn_from(state), rng)
        return TURNS[number] if state.step is TURN else DRAWS[number]

    def ticket(self, state: RestaurantState, rng: Random) -> Move:
        return self.sample(state, rng)

    def random_action(self, state: RestaurantState, seat: Seat, rng: Random) -> Move:
        step = state.step
        if step is TURN or step is DRAW:
            return self.sample(state, rng)
        if step is SERVE or step is SERVE_MORE:
            return service.random_choice(state, rng)
        return orders.random_choice(state, rng, self._protect)

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
                orders.reserve(state, action, self.room, self._protect, told)
        if told is None:
            return ()
        if state.ending is not None:
            hands = tuple(map(cards_in, state.hands))
            told.append(e.GameEnded(state.ending, hands, self.scores(state), self.winners(state)))
        return told

    # How it stands

    def scores(self, state: RestaurantState) -> tuple[int, ...]:
        return scoring.scores(state, service_only=self._service_only)

    def winners(self, state: RestaurantState) -> tuple[Seat, ...]:
        if state.step is not OVER:
            return ()
        scores = self.scores(state)
        return tuple(seat for seat in self.seats if scores[seat] == max(scores))


def drawn_from(state: RestaurantState) -> int:
    """RE-06: the cards on the board; RE-07: the hand of one player."""
    return state.stock if state.step is TURN else state.hands[state.victim]  # type: ignore[index]  # just chosen

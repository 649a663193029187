"""Restaurant: the options, what a seat may choose, and what it knows."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from tablee.core.chance import Random
from tablee.core.errors import Refusal
from tablee.core.game import Game
from tablee.core.options import choice, flag, integer
from tablee.core.seat import Seat
from tablee.games.restaurant import actions as a
from tablee.games.restaurant import events as e
from tablee.games.restaurant import knowledge
from tablee.games.restaurant.actions import DRAWS, TURNS, Move, Reserve
from tablee.games.restaurant.knowledge import RestaurantView, history
from tablee.games.restaurant.pieces import (
    CARDS,
    NUMBER_OF,
    RES_CARDS,
    TABLES,
    Card,
    OrdersEnding,
    Protect,
    ServiceEnding,
    counts,
    room,
    size,
    value,
)
from tablee.games.restaurant.rules.course import RestaurantCourse, drawn_from
from tablee.games.restaurant.rules.refusals import refusal
from tablee.games.restaurant.state import TURN, RestaurantState
from tablee.games.restaurant.text import RestaurantWords


@dataclass(frozen=True)
class Restaurant(RestaurantCourse, Game[RestaurantState, Move, RestaurantView]):
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

    players: int = integer(4, 3, 6)
    stairs: bool = flag(False)
    service_only: bool = flag(False)
    protect: Protect = choice(Protect.ALL)

    def __post_init__(self) -> None:
        super().__post_init__()
        seats = tuple(map(Seat, range(self.players)))
        self._keep(
            _players=self.players,
            seats=seats,
            room=room(self.stairs),
            _service_only=self.service_only,
            _protect=self.protect,
            _alone=tuple((seat,) for seat in seats),
        )

    # The choices of a seat

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
        return {outcome: number for outcome, number in zip(outcomes, counts(drawn_from(state)), strict=True) if number}

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

    # For statistics and laws

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

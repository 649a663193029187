"""Scenes of Restaurant: set the table, play with chance as written, look."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random
from typing import TypeVar

from tablee.core.game import Event
from tablee.core.match import Match
from tablee.core.seat import CHANCE, Seat
from tablee.games.restaurant.actions import DONE, KEEP, Drawn, Exchange, Move, Reserve, Serve, Take, Turn
from tablee.games.restaurant.pieces import (
    DECK,
    Card,
    Hand,
    Protect,
    Step,
    Table,
    Tables,
    cards_in,
    column_of,
    hand,
    name_of,
    row_of,
    table_at,
)
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.state import RestaurantState

ANNE, BERNARD, CLAIRE, DAVID, EMMA, FANNY = (Seat(number) for number in range(6))
NAMES = ("Anne", "Bernard", "Claire", "David", "Emma", "Fanny")

M100, M200, M300, M600 = Card.MENU_100, Card.MENU_200, Card.MENU_300, Card.MENU_600
R100, R200, R300, R600 = Card.RES_100, Card.RES_200, Card.RES_300, Card.RES_600
DISH, DOUBLE, JUMP = Card.DISH, Card.DOUBLE, Card.JUMP

OPTIONS = [
    Restaurant(),
    Restaurant(players=6, stairs=True),
    Restaurant(players=3, service_only=True),
    Restaurant(players=5, protect=Protect.CHOSEN),
]
"""Matches in which the rules differ most."""

E = TypeVar("E", bound=Event)


# Tables by their names


def table(name: str) -> Table:
    found = table_at("ABCDEF".index(name[0]) + 1, int(name[1:]))
    assert found is not None
    return found


def tables(names: str) -> Tables:
    """Of `A1 A2`, or of rows as in `A B`."""
    listed = []
    for name in names.split():
        listed += [name] if len(name) > 1 else [f"{name}{column}" for column in range(1, 11)]
    return Tables(sum(1 << table(name) for name in listed))


def names(found: Iterable[int] | int) -> set[str]:
    """The names of a set of tables."""
    if isinstance(found, int):
        found = [number for number in range(60) if found >> number & 1]
    return {name_of(number) for number in found}


def take(name: str) -> Take:
    return Take(row_of(table(name)), column_of(table(name)))


def serve(card: Card, name: str) -> Serve:
    return Serve(card, row_of(table(name)), column_of(table(name)))


def taken(actions: Iterable[Move]) -> set[str]:
    """Where cards may be taken, of all that may be done."""
    return {name_of(action.table) for action in actions if isinstance(action, Take) and action.table is not None}


def served(actions: Iterable[Move]) -> set[tuple[Card, str]]:
    """What may be served where, of all that may be done."""
    return {
        (action.card, name_of(action.table))
        for action in actions
        if isinstance(action, Serve) and action.table is not None
    }


def happened(events: Sequence[Event], kind: type[E]) -> list[E]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def in_hand(state: RestaurantState, seat: Seat) -> list[Card]:
    return list(cards_in(state.hands[seat]))


def protected(state: RestaurantState, seat: Seat) -> list[Card]:
    return list(cards_in(state.piles[seat]))


# Playing with chance as written


class Evening:
    """A match whose chance is written down."""

    def __init__(self, game: Restaurant) -> None:
        self.game = game
        self.match = Match(game)

    @property
    def state(self) -> RestaurantState:
        state = self.match.state
        assert isinstance(state, RestaurantState)
        return state

    def play(self, seat: Seat, action: Move) -> list[Event]:
        return self.match.play(seat, action)

    def take(self, seat: Seat, where: str, card: Card) -> list[Event]:
        """A seat takes a card, which turns out to be this one."""
        return [*self.play(seat, take(where)), *self.play(CHANCE, Turn(card))]

    def turn(self, seat: Seat, where: str, card: Card) -> list[Event]:
        """The same, and if nothing else is to be decided the turn is over."""
        events = self.take(seat, where, card)
        if self.state.step is Step.REST:
            events += self.play(seat, DONE)
        return events

    def exchange(self, seat: Seat, other: Seat, card: Card) -> list[Event]:
        """A seat draws this card from another for its dish; then its turn is over."""
        events = [*self.play(seat, Exchange(other)), *self.play(CHANCE, Drawn(card))]
        if self.state.step is Step.REST:
            events += self.play(seat, DONE)
        return events

    def keep(self, seat: Seat) -> list[Event]:
        events = self.play(seat, KEEP)
        if self.state.step is Step.REST:
            events += self.play(seat, DONE)
        return events

    def reserve(self, seat: Seat, res: Card, *menus: Card) -> list[Event]:
        return self.play(seat, Reserve(res, menus))


# Setting the table


def _set(state: RestaurantState, hands: Mapping[Seat, Sequence[Card]], piles: Mapping[Seat, Sequence[Card]]) -> None:
    for seat, cards in hands.items():
        state.hands[seat] = hand(cards)
        state.may_hold_res |= 1 << seat
    for seat, cards in piles.items():
        state.piles[seat] = hand(cards)
    state.stock = Hand(DECK - sum(state.hands) - sum(state.piles))


def orders(
    game: Restaurant,
    lying: str,
    last: str,
    *,
    seat: Seat = ANNE,
    hands: Mapping[Seat, Sequence[Card]] | None = None,
    piles: Mapping[Seat, Sequence[Card]] | None = None,
    markers: Mapping[Seat, str] | None = None,
) -> RestaurantState:
    """The seat is to take a card; cards lie at these tables only, and the path ends at `last`.

    Markers not told of are shared out among the seats, of which this one gets the fewest.
    """
    state = game.start()
    state.marked = Tables(tables("A B C D E F") & ~tables(lying))
    told = {owner: tables(where) for owner, where in (markers or {}).items()}
    left = [number for number in range(60) if (state.marked & ~sum(told.values())) >> number & 1]
    others = sorted({*game.seats} - {*told} or {*game.seats}, key=lambda owner: (owner - seat - 1) % game.players)
    for owner in game.seats:
        share = left[others.index(owner) :: len(others)] if owner in others else []
        state.markers[owner] = Tables(told.get(owner, 0) | sum(1 << number for number in share))
    state.last = table(last)
    _set(state, hands or {}, piles or {})
    # The seat before ends its turn, so that the rules themselves say what this one may do.
    state.to_play = (seat - 1) % game.players
    state.step = Step.REST
    game.apply(state, Seat(state.to_play), DONE)
    return state


def service(
    game: Restaurant,
    markers: Mapping[Seat, str],
    hands: Mapping[Seat, Sequence[Card]],
    reach: str,
    *,
    seat: Seat = ANNE,
    last: str | None = None,
    served: str = "",
    sums: Sequence[int] | None = None,
) -> RestaurantState:
    """The seat is to serve one of the tables in reach."""
    state = game.start()
    for owner, where in markers.items():
        state.markers[owner] = tables(where)
    state.marked = Tables(sum(state.markers))
    _set(state, hands, {})
    state.served = tables(served)
    state.last = None if last is None else table(last)
    state.sums = tuple(sums or [0] * game.players)
    state.to_play = seat
    state.reach = tables(reach)
    state.step = Step.SERVE
    return state


def do(game: Restaurant, state: RestaurantState, seat: Seat, action: Move) -> list[Event]:
    """A seat does something, which must be allowed."""
    assert seat in game.actors(state)
    assert game.refusal(state, seat, action) is None
    return list(game.apply(state, seat, action))


def visited(game: Restaurant, seed: int) -> Iterator[tuple[RestaurantState, Seat]]:
    """The states of a match played at random in which a seat is to choose."""
    state, rng = game.start(), Random(seed)
    while actors := game.actors(state):
        if actors[0] != CHANCE:
            yield state, actors[0]
        game.apply(state, actors[0], game.random_action(state, actors[0], rng), events=False)

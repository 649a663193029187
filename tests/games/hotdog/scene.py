"""Scenes of Hot-Dog: set the table, let everyone bid, look."""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from tablee.core.game import Event
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.pieces import TableSize, cards, pile, total
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

ANNE, BERNARD, CLAIRE, DENIS, EMMA = (Seat(number) for number in range(5))
FIVE, SEVEN, NINE = TableSize

E = TypeVar("E", bound=Event)


def bid(table: TableSize, *hotdogs: int, dollars: int = 0, announce: bool = False) -> Bid:
    return Bid(table, hotdogs, dollars, announce)


def scene(
    game: HotDog,
    *,
    mustard: Seat = ANNE,
    hands: Mapping[Seat, Sequence[int]] | None = None,
    money: Mapping[Seat, int] | None = None,
    tables: Mapping[TableSize, Mapping[Seat, Sequence[int]]] | None = None,
    idle_rounds: int = 0,
) -> HotDogState:
    """A table as told; of what is not told, as at the start of a game."""
    state = game.start()
    state.mustard = mustard
    state.idle_rounds = idle_rounds
    for seat, values in (hands or {}).items():
        state.hotdogs[seat] = pile(values)
    for seat, dollars in (money or {}).items():
        state.money[seat] = dollars
    for table, shares in (tables or {}).items():
        index = game.tables.index(table)
        for seat, values in shares.items():
            state.placed[index * game.players + seat] = pile(values)
            state.room[index] -= sum(values)
    return state


def choose(game: HotDog, state: HotDogState, seat: Seat, chosen: Bid) -> list[Event]:
    """One seat bids; the bid must be legal."""
    assert game.refusal(state, seat, chosen) is None
    return list(game.apply(state, seat, chosen))


def play_round(game: HotDog, state: HotDogState, *bids: Bid) -> list[Event]:
    """Everybody bids, in the order of the seats; all that happened."""
    assert len(bids) == game.players
    return [event for seat, chosen in zip(game.seats, bids, strict=True) for event in choose(game, state, seat, chosen)]


def happened(events: Sequence[Event], kind: type[E]) -> list[E]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def placed(game: HotDog, state: HotDogState, table: TableSize) -> dict[Seat, tuple[int, ...]]:
    """The cards on a table by seat, highest first; only of those who have some."""
    first = game.tables.index(table) * game.players
    piles = state.placed[first : first + game.players]
    return {seat: cards(piles[seat]) for seat in game.seats if total(piles[seat])}


def in_hand(state: HotDogState, seat: Seat) -> tuple[int, ...]:
    """The cards a seat has still to sell, highest first."""
    return cards(state.hotdogs[seat])


def room(game: HotDog, state: HotDogState, table: TableSize) -> int:
    return state.room[game.tables.index(table)]

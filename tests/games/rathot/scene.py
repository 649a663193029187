"""Scenes of Rat Hot: lay cards as written, look."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, TypeVar

from tablee.core.game import Event
from tablee.core.match import Match
from tablee.core.options import choice, integer
from tablee.core.seat import CHANCE, Seat
from tablee.games.rathot.actions import Draw, Place
from tablee.games.rathot.knowledge import RatHotView
from tablee.games.rathot.pieces import ALL_CARDS, Deck, Dir
from tablee.games.rathot.rules import RatHot
from tablee.games.rathot.state import RatHotState

ANNE, BERNARD = Seat(0), Seat(1)
NAMES = ["Anne", "Bernard"]

E = TypeVar("E", bound=Event)


@dataclass(frozen=True)
class SmallTable(RatHot):
    """Rat Hot on a table so small that cards are set aside (RH-14)."""

    deck: Deck = choice(Deck.PLAGUE)
    table_size: int = integer(5, 3, 9, step=2)


def plague(**options: Any) -> RatHot:
    """Rat Hot with the cards that scenes are made of, unless they say otherwise: the deck with most rats."""
    return RatHot(deck=Deck.PLAGUE, **options)


def place(line: str) -> Place:
    """`CARD ROW COLUMN DIRECTION`, as in `17 0 2 E`."""
    card, row, col, dir_ = line.split()
    return Place(int(card), int(row), int(col), Dir(dir_))


def scene(*lines: str, drawn: Sequence[int] = (), game: RatHot | None = None) -> Match:
    """A match in which these cards were drawn and laid in this order, then these drawn and not laid yet."""
    match = Match(game or plague())
    places = [place(line) for line in lines]
    cards = iter([*(laid.card for laid in places), *drawn])
    for laid in places:
        while match.actors() == (CHANCE,):
            draw(match, next(cards))
        match.play(match.actors()[0], laid)
    for card in cards:
        draw(match, card)
    return match


def draw(match: Match, card: int) -> list[Event]:
    return match.play(CHANCE, Draw(card))


def lay(match: Match, line: str) -> list[Event]:
    """Whose turn it is lays a card."""
    return match.play(match.actors()[0], place(line))


def refused(match: Match, line: str) -> tuple[str, str | None]:
    """Why the placement is not allowed: the rule and the code."""
    refusal = match.refusal(match.actors()[0], place(line))
    assert refusal is not None, f"{line} is allowed"
    return refusal.code, refusal.rule


def last_turn(match: Match, card: int) -> tuple[RatHot, RatHotState]:
    """The table of a match, but only this card is left to be drawn, by the player of the last turn (RH-07)."""
    game, state = match.game, match.state
    assert isinstance(game, RatHot)
    assert isinstance(state, RatHotState)
    laid = {laid.card for laid in state.laid}
    state.turn, state.to_draw, state.hand, state.pile = 22, 1, (), 1 << card
    state.aside = tuple(other for other in range(ALL_CARDS.bit_length()) if other != card and other not in laid)
    game.apply(state, CHANCE, Draw(card))
    return game, state


def happened(events: Sequence[Event], kind: type[E]) -> list[E]:
    """The events of one kind, in order."""
    return [event for event in events if isinstance(event, kind)]


def points(events: Sequence[Event]) -> list[tuple[Seat, str, int, int]]:
    """The groups told in events: whose they are, the spice, how many squares, the points."""
    return [
        (group.seat, group.spice.value, len(group.squares), group.points)
        for event in events
        for group in getattr(event, "groups", ())
    ]


def top(match: Match, row: int, col: int) -> tuple[str, int]:
    """What a square shows, and its height."""
    view: RatHotView = match.view(None)
    return next((square.face.value, square.height) for square in view.squares if (square.row, square.col) == (row, col))


def walk(game: RatHot, rng: Random, *, tame: bool = False) -> Iterator[tuple[RatHotState, Seat, Draw | Place]]:
    """A match played at random on one state: before each step the state, who acts and how; tame rats end no match."""
    state = game.start()
    if tame:
        state.rats = [-99, -99]
    while actors := game.actors(state):
        action = game.random_action(state, actors[0], rng)
        yield state, actors[0], action
        game.apply(state, actors[0], action, events=False)

"""Hot-Dog: the options, what a seat may choose, and what it knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from tablee.core.chance import Random
from tablee.core.errors import Refusal
from tablee.core.game import Game
from tablee.core.options import choice, integer, integers
from tablee.core.seat import Seat
from tablee.games.hotdog import events as e
from tablee.games.hotdog import knowledge
from tablee.games.hotdog.actions import Bid, legal_bids
from tablee.games.hotdog.knowledge import HotDogView
from tablee.games.hotdog.pieces import (
    HOTDOG_VALUES,
    IDLE_ROUNDS,
    Announce,
    Ending,
    Settle,
    pile,
    tables_for,
    total,
)
from tablee.games.hotdog.rules.course import HotDogCourse
from tablee.games.hotdog.rules.refusals import refusal
from tablee.games.hotdog.state import HotDogState
from tablee.games.hotdog.text import HotDogWords


@dataclass(frozen=True)
class HotDog(HotDogCourse, Game[HotDogState, Bid, HotDogView]):
    """Everybody sells hot-dogs at once; the cheapest are served first; only full tables pay.

    >>> game = HotDog(players=2)
    >>> state = game.start()
    >>> game.actors(state)
    (0, 1)
    """

    name: ClassVar = "hotdog"
    rules_version: ClassVar = 1
    package: ClassVar = "tablee.games.hotdog"
    action_types: ClassVar = (Bid,)
    event_types: ClassVar = e.EVENTS
    view_type: ClassVar = HotDogView
    words: ClassVar = HotDogWords()

    players: int = integer(3, 2, 5)
    hands: int = integer(3, 1, 5)
    hotdog_values: tuple[int, ...] = integers(HOTDOG_VALUES, 2, 10, 1, 9)
    settle: Settle = choice(Settle.AT_ONCE)
    announce: Announce = choice(Announce.AUTO)

    def __post_init__(self) -> None:
        super().__post_init__()
        tables, manual = tables_for(self.players), self.announce is Announce.MANUAL
        self._keep(
            _players=self.players,
            _hands=self.hands,
            seats=tuple(map(Seat, range(self.players))),
            tables=tables,
            _stock=pile(self.hotdog_values),
            _manual=manual,
            _at_once=self.settle is Settle.AT_ONCE,
            _bids=legal_bids(tables, manual=manual, last=False),
            _last_bids=legal_bids(tables, manual=manual, last=True),
        )

    # The choices of a seat

    def choices(self, state: HotDogState, seat: Seat) -> dict[str, Any]:
        """Any bid of the cards and dollars that the view shows; `last`: of all the cards, as announced (HD-19)."""
        return {"kind": "bid", "last": state.announced[seat]}

    def refusal(self, state: HotDogState, seat: Seat, action: Bid) -> Refusal | None:
        return refusal(state, seat, action, self.tables, manual=self._manual)

    # What is known

    def view(self, state: HotDogState, seat: Seat | None) -> HotDogView:
        return knowledge.view(state, seat, self.tables, self.hands, manual=self._manual)

    def determinize(self, view: HotDogView, rng: Random) -> HotDogState:
        return knowledge.determinize(view, rng)

    # For statistics and laws

    def conserved(self, state: HotDogState) -> Mapping[str, int]:
        amounts = {}
        for seat in self.seats:
            on_tables = sum(state.placed[seat :: self.players])
            amounts[f"cards of {seat}"] = state.hotdogs[seat] + on_tables + state.eaten[seat]
            amounts[f"dollars of {seat}"] = state.money[seat] + state.spent[seat] - total(state.eaten[seat])
        return amounts

    def tally(self, state: HotDogState) -> Mapping[str, int]:
        return {f"hand_ended.{ending}": state.endings.count(ending) for ending in Ending}

    @property
    def longest(self) -> int:
        # At worst every card is sold alone, after as many idle rounds as HD-22 allows.
        return self.hands * self.players * IDLE_ROUNDS * (self.players * len(self.hotdog_values) + 1)

"""La Courte Paille: the options, what a seat may choose, and what it knows."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from tablee.core.chance import Random
from tablee.core.errors import Refusal
from tablee.core.game import Game
from tablee.core.options import flag, integer
from tablee.core.seat import Seat
from tablee.games.courtepaille import actions as a
from tablee.games.courtepaille.actions import Move
from tablee.games.courtepaille.events import EVENTS
from tablee.games.courtepaille.knowledge import CourtePailleView, determinize, revealed, view
from tablee.games.courtepaille.pieces import (
    HAND_SIZE,
    MENU_SIZE,
    MOST_ADDED,
    WEEK_SIZES,
    Character,
    Ending,
    Step,
    Variant,
    characters_in,
    numbers,
)
from tablee.games.courtepaille.rules.course import CourtePailleCourse
from tablee.games.courtepaille.rules.refusals import refusal
from tablee.games.courtepaille.state import CourtePailleState
from tablee.games.courtepaille.text import CourtePailleWords


@dataclass(frozen=True)
class CourtePaille(CourtePailleCourse, Game[CourtePailleState, Move, CourtePailleView]):
    """Castaways draw straws: hold the cards of the character that will be eaten.

    >>> game = CourtePaille(players=3)
    >>> state = game.start()
    >>> game.actors(state), len(game.odds(state))
    ((-1,), 59)
    """

    name: ClassVar = "courtepaille"
    rules_version: ClassVar = 2
    package: ClassVar = "tablee.games.courtepaille"
    action_types: ClassVar = a.ACTIONS
    event_types: ClassVar = EVENTS
    view_type: ClassVar = CourtePailleView
    words: ClassVar = CourtePailleWords()

    players: int = integer(3, 2, 5)
    advanced: bool = flag(False)
    coco_needs_match: bool = flag(True)
    announce_all: bool = flag(False, needs="advanced", rule="CP-28")

    def __post_init__(self) -> None:
        super().__post_init__()
        seats = tuple(map(Seat, range(self.players)))
        self._keep(
            _players=self.players,
            _advanced=self.advanced,
            _coco_needs_match=self.coco_needs_match,
            seats=seats,
            _variant=Variant(
                self.advanced, self.coco_needs_match, self.announce_all, first_version=self.rules_version == 1
            ),
            _alone=tuple((seat,) for seat in seats),
        )

    # Chance and choices

    def odds(self, state: CourtePailleState) -> Mapping[Move, int]:
        return {a.DRAW[number]: 1 for number in numbers(state.pile)} if state.owed else {}

    def refusal(self, state: CourtePailleState, seat: Seat, action: Move) -> Refusal | None:
        return refusal(state, seat, action)

    # Knowledge

    def view(self, state: CourtePailleState, seat: Seat | None) -> CourtePailleView:
        return view(state, seat, self._variant)

    def revealed(self, state: CourtePailleState, seat: Seat | None) -> CourtePailleView:
        return revealed(state, seat, self._variant)

    def determinize(self, view: CourtePailleView, rng: Random) -> CourtePailleState:
        return determinize(view, rng)

    # For statistics and laws

    def conserved(self, state: CourtePailleState) -> Mapping[str, int]:
        turned_up = [] if state.step is Step.CHOOSE else [choice.bit for choice in state.choices if choice]
        single = [hidden.card for hidden in (*state.face_down, *state.buried)]
        sets = [state.pile, state.menu, state.discard, state.gone, *state.hands, *state.open_days, *single, *turned_up]
        # Each card once: as bits they add up to all cards.
        return {"cards": sum(some.bit_count() for some in sets), "each card once": sum(sets)}

    def tally(self, state: CourtePailleState) -> Mapping[str, int]:
        eaten = [character for group in state.eaten for character in characters_in(group)]
        counts = {f"eaten.{character}": eaten.count(character) for character in Character}
        endings = list(Ending)[2:] if self.advanced else list(Ending)[:2]
        counts |= {f"ended.{ending}": state.ending is ending for ending in endings}
        if self.advanced:
            return counts | {f"parts.{number}": state.part == number for number in range(1, len(WEEK_SIZES) + 1)}
        shared = len(state.champions) > 1
        outright = state.verdict is not None and len(state.verdict.counts) == 1
        decided = {"outright": outright and not shared, "by_tie_break": not outright and not shared, "shared": shared}
        return counts | {f"decided.{how}": true for how, true in decided.items()}

    @property
    def longest(self) -> int:
        parts = len(WEEK_SIZES) if self.advanced else 1
        days = sum(WEEK_SIZES[:parts])
        # In a round a seat chooses, carries out and draws two cards at most; then a menu is laid and a day turned up.
        rounds = (days + parts * MOST_ADDED) * (4 * self.players + MENU_SIZE)
        # Before the rounds hands, week and menu are dealt; between parts a character is eaten and Cocos are replaced.
        return rounds + HAND_SIZE * self.players + days + parts * (MENU_SIZE + 1 + HAND_SIZE)

"""La Courte Paille: the Game, which hands each action on to the rule for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar, Final

from tablee.core.chance import Random
from tablee.core.errors import Refusal
from tablee.core.game import Event, Game
from tablee.core.options import flag, whole
from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille import actions as a
from tablee.games.courtepaille.actions import Move
from tablee.games.courtepaille.events import EVENTS
from tablee.games.courtepaille.knowledge import CourtePailleView, determinize, revealed, view
from tablee.games.courtepaille.knowledge.public import shuffle
from tablee.games.courtepaille.pieces import (
    ALL,
    COCOS,
    HAND_SIZE,
    MENU_SIZE,
    MOST_ADDED,
    NONE,
    WEEK_SIZES,
    Cards,
    Character,
    Ending,
    Step,
    Variant,
    characters_in,
    numbers,
    points,
)
from tablee.games.courtepaille.rules import draws, parts, rounds
from tablee.games.courtepaille.rules.piles import Told
from tablee.games.courtepaille.rules.refusals import refusal
from tablee.games.courtepaille.state import FIRST, CourtePailleState, PublicKnowledge
from tablee.games.courtepaille.text import CourtePailleWords

_CHANCE: Final = (CHANCE,)
_CARDS: Final = len(a.DRAW)


@dataclass(frozen=True)
class CourtePaille(Game[CourtePailleState, Move, CourtePailleView]):
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

    players: int = whole(3, 2, 5)
    advanced: bool = flag(False)
    coco_needs_match: bool = flag(True)
    announce_all: bool = flag(False, needs="advanced", rule="CP-28")

    @cached_property
    def _variant(self) -> Variant:
        first_version = self.rules_version == 1
        return Variant(self.advanced, self.coco_needs_match, self.announce_all, first_version=first_version)

    @cached_property
    def _alone(self) -> tuple[tuple[Seat], ...]:
        return tuple((seat,) for seat in self.seats)

    # The course of a match

    def start(self) -> CourtePailleState:
        state = CourtePailleState()
        state.step = Step.DEAL
        state.owed = HAND_SIZE * self.players
        state.part = state.round = 1
        state.seats = tuple(range(self.players))
        state.shark = 0  # CP-04
        state.hands = [NONE] * self.players
        state.pile = state.characters = ALL
        state.menu = state.discard = state.gone = NONE
        state.buried, state.sunk, state.open_days, state.face_down, state.queue = [], [], [], [], []
        state.added = state.missing = 0
        state.choices = [None] * self.players
        state.looked = state.lost = state.eaten = state.part_winners = state.champions = ()
        state.verdict = state.ending = None
        state.public = public = PublicKnowledge()
        public.known = [NONE] * self.players
        public.parcels = {}
        public.pins = ()
        public.deck = public.next = FIRST
        shuffle(public, ALL, ())
        return state

    def actors(self, state: CourtePailleState) -> Sequence[Seat]:
        if state.owed:
            return _CHANCE
        step = state.step
        if step is Step.CARRY_OUT:
            return self._alone[state.queue[-1]]
        if step is Step.CHOOSE:
            if state.missing == self.players:
                return self.seats
            return tuple([Seat(seat) for seat in state.seats if state.choices[seat] is None])
        return () if step is Step.OVER else self._alone[state.part_winners[-1]]

    def may_replace(self, state: CourtePailleState) -> Sequence[Seat]:
        if state.step is not Step.CHOOSE:
            return ()
        return tuple([seat for seat in self.seats if state.choices[seat] is not None])

    def legal(self, state: CourtePailleState, seat: Seat) -> Sequence[Move]:
        if state.step is Step.CHOOSE:
            # Who is out of the game holds no card (CP-26).
            return [a.CHOOSE[number] for number in numbers(state.hands[seat])] if seat in self.seats else ()
        if state.step is Step.CARRY_OUT and seat == state.queue[-1]:
            if rounds.plays_coco(state):
                return rounds.effects(state, seat)
            return [a.TAKE[number] for number in numbers(state.menu)]
        if state.step is Step.EAT and seat == state.part_winners[-1]:
            return [a.EAT[character] for character in parts.edible(state)]
        return ()

    def random_action(self, state: CourtePailleState, seat: Seat, rng: Random) -> Move:
        if state.owed:
            return self.sample(state, rng)
        if state.step is Step.CHOOSE:
            return a.CHOOSE[_any(state.hands[seat], rng)]
        if state.step is Step.CARRY_OUT and not rounds.plays_coco(state):
            return a.TAKE[_any(state.menu, rng)]
        return rng.choice(self.legal(state, seat))

    def odds(self, state: CourtePailleState) -> Mapping[Move, int]:
        return {a.DRAW[number]: 1 for number in numbers(state.pile)} if state.owed else {}

    def sample(self, state: CourtePailleState, rng: Random) -> Move:
        pile, random = state.pile, rng.random
        for _ in range(_CARDS):
            number = int(random() * _CARDS)
            if pile >> number & 1:
                return a.DRAW[number]
        return a.DRAW[_any(pile, rng)]

    def ticket(self, state: CourtePailleState, rng: Random) -> Move:
        return a.DRAW[_any(state.pile, rng)]

    def refusal(self, state: CourtePailleState, seat: Seat, action: Move) -> Refusal | None:
        return refusal(state, seat, action)

    def apply(self, state: CourtePailleState, seat: Seat, action: Move, events: bool = True) -> Sequence[Event]:
        told: Told = [] if events else None
        match action:
            case a.Draw():
                draws.draw(state, action, self._variant, told)
            case a.Choose():
                rounds.choose(state, seat, action, self._variant, told)
            case a.Take():
                rounds.take(state, seat, action, self._variant, told)
            case a.Remove():
                rounds.remove(state, seat, action, told)
            case a.Add():
                rounds.add(state, seat, action, told)
            case a.Look():
                rounds.look(state, seat, action, told)
            case _:
                parts.eat(state, action, self._variant, told)
        return told or ()

    # Knowledge

    def view(self, state: CourtePailleState, seat: Seat | None) -> CourtePailleView:
        return view(state, seat, self._variant)

    def revealed(self, state: CourtePailleState, seat: Seat | None) -> CourtePailleView:
        return revealed(state, seat, self._variant)

    def determinize(self, view: CourtePailleView, rng: Random) -> CourtePailleState:
        return determinize(view, rng)

    # Scores

    def scores(self, state: CourtePailleState) -> tuple[int, ...]:
        """CP-19: the count for the week as it is now; after an advanced match, for the characters left (CP-27)."""
        if state.step is not Step.OVER:
            counted = parts.ranking(parts.week_cards(state), state.characters)[0] if state.open_days else NONE
        else:
            counted = state.characters & ~COCOS if self.advanced else state.eaten[-1]
        if not counted:
            return (0,) * self.players
        return tuple([points(hand, counted, coco_needs_match=self.coco_needs_match) for hand in state.hands])

    def winners(self, state: CourtePailleState) -> tuple[Seat, ...]:
        return tuple(map(Seat, state.champions))

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


@dataclass(frozen=True)
class CourtePailleOne(CourtePaille):
    """Version 1: equals at the end of a part went on to the tie-break (CP-20), and its winner always showed all cards.

    What was different is in rules/parts.py.
    """

    rules_version: ClassVar = 1


CourtePaille.earlier = {1: CourtePailleOne}


def _any(of: Cards, rng: Random) -> int:
    """The number of a random card of a set."""
    for _ in range(int(rng.random() * of.bit_count())):
        of = of & of - 1
    return (of & -of).bit_length() - 1

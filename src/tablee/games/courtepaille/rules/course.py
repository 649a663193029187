"""The course of a match of La Courte Paille: hands each action on to the rule for it."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Sequence
from typing import Final

from tablee.core.chance import Random
from tablee.core.compiled import mypyc_attr
from tablee.core.game import Event, Told
from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille import actions as a
from tablee.games.courtepaille.actions import Move
from tablee.games.courtepaille.knowledge.public import shuffle
from tablee.games.courtepaille.pieces import (
    ALL,
    COCOS,
    HAND_SIZE,
    NONE,
    Cards,
    Step,
    Variant,
    numbers,
    points,
)
from tablee.games.courtepaille.rules import draws, parts, rounds
from tablee.games.courtepaille.state import FIRST, CourtePailleState, PublicKnowledge

_CHANCE: Final = (CHANCE,)
_CARDS: Final = len(a.DRAW)


@mypyc_attr(allow_interpreted_subclasses=True)
class CourtePailleCourse:
    """What is played through millions of times; `CourtePaille` fills in what follows from the options."""

    _players: int
    _advanced: bool
    _coco_needs_match: bool
    seats: tuple[Seat, ...]
    _variant: Variant
    _alone: tuple[tuple[Seat], ...]
    """Each seat as the only one to choose."""

    def start(self) -> CourtePailleState:
        state = CourtePailleState()
        state.step = Step.DEAL
        state.owed = HAND_SIZE * self._players
        state.part = state.round = 1
        state.seats = tuple(range(self._players))
        state.shark = 0  # CP-04
        state.hands = [NONE] * self._players
        state.pile = state.characters = ALL
        state.menu = state.discard = state.gone = NONE
        state.buried, state.sunk, state.open_days, state.face_down, state.queue = [], [], [], [], []
        state.added = state.missing = 0
        state.choices = [None] * self._players
        state.looked = state.lost = state.eaten = state.part_winners = state.champions = ()
        state.verdict = state.ending = None
        state.public = public = PublicKnowledge()
        public.known = [NONE] * self._players
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
            if state.missing == self._players:
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

    def sample(self, state: CourtePailleState, rng: Random) -> Move:
        pile, random = state.pile, rng.random
        for _ in range(_CARDS):
            number = int(random() * _CARDS)
            if pile >> number & 1:
                return a.DRAW[number]
        return a.DRAW[_any(pile, rng)]

    def ticket(self, state: CourtePailleState, rng: Random) -> Move:
        return a.DRAW[_any(state.pile, rng)]

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

    # Scores

    def scores(self, state: CourtePailleState) -> tuple[int, ...]:
        """CP-19: the count for the week as it is now; after an advanced match, for the characters left (CP-27)."""
        if state.step is not Step.OVER:
            counted = parts.ranking(parts.week_cards(state), state.characters)[0] if state.open_days else NONE
        else:
            counted = state.characters & ~COCOS if self._advanced else state.eaten[-1]
        if not counted:
            return (0,) * self._players
        return tuple([points(hand, counted, coco_needs_match=self._coco_needs_match) for hand in state.hands])

    def winners(self, state: CourtePailleState) -> tuple[Seat, ...]:
        return tuple(map(Seat, state.champions))


def _any(of: Cards, rng: Random) -> int:
    """The number of a random card of a set."""
    for _ in range(int(rng.random() * of.bit_count())):
        of = of & of - 1
    return (of & -of).bit_length() - 1

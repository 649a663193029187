"""One course of things, drawn from all that may lie behind what a reader has seen."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from math import prod
from typing import Final

from tablee.core.chance import Random
from tablee.core.seat import Seat
from tablee.games.restaurant.chronicle import Deed, What
from tablee.games.restaurant.knowledge.naming import Testimony
from tablee.games.restaurant.knowledge.weighing import Layout, Told, Untold, Weighed, Weighing
from tablee.games.restaurant.knowledge.worlds import UNNAMED, Blind, Choice, Guess, Laid, Seen, Sieve, Worlds, unit
from tablee.games.restaurant.pieces import CARDS, MENUS, NUMBER_OF, WORTHLESS, Card

WIDTH: Final = 256
"""So many worlds at a time are all followed."""
SAMPLE: Final = 128
"""Of more, so many are."""
COURSES: Final = 16
"""So many courses are drawn from a sample before the next one is made."""

_PLACE: Final = {card: place for place, card in enumerate(CARDS)}
_DISH: Final = _PLACE[Card.DISH]


@dataclass(frozen=True, slots=True)
class Taken:
    """One of the others took a menu."""

    deed: int
    seat: int


@dataclass(slots=True)
class Course:
    """One course of things: what each deed hid. Deeds are numbers in the chronicle, cards places in `CARDS`."""

    cards: dict[int, int] = field(default_factory=dict)
    """What was taken or drawn."""
    beneath: dict[int, list[int]] = field(default_factory=dict)
    """What was laid under a RES."""


@dataclass(slots=True)
class _Unnamed:
    """Where the unnamed menus are while a course is told; each is known by the number of the deed that took it."""

    in_hand: list[list[int]]
    """By seat."""
    covered: list[list[int]]
    """By seat: under a RES."""
    names: dict[int, int] = field(default_factory=dict)
    drawn: dict[int, int] = field(default_factory=dict)
    """The one that moved, by number of the deed that moved it."""
    beneath: dict[int, list[int]] = field(default_factory=dict)
    """Those laid under a RES, by number of the deed that laid it."""
    beside: list[tuple[int, list[int]]] = field(default_factory=list)
    """What kind of RES one of them was when it was laid, and those its owner held beside it."""

    def out_of(self, seat: int, rng: Random) -> int:
        """Any one of a seat's, taken out of its hand."""
        menus = self.in_hand[seat]
        return menus.pop(int(rng.random() * len(menus)))


class Knowledge:
    """What a reader can make of a chronicle, and of the testimonies of the others once the service has begun."""

    def __init__(
        self, chronicle: Sequence[Deed], reader: Seat | None, players: int, testimonies: Sequence[Testimony] = ()
    ) -> None:
        self._players = players
        self._others = [seat for seat in range(players) if seat != reader]
        self._story: list[Taken | Guess] = []
        layout = self._read(chronicle, reader)
        self._guesses = [step for step in self._story if not isinstance(step, Taken)]
        self._weighing: Weighing = Told(layout, testimonies) if testimonies else Untold(layout)
        self._sieve = self._once_settled()
        worlds = Worlds(self._guesses, self._sieve, WIDTH)
        self._all = None if worlds.too_many else self._weighing.weigh(worlds)
        self._sample: Weighed | None = None
        self._drawn = 0
        """How many courses so far were drawn from samples."""

    def _read(self, chronicle: Sequence[Deed], reader: Seat | None) -> Layout:
        """Fill the story: what was hidden, in order."""
        unseen = 2 * self._players
        seen = [deed.card for deed in chronicle if deed.what is What.TAKE and deed.seat == reader]
        in_hands = {UNNAMED, *map(_PLACE.__getitem__, WORTHLESS)}
        fixed = 0
        for kind, card in enumerate(MENUS):
            fixed += (NUMBER_OF[card] - seen.count(card)) * (unit(unseen, kind) + unit(unseen, UNNAMED))
        for number, deed in enumerate(chronicle):
            seat, other = deed.seat, deed.other
            kind = UNNAMED if deed.card is None else _PLACE[deed.card]
            if deed.what is What.TAKE and seat != reader:
                fixed += unit(seat, kind)
                if kind == UNNAMED:
                    self._story.append(Taken(number, seat))
            elif deed.what is What.EXCHANGE and other is not None:
                if kind == UNNAMED:
                    self._story.append(Blind.of(number, fixed, seat, other, sorted(in_hands)))
                elif seat == reader:
                    self._story.append(Seen(number, fixed, other, kind, unseen))
                else:
                    fixed += unit(seat, kind)
                    in_hands.add(kind)
                fixed -= unit(seat, _DISH) if seat != reader else 0
                fixed += unit(other, _DISH) if other != reader else 0
            elif deed.what is What.RESERVE and seat != reader:
                pile = self._players + seat
                self._story.append(Laid(number, fixed, seat, pile, kind, deed.beneath, unseen))
        return Layout(fixed, self._others, [self._players + seat for seat in self._others], unseen)

    def _once_settled(self) -> Sieve:
        """What one of the others ends with is clear after the last guess about it; worlds it does not fit are dropped
        there, before they become many more.
        """
        last = {seat: number for number, guess in enumerate(self._guesses) for seat in guess.seats}
        return [
            [partial(self._weighing.may_hold, who) for who, seat in enumerate(self._others) if last.get(seat) == number]
            for number in range(len(self._guesses))
        ]

    def draw(self, rng: Random) -> Course:
        """A course of things, by its odds.

        An unnamed menu that was a RES when it was laid was looked for among all its owner held, so that courses in
        which he held two of it come up twice as often as they should; every other one of these is drawn again.
        """
        while True:
            course, often = self._draw(rng)
            if rng.random() * often < 1:
                return course

    def _draw(self, rng: Random) -> tuple[Course, int]:
        weighed = self._all or self._some(rng)
        end, kinds = self._weighing.draw(weighed, rng)
        course = Course()
        menus = _Unnamed([[] for _ in range(self._players)], [[] for _ in range(self._players)])
        choices = iter(weighed.worlds.choices(end, rng))
        for step in self._story:
            if isinstance(step, Taken):
                menus.in_hand[step.seat].append(step.deed)
            else:
                _tell(step, next(choices), menus, course, rng)
        for seat, names in zip(self._others, kinds, strict=True):
            rng.shuffle(names)
            menus.names.update(zip(menus.in_hand[seat] + menus.covered[seat], names, strict=True))
        course.cards.update(menus.names)
        course.cards.update((deed, menus.names[menu]) for deed, menu in menus.drawn.items())
        for deed, beneath in menus.beneath.items():
            course.beneath[deed] += [menus.names[menu] for menu in beneath]
        often = prod(1 + sum(menus.names[menu] == res for menu in beside) for res, beside in menus.beside)
        return course, often

    def _some(self, rng: Random) -> Weighed:
        if self._sample is None or self._drawn % COURSES == 0:
            self._sample = self._sampled(rng)
        self._drawn += 1
        return self._sample

    def _sampled(self, rng: Random) -> Weighed:
        width = SAMPLE
        while not (weighed := self._weighing.weigh(Worlds(self._guesses, self._sieve, width, rng))).ends:
            width *= 2
        return weighed


def _tell(guess: Guess, choice: Choice, menus: _Unnamed, course: Course, rng: Random) -> None:
    """One deed of a course."""
    match guess:
        case Blind(deed=deed, seat=seat, other=other) if choice[0] == UNNAMED:
            menu = menus.out_of(other, rng)
            menus.in_hand[seat].append(menu)
            menus.drawn[deed] = menu
        case Blind(deed=deed):
            course.cards[deed] = choice[0]
        case Seen(other=other, kind=kind):
            if choice[0] == UNNAMED:
                menus.names[menus.out_of(other, rng)] = kind
        case _:
            was, *beneath, unnamed = choice
            if was == UNNAMED:
                menus.names[menus.out_of(guess.seat, rng)] = guess.kind
                menus.beside.append((guess.kind, menus.in_hand[guess.seat][:]))
            menus.beneath[guess.deed] = [menus.out_of(guess.seat, rng) for _ in range(unnamed)]
            menus.covered[guess.seat] += menus.beneath[guess.deed]
            course.beneath[guess.deed] = [kind for kind, number in enumerate(beneath) for _ in range(number)]

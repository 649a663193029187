"""What was hidden in a history, drawn from all that fits what a reader has seen."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import partial
from math import prod
from typing import Final

from tablee.core.chance import Random
from tablee.core.seat import Seat
from tablee.games.restaurant.knowledge.deals import (
    UNKNOWN,
    Branch,
    Choice,
    Filters,
    HiddenDraw,
    LaidRes,
    PossibleDeals,
    SeenDraw,
    unit,
)
from tablee.games.restaurant.knowledge.evidence import Evidence
from tablee.games.restaurant.knowledge.history import Deed, What
from tablee.games.restaurant.knowledge.likelihood import (
    Layout,
    Likelihood,
    OrdersLikelihood,
    ServiceLikelihood,
    Weighted,
)
from tablee.games.restaurant.pieces import CARDS, MENUS, NUMBER_OF, WORTHLESS, Card, Protect

WIDTH: Final = 256
"""The number of deals at a time up to which all are followed."""
SAMPLE: Final = 128
"""The number of deals followed if there are more."""
DRAWS_PER_SAMPLE: Final = 16
"""So often a sample of deals is drawn from before the next one is made."""

_PLACE: Final = {card: place for place, card in enumerate(CARDS)}
_DISH: Final = _PLACE[Card.DISH]


@dataclass(frozen=True, slots=True)
class HiddenTake:
    """RE-06: one of the others took a menu."""

    deed: int
    seat: int


@dataclass(slots=True)
class HiddenCards:
    """What each deed hid. Deeds are places in the history, cards are places in `CARDS`."""

    cards: dict[int, int] = field(default_factory=dict)
    """What was taken or drawn."""
    beneath: dict[int, list[int]] = field(default_factory=dict)
    """What was laid under a RES."""


@dataclass(slots=True)
class _UnknownMenus:
    """Where the unknown menus are after some deeds. Each is called by the number of the deed that took it."""

    in_hand: list[list[int]]
    """By seat."""
    covered: list[list[int]]
    """By seat: under a RES."""
    kinds: dict[int, int] = field(default_factory=dict)
    """The kinds they turn out to be."""
    drawn: dict[int, int] = field(default_factory=dict)
    """The one that moved, by the number of the deed that moved it."""
    beneath: dict[int, list[int]] = field(default_factory=dict)
    """Those laid under a RES, by the number of the deed that laid it."""
    beside: list[tuple[int, list[int]]] = field(default_factory=list)
    """For each of them that was laid as a RES: its kind, and the others that its owner held then."""

    def pop(self, seat: int, rng: Random) -> int:
        """Take any one out of a seat's hand."""
        menus = self.in_hand[seat]
        return menus.pop(int(rng.random() * len(menus)))


class HistorySampler:
    """Draws what a history hid from its reader. There is evidence about the others once the service has begun."""

    def __init__(
        self,
        history: Sequence[Deed],
        reader: Seat | None,
        players: int,
        protect: Protect,
        evidence: Sequence[Evidence],
    ) -> None:
        self._players = players
        self._protect = protect
        self._others = [seat for seat in range(players) if seat != reader]
        self._steps: list[HiddenTake | Branch] = []
        layout = self._read(history, reader)
        self._branches = [step for step in self._steps if not isinstance(step, HiddenTake)]
        self._likelihood: Likelihood = ServiceLikelihood(layout, evidence) if evidence else OrdersLikelihood(layout)
        self._filters = self._early_filters()
        deals = PossibleDeals(self._branches, self._filters, WIDTH)
        self._all = None if deals.too_many else self._likelihood.weigh(deals)
        self._sample: Weighted | None = None
        self._drawn = 0
        """How often a sample was drawn from so far."""

    def _read(self, history: Sequence[Deed], reader: Seat | None) -> Layout:
        """Collect the steps that hid something, in order."""
        unseen = 2 * self._players
        seen = [deed.card for deed in history if deed.what is What.TAKE and deed.seat == reader]
        in_hands = {UNKNOWN, *map(_PLACE.__getitem__, WORTHLESS)}
        fixed = 0
        for kind, card in enumerate(MENUS):
            fixed += (NUMBER_OF[card] - seen.count(card)) * (unit(unseen, kind) + unit(unseen, UNKNOWN))
        for number, deed in enumerate(history):
            seat, other = deed.seat, deed.other
            kind = UNKNOWN if deed.card is None else _PLACE[deed.card]
            if deed.what is What.TAKE and seat != reader:
                fixed += unit(seat, kind)
                if kind == UNKNOWN:
                    self._steps.append(HiddenTake(number, seat))
            elif deed.what is What.EXCHANGE and other is not None:
                if kind == UNKNOWN:
                    self._steps.append(HiddenDraw.of(number, fixed, seat, other, sorted(in_hands)))
                elif seat == reader:
                    self._steps.append(SeenDraw(number, fixed, other, kind, unseen))
                else:
                    fixed += unit(seat, kind)
                    in_hands.add(kind)
                fixed -= unit(seat, _DISH) if seat != reader else 0
                fixed += unit(other, _DISH) if other != reader else 0
            elif deed.what is What.RESERVE and seat != reader:
                pile = self._players + seat
                self._steps.append(LaidRes(number, fixed, seat, pile, kind, deed.beneath, unseen, self._protect))
        return Layout(fixed, self._others, [self._players + seat for seat in self._others], unseen)

    def _early_filters(self) -> Filters:
        """After the last branch that changes a seat's cards it is clear what the seat ends with. Deals that do not fit
        are dropped there, before they branch further.
        """
        last = {seat: number for number, branch in enumerate(self._branches) for seat in branch.seats}
        return [
            [
                partial(self._likelihood.may_hold, who)
                for who, seat in enumerate(self._others)
                if last.get(seat) == number
            ]
            for number in range(len(self._branches))
        ]

    def draw(self, rng: Random) -> HiddenCards:
        """What was hidden, by its odds.

        Where an unknown menu was laid as a RES, it is drawn from all that its owner held. So cases in which the owner
        held two of that kind come up twice as often as they should, and half of them are drawn again.
        """
        while True:
            hidden, often = self._draw(rng)
            if rng.random() * often < 1:
                return hidden

    def _draw(self, rng: Random) -> tuple[HiddenCards, int]:
        weighted = self._all or self._some(rng)
        end, kinds = self._likelihood.draw(weighted, rng)
        hidden = HiddenCards()
        menus = _UnknownMenus([[] for _ in range(self._players)], [[] for _ in range(self._players)])
        choices = iter(weighted.deals.choices(end, rng))
        for step in self._steps:
            if isinstance(step, HiddenTake):
                menus.in_hand[step.seat].append(step.deed)
            else:
                _retrace(step, next(choices), menus, hidden, rng)
        for seat, of_seat in zip(self._others, kinds, strict=True):
            rng.shuffle(of_seat)
            menus.kinds.update(zip(menus.in_hand[seat] + menus.covered[seat], of_seat, strict=True))
        hidden.cards.update(menus.kinds)
        hidden.cards.update((deed, menus.kinds[menu]) for deed, menu in menus.drawn.items())
        for deed, beneath in menus.beneath.items():
            hidden.beneath[deed] += [menus.kinds[menu] for menu in beneath]
        often = prod(1 + sum(menus.kinds[menu] == res for menu in beside) for res, beside in menus.beside)
        return hidden, often

    def _some(self, rng: Random) -> Weighted:
        if self._sample is None or self._drawn % DRAWS_PER_SAMPLE == 0:
            self._sample = self._sampled(rng)
        self._drawn += 1
        return self._sample

    def _sampled(self, rng: Random) -> Weighted:
        width = SAMPLE
        while not (weighted := self._likelihood.weigh(PossibleDeals(self._branches, self._filters, width, rng))).ends:
            width *= 2
        return weighted


def _retrace(branch: Branch, choice: Choice, menus: _UnknownMenus, hidden: HiddenCards, rng: Random) -> None:
    """Follow one branch as it was chosen."""
    match branch:
        case HiddenDraw(deed=deed, seat=seat, other=other) if choice[0] == UNKNOWN:
            menu = menus.pop(other, rng)
            menus.in_hand[seat].append(menu)
            menus.drawn[deed] = menu
        case HiddenDraw(deed=deed):
            hidden.cards[deed] = choice[0]
        case SeenDraw(other=other, kind=kind):
            if choice[0] == UNKNOWN:
                menus.kinds[menus.pop(other, rng)] = kind
        case _:
            was, *beneath, unknown = choice
            if was == UNKNOWN:
                menus.kinds[menus.pop(branch.seat, rng)] = branch.kind
                menus.beside.append((branch.kind, menus.in_hand[branch.seat][:]))
            menus.beneath[branch.deed] = [menus.pop(branch.seat, rng) for _ in range(unknown)]
            menus.covered[branch.seat] += menus.beneath[branch.deed]
            hidden.beneath[branch.deed] = [kind for kind, number in enumerate(beneath) for _ in range(number)]

"""How likely each possible deal is, given the evidence of the service, and what the unknown menus are in it."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import perm, prod
from typing import Final, Protocol

from tablee.core.chance import Random
from tablee.games.restaurant.knowledge.deals import UNKNOWN, Cards, Counts, Deal, PossibleDeals, cards_at, counts, pick
from tablee.games.restaurant.knowledge.evidence import Evidence
from tablee.games.restaurant.knowledge.unknown_menus import HandAssignments, JointAssignments, ways_alone
from tablee.games.restaurant.pieces import MENUS

FEW: Final = 24
"""The number of deals up to which all are weighed exactly."""
LOOKS: Final = 8
"""The number of deals weighed exactly for each draw, if there are more."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things are in the deals at the end of a history."""

    fixed: int
    """What they have in common; it is not in them."""
    hands: Sequence[int]
    piles: Sequence[int]
    """The slots of the others' hands and of their protected cards."""
    menus: int
    """The slot of the unseen menus."""

    def held(self, deal: Deal) -> list[Cards]:
        """All that each of the others holds."""
        return [self.held_by(who, deal) for who in range(len(self.hands))]

    def held_by(self, who: int, deal: Deal) -> Cards:
        """All that one of the others holds; `who` is its place among them."""
        table = deal + self.fixed
        return Cards(cards_at(table, self.hands[who]) + cards_at(table, self.piles[who]))

    def unseen(self, deal: Deal) -> Counts:
        """The unseen menus, and how many they are."""
        return counts(cards_at(deal + self.fixed, self.menus))


class Weighted:
    """Some of the possible deals, with their odds."""

    def __init__(self, deals: PossibleDeals, odds: Mapping[Deal, float], *, exact: bool = True) -> None:
        self.deals = deals
        self.ends = list(odds)
        self.exact = exact
        self._tickets = list(accumulate(odds.values()))

    def draw(self, rng: Random) -> Deal:
        """One of them; there must be one."""
        place = bisect_right(self._tickets, rng.random() * self._tickets[-1])
        return self.ends[min(place, len(self.ends) - 1)]


Kinds = list[list[int]]
"""For each of the others the kinds of its unknown menus."""


class Likelihood(Protocol):
    """What is known apart from the history."""

    def may_hold(self, who: int, deal: Deal) -> bool:
        """Whether one of the others may have the cards that it has at the end of a deal."""

    def weigh(self, deals: PossibleDeals) -> Weighted:
        """The deals that fit; each has passed `may_hold` for all of the others."""

    def draw(self, weighted: Weighted, rng: Random) -> tuple[Deal, Kinds]:
        """One of them, by its odds."""


class OrdersLikelihood:
    """During the orders: nothing more is known."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def may_hold(self, who: int, deal: Deal) -> bool:
        return True

    def weigh(self, deals: PossibleDeals) -> Weighted:
        return Weighted(deals, deals.ends)

    def draw(self, weighted: Weighted, rng: Random) -> tuple[Deal, Kinds]:
        end = weighted.draw(rng)
        unseen = self._layout.unseen(end)
        menus = [kind for kind in range(len(MENUS)) for _ in range(unseen[kind])]
        rng.shuffle(menus)
        return end, [[menus.pop() for _ in range(counts(held)[UNKNOWN])] for held in self._layout.held(end)]


class ServiceLikelihood:
    """During the service: the evidence about each of the others."""

    def __init__(self, layout: Layout, evidence: Sequence[Evidence]) -> None:
        self._layout = layout
        self._assignments = HandAssignments(evidence, counts(cards_at(layout.fixed, layout.menus)))
        self._joint: dict[Deal, JointAssignments] = {}
        self._alone: dict[tuple[int, Cards, Counts], float] = {}

    def may_hold(self, who: int, deal: Deal) -> bool:
        return bool(self._assignments.of_hand(who, self._layout.held_by(who, deal)))

    def weigh(self, deals: PossibleDeals) -> Weighted:
        ends = deals.ends
        if len(ends) <= FEW or not any(map(self._exact, ends)):
            return self._weigh_exactly(deals)
        odds = {end: ends[end] * share for end in ends if (share := self._rough(end))}
        return Weighted(deals, odds, exact=False)

    def _weigh_exactly(self, deals: PossibleDeals) -> Weighted:
        odds = {end: ways * share for end, ways in deals.ends.items() if (share := self._exact(end))}
        return Weighted(deals, odds)

    def draw(self, weighted: Weighted, rng: Random) -> tuple[Deal, Kinds]:
        if weighted.exact:
            end = weighted.draw(rng)
            return end, self._kinds(end, rng)
        looked_at = [weighted.draw(rng) for _ in range(LOOKS)]
        odds = [self._exact(deal) / self._rough(deal) for deal in looked_at]
        if any(odds):
            end = looked_at[pick(odds, rng)]
            return end, self._kinds(end, rng)
        return self.draw(self._weigh_exactly(weighted.deals), rng)

    def _exact(self, deal: Deal) -> float:
        """How likely it is that the unknown menus of a deal fit the evidence."""
        held = self._layout.held(deal)
        unseen = self._layout.unseen(deal)
        if deal not in self._joint:
            hands = [self._assignments.of_hand(who, cards) for who, cards in enumerate(held)]
            self._joint[deal] = JointAssignments(hands, self._assignments.in_groups(unseen))
        unknown = sum(counts(cards)[UNKNOWN] for cards in held)
        return self._joint[deal].ways / perm(unseen[UNKNOWN], unknown)

    def _rough(self, deal: Deal) -> float:
        """The same, as if each hand alone drew on the unseen menus."""
        unseen = self._layout.unseen(deal)
        return prod(self._rough_share(who, held, unseen) for who, held in enumerate(self._layout.held(deal)))

    def _rough_share(self, who: int, held: Cards, unseen: Counts) -> float:
        key = (who, held, unseen)
        if key not in self._alone:
            ways = ways_alone(self._assignments.of_hand(who, held), self._assignments.in_groups(unseen))
            self._alone[key] = ways / perm(unseen[UNKNOWN], counts(held)[UNKNOWN])
        return self._alone[key]

    def _kinds(self, deal: Deal, rng: Random) -> Kinds:
        unseen = self._layout.unseen(deal)
        groups = [[kind for kind in group for _ in range(unseen[kind])] for group in self._assignments.groups]
        for menus in groups:
            rng.shuffle(menus)
        drawn = self._joint[deal].draw(rng)
        return [
            [menus.pop() for place, menus in enumerate(groups) for _ in range(numbers >> 6 * place & 63)]
            for numbers in drawn
        ]

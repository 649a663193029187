"""At the end of a chronicle: which of the worlds it is, and which menus the unnamed ones are in it."""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import perm, prod
from typing import Final, Protocol

from tablee.core.chance import Random
from tablee.games.restaurant.knowledge.naming import Names, Shared, Testimony, ways_alone
from tablee.games.restaurant.knowledge.worlds import UNNAMED, Counts, Row, World, Worlds, counts, pick, row_of
from tablee.games.restaurant.pieces import MENUS

FEW: Final = 24
"""So many worlds are all weighed exactly."""
LOOKS: Final = 8
"""Of more, so many are."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where things are in the worlds at the end of a chronicle."""

    fixed: int
    """What they have in common; it is not in them."""
    hands: Sequence[int]
    piles: Sequence[int]
    """The rows of the others' hands and of their protected cards."""
    menus: int
    """The row of the menus unseen."""

    def held(self, world: World) -> list[Row]:
        """All that each of the others holds."""
        return [self.held_by(who, world) for who in range(len(self.hands))]

    def held_by(self, who: int, world: World) -> Row:
        """All that one of the others holds; `who` counts only them."""
        table = world + self.fixed
        return Row(row_of(table, self.hands[who]) + row_of(table, self.piles[who]))

    def unseen(self, world: World) -> Counts:
        """The menus unseen, and how many they are."""
        return counts(row_of(world + self.fixed, self.menus))


class Weighed:
    """Some of the worlds, with their odds."""

    def __init__(self, worlds: Worlds, odds: Mapping[World, float], *, exact: bool = True) -> None:
        self.worlds = worlds
        self.ends = list(odds)
        self.exact = exact
        self._tickets = list(accumulate(odds.values()))

    def draw(self, rng: Random) -> World:
        """One of them; they must all have some odds."""
        place = bisect_right(self._tickets, rng.random() * self._tickets[-1])
        return self.ends[min(place, len(self.ends) - 1)]


Kinds = list[list[int]]
"""For each of the others the kinds of its unnamed menus."""


class Weighing(Protocol):
    """What is known beside the chronicle."""

    def may_hold(self, who: int, world: World) -> bool:
        """Whether one of the others may end with the cards it has in a world."""

    def weigh(self, worlds: Worlds) -> Weighed:
        """The worlds that fit it; in each, everybody may hold what he has."""

    def draw(self, weighed: Weighed, rng: Random) -> tuple[World, Kinds]:
        """One of them, by its odds."""


class Untold:
    """Nothing: the orders are still going on."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout

    def may_hold(self, who: int, world: World) -> bool:
        return True

    def weigh(self, worlds: Worlds) -> Weighed:
        return Weighed(worlds, worlds.ends)

    def draw(self, weighed: Weighed, rng: Random) -> tuple[World, Kinds]:
        end = weighed.draw(rng)
        unseen = self._layout.unseen(end)
        menus = [kind for kind in range(len(MENUS)) for _ in range(unseen[kind])]
        rng.shuffle(menus)
        return end, [[menus.pop() for _ in range(counts(held)[UNNAMED])] for held in self._layout.held(end)]


class Told:
    """What the service has told of each of the others."""

    def __init__(self, layout: Layout, testimonies: Sequence[Testimony]) -> None:
        self._layout = layout
        self._names = Names(testimonies, counts(row_of(layout.fixed, layout.menus)))
        self._shared: dict[World, Shared] = {}
        self._alone: dict[tuple[int, Row, Counts], float] = {}

    def may_hold(self, who: int, world: World) -> bool:
        return bool(self._names.of_hand(who, self._layout.held_by(who, world)))

    def weigh(self, worlds: Worlds) -> Weighed:
        ends = worlds.ends
        if len(ends) <= FEW or not any(map(self._exact, ends)):
            return self._weigh_exactly(worlds)
        odds = {end: ends[end] * share for end in ends if (share := self._rough(end))}
        return Weighed(worlds, odds, exact=False)

    def _weigh_exactly(self, worlds: Worlds) -> Weighed:
        odds = {end: ways * share for end, ways in worlds.ends.items() if (share := self._exact(end))}
        return Weighed(worlds, odds)

    def draw(self, weighed: Weighed, rng: Random) -> tuple[World, Kinds]:
        if weighed.exact:
            end = weighed.draw(rng)
            return end, self._name(end, rng)
        looked_at = [weighed.draw(rng) for _ in range(LOOKS)]
        odds = [self._exact(world) / self._rough(world) for world in looked_at]
        if any(odds):
            end = looked_at[pick(odds, rng)]
            return end, self._name(end, rng)
        return self.draw(self._weigh_exactly(weighed.worlds), rng)

    def _exact(self, world: World) -> float:
        """How likely it is that the unnamed menus of a world are as was told."""
        held = self._layout.held(world)
        unseen = self._layout.unseen(world)
        if world not in self._shared:
            namings = [self._names.of_hand(who, cards) for who, cards in enumerate(held)]
            self._shared[world] = Shared(namings, self._names.in_groups(unseen))
        unnamed = sum(counts(cards)[UNNAMED] for cards in held)
        return self._shared[world].ways / perm(unseen[UNNAMED], unnamed)

    def _rough(self, world: World) -> float:
        """The same, as if each hand alone drew on the unseen menus."""
        unseen = self._layout.unseen(world)
        return prod(self._of_one(who, held, unseen) for who, held in enumerate(self._layout.held(world)))

    def _of_one(self, who: int, held: Row, unseen: Counts) -> float:
        key = (who, held, unseen)
        if key not in self._alone:
            ways = ways_alone(self._names.of_hand(who, held), self._names.in_groups(unseen))
            self._alone[key] = ways / perm(unseen[UNNAMED], counts(held)[UNNAMED])
        return self._alone[key]

    def _name(self, world: World, rng: Random) -> Kinds:
        unseen = self._layout.unseen(world)
        groups = [[kind for kind in group for _ in range(unseen[kind])] for group in self._names.groups]
        for menus in groups:
            rng.shuffle(menus)
        drawn = self._shared[world].draw(rng)
        return [
            [menus.pop() for place, menus in enumerate(groups) for _ in range(numbers >> 6 * place & 63)]
            for numbers in drawn
        ]

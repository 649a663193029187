"""Monte Carlo tree search for any game, over what a seat thinks possible. docs/bots.md tells how it works."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import inf, log, sqrt
from typing import Any, Final, NamedTuple, TypeVar

from tablee.bots.bot import Budget, own_seat
from tablee.bots.heuristic import AnyGame, heuristic, win_odds
from tablee.core.chance import Random
from tablee.core.game import Action, State, View
from tablee.core.heuristic import Heuristic
from tablee.core.manifest import SearchTuning
from tablee.core.registry import manifest_of
from tablee.core.seat import CHANCE, Seat

T = TypeVar("T")

SERIOUS: Final = 0.5
"""What is chosen less than this, beside what is chosen most, is not meant."""
SERIOUS_AT_LAST, HASTY = 0.2, 150
"""The same where a mixture is searched for, with many iterations, and how many are few: then it is as above."""

LOOK_UP: Final = 32
"""After so many iterations each time, a search asks itself whether there is anything left to find out."""


def search_tuning(game: AnyGame) -> SearchTuning:
    """How to search this game."""
    return manifest_of(game).search


@dataclass(frozen=True)
class Ranked:
    """A choice as a search sees it."""

    action: Action
    value: float
    """The part of the win it promises, 0 to 1."""
    weight: float
    """How often the search would choose it, 0 to 1."""


@dataclass(slots=True)
class _Place:
    """The choices of one seat at one place of the tree: a place is all that the searching seat has seen happen."""

    visits: int = 0
    actions: list[Any] = field(default_factory=list)
    """The most promising first."""
    counts: list[int] = field(default_factory=list)
    """Of the actions that are open; the lists that follow are as long."""
    sums: list[float] = field(default_factory=list)
    regrets: list[float] = field(default_factory=list)
    chosen: list[float] = field(default_factory=list)
    """How much each was chosen by regret, over all visits."""
    total: float = 0.0
    squares: float = 0.0
    """Of all results."""
    cells: dict[tuple[int, ...], list[float]] = field(default_factory=dict)
    """Where several choose at once: count and sum by what all of them chose, own choice first."""

    def spread(self) -> float:
        """How much results vary: their standard deviation."""
        tried = sum(self.counts)
        if tried < 2:
            return 0.5
        return sqrt(max(0.0, self.squares / tried - (self.total / tried) ** 2))

    def learn(self, number: int, gained: float) -> None:
        """What came of choosing an action."""
        self.visits += 1
        self.counts[number] += 1
        self.sums[number] += gained
        self.total += gained
        self.squares += gained * gained

    def open_next(self) -> int:
        """Open one more action; its index."""
        self.counts.append(0)
        self.sums.append(0.0)
        self.regrets.append(0.0)
        self.chosen.append(0.0)
        return len(self.counts) - 1


class _Pick(NamedTuple):
    """A seat's choice on the way through the tree."""

    seat: Seat
    place: _Place
    number: int
    """Of the action, in the place's lists."""


class Search:
    """One search for one choice."""

    def __init__(
        self, game: AnyGame, view: View, rng: Random, tuning: SearchTuning, knows: Heuristic | None = None
    ) -> None:
        self._game = game
        self._view = view
        self._seat = own_seat(view)
        self._rng = rng
        self._tuning = tuning
        self._knows = knows or heuristic(game)
        self._odds = win_odds(game, self._knows)
        self._places: dict[tuple[int, Seat], _Place] = {}
        self._worlds: list[State] = [game.determinize(view, rng)]
        self._root = _Place(actions=list(self._knows.candidates(self._worlds[0], self._seat, rng, tuning.most)))
        self._places[0, self._seat] = self._root
        self.together = len(self._movers(self._worlds[0])) > 1
        self._matching = self.together and tuning.rivals
        self.iterations = 0

    def run(self, budget: Budget, enough: float = inf) -> None:
        """Search until the budget is spent, or so many iterations are done, or more could not change the choice."""
        meter = budget.meter()
        while self.iterations < enough and meter.next_iteration():
            self.iterate()
            if self.iterations % LOOK_UP == 0:
                left = min(meter.iterations_left(self.iterations), enough - self.iterations)
                if self._is_settled(left):
                    break

    def _is_settled(self, left: float) -> bool:
        """Whether one choice was tried so much more than any other that none can catch up. A mixture never settles."""
        if self.together:
            return False
        *_, second, first = sorted((0, *self._root.counts))
        return first - second > left

    @property
    def forced(self) -> bool:
        """Whether there is nothing to choose."""
        return len(self._root.actions) == 1

    def ranked(self) -> list[Ranked]:
        """The choices looked at, the best first."""
        root = self._root
        weights = root.chosen if self._matching else root.counts
        whole = sum(weights) or 1.0
        choices = [
            Ranked(action, total / count if count else 0.0, weight / whole)
            for action, total, count, weight in zip(root.actions, root.sums, root.counts, weights, strict=False)
        ] or [Ranked(root.actions[0], 1 / self._game.players, 1.0)]
        return sorted(choices, key=lambda choice: (-choice.weight, -choice.value))

    def value(self) -> float:
        """The part of the win that the own seat may expect."""
        return sum(choice.weight * choice.value for choice in self.ranked())

    def mixture(self) -> list[tuple[Action, float]]:
        """How often the bot makes each choice: one only, unless others choose at the same time."""
        ranked = self.ranked()
        if not self.together:
            return [(ranked[0].action, 1.0)]
        # What is hardly ever chosen is the noise of trying things out, which wears off.
        least = SERIOUS
        if self._matching:
            least -= (SERIOUS - SERIOUS_AT_LAST) * (1 - min(1.0, HASTY / max(1, self.iterations)))
        serious = [choice for choice in ranked if choice.weight >= least * ranked[0].weight]
        whole = sum([choice.weight for choice in serious])
        return [(choice.action, choice.weight / whole) for choice in serious]

    def choice(self) -> Action:
        """The best choice; where others choose at the same time, drawn from a mixture that is hard to foresee."""
        mixture = self.mixture()
        if len(mixture) == 1:
            return mixture[0][0]
        return _drawn([action for action, _ in mixture], [weight for _, weight in mixture], self._rng)

    # One iteration

    def iterate(self) -> None:
        """Play one match on from a possible world: by the tree, then by the policy; then value what came of it."""
        self.iterations += 1
        game, reader, rng = self._game, self._seat, self._rng
        root = self._root
        choose = self._by_regret if self._matching else self._by_confidence
        first = choose(self._worlds[0], reader, root)
        # The n-th try of each choice is made in the same world, so that none looks good because its worlds were kind.
        state = self._world(root.counts[first])
        movers = self._movers(state)
        seen = 0
        path: list[list[_Pick]] = []
        while movers:
            if movers[0] == CHANCE:
                events = game.apply(state, CHANCE, game.sample(state, rng))
                seen = hash((seen, *[event.seen_by(reader) for event in events]))
            else:
                deciders = movers if self._tuning.rivals else [seat for seat in movers if seat == reader]
                picks = self._picks(state, deciders, seen, first if not path else None)
                if picks is None:
                    self._play_on(state)
                    break
                if picks:
                    path.append(picks)
                chosen = {pick.seat: pick.place.actions[pick.number] for pick in picks}
                for seat in movers:
                    action = chosen[seat] if seat in chosen else self._knows.policy(state, seat, rng)
                    events = game.apply(state, seat, action)
                    seen = hash((seen, *[event.seen_by(reader) for event in events]))
            movers = game.actors(state)
        utilities = self._odds(state)
        for picks in path:
            if len(picks) == 1:
                seat, place, number = picks[0]
                place.learn(number, utilities[seat])
            else:
                _regret(picks, utilities)

    def _world(self, number: int) -> State:
        """A copy of a possible world; each serves several numbers where worlds are dear."""
        number //= self._tuning.turns
        while number >= len(self._worlds):
            self._worlds.append(self._game.determinize(self._view, self._rng))
        return self._worlds[number].copy()

    def _movers(self, state: State) -> Sequence[Seat]:
        """Who chooses first. What others have laid face down is as open as if they were still to choose it."""
        game, seat = self._game, self._seat
        others = [other for other in (*game.may_replace(state), *game.actors(state)) if other != seat]
        return [*others, seat]

    def _picks(self, state: State, movers: Sequence[Seat], seen: int, first: int | None) -> list[_Pick] | None:
        """What each of them chooses by the tree; None where it has no choices yet.

        `first`: what the own seat has chosen already, at the root.
        """
        places = []
        ripe = 0 if first is not None else self._tuning.ripe
        for seat in movers:
            place = self._places.get((seen, seat))
            if place is None:
                place = self._places[seen, seat] = _Place()
            if not place.actions:
                place.visits += 1
                if place.visits > ripe:
                    place.actions.extend(self._knows.candidates(state, seat, self._rng, self._tuning.most_later))
            places.append(place)
        if not all(place.actions for place in places):
            return None
        choose = self._by_confidence if len(places) == 1 else self._by_regret
        return [
            _Pick(seat, place, first if place is self._root and first is not None else choose(state, seat, place))
            for seat, place in zip(movers, places, strict=True)
        ]

    def _by_confidence(self, state: State, seat: Seat, place: _Place) -> int:
        """The action with the highest upper bound."""
        opened = self._opened(state, seat, place)
        if opened is not None:
            return opened
        counts, sums = place.counts, place.sums
        wide = self._tuning.curiosity * place.spread() * sqrt(log(place.visits + 1))
        impossible: set[int] = set()
        while len(impossible) < len(counts):
            best, best_bound = 0, -inf
            for index, count in enumerate(counts):
                bound = sums[index] / count + wide / sqrt(count) if count else inf
                if bound > best_bound and index not in impossible:
                    best, best_bound = index, bound
            if self._is_possible(state, seat, place, best):
                return best
            impossible.add(best)
        return self._improvised(state, seat, place)

    def _by_regret(self, state: State, seat: Seat, place: _Place) -> int:
        """An action by how much it is regretted that it was not chosen before (regret matching)."""
        opened = self._opened(state, seat, place)
        odds = [regret if regret > 0 else 0.0 for regret in place.regrets]
        whole = sum(odds)
        odds = [chance / whole for chance in odds] if whole else [1 / len(odds)] * len(odds)
        for index, chance in enumerate(odds):
            place.chosen[index] += chance
        if opened is not None:
            return opened
        mixing = self._tuning.mixing
        even = mixing / len(odds)
        odds = [(1 - mixing) * chance + even for chance in odds]
        left = list(range(len(odds)))
        while left:
            index = _drawn(left, [odds[index] for index in left], self._rng)
            if self._is_possible(state, seat, place, index):
                return index
            left.remove(index)
        return self._improvised(state, seat, place)

    def _opened(self, state: State, seat: Seat, place: _Place) -> int | None:
        """One more action, if it is time for one and it is possible in this world."""
        opened = len(place.counts)
        if opened < len(place.actions) and opened < self._tuning.first * max(1, place.visits) ** self._tuning.growth:
            place.open_next()
            if self._is_possible(state, seat, place, opened):
                return opened
        return None

    def _is_possible(self, state: State, seat: Seat, place: _Place, index: int) -> bool:
        """The own seat knows what it may do; what others may do can differ from world to world."""
        return seat == self._seat or self._game.is_legal(state, seat, place.actions[index])

    def _improvised(self, state: State, seat: Seat, place: _Place) -> int:
        """What the policy would do, where nothing that is open can be done in this world."""
        action, opened = self._knows.policy(state, seat, self._rng), len(place.counts)
        if action in place.actions:
            place.actions.remove(action)
        place.actions.insert(opened, action)
        return place.open_next()

    def _play_on(self, state: State) -> None:
        """A few moves by the policy, and all that chance does before the next choice."""
        game, policy, rng = self._game, self._knows.policy, self._rng
        left = self._tuning.depth
        while actors := game.actors(state):
            if actors[0] == CHANCE:
                game.apply(state, CHANCE, game.sample(state, rng), False)
                continue
            if not left:
                break
            left -= 1
            for seat in actors:
                game.apply(state, seat, policy(state, seat, rng), False)


def _drawn(things: Sequence[T], weights: Sequence[float], rng: Random) -> T:
    """One of them, with odds as their weights."""
    bounds = list(accumulate(weights))
    return things[min(bisect_right(bounds, rng.random() * bounds[-1]), len(things) - 1)]


def _regret(picks: list[_Pick], utilities: Sequence[float]) -> None:
    """Where several choose at once: what each of them should have chosen, the others choosing as they did."""
    for seat, place, index in picks:
        gained = utilities[seat]
        others = tuple(pick.number for pick in picks if pick.seat != seat)
        cells = place.cells
        cell = cells.setdefault((index, *others), [0.0, 0.0])
        cell[0] += 1
        cell[1] += gained
        place.learn(index, gained)
        regrets, counts, sums = place.regrets, place.counts, place.sums
        for other, count in enumerate(counts):
            if other != index and count:
                known = cells.get((other, *others))
                regrets[other] += (known[1] / known[0] if known else sums[other] / count) - gained


@dataclass(frozen=True)
class SearchBot:
    """Chooses by a search."""

    level: str = ""
    """The level whose tuning of a game says after how many iterations it has thought enough, even if there is time
    for more."""

    def choose(self, game: AnyGame, view: View, rng: Random, budget: Budget) -> Action:
        search = Search(game, view, rng, search_tuning(game))
        if not search.forced:
            enough = manifest_of(game).level(self.level).iterations if budget.iterations is None else None
            search.run(budget, inf if enough is None else enough)
        return search.choice()

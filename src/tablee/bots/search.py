"""Monte Carlo tree search for any game, over what a seat thinks possible. docs/bots.md tells how it works."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from math import inf, log, sqrt
from typing import Any, Final, NamedTuple, TypeVar

from tablee.bots.bot import Budget, own_seat
from tablee.bots.heuristic import heuristic, win_odds
from tablee.bots.rollout import roll_out
from tablee.core.chance import Random
from tablee.core.game import Action, AnyGame, State, View
from tablee.core.heuristic import Heuristic, Ranked
from tablee.core.manifest import SearchTuning
from tablee.core.registry import manifest_of
from tablee.core.seat import CHANCE, Seat

T = TypeVar("T")

MIXTURE_CUTOFF: Final = 0.5
"""Actions weighted less than this, relative to the heaviest one, are dropped from a mixture: they are noise."""
FINAL_CUTOFF, FEW_ITERATIONS = 0.2, 150
"""With regret matching the cutoff falls to the first number as iterations grow well beyond the second."""

CONSIDERED: Final = 0.1
"""Choices tried less often than this, relative to the one tried most, are not shown: they only looked bad."""

CHECK_EVERY: Final = 32
"""Iterations between two checks whether more of them could change the choice."""


def search_tuning(game: AnyGame) -> SearchTuning:
    """How the search treats this game."""
    return manifest_of(game).search


@dataclass(slots=True)
class _Node:
    """The choices of one seat after one history of what the searching seat has seen (an information set)."""

    visits: int = 0
    actions: list[Any] = field(default_factory=list)
    """The most promising first."""
    counts: list[int] = field(default_factory=list)
    """Visits of each action that is open; the lists that follow are as long."""
    sums: list[float] = field(default_factory=list)
    regrets: list[float] = field(default_factory=list)
    strategy_sums: list[float] = field(default_factory=list)
    """How likely each was under regret matching, summed over all visits."""
    total: float = 0.0
    squares: float = 0.0
    """Of all results."""
    joint_results: dict[tuple[int, ...], list[float]] = field(default_factory=dict)
    """Where several choose at once: visits and sum of results by joint action, own action first."""

    def deviation(self) -> float:
        """How much results vary: their standard deviation."""
        tried = sum(self.counts)
        if tried < 2:
            return 0.5
        return sqrt(max(0.0, self.squares / tried - (self.total / tried) ** 2))

    def update(self, number: int, gained: float) -> None:
        """Add the result of an action."""
        self.visits += 1
        self.counts[number] += 1
        self.sums[number] += gained
        self.total += gained
        self.squares += gained * gained

    def widen(self) -> int:
        """Open one more action (progressive widening); its index."""
        self.counts.append(0)
        self.sums.append(0.0)
        self.regrets.append(0.0)
        self.strategy_sums.append(0.0)
        return len(self.counts) - 1


class _Pick(NamedTuple):
    """A seat's choice on the way through the tree."""

    seat: Seat
    node: _Node
    number: int
    """Of the action, in the node's lists."""


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
        self._nodes: dict[tuple[int, Seat], _Node] = {}
        self._worlds: list[State] = [game.determinize(view, rng)]
        self._root = _Node(actions=list(self._knows.candidates(self._worlds[0], self._seat, rng, tuning.root_width)))
        self._nodes[0, self._seat] = self._root
        self.together = len(self._movers(self._worlds[0])) > 1
        self._regret_matching = self.together and tuning.rivals_in_tree
        self.iterations = 0

    def run(self, budget: Budget, most_iterations: float = inf) -> None:
        """Search until the budget is spent, `most_iterations` are done, or more could not change the choice."""
        meter = budget.meter()
        while self.iterations < most_iterations and meter.next_iteration():
            self.iterate()
            if self.iterations % CHECK_EVERY == 0:
                left = min(meter.iterations_left(self.iterations), most_iterations - self.iterations)
                if self._is_settled(left):
                    break

    def _is_settled(self, left: float) -> bool:
        """Whether one action has so many more visits than any other that none can catch up. A mixture never settles."""
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
        weights = root.strategy_sums if self._regret_matching else root.counts
        whole = sum(weights) or 1.0
        choices = [
            Ranked(action, total / count if count else 0.0, weight / whole)
            for action, total, count, weight in zip(root.actions, root.sums, root.counts, weights, strict=False)
        ] or [Ranked(root.actions[0], 1 / self._game.players, 1.0)]
        return sorted(choices, key=lambda choice: (-choice.weight, -choice.value))

    def considered(self) -> list[Ranked]:
        """The same without those tried far less often than the first, which only looked bad."""
        ranked = self.ranked()
        return [choice for choice in ranked if choice.weight >= CONSIDERED * ranked[0].weight]

    def value(self) -> float:
        """The part of the win that the own seat may expect."""
        return sum(choice.weight * choice.value for choice in self.ranked())

    def mixture(self) -> list[tuple[Action, float]]:
        """How often the bot makes each choice: one only, unless others choose at the same time."""
        ranked = self.ranked()
        if not self.together:
            return [(ranked[0].action, 1.0)]
        # Small weights are the noise of exploration, which fades as iterations grow.
        least = MIXTURE_CUTOFF
        if self._regret_matching:
            least -= (MIXTURE_CUTOFF - FINAL_CUTOFF) * (1 - min(1.0, FEW_ITERATIONS / max(1, self.iterations)))
        serious = [choice for choice in ranked if choice.weight >= least * ranked[0].weight]
        whole = sum([choice.weight for choice in serious])
        return [(choice.action, choice.weight / whole) for choice in serious]

    def choice(self) -> Action:
        """The best choice; where others choose at the same time, drawn from a mixture that is hard to foresee."""
        mixture = self.mixture()
        return sample([action for action, _ in mixture], [weight for _, weight in mixture], self._rng)

    # One iteration

    def iterate(self) -> None:
        """From a possible world: select by the tree, roll out by the policy, value the result, update the nodes."""
        self.iterations += 1
        game, reader, rng = self._game, self._seat, self._rng
        root = self._root
        choose = self._by_regret if self._regret_matching else self._by_upper_bound
        first = choose(self._worlds[0], reader, root)
        # The n-th visit of each action is in the same world, so that none looks good because its worlds were kind.
        state = self._world(root.counts[first])
        movers = self._movers(state)
        seen = 0
        path: list[list[_Pick]] = []
        while movers:
            if movers[0] == CHANCE:
                # Not by `playout`, which makes no events: what the reader sees of them tells the nodes apart.
                events = game.apply(state, CHANCE, game.sample(state, rng))
                seen = hash((seen, *[event.seen_by(reader) for event in events]))
            else:
                deciders = movers if self._tuning.rivals_in_tree else [seat for seat in movers if seat == reader]
                picks = self._select(state, deciders, seen, first if not path else None)
                if picks is None:
                    roll_out(game, self._knows, state, rng, self._tuning.rollout_depth)
                    break
                if picks:
                    path.append(picks)
                chosen = {pick.seat: pick.node.actions[pick.number] for pick in picks}
                for seat in movers:
                    action = chosen[seat] if seat in chosen else self._knows.policy(state, seat, rng)
                    events = game.apply(state, seat, action)
                    seen = hash((seen, *[event.seen_by(reader) for event in events]))
            movers = game.actors(state)
        utilities = self._odds(state)
        for picks in path:
            if len(picks) == 1:
                seat, node, number = picks[0]
                node.update(number, utilities[seat])
            else:
                _update_regrets(picks, utilities)

    def _world(self, number: int) -> State:
        """A copy of a possible world; where worlds are costly, each serves several numbers."""
        number //= self._tuning.world_uses
        while number >= len(self._worlds):
            self._worlds.append(self._game.determinize(self._view, self._rng))
        return self._worlds[number].copy()

    def _movers(self, state: State) -> Sequence[Seat]:
        """Who chooses first. Those whose choice lies face down count as still to choose."""
        game, seat = self._game, self._seat
        others = [other for other in (*game.may_replace(state), *game.actors(state)) if other != seat]
        return [*others, seat]

    def _select(self, state: State, movers: Sequence[Seat], seen: int, first: int | None) -> list[_Pick] | None:
        """What each of them chooses by the tree; None where a node is not expanded yet.

        `first`: what the own seat has chosen already, at the root.
        """
        nodes = []
        expand_after = 0 if first is not None else self._tuning.expand_after
        for seat in movers:
            node = self._nodes.get((seen, seat))
            if node is None:
                node = self._nodes[seen, seat] = _Node()
            if not node.actions:
                node.visits += 1
                if node.visits > expand_after:
                    node.actions.extend(self._knows.candidates(state, seat, self._rng, self._tuning.node_width))
            nodes.append(node)
        if not all(node.actions for node in nodes):
            return None
        choose = self._by_upper_bound if len(nodes) == 1 else self._by_regret
        return [
            _Pick(seat, node, first if node is self._root and first is not None else choose(state, seat, node))
            for seat, node in zip(movers, nodes, strict=True)
        ]

    def _by_upper_bound(self, state: State, seat: Seat, node: _Node) -> int:
        """The action with the highest upper bound."""
        opened = self._widened(state, seat, node)
        if opened is not None:
            return opened
        counts, sums = node.counts, node.sums
        wide = self._tuning.exploration * node.deviation() * sqrt(log(node.visits + 1))
        impossible: set[int] = set()
        while len(impossible) < len(counts):
            best, best_bound = 0, -inf
            for index, count in enumerate(counts):
                bound = sums[index] / count + wide / sqrt(count) if count else inf
                if bound > best_bound and index not in impossible:
                    best, best_bound = index, bound
            if self._is_possible(state, seat, node, best):
                return best
            impossible.add(best)
        return self._by_policy(state, seat, node)

    def _by_regret(self, state: State, seat: Seat, node: _Node) -> int:
        """An action by regret matching: more likely the more it is regretted that it was not chosen before."""
        opened = self._widened(state, seat, node)
        odds = [regret if regret > 0 else 0.0 for regret in node.regrets]
        whole = sum(odds)
        odds = [chance / whole for chance in odds] if whole else [1 / len(odds)] * len(odds)
        for index, chance in enumerate(odds):
            node.strategy_sums[index] += chance
        if opened is not None:
            return opened
        mixing = self._tuning.mixing
        even = mixing / len(odds)
        odds = [(1 - mixing) * chance + even for chance in odds]
        left = list(range(len(odds)))
        while left:
            index = sample(left, [odds[index] for index in left], self._rng)
            if self._is_possible(state, seat, node, index):
                return index
            left.remove(index)
        return self._by_policy(state, seat, node)

    def _widened(self, state: State, seat: Seat, node: _Node) -> int | None:
        """One more action, if it is time for one and it is possible in this world."""
        tuning, opened = self._tuning, len(node.counts)
        if opened < len(node.actions) and opened < tuning.first_actions * max(1, node.visits) ** tuning.widening:
            node.widen()
            if self._is_possible(state, seat, node, opened):
                return opened
        return None

    def _is_possible(self, state: State, seat: Seat, node: _Node, index: int) -> bool:
        """The own seat knows what it may do; what others may do can differ from world to world."""
        return seat == self._seat or self._game.is_legal(state, seat, node.actions[index])

    def _by_policy(self, state: State, seat: Seat, node: _Node) -> int:
        """What the policy does, where no open action is possible in this world."""
        action, opened = self._knows.policy(state, seat, self._rng), len(node.counts)
        if action in node.actions:
            node.actions.remove(action)
        node.actions.insert(opened, action)
        return node.widen()


def sample(things: Sequence[T], weights: Sequence[float], rng: Random) -> T:
    """One of them, drawn by their weights."""
    if len(things) == 1:
        return things[0]
    bounds = list(accumulate(weights))
    return things[min(bisect_right(bounds, rng.random() * bounds[-1]), len(things) - 1)]


def _update_regrets(picks: list[_Pick], utilities: Sequence[float]) -> None:
    """Where several choose at once: what each of them should have chosen, the others choosing as they did."""
    for seat, node, index in picks:
        gained = utilities[seat]
        others = tuple(pick.number for pick in picks if pick.seat != seat)
        joint_results = node.joint_results
        result = joint_results.setdefault((index, *others), [0.0, 0.0])
        result[0] += 1
        result[1] += gained
        node.update(index, gained)
        regrets, counts, sums = node.regrets, node.counts, node.sums
        for other, count in enumerate(counts):
            if other != index and count:
                known = joint_results.get((other, *others))
                regrets[other] += (known[1] / known[0] if known else sums[other] / count) - gained

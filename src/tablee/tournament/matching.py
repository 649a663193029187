"""Matchings of least cost, by networkx. Costs are whole numbers, so nothing is rounded.

The same costs give the same matching: nodes and edges are always added in the same order.
"""

from collections.abc import Callable, Sequence


def pairs(number: int, cost: Callable[[int, int], int]) -> list[tuple[int, int]]:
    """All of an even number of people in pairs, so that the sum of the costs is least."""
    edges = {(one, two): cost(one, two) for two in range(number) for one in range(two)}
    return sorted(_matched(edges))


def assignment(costs: Sequence[Sequence[int]]) -> list[int]:
    """By row: the column that it gets, each another one, so that the sum of the costs is least."""
    size = len(costs)
    if size <= 1:
        return [0] * size
    edges = {(row, size + column): costs[row][column] for row in range(size) for column in range(size)}
    return [column - size for _, column in sorted(_matched(edges))]


def _matched(costs: dict[tuple[int, int], int]) -> list[tuple[int, int]]:
    import networkx as nx  # noqa: PLC0415 - it takes a second to load, for which every house that opens would wait

    top = max(costs.values(), default=0) + 1
    graph = nx.Graph()
    for (one, two), cost in costs.items():
        graph.add_edge(one, two, weight=top - cost)
    found: set[tuple[int, int]] = nx.max_weight_matching(graph, maxcardinality=True)
    return [(min(pair), max(pair)) for pair in found]

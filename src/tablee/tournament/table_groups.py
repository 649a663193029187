"""Tables of three to six: groups of people, so that the sum of the costs of all who sit together is low.

No method finds the best groups of many people quickly. Here one place of every table is cleared, and the people from
there are given back by a matching of least cost; so place after place, and then any two change places where that helps,
until nothing does.
"""

from collections.abc import Callable, Mapping, Sequence

from tablee.tournament.matching import assignment

Costs = Mapping[int, Mapping[int, int]]
"""What it costs that two people sit together."""


def groups(people: Sequence[int], sizes: Sequence[int], cost: Callable[[int, int], int]) -> list[list[int]]:
    """People in groups of these sizes. In the beginning those who stand beside each other sit together."""
    tables: list[list[int]] = []
    for size in sizes:
        begun = sum(map(len, tables))
        tables.append(list(people[begun : begun + size]))
    improve(tables, cost)
    return tables


def improve(tables: list[list[int]], cost: Callable[[int, int], int]) -> None:
    """Let people change places between tables until nothing gets better by it."""
    if len(tables) > 1:
        people = [player for table in tables for player in table]
        costs = {one: {two: cost(one, two) for two in people} for one in people}
        while _is_improved_by_matchings(tables, costs) or _is_improved_by_swaps(tables, costs):
            pass


def _is_improved_by_matchings(tables: list[list[int]], costs: Costs) -> bool:
    """Give out anew, once, the places of each number; whether anything got better."""
    is_better = False
    for place in range(max(map(len, tables))):
        with_place = [table for table in tables if len(table) > place]
        moved = [table[place] for table in with_place]
        there = [[_cost_at(table, place, player, costs) for table in with_place] for player in moved]
        found = assignment(there)
        before = sum(there[number][number] for number in range(len(moved)))
        if sum(there[number][column] for number, column in enumerate(found)) < before:
            is_better = True
            for number, column in enumerate(found):
                with_place[column][place] = moved[number]
    return is_better


def _is_improved_by_swaps(tables: list[list[int]], costs: Costs) -> bool:
    """Let any two people change places where that helps; whether it did."""
    is_better = False
    for later, table in enumerate(tables):
        for other in tables[:later]:
            for place in range(len(table)):
                for there in range(len(other)):
                    is_better |= _is_swapped(table, place, other, there, costs)
    return is_better


def _is_swapped(table: list[int], place: int, other: list[int], there: int, costs: Costs) -> bool:
    one, two = table[place], other[there]
    before = _cost_at(table, place, one, costs) + _cost_at(other, there, two, costs)
    if _cost_at(table, place, two, costs) + _cost_at(other, there, one, costs) >= before:
        return False
    table[place], other[there] = two, one
    return True


def _cost_at(table: Sequence[int], place: int, player: int, costs: Costs) -> int:
    """What it costs that a player sits at this place, beside those at the others."""
    return sum([costs[player][other] for number, other in enumerate(table) if number != place])

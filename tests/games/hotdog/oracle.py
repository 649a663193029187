"""A second Hot-Dog, slow and plain, written from rules.md alone: one round, from the reveal to its end.

It shares nothing with the engine. A table is a dict:

    {"hand": 1, "mustard": 0, "idle": 0,
     "purses": {0: 3, 1: 3},              dollars by player
     "cards": {0: [1, 2], 1: [1, 2]},     cards in hand by player
     "tables": {5: [(0, 2)], 7: []},      on each table: who sold, and the card
     "totals": {0: 0, 1: 0}}              scores of earlier hands

and a bid is a dict, too: {"table": 5, "cards": [2, 1], "dollars": 1, "said": True}.
"""

from copy import deepcopy
from typing import Any

Table = dict[str, Any]
Happening = tuple[Any, ...]


def price(bid: dict[str, Any]) -> int:
    """HD-12, and HD-07: the cards count by their total."""
    total: int = sum(bid["cards"]) - bid["dollars"]
    return total


def places_left(table: Table, size: int) -> int:
    taken: int = sum(card for _, card in table["tables"][size])
    return size - taken


def clockwise_from(player: int, number: int) -> list[int]:
    return [(player + step) % number for step in range(number)]


def new_hand(values: list[int], players: int, hand: int, mustard: int, totals: dict[int, int]) -> Table:
    """HD-01, HD-02, HD-03."""
    return {
        "hand": hand,
        "mustard": mustard,
        "idle": 0,
        "purses": dict.fromkeys(range(players), 3),
        "cards": {player: list(values) for player in range(players)},
        "tables": {size: [] for size in ([5, 7] if players <= 3 else [5, 7, 9])},
        "totals": dict(totals),
    }


def play_round(
    before: Table, bids: dict[int, dict[str, Any]], *, values: list[int], hands: int, settle: str, announce: str
) -> tuple[Table | None, list[Happening]]:
    """The table of the next round (None: the game is over), and what happened."""
    table = deepcopy(before)
    players = len(bids)
    story: list[Happening] = [("revealed", bids)]
    anything_sold = False

    for size in sorted(table["tables"]):  # HD-11
        waiting = [player for player in clockwise_from(table["mustard"], players) if bids[player]["table"] == size]
        while waiting:
            # HD-12, HD-13: of the cheapest, the first clockwise from the mustard.
            cheapest = min(price(bids[player]) for player in waiting)
            player = next(player for player in waiting if price(bids[player]) == cheapest)
            waiting.remove(player)
            bid = bids[player]
            room = places_left(table, size)
            is_last = sorted(bid["cards"]) == sorted(table["cards"][player])
            forgot = announce == "manual" and is_last and not bid["said"]  # HD-20
            if forgot or sum(bid["cards"]) > room:  # HD-14
                story.append(("not sold", player, room, forgot))
                continue
            anything_sold = True
            table["purses"][player] -= bid["dollars"]  # HD-15
            for card in bid["cards"]:
                table["cards"][player].remove(card)
                table["tables"][size].append((player, card))
            story.append(("sold", player, places_left(table, size)))
            if settle == "at_once":
                pay_if_full(table, size, story)
    if settle == "end_of_round":
        for size in sorted(table["tables"]):
            pay_if_full(table, size, story)

    table["mustard"] = (table["mustard"] + 1) % players  # HD-18
    table["idle"] = 0 if anything_sold else table["idle"] + 1
    reason = end_of_hand(table)
    if reason is None:
        story.append(("next round", table["mustard"]))
        return table, story

    for player in range(players):  # HD-23, HD-24
        table["totals"][player] += table["purses"][player]
    story.append(("hand over", table["hand"], reason, table["purses"], table["totals"]))
    if table["hand"] == hands:
        best = max(table["totals"].values())
        story.append(("game over", table["totals"], [who for who in range(players) if table["totals"][who] == best]))
        return None, story
    return new_hand(values, players, table["hand"] + 1, table["mustard"], table["totals"]), story


def pay_if_full(table: Table, size: int, story: list[Happening]) -> None:
    """HD-17."""
    if places_left(table, size) == 0:
        shares = {
            player: sum(card for owner, card in table["tables"][size] if owner == player) for player in table["purses"]
        }
        for player, dollars in shares.items():
            table["purses"][player] += dollars
        table["tables"][size] = []
        story.append(("paid", size, shares))


def end_of_hand(table: Table) -> str | None:
    """HD-21, HD-22."""
    if any(not cards for cards in table["cards"].values()):
        return "sold_out"
    fits = [
        card <= places_left(table, size)
        for cards in table["cards"].values()
        for card in cards
        for size in table["tables"]
    ]
    if not any(fits):
        return "stuck"
    return "idle" if table["idle"] == 5 else None


def all_bids(table: Table, player: int, announce: str) -> list[dict[str, Any]]:
    """HD-06, HD-08, HD-19, HD-20: every bid a player can make, once."""
    cards = sorted(table["cards"][player])
    choices = set()
    for number in range(1, 2 ** len(cards)):
        choices.add(tuple(card for index, card in enumerate(cards) if number & 2**index))
    return [
        {"table": size, "cards": list(chosen), "dollars": dollars, "said": said}
        for chosen in sorted(choices)
        for size in table["tables"]
        for dollars in range(min(sum(chosen), table["purses"][player]) + 1)
        for said in ([False, True] if announce == "manual" and len(chosen) == len(cards) else [False])
    ]

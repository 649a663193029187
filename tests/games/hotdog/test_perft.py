"""Counts of all ways a tiny game can go (perft): nothing is forgotten, nothing counted twice, no rule of ending slips.

Each line of a count is one round: how many ways lead to its end, and how many of them end the game there, by reason.
Ways are sequences of bids, the seats bidding in order. The numbers come from the plain enumeration in this file, which
knows only the oracle (oracle.py, written from rules.md); it is run again beside the engine, and the smallest case can
be checked by hand:

Two players with the cards 1 and 2 and 3 dollars. A bid is the 1 (0 or 1 dollar), the 2 (0 to 2) or both (0 to 3) at
one of two tables: 2 × (2 + 3 + 4) = 18 bids, so 18 × 18 = 324 ways. If anyone bids both cards, somebody sells both;
the hand goes on only where neither did, in 10 × 10 = 100 ways. Then each has sold one card, since 2 + 2 fits anywhere,
and has one left. Who has the 2 left (after 2 × 2 different bids) has at least 2 dollars, thus 2 × 3 bids; who has the
1 left (after 2 × 3) has at least 1 dollar, thus 2 × 2 bids: 4 × 6 + 6 × 4 = 48 ways for each, 48 × 48 = 2304 for both.
The first one served always finds room, so now somebody sells out.

With the cards 5 and 5, only a bid of both never sells: 2 tables × 4 amounts for each player, 64 ways a round, and
64 ** 5 = 1_073_741_824 ways to idle from the start to the end.
"""

from collections import Counter
from itertools import product
from typing import Any

import pytest
from tests.games.hotdog import oracle
from tests.repetitions import repetitions

from tablee.games.hotdog.pieces import Announce, Settle
from tablee.games.hotdog.rules import HotDog

pytestmark = pytest.mark.slow_under_coverage

Count = list[tuple[int, dict[str, int]]]

END_OF_ROUND, MANUAL = Settle.END_OF_ROUND, Announce.MANUAL
TINY: list[tuple[HotDog, Count]] = [
    (
        HotDog(players=2, hands=1, hotdog_values=(1, 2)),
        [
            (324, {"sold_out": 224}),
            (2_304, {"sold_out": 2_304}),
            (0, {}),
        ],
    ),
    (
        HotDog(players=2, hands=2, hotdog_values=(1, 1)),
        [
            (100, {}),
            (8_656, {"sold_out": 7_056}),
            (47_104, {"sold_out": 43_008}),
            (65_536, {"sold_out": 65_536}),
        ],
    ),
    (
        HotDog(players=2, hands=1, hotdog_values=(1, 2), announce=MANUAL),
        [
            (676, {"sold_out": 352}),
            (92_416, {"sold_out": 55_552}),
            (8_479_744, {"sold_out": 5_325_568}),
        ],
    ),
    (
        HotDog(players=2, hands=1, hotdog_values=(5, 5)),
        [
            (256, {}),
            (38_976, {"sold_out": 18_560}),
            (2_816_064, {"sold_out": 1_376_240}),
            (192_595_968, {"sold_out": 95_290_880}),
            (12_842_931_456, {"sold_out": 6_399_808_448, "idle": 1_073_741_824}),
        ],
    ),
    (
        HotDog(players=2, hands=1, hotdog_values=(5, 5), settle=END_OF_ROUND),
        [
            (256, {}),
            (39_744, {"sold_out": 18_054}),
            (2_996_424, {"sold_out": 1_450_122}),
            (205_967_664, {"sold_out": 100_801_428}),
            (13_783_173_408, {"sold_out": 6_792_559_512, "idle": 1_073_741_824}),
        ],
    ),
    (
        HotDog(players=2, hands=1, hotdog_values=(3, 6)),
        [
            (576, {"stuck": 80}),
            (124_080, {"stuck": 22_272, "sold_out": 10_532}),
            (20_683_584, {"stuck": 3_971_248, "sold_out": 2_083_296}),
            (3_214_212_864, {"stuck": 639_159_120, "sold_out": 334_350_704}),
        ],
    ),
    (
        HotDog(players=2, hands=1, hotdog_values=(8, 9)),
        [
            (576, {"stuck": 576}),
            (0, {}),
        ],
    ),
    (
        HotDog(players=2, hands=1, hotdog_values=(7, 8), announce=MANUAL),
        [
            (1_024, {"stuck": 16}),
            (1_053_696, {"stuck": 43_904}),
            (1_072_562_176, {"stuck": 65_228_800}),
        ],
    ),
    (
        HotDog(players=3, hands=1, hotdog_values=(1, 1)),
        [
            (1_000, {"sold_out": 936}),
            (4_096, {"sold_out": 4_096}),
            (0, {}),
        ],
    ),
]


def ways(game: HotDog, rounds: int) -> Count:
    """The count as the engine has it. Ways that lead to the same table are followed once."""
    counts: Count = []
    start = game.start()
    tables = {repr(start): (start, 1)}
    for _ in range(rounds):
        after: dict[str, tuple[Any, int]] = {}
        all_ways, ended = 0, Counter[str]()
        for state, many in tables.values():
            for bids in product(*(game.legal(state, seat) for seat in game.seats)):
                end = state.copy()
                for seat, bid in zip(game.seats, bids, strict=True):
                    game.apply(end, seat, bid, events=False)
                all_ways += many
                if not game.actors(end):
                    ended[end.endings[-1]] += many
                    continue
                # How the table came to be does not matter for what follows.
                end.revealed, end.spent, end.round = (), [0] * game.players, 1
                same = after.get(repr(end), (end, 0))
                after[repr(end)] = (end, same[1] + many)
        counts.append((all_ways, dict(ended)))
        tables = after
    return counts


def ways_of_the_oracle(game: HotDog, rounds: int) -> Count:
    """The count as the rules have it, by the oracle."""
    values = list(game.hotdog_values)
    counts: Count = []
    start = oracle.new_hand(values, game.players, 1, 0, dict.fromkeys(range(game.players), 0))
    tables = {repr(start): (start, 1)}
    for _ in range(rounds):
        after: dict[str, tuple[oracle.Table, int]] = {}
        all_ways, ended = 0, Counter[str]()
        for table, many in tables.values():
            choices = [oracle.all_bids(table, player, game.announce.value) for player in range(game.players)]
            for bids in product(*choices):
                end, story = oracle.play_round(
                    table,
                    dict(enumerate(bids)),
                    values=values,
                    hands=game.hands,
                    settle=game.settle.value,
                    announce=game.announce.value,
                )
                all_ways += many
                if end is None:
                    ended[story[-2][2]] += many
                    continue
                end["tables"] = {size: sorted(there) for size, there in end["tables"].items()}
                same = after.get(repr(end), (end, 0))
                after[repr(end)] = (end, same[1] + many)
        counts.append((all_ways, dict(ended)))
        tables = after
    return counts


@pytest.mark.rule("HD-06", "HD-08", "HD-19", "HD-20", "HD-21", "HD-22", "HD-24")
@pytest.mark.parametrize(("game", "count"), TINY)
def test_a_tiny_game_can_go_so_many_ways(game: HotDog, count: Count) -> None:
    rounds = repetitions(len(count), min(len(count), 2))
    assert ways(game, rounds) == count[:rounds]
    assert ways_of_the_oracle(game, rounds) == count[:rounds]

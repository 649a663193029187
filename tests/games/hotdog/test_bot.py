"""What bots know of Hot-Dog: scenes of good sense."""

from collections import Counter
from random import Random

import pytest
from tests.games.hotdog.scene import ANNE, BERNARD, CLAIRE, FIVE, NINE, SEVEN, bid, choose, play_round, scene

from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.bot import HotDogHeuristic, candidates
from tablee.games.hotdog.bot.portions import NEVER, by_total, rounds_needed, sellable
from tablee.games.hotdog.pieces import HOTDOG_VALUES, Announce, Settle, pile
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

TWO, THREE, FOUR = HotDog(players=2), HotDog(players=3), HotDog(players=4)


def ranked(game: HotDog, state: HotDogState, seat: Seat = ANNE, most: int = 999) -> list[Bid]:
    return list(HotDogHeuristic(game).candidates(state, seat, Random(1), most))


def habits(game: HotDog, state: HotDogState, seat: Seat = ANNE) -> Counter[Bid]:
    """What the policy bids, and how often of 400 times."""
    knows, rng = HotDogHeuristic(game), Random(2)
    return Counter(knows.policy(state, seat, rng) for _ in range(400))


def value(game: HotDog, state: HotDogState, seat: Seat = ANNE) -> float:
    return HotDogHeuristic(game).value(state, seat)


# How hot-dogs could be sold


def test_all_hotdogs_can_be_sold_in_four_rounds() -> None:
    assert rounds_needed(pile(HOTDOG_VALUES), 7) == 4
    assert [sellable(pile(HOTDOG_VALUES), rounds, (5, 7)) for rounds in range(6)] == [0, 7, 14, 21, 24, 24]


def test_what_is_larger_than_any_table_is_never_sold() -> None:
    assert rounds_needed(pile([8, 1]), 7) == NEVER
    assert sellable(pile([8, 5, 1]), 3, (5, 7)) == 5


def test_the_portion_that_leaves_the_best_rest_comes_first() -> None:
    # 4+3 leaves 5+2 for the next seven; 5+2 leaves 4+3; both are better than three cards.
    portions = by_total(pile([5, 4, 3, 2, 1, 1]), (5, 7))[7]
    assert portions[0].hotdogs in {(5, 2), (4, 3)}
    assert len(portions[-1].hotdogs) > 2
    # Of two ways to bid five the one that keeps the small cards.
    assert by_total(pile([5, 3, 1, 1]), (5, 7))[5][0].hotdogs == (5,)


# What to bid


def test_a_table_is_filled_exactly_and_without_dollars() -> None:
    state = scene(TWO, hands={ANNE: [4, 2, 1], BERNARD: [5, 5]})
    assert ranked(TWO, state)[0] == bid(SEVEN, 4, 2, 1)
    assert habits(TWO, state).most_common(1)[0][0] == bid(SEVEN, 4, 2, 1)


def test_small_cards_fill_the_gaps() -> None:
    state = scene(TWO, hands={ANNE: [4, 3, 1, 1]}, tables={FIVE: {ANNE: [3]}, SEVEN: {BERNARD: [5, 1]}})
    best = ranked(TWO, state)
    assert best.index(bid(FIVE, 1, 1)) < best.index(bid(FIVE, 1))
    assert bid(SEVEN, 1) in best


def test_a_table_full_of_others_hotdogs_is_not_filled_for_them() -> None:
    hands = {ANNE: [3, 2, 1, 1]}
    theirs = scene(TWO, hands=hands, tables={SEVEN: {BERNARD: [4, 1]}})
    own = scene(TWO, hands=hands, tables={SEVEN: {ANNE: [4, 1]}})
    filling = bid(SEVEN, 2)
    assert ranked(TWO, own).index(filling) < ranked(TWO, theirs).index(filling)


def test_a_price_war_is_thought_of_but_not_the_habit() -> None:
    state = TWO.start()
    best = ranked(TWO, state)
    prices = [chosen.dollars for chosen in best if chosen.table is SEVEN and chosen.total == 7]
    assert prices[:4] == [0, 1, 2, 3]
    dear = sum(times for chosen, times in habits(TWO, state).items() if chosen.dollars)
    assert dear < 100


def test_no_more_dollars_than_there_are_and_never_a_fortune() -> None:
    poor = scene(TWO, money={ANNE: 0})
    assert {chosen.dollars for chosen in ranked(TWO, poor)} == {0}
    rich = scene(TWO, money={ANNE: 30})
    assert max(chosen.dollars for chosen in ranked(TWO, rich)) == 4


@pytest.mark.parametrize("settle", Settle)
def test_a_bid_may_ride_on_a_table_that_others_fill_where_it_is_emptied_at_once(settle: Settle) -> None:
    game = HotDog(players=2, settle=settle)
    state = scene(game, hands={ANNE: [5, 2], BERNARD: [2, 3]}, tables={FIVE: {BERNARD: [3]}})
    rides = bid(FIVE, 5) in ranked(game, state)
    assert rides is (settle is Settle.AT_ONCE)


def test_the_third_table_is_used_where_there_is_one() -> None:
    assert any(chosen.table is NINE for chosen in ranked(FOUR, FOUR.start())[:10])


def test_few_candidates_are_the_first_of_many() -> None:
    state = TWO.start()
    many = ranked(TWO, state)
    assert ranked(TWO, state, most=5) == many[:5]
    assert len(many) == len(set(many))
    # After the best portions of each size come others.
    assert bid(FIVE, 2, 1, 1, 1) in many


def test_where_nothing_fits_any_bid_will_do() -> None:
    game = HotDog(players=2, hotdog_values=(8, 9))
    state = game.start()
    assert ranked(game, state)[0] in game.legal(state, ANNE)
    assert set(habits(game, state)) <= set(game.legal(state, ANNE))


def test_a_last_hotdog_is_announced_and_what_was_announced_is_kept() -> None:
    game = HotDog(players=2, announce=Announce.MANUAL)
    state = scene(game, hands={ANNE: [2, 1]})
    best = ranked(game, state)
    assert bid(FIVE, 2, 1, announce=True) in best
    assert bid(FIVE, 2, 1) not in best
    choose(game, state, ANNE, bid(FIVE, 2, 1, announce=True))
    assert ranked(game, state)[0] in game.legal(state, ANNE)
    assert set(habits(game, state)) <= set(game.legal(state, ANNE))


# How it stands


def test_dollars_count_in_full() -> None:
    assert value(THREE, scene(THREE, money={ANNE: 6})) == pytest.approx(2.0)
    assert value(THREE, scene(THREE, money={ANNE: 6}), BERNARD) == pytest.approx(-1.0)


def test_a_sale_that_fills_a_table_is_better_than_one_that_waits_and_than_none() -> None:
    hands = {ANNE: [5, 4, 3], BERNARD: [5, 4, 3, 2]}

    def anne(*hotdogs: int) -> float:
        state = scene(TWO, hands=hands, tables={SEVEN: {BERNARD: [1]}})
        # Bernard's bid is too large for what room there is.
        play_round(TWO, state, bid(FIVE, *hotdogs), bid(SEVEN, 5, 2))
        return value(TWO, state)

    assert anne(5) > max(anne(4), anne(5, 4))


def test_hotdogs_at_a_nearly_full_table_are_worth_more() -> None:
    nearly = scene(TWO, tables={SEVEN: {ANNE: [3], BERNARD: [3]}})
    hardly = scene(TWO, tables={SEVEN: {ANNE: [3]}})
    assert value(TWO, hardly) > 0
    assert value(TWO, nearly) == pytest.approx(0.0)
    alone = scene(TWO, tables={SEVEN: {ANNE: [3, 2, 1]}})
    assert value(TWO, alone) > 2 * value(TWO, hardly)


def test_what_can_be_sold_before_another_is_sold_out_counts() -> None:
    in_time = scene(TWO, hands={ANNE: [5, 2], BERNARD: [4, 3]})
    too_late = scene(TWO, hands={ANNE: [5, 4, 3], BERNARD: [4, 3]})
    # Five hot-dogs more in hand are hardly better: Bernard ends the hand with his next bid.
    assert value(TWO, too_late) < value(TWO, in_time) + 1.5


def test_values_add_up_to_nothing_and_the_match_turns_less_and_less() -> None:
    knows = HotDogHeuristic(THREE)
    state = scene(THREE, hands={ANNE: [5], BERNARD: [4, 4]}, money={CLAIRE: 9})
    assert sum(knows.values(state)) == pytest.approx(0.0)
    start, last_hand = THREE.start(), THREE.start()
    last_hand.hand = 3
    nearly_over = scene(THREE, hands={ANNE: [1]})
    nearly_over.hand = 3
    assert knows.swing(start) > knows.swing(state) > knows.swing(last_hand) > knows.swing(nearly_over) > 0


def test_at_the_end_the_totals_decide() -> None:
    game = HotDog(players=2, hands=1)
    state = scene(game, hands={ANNE: [5], BERNARD: [4, 4]})
    play_round(game, state, bid(FIVE, 5), bid(SEVEN, 4))
    assert game.winners(state) == (ANNE,)
    assert value(game, state) == pytest.approx((8 - 3) / 2)


# Anywhere


@pytest.mark.slow_under_coverage
@pytest.mark.parametrize("settle", Settle)
@pytest.mark.parametrize("announce", Announce)
@pytest.mark.parametrize("players", [2, 3, 5])
def test_everything_offered_is_legal_and_nothing_is_touched(players: int, settle: Settle, announce: Announce) -> None:
    game, rng = HotDog(players=players, hands=1, settle=settle, announce=announce), Random(3)
    knows = HotDogHeuristic(game)
    for _ in range(4):
        state = game.start()
        while actors := game.actors(state):
            for seat in actors:
                before = state.copy()
                offered = knows.candidates(state, seat, rng, 60)
                assert 0 < len(offered) == len(set(offered)) <= 60
                assert all(game.is_legal(state, seat, chosen) for chosen in offered)
                assert game.is_legal(state, seat, knows.policy(state, seat, rng))
                assert len(knows.values(state)) == players
                assert state == before
                game.apply(state, seat, rng.choice(offered), False)


def test_candidates_are_forgotten_before_they_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(candidates, "_CACHE_SIZE", 2)
    bids = candidates.Candidates(TWO.tables, manual=False, at_once=True)
    first = bids[pile([1]), (5, 7), 0]
    for money in range(1, 4):
        assert bids[pile([2]), (5, 7), money]
        assert len(bids) <= 2
    assert bids[pile([1]), (5, 7), 0] == first


def test_the_last_of_the_odds_is_drawn_too() -> None:
    class Highest(Random):
        def random(self) -> float:
            return 1.0 - 2**-53

    state = TWO.start()
    assert HotDogHeuristic(TWO).policy(state, ANNE, Highest()) in TWO.legal(state, ANNE)

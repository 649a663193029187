"""HD-11 to HD-18 and the worked examples: who sells, who pays, what tables pay."""

import pytest
from tests.games.hotdog.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    DENIS,
    EMMA,
    FIVE,
    NINE,
    SEVEN,
    bid,
    happened,
    in_hand,
    placed,
    play_round,
    room,
    scene,
)

from tablee.core.seat import Seat
from tablee.games.hotdog.events import NotSold, Paid, RoundEnded, Sold
from tablee.games.hotdog.pieces import Settle, cards
from tablee.games.hotdog.rules import HotDog


@pytest.mark.rule("HD-X1", "HD-12", "HD-14", "HD-15")
@pytest.mark.parametrize("mustard", [ANNE, BERNARD, CLAIRE])
def test_example_1_the_cheapest_sell_and_anne_takes_everything_back(mustard: Seat) -> None:
    game = HotDog(players=3)
    state = scene(game, mustard=mustard)
    told = play_round(game, state, bid(FIVE, 4, 1, dollars=2), bid(FIVE, 1, 1, dollars=1), bid(FIVE, 2))
    assert [event for event in told if isinstance(event, Sold | NotSold | Paid)] == [
        Sold(BERNARD, bid(FIVE, 1, 1, dollars=1), 3),
        Sold(CLAIRE, bid(FIVE, 2), 1),
        NotSold(ANNE, bid(FIVE, 4, 1, dollars=2), 1, silent=False),
    ]
    assert placed(game, state, FIVE) == {BERNARD: (1, 1), CLAIRE: (2,)}
    assert room(game, state, FIVE) == 1
    assert in_hand(state, ANNE) == (5, 4, 3, 3, 2, 2, 2, 1, 1, 1)
    assert state.money == [3, 2, 3]


@pytest.mark.rule("HD-X2", "HD-12", "HD-13", "HD-14", "HD-15")
def test_example_2_the_mustard_breaks_the_tie_but_not_the_price() -> None:
    game = HotDog(players=3)
    state = scene(game, mustard=ANNE)
    told = play_round(game, state, bid(FIVE, 2), bid(FIVE, 3, dollars=2), bid(FIVE, 1, 2, dollars=2))
    assert [event for event in told if isinstance(event, Sold | NotSold | Paid)] == [
        Sold(BERNARD, bid(FIVE, 3, dollars=2), 2),
        NotSold(CLAIRE, bid(FIVE, 2, 1, dollars=2), 2, silent=False),
        Sold(ANNE, bid(FIVE, 2), 0),
        Paid(FIVE, (2, 3, 0)),
    ]
    assert state.money == [3 + 2, 3 - 2 + 3, 3]
    assert room(game, state, FIVE) == 5


@pytest.mark.rule("HD-X3", "HD-17")
@pytest.mark.parametrize("settle", list(Settle))
def test_example_3_a_full_table_pays_and_is_empty_again(settle: Settle) -> None:
    game = HotDog(players=3, settle=settle)
    state = scene(game, tables={SEVEN: {ANNE: (3,), CLAIRE: (2,)}})
    told = play_round(game, state, bid(SEVEN, 2), bid(FIVE, 1), bid(FIVE, 1))
    assert happened(told, Paid) == [Paid(SEVEN, (5, 0, 2))]
    assert state.money == [8, 3, 5]
    assert placed(game, state, SEVEN) == {}
    assert room(game, state, SEVEN) == 7
    assert [cards(pile) for pile in state.eaten] == [(3, 2), (), (2,)]


@pytest.mark.rule("HD-11")
@pytest.mark.parametrize("mustard", range(4))
def test_tables_are_served_in_the_order_5_7_9(mustard: int) -> None:
    """Whatever the prices: the dearest bid at 5 comes before the cheapest at 9."""
    game = HotDog(players=4)
    state = scene(game, mustard=Seat(mustard))
    told = play_round(game, state, bid(NINE, 1, dollars=1), bid(SEVEN, 3), bid(NINE, 2), bid(FIVE, 5))
    assert [(sold.seat, sold.bid.table) for sold in happened(told, Sold)] == [
        (DENIS, FIVE),
        (BERNARD, SEVEN),
        (ANNE, NINE),
        (CLAIRE, NINE),
    ]


@pytest.mark.rule("HD-12")
def test_the_price_is_hotdogs_less_dollars() -> None:
    """Neither the fewest hot-dogs nor the most dollars go first: prices here are 2, 1, 3."""
    game = HotDog(players=3)
    state = scene(game, money={BERNARD: 4, CLAIRE: 5})
    told = play_round(game, state, bid(SEVEN, 2), bid(SEVEN, 5, dollars=4), bid(SEVEN, 4, 3, 1, dollars=5))
    assert [sold.seat for sold in happened(told, Sold)] == [BERNARD, ANNE]
    assert [failed.seat for failed in happened(told, NotSold)] == [CLAIRE]
    assert [chosen.price for chosen in state.revealed] == [2, 1, 3]


@pytest.mark.rule("HD-12")
def test_a_price_of_zero_is_served_first() -> None:
    game = HotDog(players=2)
    told = play_round(game, game.start(), bid(FIVE, 1), bid(FIVE, 3, dollars=3))
    assert [sold.seat for sold in happened(told, Sold)] == [BERNARD, ANNE]


@pytest.mark.rule("HD-13")
@pytest.mark.parametrize(
    ("players", "mustard"), [(players, seat) for players in range(2, 6) for seat in range(players)]
)
def test_equal_prices_go_clockwise_from_the_mustard(players: int, mustard: int) -> None:
    game = HotDog(players=players)
    state = scene(game, mustard=Seat(mustard))
    told = play_round(game, state, *[bid(SEVEN, 1)] * players)
    assert [sold.seat for sold in happened(told, Sold)] == [*range(mustard, players), *range(mustard)]


@pytest.mark.rule("HD-13")
def test_equal_prices_of_different_bids_are_a_tie() -> None:
    """Anne asks 1 for 3 hot-dogs, Bernard 1 for 1, Claire 1 for 2: all the same price."""
    game = HotDog(players=3)
    state = scene(game, mustard=CLAIRE)
    told = play_round(game, state, bid(FIVE, 3, dollars=2), bid(FIVE, 1), bid(FIVE, 2, dollars=1))
    assert [sold.seat for sold in happened(told, Sold)] == [CLAIRE, ANNE, BERNARD]


@pytest.mark.rule("HD-14")
def test_a_bid_is_placed_whole_or_not_at_all() -> None:
    """Room for 2: of 2+1 not even the 2 is placed, and a later, dearer bid that fits is."""
    game = HotDog(players=2)
    state = scene(game, tables={FIVE: {ANNE: (2, 1)}})
    told = play_round(game, state, bid(FIVE, 2, 1, dollars=3), bid(FIVE, 2))
    assert [event for event in told if isinstance(event, Sold | NotSold)] == [
        NotSold(ANNE, bid(FIVE, 2, 1, dollars=3), 2, silent=False),
        Sold(BERNARD, bid(FIVE, 2), 0),
    ]
    assert state.money == [3 + 3, 3 + 2]
    assert in_hand(state, ANNE) == (5, 4, 3, 3, 2, 2, 2, 1, 1, 1)
    assert state.spent == [0, 0]


@pytest.mark.rule("HD-14")
def test_a_bid_that_just_fits_is_placed() -> None:
    game = HotDog(players=2)
    state = scene(game, tables={SEVEN: {BERNARD: (4,)}})
    told = play_round(game, state, bid(SEVEN, 3), bid(FIVE, 1))
    assert [(sold.seat, sold.room) for sold in happened(told, Sold)] == [(BERNARD, 4), (ANNE, 0)]


@pytest.mark.rule("HD-15")
def test_a_placed_bid_costs_its_dollars_not_its_price() -> None:
    game = HotDog(players=2)
    state = game.start()
    play_round(game, state, bid(FIVE, 4, dollars=1), bid(SEVEN, 5, dollars=3))
    assert state.money == [2, 0]
    assert state.spent == [1, 3]
    assert placed(game, state, FIVE) == {ANNE: (4,)}
    assert placed(game, state, SEVEN) == {BERNARD: (5,)}
    assert in_hand(state, ANNE) == (5, 3, 3, 2, 2, 2, 1, 1, 1)


@pytest.mark.rule("HD-16")
def test_hotdogs_stay_until_their_table_is_full() -> None:
    game = HotDog(players=2)
    state = game.start()
    play_round(game, state, bid(SEVEN, 2), bid(SEVEN, 1))
    play_round(game, state, bid(FIVE, 5), bid(SEVEN, 1))
    assert placed(game, state, SEVEN) == {ANNE: (2,), BERNARD: (1, 1)}
    assert room(game, state, SEVEN) == 3
    assert state.money == [3 + 5, 3]
    told = play_round(game, state, bid(SEVEN, 3), bid(FIVE, 1))
    assert happened(told, Paid) == [Paid(SEVEN, (5, 2))]
    assert state.money == [3 + 5 + 5, 3 + 2]


@pytest.mark.rule("HD-17")
def test_full_means_exactly_full() -> None:
    game = HotDog(players=2)
    state = game.start()
    told = play_round(game, state, bid(FIVE, 4), bid(SEVEN, 5, 1))
    assert happened(told, Paid) == []
    assert [room(game, state, table) for table in (FIVE, SEVEN)] == [1, 1]


@pytest.mark.rule("HD-17")
def test_settled_at_once_a_later_bid_may_use_the_emptied_table() -> None:
    game = HotDog(players=3, settle=Settle.AT_ONCE)
    state = game.start()
    told = play_round(game, state, bid(FIVE, 5, dollars=3), bid(FIVE, 4, 1), bid(FIVE, 3, 3, 1))
    assert [event for event in told if isinstance(event, Sold | NotSold | Paid)] == [
        Sold(ANNE, bid(FIVE, 5, dollars=3), 0),
        Paid(FIVE, (5, 0, 0)),
        Sold(BERNARD, bid(FIVE, 4, 1), 0),
        Paid(FIVE, (0, 5, 0)),
        NotSold(CLAIRE, bid(FIVE, 3, 3, 1), 5, silent=False),
    ]
    assert state.money == [5, 8, 3]


@pytest.mark.rule("HD-17")
def test_settled_at_the_end_of_the_round_a_full_table_takes_nothing_more() -> None:
    game = HotDog(players=3, settle=Settle.END_OF_ROUND)
    state = game.start()
    told = play_round(game, state, bid(FIVE, 5, dollars=3), bid(FIVE, 4, 1), bid(FIVE, 1, 1, 3))
    assert [event for event in told if isinstance(event, Sold | NotSold | Paid)] == [
        Sold(ANNE, bid(FIVE, 5, dollars=3), 0),
        NotSold(BERNARD, bid(FIVE, 4, 1), 0, silent=False),
        NotSold(CLAIRE, bid(FIVE, 3, 1, 1), 0, silent=False),
        Paid(FIVE, (5, 0, 0)),
    ]
    assert state.money == [5, 3, 3]
    assert room(game, state, FIVE) == 5


@pytest.mark.rule("HD-17")
def test_settled_at_the_end_of_the_round_tables_pay_in_their_order() -> None:
    game = HotDog(players=5, settle=Settle.END_OF_ROUND)
    state = scene(game, tables={NINE: {EMMA: (4, 1)}})
    told = play_round(game, state, bid(NINE, 4), bid(FIVE, 3), bid(SEVEN, 1), bid(SEVEN, 5, 1), bid(FIVE, 2, dollars=1))
    assert [type(event) for event in told[-9:]] == [Sold] * 5 + [Paid] * 3 + [RoundEnded]
    assert happened(told, Paid) == [
        Paid(FIVE, (0, 3, 0, 0, 2)),
        Paid(SEVEN, (0, 0, 1, 6, 0)),
        Paid(NINE, (4, 0, 0, 0, 5)),
    ]
    assert state.money == [7, 6, 4, 9, 3 - 1 + 2 + 5]


@pytest.mark.rule("HD-17")
def test_settled_at_once_a_table_pays_before_the_next_is_served() -> None:
    game = HotDog(players=4, settle=Settle.AT_ONCE)
    told = play_round(game, game.start(), bid(FIVE, 5), bid(SEVEN, 5, 2), bid(NINE, 5, 4), bid(NINE, 1))
    kinds = [type(event) for event in told if isinstance(event, Sold | NotSold | Paid)]
    assert kinds == [Sold, Paid, Sold, Paid, Sold, NotSold]


@pytest.mark.rule("HD-18")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_mustard_passes_clockwise_and_table_cards_come_back(players: int) -> None:
    game = HotDog(players=players, hotdog_values=(1,) * 10)
    state = game.start()
    for number in range(1, 2 * players):
        told = play_round(game, state, *[bid(FIVE, 1)] * players)
        assert happened(told, RoundEnded) == [RoundEnded(Seat(number % players))]
        assert state.mustard == number % players
        assert state.round == number + 1
        assert game.actors(state) == game.seats
        assert {chosen.table for chosen in game.legal(state, ANNE)} == set(game.tables)

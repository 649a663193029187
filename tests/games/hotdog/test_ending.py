"""HD-05 and HD-21 to HD-24: how hands and games end, and who wins."""

import pytest
from tests.games.hotdog.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
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

import tablee
from tablee.core.errors import BadOption, IllegalAction
from tablee.core.match import Match
from tablee.core.seat import Seat
from tablee.games.hotdog.events import GameEnded, HandEnded, NotSold, Paid, RoundEnded, Sold
from tablee.games.hotdog.pieces import Announce, Ending, Settle
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState


def ended(events: object) -> list[Ending]:
    return [event.ending for event in happened(events, HandEnded)]  # type: ignore[arg-type]


@pytest.mark.rule("HD-21")
@pytest.mark.parametrize("settle", list(Settle))
def test_a_hand_ends_when_someone_has_sold_all(settle: Settle) -> None:
    """Full tables are paid; the hot-dogs at the others bring nothing."""
    game = HotDog(players=3, hands=1, settle=settle)
    state = scene(game, hands={BERNARD: (3,)}, tables={FIVE: {ANNE: (2,)}, SEVEN: {CLAIRE: (4,)}})
    told = play_round(game, state, bid(SEVEN, 1), bid(FIVE, 3, dollars=2), bid(SEVEN, 5))
    assert [type(event) for event in told if isinstance(event, Sold | NotSold | Paid)] == (
        [Sold, Paid, Sold, NotSold] if settle is Settle.AT_ONCE else [Sold, Sold, NotSold, Paid]
    )
    assert happened(told, Paid) == [Paid(FIVE, (2, 3, 0))]
    assert happened(told, HandEnded) == [HandEnded(1, Ending.SOLD_OUT, (5, 4, 3), (5, 4, 3))]
    assert happened(told, RoundEnded) == []
    assert game.actors(state) == ()
    assert placed(game, state, SEVEN) == {ANNE: (1,), CLAIRE: (4,)}


@pytest.mark.rule("HD-21")
def test_the_round_is_played_to_its_end() -> None:
    """Anne sells her last at table 5, yet table 7 is still served and pays."""
    game = HotDog(players=2, hands=1)
    state = scene(game, hands={ANNE: (1,)})
    told = play_round(game, state, bid(FIVE, 1), bid(SEVEN, 5, 2))
    assert happened(told, Paid) == [Paid(SEVEN, (0, 7))]
    assert happened(told, HandEnded)[0].money == (3, 10)


@pytest.mark.rule("HD-21")
def test_several_may_sell_out_in_the_same_round() -> None:
    game = HotDog(players=2, hands=1)
    state = scene(game, hands={ANNE: (1,), BERNARD: (2,)})
    assert ended(play_round(game, state, bid(FIVE, 1), bid(FIVE, 2))) == [Ending.SOLD_OUT]


@pytest.mark.rule("HD-21")
def test_the_last_hotdogs_taken_back_end_nothing() -> None:
    game = HotDog(players=2)
    state = scene(game, hands={ANNE: (5, 1)})
    told = play_round(game, state, bid(FIVE, 5, 1), bid(SEVEN, 1))
    assert ended(told) == []
    assert happened(told, RoundEnded) == [RoundEnded(BERNARD)]


@pytest.mark.rule("HD-22")
def test_a_hand_is_stuck_when_no_card_of_anybody_fits_any_table() -> None:
    """Room for 1 and 2; all cards left are 3s and more."""
    game = HotDog(players=2, hands=1)
    state = scene(
        game,
        hands={ANNE: (3, 3, 2), BERNARD: (4, 3)},
        tables={FIVE: {ANNE: (1, 1)}, SEVEN: {BERNARD: (5,)}},
    )
    told = play_round(game, state, bid(FIVE, 2), bid(SEVEN, 4))
    assert [room(game, state, table) for table in (FIVE, SEVEN)] == [1, 2]
    assert ended(told) == [Ending.STUCK]
    assert happened(told, HandEnded)[0].money == (3, 3)


@pytest.mark.rule("HD-22")
@pytest.mark.parametrize(
    "hands", [{ANNE: (3, 2, 2), BERNARD: (4, 4)}, {ANNE: (3, 3, 2), BERNARD: (4, 2)}], ids=["Anne", "Bernard"]
)
def test_a_single_card_that_fits_is_enough_to_go_on(hands: dict[Seat, tuple[int, ...]]) -> None:
    """Room for 1 and 2; one of them still has a 2."""
    game = HotDog(players=2, hands=1)
    state = scene(game, hands=hands, tables={FIVE: {ANNE: (1, 1)}, SEVEN: {BERNARD: (5,)}})
    assert ended(play_round(game, state, bid(FIVE, 2), bid(SEVEN, 4))) == []


@pytest.mark.rule("HD-22")
@pytest.mark.parametrize("settle", list(Settle))
def test_a_table_emptied_in_this_round_counts_as_room(settle: Settle) -> None:
    game = HotDog(players=2, hands=1, settle=settle)
    state = scene(
        game,
        hands={ANNE: (3, 2), BERNARD: (4, 4)},
        tables={FIVE: {ANNE: (1, 1, 1)}, SEVEN: {BERNARD: (5,)}},
    )
    assert ended(play_round(game, state, bid(FIVE, 2), bid(SEVEN, 4))) == []
    assert room(game, state, FIVE) == 5


@pytest.mark.rule("HD-22")
def test_being_stuck_is_looked_for_at_the_end_of_a_round() -> None:
    """Cards of 8 and 9 never fit at tables 5 and 7: one round is played all the same."""
    game = HotDog(players=2, hands=2, hotdog_values=(8, 9))
    state = game.start()
    assert game.actors(state) == (ANNE, BERNARD)
    told = play_round(game, state, bid(FIVE, 8), bid(SEVEN, 9))
    assert ended(told) == [Ending.STUCK]
    assert state.hand == 2
    four = HotDog(players=4, hotdog_values=(8, 9))
    assert ended(play_round(four, four.start(), bid(FIVE, 8), bid(SEVEN, 9), bid(SEVEN, 9), bid(SEVEN, 8))) == []


@pytest.mark.rule("HD-22")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_five_rounds_in_a_row_without_a_sale_end_the_hand(players: int) -> None:
    game = HotDog(players=players, hands=1)
    state = game.start()
    hopeless = [bid(FIVE, 5, 4)] * players
    for number in range(1, 5):
        assert ended(play_round(game, state, *hopeless)) == []
        assert game.view(state, None).idle_rounds == number
    assert ended(play_round(game, state, *hopeless)) == [Ending.IDLE]


@pytest.mark.rule("HD-22")
def test_a_sale_starts_the_count_of_idle_rounds_again() -> None:
    game = HotDog(players=2, hands=1)
    state = scene(game, idle_rounds=4)
    assert ended(play_round(game, state, bid(FIVE, 5, 4), bid(FIVE, 1))) == []
    assert state.idle_rounds == 0
    for _ in range(4):
        assert ended(play_round(game, state, bid(FIVE, 5, 4), bid(FIVE, 5, 4))) == []
    assert ended(play_round(game, state, bid(FIVE, 5, 4), bid(FIVE, 5, 4))) == [Ending.IDLE]


@pytest.mark.rule("HD-20", "HD-22")
def test_a_silent_last_hotdog_is_no_sale() -> None:
    game = HotDog(players=2, hands=1, announce=Announce.MANUAL)
    state = scene(game, hands={ANNE: (1,), BERNARD: (2,)}, idle_rounds=4)
    assert ended(play_round(game, state, bid(FIVE, 1), bid(FIVE, 2))) == [Ending.IDLE]


@pytest.mark.rule("HD-22")
def test_a_new_hand_starts_with_no_idle_rounds() -> None:
    game = HotDog(players=2)
    state = scene(game, idle_rounds=4)
    assert ended(play_round(game, state, bid(FIVE, 5, 4), bid(FIVE, 5, 4))) == [Ending.IDLE]
    assert state.idle_rounds == 0


@pytest.mark.rule("HD-21", "HD-22")
def test_selling_out_is_the_reason_even_if_nobody_else_could_go_on() -> None:
    """After Anne's 1 nothing fits anywhere."""
    game = HotDog(players=2, hands=1)
    state = scene(
        game,
        hands={ANNE: (1,), BERNARD: (4, 4)},
        tables={FIVE: {ANNE: (1, 1)}, SEVEN: {BERNARD: (4,)}},
    )
    assert ended(play_round(game, state, bid(FIVE, 1), bid(FIVE, 4))) == [Ending.SOLD_OUT]


@pytest.mark.rule("HD-22")
def test_a_fifth_idle_round_in_which_nothing_fits_is_stuck() -> None:
    game = HotDog(players=2, hands=1, hotdog_values=(8, 9))
    assert ended(play_round(game, scene(game, idle_rounds=4), bid(FIVE, 8), bid(FIVE, 8))) == [Ending.STUCK]


@pytest.mark.rule("HD-23")
def test_the_score_of_a_hand_is_the_money() -> None:
    """Not hot-dogs sold, not what a table earned: what is in the purse."""
    game = HotDog(players=3, hands=1)
    state = scene(game, hands={ANNE: (5,)}, money={ANNE: 4, BERNARD: 12, CLAIRE: 0})
    assert game.scores(state) == (4, 12, 0)
    assert game.winners(state) == ()
    told = play_round(game, state, bid(FIVE, 5, dollars=4), bid(SEVEN, 1), bid(SEVEN, 1))
    assert happened(told, GameEnded) == [GameEnded((5, 12, 0), (BERNARD,))]
    assert game.scores(state) == (5, 12, 0)
    assert game.winners(state) == (BERNARD,)


def end_a_hand(game: HotDog, state: HotDogState) -> list[HandEnded]:
    """Everybody sells all of 1 and 2, which fits, in one round."""
    say = game.announce is Announce.MANUAL
    tables = [FIVE, SEVEN, SEVEN, NINE, NINE]
    told = play_round(game, state, *[bid(tables[seat], 2, 1, dollars=seat % 3, announce=say) for seat in game.seats])
    return happened(told, HandEnded)


@pytest.mark.rule("HD-24", "HD-05", "HD-18")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("hands", [1, 2, 3, 4, 5])
def test_scores_of_hands_are_added_and_every_hand_starts_afresh(players: int, hands: int) -> None:
    game = HotDog(players=players, hands=hands, hotdog_values=(1, 2))
    state = game.start()
    for hand in range(1, hands + 1):
        assert game.view(state, None).hand == hand
        assert game.view(state, None).money == (3,) * players
        assert all(in_hand(state, seat) == (2, 1) for seat in game.seats)
        assert all(room(game, state, table) == table for table in game.tables)
        assert state.round == 1
        assert state.mustard == (hand - 1) % players
        (ending,) = end_a_hand(game, state)
        assert ending.hand == hand
        assert ending.money == tuple(3 - seat % 3 for seat in game.seats)
        assert ending.totals == tuple(hand * money for money in ending.money)
    assert game.actors(state) == ()
    assert game.scores(state) == tuple(hands * (3 - seat % 3) for seat in game.seats)
    assert game.winners(state) == tuple(seat for seat in game.seats if seat % 3 == 0)
    assert game.tally(state) == {"hand_ended.sold_out": hands, "hand_ended.stuck": 0, "hand_ended.idle": 0}


@pytest.mark.rule("HD-24")
def test_a_game_is_three_hands_unless_told_otherwise() -> None:
    assert tablee.game("hotdog").options()["hands"] == 3
    for hands in (0, 6, "3", 2.0, True, None):
        with pytest.raises(BadOption, match=r"hands.*a whole number from 1 to 5"):
            tablee.game("hotdog", hands=hands)


@pytest.mark.rule("HD-05", "HD-18")
def test_the_mustard_goes_on_from_hand_to_hand() -> None:
    """Seat 0, then 1 in the second round; the second hand starts with seat 2, not with seat 0 again."""
    game = HotDog(players=3, hotdog_values=(1, 2))
    state = game.start()
    play_round(game, state, bid(FIVE, 1), bid(FIVE, 1), bid(SEVEN, 1))
    assert state.mustard == BERNARD
    told = play_round(game, state, bid(FIVE, 2), bid(FIVE, 2), bid(FIVE, 2))
    assert ended(told) == [Ending.SOLD_OUT]
    assert (state.hand, state.mustard) == (2, CLAIRE)


@pytest.mark.rule("HD-24")
@pytest.mark.parametrize(
    ("money", "winners"),
    [((9, 9, 9), (0, 1, 2)), ((9, 4, 9), (0, 2)), ((4, 9, 9), (1, 2)), ((4, 4, 9), (2,)), ((9, 4, 4), (0,))],
)
def test_equal_totals_share_the_win(money: tuple[int, ...], winners: tuple[int, ...]) -> None:
    game = HotDog(players=3, hands=1)
    state = scene(game, hands={CLAIRE: (1,)}, money={Seat(seat): dollars for seat, dollars in enumerate(money)})
    told = play_round(game, state, bid(FIVE, 1), bid(SEVEN, 1), bid(SEVEN, 1))
    assert happened(told, GameEnded) == [GameEnded(money, winners)]  # type: ignore[arg-type]
    assert game.winners(state) == winners


@pytest.mark.rule("HD-24")
def test_the_highest_total_wins_not_the_most_hands() -> None:
    """Anne wins two hands of three by a dollar, Bernard one by many."""
    game = HotDog(players=2, hands=3, hotdog_values=(1, 2))
    state = game.start()
    for money in ({ANNE: 5, BERNARD: 4}, {ANNE: 3, BERNARD: 30}, {ANNE: 5, BERNARD: 4}):
        state.money = [money[ANNE], money[BERNARD]]
        told = play_round(game, state, bid(FIVE, 2, 1), bid(SEVEN, 2, 1))
    assert happened(told, GameEnded) == [GameEnded((13, 38), (BERNARD,))]


@pytest.mark.rule("HD-24")
def test_nothing_can_be_played_once_the_game_is_over() -> None:
    match = Match(HotDog(players=2, hands=1, hotdog_values=(1, 2)))
    match.play(ANNE, bid(FIVE, 2, 1))
    match.play(BERNARD, bid(FIVE, 2))
    assert match.over
    assert match.actors() == match.may_replace() == ()
    assert match.legal(ANNE) == ()
    before = match.state
    for seat in (ANNE, BERNARD):
        with pytest.raises(IllegalAction, match="over"):
            match.play(seat, bid(SEVEN, 1))
    assert match.state == before
    assert match.view(ANNE).over

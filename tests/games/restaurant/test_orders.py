"""RE-05, RE-06, RE-08, RE-09, RE-11 to RE-14, and RE-03: the path of the orders."""

import pytest
from tests.games.restaurant.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    DAVID,
    DISH,
    DOUBLE,
    JUMP,
    M100,
    M200,
    M300,
    M600,
    NAMES,
    R100,
    R300,
    Evening,
    do,
    happened,
    in_hand,
    names,
    orders,
    take,
    taken,
)

from tablee.core.seat import CHANCE, Seat
from tablee.games.restaurant import pieces
from tablee.games.restaurant.actions import DONE, KEEP, Turn
from tablee.games.restaurant.events import Declined, Marked, OrdersEnded, Skipped, Turned
from tablee.games.restaurant.pieces import Card, OrdersEnding, Step
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.state import RestaurantState

GAME = Restaurant(players=3)


def found(state: RestaurantState, seat: Seat, where: str, card: Card) -> list[object]:
    """A seat takes a card in a scene, and this is what it is."""
    return [*do(GAME, state, seat, take(where)), *do(GAME, state, CHANCE, Turn(card))]


# RE-05, RE-06: the path


@pytest.mark.rule("RE-05")
def test_the_first_card_is_taken_anywhere_on_the_rim() -> None:
    state = GAME.start()
    assert taken(GAME.legal(state, ANNE)) == names(pieces.RIM)
    assert len(GAME.legal(state, ANNE)) == 28


@pytest.mark.rule("RE-05")
def test_the_next_card_lies_next_to_the_last_marker_and_turns_go_clockwise() -> None:
    evening = Evening(GAME)
    evening.turn(ANNE, "A4", M100)
    assert evening.match.actors() == (BERNARD,)
    assert taken(evening.match.legal(BERNARD)) == {"A3", "A5", "B4"}
    evening.turn(BERNARD, "B4", M100)
    assert evening.match.actors() == (CLAIRE,)
    assert taken(evening.match.legal(CLAIRE)) == {"B3", "B5", "C4"}
    evening.turn(CLAIRE, "B3", M100)
    assert evening.match.actors() == (ANNE,)
    assert taken(evening.match.legal(ANNE)) == {"A3", "B2", "C3"}
    view = evening.match.view(None)
    assert view.markers[pieces.TABLES[3]] == ANNE
    assert names(evening.state.markers[BERNARD]) == {"B4"}
    assert names(evening.state.marked) == {"A4", "B4", "B3"}


@pytest.mark.rule("RE-05")
def test_a_marker_is_laid_before_the_card_is_known() -> None:
    evening = Evening(GAME)
    events = evening.play(ANNE, take("A4"))
    assert events == [Marked(ANNE, 1, 4)]
    assert evening.match.actors() == (CHANCE,)
    assert names(evening.state.markers[ANNE]) == {"A4"}
    assert evening.match.view(BERNARD).step is Step.TURN
    assert evening.state.stock == pieces.DECK


@pytest.mark.rule("RE-06")
@pytest.mark.parametrize("card", list(Card))
def test_a_menu_is_seen_by_its_taker_and_other_cards_by_all(card: Card) -> None:
    evening = Evening(GAME)
    event = happened(evening.take(ANNE, "A4", card), Turned)[0]
    assert event.seen_by(ANNE) == Turned(ANNE, 1, 4, card)
    for reader in (BERNARD, CLAIRE, None):
        is_menu = card in pieces.MENUS
        assert event.seen_by(reader) == Turned(ANNE, 1, 4, None if is_menu else card)
        view = evening.match.view(reader)
        assert view.chronicle[0].card == (None if is_menu else card)
        assert view.hand == ()
        assert view.hand_sizes == (1, 0, 0)
    assert evening.match.view(ANNE).hand == (card,)
    assert in_hand(evening.state, ANNE) == [card]


# RE-08, RE-09: doubles and jumps


@pytest.mark.rule("RE-08")
def test_a_double_lets_its_taker_take_another_card_next_to_it() -> None:
    evening = Evening(GAME)
    evening.take(ANNE, "A4", DOUBLE)
    assert evening.match.actors() == (ANNE,)
    assert taken(evening.match.legal(ANNE)) == {"A3", "A5", "B4"}
    assert DONE in evening.match.legal(ANNE)
    evening.turn(ANNE, "A5", M100)
    assert evening.match.actors() == (BERNARD,)
    assert names(evening.state.markers[ANNE]) == {"A4", "A5"}
    assert in_hand(evening.state, ANNE) == [M100, DOUBLE]


@pytest.mark.rule("RE-08", "RE-09")
def test_doubles_and_jumps_chain() -> None:
    evening = Evening(GAME)
    evening.take(ANNE, "A4", DOUBLE)
    evening.take(ANNE, "B4", DOUBLE)
    evening.take(ANNE, "B5", JUMP)
    assert len(taken(evening.match.legal(ANNE))) == 57
    evening.take(ANNE, "F10", DOUBLE)
    assert taken(evening.match.legal(ANNE)) == {"F9", "E10"}
    evening.take(ANNE, "F9", JUMP)
    evening.take(ANNE, "D5", DISH)
    assert evening.match.actors() == (BERNARD,), "nobody has a card to draw"
    assert taken(evening.match.legal(BERNARD)) == {"C5", "D4", "D6", "E5"}
    assert len(in_hand(evening.state, ANNE)) == 6


@pytest.mark.rule("RE-08")
def test_a_further_card_may_be_declined() -> None:
    evening = Evening(GAME)
    evening.take(ANNE, "A4", DOUBLE)
    assert evening.play(ANNE, DONE) == [Declined(ANNE)]
    assert evening.match.actors() == (BERNARD,)
    assert taken(evening.match.legal(BERNARD)) == {"A3", "A5", "B4"}


@pytest.mark.rule("RE-09")
def test_a_jump_that_is_declined_leaves_the_path_where_it_was() -> None:
    evening = Evening(GAME)
    evening.take(ANNE, "A4", JUMP)
    assert len(taken(evening.match.legal(ANNE))) == 59
    evening.play(ANNE, DONE)
    assert taken(evening.match.legal(BERNARD)) == {"A3", "A5", "B4"}


@pytest.mark.rule("RE-03", "RE-08", "RE-09")
@pytest.mark.parametrize("card", [DOUBLE, JUMP])
def test_without_a_marker_no_further_card_is_taken(card: Card) -> None:
    """Anne lays her twentieth marker on a double or a jump."""
    nineteen = " ".join(f"{row}{column}" for row in "EF" for column in range(1, 11) if (row, column) != ("F", 10))
    state = orders(GAME, "A1 A2 A3 A4 B1", "B2", markers={ANNE: nineteen})
    assert state.markers[ANNE].bit_count() == 19
    found(state, ANNE, "B1", card)
    assert GAME.actors(state) == (BERNARD,)
    assert taken(GAME.legal(state, BERNARD)) == {"A1"}
    assert GAME.view(state, None).markers_left[ANNE] == 0


@pytest.mark.rule("RE-03")
def test_who_has_no_marker_left_is_skipped() -> None:
    """Bernard and Claire have laid all of theirs."""
    state = orders(
        Restaurant(players=4),
        "A1 A2 A3 A4 B1 B2 C1",
        "C2",
        markers={BERNARD: "E F", CLAIRE: "D C3 C4 C5 C6 C7 C8 C9 C10 B9 B10"},
    )
    game = Restaurant(players=4)
    do(game, state, ANNE, take("C1"))
    events = do(game, state, CHANCE, Turn(M100))
    assert happened(events, Skipped) == []
    quiet = state.copy()
    game.apply(quiet, ANNE, DONE, events=False)
    events = do(game, state, ANNE, DONE)
    assert quiet == state
    assert events == [Skipped(BERNARD), Skipped(CLAIRE)]
    assert game.actors(state) == (DAVID,)
    assert "Bernard has no marker left and is skipped." in game.words.event(events[0], NAMES, "en")
    assert taken(game.legal(state, DAVID)) == {"B1"}


# RE-11: the end of the orders


@pytest.mark.rule("RE-11")
def test_a_dead_end_with_thirty_cards_taken_ends_the_orders() -> None:
    """Cards lie at A1 and far away; nothing lies next to A1."""
    state = orders(GAME, "A1 F9 F10", "A2")
    events = found(state, ANNE, "A1", M100)
    assert [event.ending for event in happened(events, OrdersEnded)] == [OrdersEnding.DEAD_END]  # type: ignore[arg-type]
    assert state.orders_ending is OrdersEnding.DEAD_END


@pytest.mark.rule("RE-11")
def test_with_thirty_cards_taken_a_dead_end_may_be_chosen() -> None:
    lying = "A1 A3 A4 " + " ".join(f"F{column}" for column in range(1, 11))
    state = orders(GAME, lying, "A2")
    assert taken(GAME.legal(state, ANNE)) == {"A1", "A3"}


@pytest.mark.rule("RE-11")
def test_no_card_left_ends_the_orders() -> None:
    state = orders(GAME, "A1", "A2")
    events = found(state, ANNE, "A1", M100)
    assert [event.ending for event in happened(events, OrdersEnded)] == [OrdersEnding.NO_CARD]  # type: ignore[arg-type]


@pytest.mark.rule("RE-11", "RE-03")
def test_nobody_has_a_marker_left_only_when_no_card_is_left() -> None:
    state = orders(GAME, "A1", "A2")
    found(state, ANNE, "A1", M100)
    assert [markers.bit_count() for markers in state.markers] == [20, 20, 20]
    assert state.orders_ending is OrdersEnding.NO_CARD


@pytest.mark.rule("RE-11", "RE-08")
def test_a_double_at_a_dead_end_does_not_help() -> None:
    state = orders(GAME, "A1 F9 F10", "A2")
    found(state, ANNE, "A1", DOUBLE)
    assert state.orders_ending is OrdersEnding.DEAD_END


@pytest.mark.rule("RE-11", "RE-09")
def test_who_may_jump_is_not_at_a_dead_end() -> None:
    state = orders(GAME, "A1 F8 F9 F10", "A2")
    found(state, ANNE, "A1", JUMP)
    assert taken(GAME.legal(state, ANNE)) == {"F8", "F9", "F10"}
    found(state, ANNE, "F9", M100)
    assert state.orders_ending is None
    do(GAME, state, ANNE, DONE)
    assert taken(GAME.legal(state, BERNARD)) == {"F8", "F10"}


@pytest.mark.rule("RE-11", "RE-09")
def test_a_jump_declined_at_a_dead_end_ends_the_orders() -> None:
    state = orders(GAME, "A1 F8 F9 F10", "A2")
    found(state, ANNE, "A1", JUMP)
    events = do(GAME, state, ANNE, DONE)
    assert events[0] == Declined(ANNE)
    assert [event.ending for event in happened(events, OrdersEnded)] == [OrdersEnding.DEAD_END]


@pytest.mark.rule("RE-11", "RE-09")
def test_a_jump_with_no_card_left_ends_the_orders() -> None:
    state = orders(GAME, "A1", "A2")
    found(state, ANNE, "A1", JUMP)
    assert state.orders_ending is OrdersEnding.NO_CARD


@pytest.mark.rule("RE-11", "RE-07")
def test_the_last_dish_is_exchanged_before_the_orders_end() -> None:
    state = orders(GAME, "A1", "A2", hands={BERNARD: [M600]})
    found(state, ANNE, "A1", DISH)
    assert state.step is Step.EXCHANGE
    assert KEEP in GAME.legal(state, ANNE)
    do(GAME, state, ANNE, KEEP)
    assert state.orders_ending is OrdersEnding.NO_CARD


# RE-12: dead ends that come too early


def few_taken(lying: str, number: int) -> str:
    """These tables and so many more that together 60 − number lie; the others are far from the first rows' left."""
    others = [f"{row}{column}" for row in "FEDCB" for column in range(10, 4, -1)]
    wanted = 60 - number - len(lying.split())
    return " ".join([lying, *others[:wanted]])


@pytest.mark.rule("RE-12", "RE-X2")
def test_before_thirty_a_dead_end_may_not_be_chosen() -> None:
    """RE-X2: the path ends at C1; next to it lie B1, from where it could not go on, and D1, from where it could."""
    state = orders(GAME, few_taken("B1 D1 D2", 28), "C1")
    assert state.marked.bit_count() == 28
    assert taken(GAME.legal(state, ANNE)) == {"D1"}
    refusal = GAME.refusal(state, ANNE, take("B1"))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("dead_end", "RE-12")


@pytest.mark.rule("RE-12", "RE-11", "RE-X2")
def test_the_thirtieth_card_may_lead_into_a_dead_end() -> None:
    state = orders(GAME, few_taken("B1 D1 D2", 29), "C1")
    assert state.marked.bit_count() == 29
    assert taken(GAME.legal(state, ANNE)) == {"B1", "D1"}
    found(state, ANNE, "B1", M100)
    assert state.orders_ending is OrdersEnding.DEAD_END


@pytest.mark.rule("RE-12")
def test_a_dead_end_that_cannot_be_avoided_is_gone_on_from_the_rim() -> None:
    state = orders(GAME, few_taken("B1 D2", 28), "C1")
    assert taken(GAME.legal(state, ANNE)) == {"B1"}
    found(state, ANNE, "B1", M100)
    assert state.orders_ending is None
    do(GAME, state, ANNE, DONE)
    rim = names(pieces.RIM & ~state.marked)
    assert "D2" not in rim
    assert taken(GAME.legal(state, BERNARD)) == rim


@pytest.mark.rule("RE-12")
def test_with_an_empty_rim_it_goes_on_from_anywhere() -> None:
    inside = " ".join(f"{row}{column}" for row in "BCDE" for column in range(2, 10))
    state = orders(GAME, inside, "A1")
    assert state.marked == pieces.RIM
    assert taken(GAME.legal(state, ANNE)) == set(inside.split())


@pytest.mark.rule("RE-12", "RE-08")
def test_a_double_at_an_early_dead_end_goes_on_from_the_rim() -> None:
    state = orders(GAME, few_taken("B1 D2", 27), "C1")
    found(state, ANNE, "B1", DOUBLE)
    assert GAME.actors(state) == (ANNE,)
    assert "F10" in taken(GAME.legal(state, ANNE))
    assert "D2" not in taken(GAME.legal(state, ANNE))
    do(GAME, state, ANNE, DONE)
    assert GAME.actors(state) == (BERNARD,)
    assert "F10" in taken(GAME.legal(state, BERNARD))


@pytest.mark.rule("RE-12", "RE-09")
def test_a_jump_may_not_land_in_a_dead_end_before_thirty() -> None:
    """D2 and A3 have no card next to them; the other cards do."""
    lying = few_taken("B1 D2 A3", 27)
    state = orders(GAME, lying, "C1")
    found(state, ANNE, "B1", JUMP)
    assert taken(GAME.legal(state, ANNE)) == set(lying.split()) - {"B1", "D2", "A3"}
    refusal = GAME.refusal(state, ANNE, take("D2"))
    assert refusal is not None
    assert refusal.rule == "RE-12"


# RE-13, RE-14: the sums, and who serves first


@pytest.mark.rule("RE-13", "RE-10")
def test_everyone_notes_the_sum_of_his_menus() -> None:
    state = orders(
        GAME,
        "A1",
        "A2",
        hands={ANNE: [DISH, M200], BERNARD: [M300, M300, DOUBLE], CLAIRE: [JUMP]},
        piles={CLAIRE: [R300, M600, R100]},
    )
    events = found(state, ANNE, "A1", M100)
    assert happened(events, OrdersEnded) == [  # type: ignore[arg-type]
        OrdersEnded(OrdersEnding.NO_CARD, (300, 600, 1000), ANNE)
    ]
    assert state.sums == (300, 600, 1000)
    assert in_hand(state, CLAIRE) == [M600, R100, R300, JUMP]
    assert state.piles == [pieces.EMPTY] * 3
    for reader in (*GAME.seats, None):
        assert GAME.view(state, reader).sums == (300, 600, 1000)
        assert GAME.view(state, reader).hand_sizes == (3, 3, 4)


@pytest.mark.rule("RE-14")
@pytest.mark.parametrize(
    ("hands", "first"),
    [
        ({ANNE: [M300], BERNARD: [M200], CLAIRE: [M300]}, BERNARD),
        ({ANNE: [], BERNARD: [M100], CLAIRE: [M100]}, BERNARD),
        ({ANNE: [], BERNARD: [M300], CLAIRE: [M100]}, CLAIRE),
        ({ANNE: [], BERNARD: [M300], CLAIRE: [M300]}, ANNE),
        ({ANNE: [], BERNARD: [], CLAIRE: [M100]}, BERNARD),
    ],
)
def test_the_smallest_sum_serves_first(hands: dict[Seat, list[Card]], first: Seat) -> None:
    """Anne takes the last card, a menu of 100: had the orders gone on, Bernard would be next, then Claire, then she."""
    state = orders(GAME, "A1", "A2", hands={seat: [*cards, DISH] for seat, cards in hands.items()})
    events = found(state, ANNE, "A1", M100)
    assert [event.first for event in happened(events, OrdersEnded)] == [first]  # type: ignore[arg-type]
    assert GAME.actors(state) == (first,)
    assert state.step is Step.SERVE
    assert "serves first" in GAME.words.event(happened(events, OrdersEnded)[0], NAMES, "en")  # type: ignore[arg-type]

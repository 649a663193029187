"""RE-01 to RE-04: the room, the cards, the markers, the start."""

from collections import Counter

import pytest
from tests.games.restaurant.scene import ANNE, BERNARD, CLAIRE, DISH, M100, Evening, names, orders, table, taken

import tablee
from tablee.core.errors import BadOption
from tablee.core.seat import CHANCE, Seat
from tablee.games.restaurant import pieces
from tablee.games.restaurant.actions import Turn
from tablee.games.restaurant.pieces import Card, cards_in, hand, in_order
from tablee.games.restaurant.rules import Restaurant


@pytest.mark.rule("RE-01")
def test_the_room_has_a_rim_and_a_salon() -> None:
    assert len(pieces.TABLES) == 60
    assert names(pieces.RIM) == {f"{row}{column}" for row in "AF" for column in range(1, 11)} | {
        f"{row}{column}" for row in "BCDE" for column in (1, 10)
    }
    assert len(in_order(pieces.RIM)) == 28
    assert names(pieces.SALON) == {f"{row}{column}" for row in "BCDE" for column in (4, 5, 6, 7)}
    assert pieces.table_at(2, 4) == table("B4") == 13
    assert (pieces.row_of(13), pieces.column_of(13)) == (2, 4)
    for row, column in ((0, 1), (7, 1), (1, 0), (1, 11)):
        assert pieces.table_at(row, column) is None


@pytest.mark.rule("RE-01", "RE-05")
def test_tables_are_neighbours_along_an_edge() -> None:
    next_to = pieces.room(False).next_to
    assert names(next_to[table("A1")]) == {"A2", "B1"}
    assert names(next_to[table("A10")]) == {"A9", "B10"}
    assert names(next_to[table("B10")]) == {"A10", "B9", "C10"}
    assert names(next_to[table("C1")]) == {"B1", "C2", "D1"}
    assert names(next_to[table("F5")]) == {"F4", "F6", "E5"}
    assert names(next_to[table("C6")]) == {"B6", "C5", "C7", "D6"}


@pytest.mark.rule("RE-02")
def test_there_are_sixty_cards() -> None:
    deck = Counter(card.value for card in cards_in(pieces.DECK))
    assert sum(deck.values()) == 60
    assert [deck[f"menu{value}"] + deck[f"res{value}"] for value in (100, 200, 300, 600)] == [9, 9, 9, 5]
    assert [deck[f"res{value}"] for value in (100, 200, 300, 600)] == [2, 2, 1, 1]
    assert [deck[card] for card in ("dish", "double", "jump")] == [18, 7, 3]
    assert pieces.value(pieces.DECK) == 8400


@pytest.mark.rule("RE-02", "RE-04")
def test_any_card_may_lie_anywhere() -> None:
    """What is found has the odds of the cards that are left."""
    evening = Evening(Restaurant(players=3))
    evening.play(ANNE, taken_first := next(iter(evening.match.legal(ANNE))))
    assert taken_first.row == taken_first.col == 1
    odds = evening.game.odds(evening.state)
    assert {outcome: number for outcome, number in odds.items() if isinstance(outcome, Turn)} == {
        Turn(card): number for card, number in pieces.NUMBER_OF.items()
    }
    evening.play(CHANCE, Turn(Card.RES_600))
    evening.play(ANNE, evening.match.legal(ANNE)[0])
    evening.play(BERNARD, evening.match.legal(BERNARD)[0])
    assert Turn(Card.RES_600) not in evening.game.odds(evening.state)
    assert sum(evening.game.odds(evening.state).values()) == 59


@pytest.mark.rule("RE-02")
def test_a_hand_is_a_number_that_tells_its_cards() -> None:
    held = hand([Card.MENU_300, DISH, Card.RES_600, DISH])
    assert pieces.size(held) == 4
    assert pieces.value(held) == 900
    assert pieces.count(held, DISH) == 2
    assert cards_in(held) == (Card.MENU_300, Card.RES_600, DISH, DISH)


@pytest.mark.rule("RE-03")
def test_everyone_has_twenty_markers() -> None:
    game = Restaurant(players=6)
    assert game.view(game.start(), None).markers_left == (20,) * 6
    evening = Evening(game)
    evening.turn(ANNE, "A1", DISH)
    assert evening.match.view(CLAIRE).markers_left == (19, 20, 20, 20, 20, 20)


@pytest.mark.rule("RE-04")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_seat_0_begins_with_every_card_face_down(players: int) -> None:
    game = Restaurant(players=players)
    state = game.start()
    assert game.actors(state) == (ANNE,)
    assert state.stock == pieces.DECK
    assert state.hands == [pieces.EMPTY] * players
    view = game.view(state, BERNARD)
    assert view.hand == ()
    assert set(view.markers) == {None}
    assert game.legal(state, BERNARD) == ()
    assert game.scores(state) == (0,) * players
    assert game.winners(state) == ()


def test_options() -> None:
    game = tablee.game("restaurant")
    assert game.options() == {"players": 4, "stairs": False, "service_only": False, "protect": "all"}
    for players in (2, 7, "4"):
        with pytest.raises(BadOption):
            tablee.game("restaurant", players=players)
    for flag in ("stairs", "service_only"):
        assert tablee.game("restaurant", **{flag: True}).options()[flag] is True
        with pytest.raises(BadOption):
            tablee.game("restaurant", **{flag: 1})
    assert tablee.game("restaurant", protect="chosen").options()["protect"] == "chosen"
    with pytest.raises(BadOption):
        tablee.game("restaurant", protect="none")


def test_who_is_not_at_the_table_can_do_nothing() -> None:
    game = Restaurant(players=3)
    state = game.start()
    assert game.legal(state, Seat(7)) == ()
    assert game.legal(state, CHANCE) == ()


def test_a_scene_is_as_told() -> None:
    game = Restaurant(players=3)
    state = orders(game, "A1 A2", "A3", seat=CLAIRE, hands={ANNE: [M100]})
    assert game.actors(state) == (CLAIRE,)
    assert taken(game.legal(state, CLAIRE)) == {"A2"}
    assert sum(tables.bit_count() for tables in state.markers) == 58
